def total(prices):
    result = 0
    for price in prices:
        result += price
    return result


def count(prices):
    result = 0
    for price in prices:
        result += 1
    return result
