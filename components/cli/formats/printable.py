"""Names from a file, safe to print."""


def printable(text: str) -> str:
    """A text in which every character that is not printable is written as its number, e.g. `\\x1b`: a name
    must not move the cursor, colour the terminal or begin a line.
    """
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def encodable(text: str, encoding: str) -> str:
    """A text in which what an encoding does not have is written as its number."""
    return text.encode(encoding, "backslashreplace").decode(encoding)
