import sys


def welcome(name):
    return f"Hello, {name}"


print(welcome(sys.argv[1]))
