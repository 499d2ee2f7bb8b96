"""A bare Debian in a folder, to see what a stranger sees who has nothing but what README names."""
