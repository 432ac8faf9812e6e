def greet(name):
    text = "Hello"
    return text + ", " + name


def leave(name):
    text = "See you"
    return text + ", " + name
