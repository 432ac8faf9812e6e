"""Text as editors count it: buffers, lines, differences, characters that nobody sees."""
