"""Image references: the grammar, placeholders that were left in, and whether a reference always means one
image.

Source of the grammar: github.com/distribution/reference, reference.go and regexp.go.
"""

import re
from collections.abc import Iterator

from ..problems import Problem

DOMAIN_LABEL = r"[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?"
DOMAIN = rf"({DOMAIN_LABEL}(\.{DOMAIN_LABEL})*|\[[a-fA-F0-9:]+\])(:[0-9]+)?"
COMPONENT = r"[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*"
TAG = r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}"
DIGEST = r"[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}"
REFERENCE = re.compile(
    rf"(?P<name>({DOMAIN}/)?{COMPONENT}(/{COMPONENT})*)(:(?P<tag>{TAG}))?(@(?P<digest>{DIGEST}))?"
)
DEFAULT_DOMAIN = "docker.io"
DEFAULT_DOMAIN_ALIAS = "index.docker.io"
DEFAULT_PATH = "library/"
REGISTRY = re.compile(rf"(?P<domain>{DOMAIN})(?P<path>(/{COMPONENT})*)/?")
NAME_LENGTH = 255
SHA256_LENGTH = len("sha256:") + 64

TEMPLATE_MARKS = {
    "${": "variable",
    "$(": "variable",
    "{{": "template expression",
    "<": "name in angle brackets",
    "%s": "format mark",
}
PLACEHOLDER_WORDS = frozenset(
    {
        "placeholder",
        "image-placeholder",
        "image_placeholder",
        "changeme",
        "change-me",
        "change_me",
        "replaceme",
        "replace-me",
    }
    | {
        "replace_me",
        "your-image",
        "your_image",
        "your-registry",
        "your-project",
        "your-repo",
        "your-org",
        "todo",
        "tbd",
        "fixme",
    }
)
SCRATCH_NAMES = frozenset({"scratch", "docker.io/library/scratch", "docker.io/scratch"})

EXAMPLE = "europe-west4-docker.pkg.dev/my-project/agents/python:1.4.2"


def image_problems(value: object, path: str) -> Iterator[Problem]:
    """What is wrong with an image reference (text). The reference itself is in no message: it may come from
    a secret.
    """
    if not isinstance(value, str):
        yield Problem(path, "must be an image reference", fix=EXAMPLE)
        return
    reason = fault_of(value)
    if reason:
        yield Problem(path, reason, "the pool would retry the pull for ever and stay empty", EXAMPLE)


def fault_of(reference: str) -> str:
    """Why no node can pull this reference, in a few words; empty when its form is valid."""
    if not reference:
        return "is an empty image reference"
    for mark, meaning in TEMPLATE_MARKS.items():
        if mark in reference:
            return f"holds an unexpanded {meaning}"
    if re.search(r"\s", reference):
        return "holds white space"
    match = REFERENCE.fullmatch(reference)
    words = re.split(r"[/:@]", reference.lower())
    if any(word in PLACEHOLDER_WORDS for word in words):
        return "is a placeholder"
    if match is None:
        if REFERENCE.fullmatch(reference.lower()):
            return "has upper-case letters in its name, which no image reference has"
        return "is not a valid image reference"
    if match["name"] in SCRATCH_NAMES:
        return "is scratch, a reserved name that cannot be pulled or run"
    if len(match["name"]) > NAME_LENGTH:
        return f"has a name of more than {NAME_LENGTH} characters"
    digest = match["digest"]
    if digest and digest.startswith("sha256:") and len(digest) != SHA256_LENGTH:
        return "has a sha256 digest that is not 64 hexadecimal digits long"
    return ""


def is_pinned(reference: str) -> bool:
    """Whether the reference names a digest, or a tag other than `latest`. A reference without tag means
    `latest`.
    """
    match = REFERENCE.fullmatch(reference)
    if match is None:
        return False
    return bool(match["digest"]) or match["tag"] not in (None, "latest")


def has_digest(reference: str) -> bool:
    """Whether the reference names a digest, and so the same image for ever."""
    match = REFERENCE.fullmatch(reference)
    return match is not None and bool(match["digest"])


def name_of(reference: str) -> str | None:
    """The full name of an image, with its registry and without tag and digest; None for what is no valid
    reference.

    `nginx:1` is `docker.io/library/nginx`. The registry is in lower case. Source: distribution/reference,
    normalize.go, splitDockerDomain, by which container runtimes read a name.
    """
    match = REFERENCE.fullmatch(reference)
    if match is None:
        return None
    domain, slash, path = match["name"].partition("/")
    if not slash or not is_host(domain):
        domain, path = DEFAULT_DOMAIN, match["name"]
    registry = canonical(domain)
    if registry == DEFAULT_DOMAIN and "/" not in path:
        path = DEFAULT_PATH + path
    return f"{registry}/{path}"


def version_of(reference: str) -> str:
    """The tag and digest of a valid reference, with their marks: `:1.4`, `@sha256:…`, both, or nothing."""
    match = REFERENCE.fullmatch(reference)
    return reference[match.end("name") :] if match else ""


def registry_of(text: str) -> str | None:
    """A registry, or a folder in one, in the form in which `name_of` begins; None for anything else, also for
    a folder without its host.
    """
    match = REGISTRY.fullmatch(text)
    if match is None or not is_host(match["domain"]):
        return None
    return canonical(match["domain"]) + match["path"]


def is_host(component: str) -> bool:
    """Whether the first component of a name is a registry rather than a folder of the default one."""
    return bool(set(component) & set(".:")) or component == "localhost" or component.lower() != component


def canonical(domain: str) -> str:
    """A registry by its one name."""
    return DEFAULT_DOMAIN if domain.lower() == DEFAULT_DOMAIN_ALIAS else domain.lower()


def pin_advice(value: object, path: str) -> Iterator[Problem]:
    """An advisory for a valid reference that may mean another image tomorrow."""
    if isinstance(value, str) and not fault_of(value) and not is_pinned(value):
        yield Problem(
            path,
            "is not pinned: its tag is latest",
            "the pods of one warm pool may run different images",
            "a version tag or a digest",
        )
