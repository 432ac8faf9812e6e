def greet(name):
    text = "Hello"
    return text + ", " + name


def leave(name):
    text = "Bye"
    return text + ", " + name
