def load():
    return retry(3)
