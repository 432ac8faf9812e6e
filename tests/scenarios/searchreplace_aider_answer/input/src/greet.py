def greet(name):
    return "Hello"


print(greet("you"))
