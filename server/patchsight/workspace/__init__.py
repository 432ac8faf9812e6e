"""The files on disk under open buffers: reading them, and carrying out a patch all or nothing."""
