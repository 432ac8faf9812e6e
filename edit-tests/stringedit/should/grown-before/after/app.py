def f(y):
    return y  # done
