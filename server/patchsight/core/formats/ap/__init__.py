"""ap 2.0: a YAML document that names code to look for, and what to do with it."""
