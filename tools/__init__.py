"""The programs that the embedded cluster and the tests run: where they come from and how they are built.

What is built, and in which version, is said by the `go.mod` files alone. Order of search: PATH, the
cache, a build.
"""
