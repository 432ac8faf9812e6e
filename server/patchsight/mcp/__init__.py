"""Patchsight as a tool for agents: what they can ask for, and the server they ask."""
