def first(items):
    result = []
    for item in items:
        result.append(item)
    return result


def second(items):
    result = []
    for item in items:
        result.append(item.copy())
    return result
