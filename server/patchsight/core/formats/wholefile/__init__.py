"""Whole files, as chats write them: a fence or a tag with the path of the file beside it."""
