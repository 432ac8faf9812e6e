def f(x):
    x += 0
    y = x + 1
    return y
