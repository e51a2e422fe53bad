"""The documentation, and what of it is made from the code."""
