from decimal import Decimal


def total(lines):
    result = Decimal(0)
    for line in lines:
        result += line.price * line.count
    return result


def count(lines):
    return sum(line.count for line in lines)
