"""A stand-in for Google Cloud behind pulumi-gcp 10.2: the provider's protocol, and a cloud in a folder.

The executable `pulumi-resource-gcp` beside this package serves it to the engine. A test prepares a `Cloud`,
gives `environment(...)` to the stack, and asks the cloud afterwards what has been done.
"""
