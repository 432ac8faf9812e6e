"""v4a, the format of `apply_patch`."""
