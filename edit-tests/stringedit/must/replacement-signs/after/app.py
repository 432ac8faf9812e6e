def f(x):
    y = $& \1 $1
    return y
