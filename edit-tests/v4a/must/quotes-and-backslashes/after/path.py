ROOT = "C:\\temp\\new"
SEP = "\n"
QUOTE = '"'
LAST = 1
