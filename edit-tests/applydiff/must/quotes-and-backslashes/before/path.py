ROOT = "C:\\temp"
SEP = "\n"
QUOTE = '"'
LAST = 1
