"""One file per feature of the protocol."""
