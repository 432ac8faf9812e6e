"""Old names, kept for one release."""

from shop.cart import parse_price

price_from_text = parse_price
