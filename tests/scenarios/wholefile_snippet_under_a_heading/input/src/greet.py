import sys


def greet(name):
    return f"Hello, {name}"


print(greet(sys.argv[1]))
