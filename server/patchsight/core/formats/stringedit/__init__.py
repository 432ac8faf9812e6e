"""String edits: the calls of edit tools, each with an old text and a new one."""
