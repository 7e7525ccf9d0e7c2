"""Programs for working on omaha8; nothing here is installed with it."""
