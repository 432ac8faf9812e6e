"""SEARCH/REPLACE blocks, as aider, Cline, Roo and Zed have models write them."""
