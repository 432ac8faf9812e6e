"""Patchsight shows where a patch will land before it lands."""

__version__ = "0.1.0"
