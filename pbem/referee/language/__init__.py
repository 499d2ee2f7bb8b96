"""The order language: sheets and plans are read, understood and written back."""
