"""Zenpatch: the syntax of v4a without moves, and exact matches only."""
