"""The data everything is about: what a patch says, what became of it, what can be wrong."""
