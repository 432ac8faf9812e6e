"""The unified diff, as git, diff and models write it."""
