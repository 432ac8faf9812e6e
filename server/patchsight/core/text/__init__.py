"""Text as editors count it: buffers and lines, how one text becomes another, characters that
nobody sees.
"""
