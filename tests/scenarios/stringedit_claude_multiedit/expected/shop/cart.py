from decimal import Decimal


def total(lines, tax=Decimal("0.2")):
    result = Decimal(0)
    for line in lines:
        result += line.price * line.quantity
    return result * (1 + tax)


def count(lines):
    return sum(line.quantity for line in lines)
