"""Saying a change in other words: another format, fresh context, backwards; making patches from
texts.
"""
