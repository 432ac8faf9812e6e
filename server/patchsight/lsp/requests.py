"""Asking the client something it may not be able to answer."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import Any

logger = logging.getLogger(__name__)


async def quietly(request: Awaitable[Any]) -> Any:
    """The client's answer, or None if it has no answer to give."""
    try:
        return await request
    except Exception as error:
        logger.info("the client declined: %s", error)
        return None


async def is_granted(request: Awaitable[Any]) -> bool:
    """Whether the client does what it is asked for; the answer itself says nothing."""
    try:
        await request
    except Exception as error:
        logger.info("the client declined: %s", error)
        return False
    return True
