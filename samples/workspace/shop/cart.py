"""The shopping cart: what is in it and what it costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

MAX_QUANTITY = 99
FREE_SHIPPING_FROM = Decimal("50.00")


@dataclass
class Line:
    sku: str
    price: Decimal
    quantity: int = 1


@dataclass
class Cart:
    lines: list[Line] = field(default_factory=list)

    def find(self, sku: str) -> Line | None:
        for line in self.lines:
            if line.sku == sku:
                return line
        return None

    def add(self, sku: str, price: Decimal, quantity: int = 1) -> None:
        line = self.find(sku)
        if line is None:
            self.lines.append(Line(sku, price, quantity))
            return
        line.quantity = min(line.quantity + quantity, MAX_QUANTITY)

    def total(self) -> Decimal:
        return sum((line.price * line.quantity for line in self.lines), Decimal(0))

    def shipping(self) -> Decimal:
        if self.total() >= FREE_SHIPPING_FROM:
            return Decimal("0.00")
        return Decimal("4.90")


def parse_price(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def parse_discount(text: str) -> Decimal | None:
    try:
        return Decimal(text.rstrip("%")) / 100
    except InvalidOperation:
        return None


def parse_weight(text: str) -> Decimal | None:
    try:
        return Decimal(text.removesuffix("kg"))
    except InvalidOperation:
        return None
