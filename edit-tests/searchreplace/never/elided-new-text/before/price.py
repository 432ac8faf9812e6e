def price(item):
    return item.net * 1.19


def name(item):
    return item.title
