def greet(name):
    text = "Hello"
    return text + ", " + name


def leave(name):
    text = "Goodbye"
    return text + ", " + name
