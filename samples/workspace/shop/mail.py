"""Mails that the shop sends."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage

SENDER = "orders@corner-shop.example"


def send(to: str, subject: str, body: str) -> None:
    message = EmailMessage()
    message["From"] = SENDER
    message["To"] = to
    message["Subject"] = subject
    message.set_content(body)
    with smtplib.SMTP("localhost", timeout=10) as server:
        server.send_message(message)


def send_receipt(to: str, order_id: str, total: str) -> None:
    send(to, f"Your order {order_id}", f"Thank you! You paid {total}.")
