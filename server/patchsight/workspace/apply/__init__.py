"""Writing a patch to disk, all of it or nothing, whatever happens meanwhile."""
