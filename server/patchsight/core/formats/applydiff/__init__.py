"""ApplyDiff 3.0: blocks of old and new text."""
