"""Runs the stack program through Pulumi's Automation API: `make up`, `make preview` and the engine tests.

A user's own stacks need none of this: there the command is `pulumi up`.
"""
