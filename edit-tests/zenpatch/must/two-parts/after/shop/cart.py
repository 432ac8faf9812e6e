from decimal import Decimal

RATE = Decimal("0.07")


class Cart:
    def __init__(self):
        self.lines = []

    def add(self, name, price):
        self.lines.append((name, price))

    def net(self):
        return sum(price for _, price in self.lines)

    def tax(self):
        return self.net() * RATE

    def total(self):
        return round(self.net() + self.tax(), 2)
