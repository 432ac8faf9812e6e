"""Placing ap modifications: each searches the text as the one before left it."""
