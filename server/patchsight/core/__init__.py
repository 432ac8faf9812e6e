"""The pure core: text in, data out. No I/O, no LSP, and no exception on any input."""
