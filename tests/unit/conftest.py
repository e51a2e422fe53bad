"""What tests with refused outputs need."""

import asyncio

import pytest


@pytest.fixture(autouse=True)
def no_word_of_forgotten_futures() -> None:
    """An output that is refused leaves futures behind whose error nobody asks for. Python tells of each when
    it is collected, in whatever runs then, and the traceback it writes breaks a parser at work (CPython
    3.11: "AST constructor recursion depth mismatch").
    """
    try:
        loop = asyncio.get_event_loop()
    except RuntimeError:
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
    loop.set_exception_handler(lambda _loop, _context: None)
