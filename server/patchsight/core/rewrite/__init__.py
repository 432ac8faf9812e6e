"""A change in other words: another format, fresh context, backwards; patches from texts."""
