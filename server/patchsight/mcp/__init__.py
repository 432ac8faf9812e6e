"""Patchsight as a tool for agents: what they can ask for, and the server that they ask over the
Model Context Protocol.
"""
