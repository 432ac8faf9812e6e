retries = 3
timeout = 30


def load():
    return retry(3)
