"""The order language: sheets and plans are read, understood and told back."""
