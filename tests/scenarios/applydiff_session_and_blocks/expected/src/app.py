def greet(name):
    text = "Good morning"
    return text + ", " + name


def leave(name):
    text = "Bye"
    return text + ", " + name
