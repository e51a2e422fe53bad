"""The marks themselves. Source: pulumi 3.274, sdk/go/common/resource/sig/sig.go."""

from typing import Final

SIGNATURE: Final = "4dabf18193072939515e22adb298388d"
"""The key of an object that stands for another value; its value says for what."""

SECRET: Final = "1b47061264138c4ac30d75fd1eb44270"
"""The value under SIGNATURE of a secret."""

OUTPUT: Final = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
"""The value under SIGNATURE of an output, which may be unknown, secret, or both."""

UNKNOWNS: Final = frozenset(
    {
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
        "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
        "030794c1-ac77-496b-92df-f27374a8bd58",
        "e48ece36-62e2-4504-bad9-02848725956a",
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
    }
)
"""The strings that stand for a value that is not known yet, one for each type of value."""

REDACTED: Final = "[secret]"
"""What the CLI puts in the place of a secret, of any type, that it cannot decrypt or does not show: the same
version, sdk/go/common/resource/config/crypt.go and pkg/backend/display/json.go.
"""
