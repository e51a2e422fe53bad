"""Image references."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.images import fault_of, has_digest, image_problems, is_pinned, name_of, registry_of

SHA = "sha256:" + "0a" * 32


@pytest.mark.parametrize(
    ("reference", "pinned"),
    [
        ("busybox", False),
        ("busybox:latest", False),
        ("registry.example.com/agents/a:1", True),
        ("localhost:5000/a", False),
        ("localhost:5000/a:1", True),
        ("europe-west4-docker.pkg.dev/project/repo/a-b__c.d:v1.2_3-x", True),
        (f"a/b@{SHA}", True),
        (f"a/b:latest@{SHA}", True),
        ("[2001:db8::1]:5000/a:1", True),
        ("Registry.Example.com/a:1", True),
        ("example.com:8080/todo-list/a:1", True),
    ],
)
def test_valid(reference: str, pinned: bool) -> None:
    assert fault_of(reference) == ""
    assert is_pinned(reference) is pinned


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("", "empty"),
        ("${IMAGE}", "variable"),
        ("repo/$(IMAGE):1", "variable"),
        ("{{ .Values.image }}", "template expression"),
        ("registry/<project>/a", "angle brackets"),
        ("IMAGE_PLACEHOLDER", "placeholder"),
        ("registry.example.com/change-me/a:1", "placeholder"),
        ("YOUR_IMAGE:1", "placeholder"),
        ("Agent:1", "upper-case"),
        ("scratch", "scratch"),
        ("docker.io/library/scratch:latest", "scratch"),
        ("a b", "white space"),
        ("a//b", "not a valid"),
        ("a:", "not a valid"),
        ("a@sha256:123", "not a valid"),
        ("a@sha256:" + "0" * 40, "64 hexadecimal"),
        ("-a", "not a valid"),
        ("https://registry.example.com/a:1", "not a valid"),
        ("a:" + "t" * 129, "not a valid"),
        ("a/" * 128 + "b", "255"),
    ],
)
def test_invalid(reference: str, words: str) -> None:
    assert words in fault_of(reference)
    assert not (is_pinned(reference) and words in ("not a valid", "empty"))


PATH = st.from_regex(r"[a-z0-9]{1,5}((\.|_|__|-{1,2})[a-z0-9]{1,5})?", fullmatch=True)
HOST = st.sampled_from(["", "localhost/", "registry.example.com/", "10.0.0.1:5000/"])
WORDS = {"todo", "tbd", "fixme", "scratch"}


@given(HOST, st.lists(PATH.filter(lambda each: each not in WORDS), min_size=1, max_size=3))
def test_the_parts_of_the_grammar_make_a_reference(host: str, path: list[str]) -> None:
    name = host + "/".join(path)
    assert list(image_problems(name, "image")) == []
    assert not is_pinned(name)
    assert is_pinned(f"{name}:1")
    assert is_pinned(f"{name}@{SHA}")


@given(st.text(max_size=20))
def test_any_text_is_judged(text: str) -> None:
    assert isinstance(fault_of(text), str)


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        ("busybox", "docker.io/library/busybox"),
        ("busybox:1", "docker.io/library/busybox"),
        ("library/busybox", "docker.io/library/busybox"),
        ("acme/a@" + SHA, "docker.io/acme/a"),
        ("docker.io/busybox", "docker.io/library/busybox"),
        ("index.docker.io/acme/a", "docker.io/acme/a"),
        ("Registry.Example.com/a/b:1", "registry.example.com/a/b"),
        ("localhost/a", "localhost/a"),
        ("localhost:5000/a", "localhost:5000/a"),
        ("UPPER/a", "upper/a"),
        ("[2001:db8::1]:5000/a:1", "[2001:db8::1]:5000/a"),
        ("${IMAGE}", None),
        ("", None),
    ],
)
def test_the_full_name(reference: str, name: str | None) -> None:
    assert name_of(reference) == name


@pytest.mark.parametrize(
    ("text", "registry"),
    [
        ("docker.io", "docker.io"),
        ("index.docker.io/acme/", "docker.io/acme"),
        ("Gcr.io/acme", "gcr.io/acme"),
        ("localhost:5000", "localhost:5000"),
        ("acme", None),
        ("acme/agents", None),
        ("https://gcr.io", None),
        ("gcr.io/acme/a:1", None),
        ("gcr.io//acme", None),
        ("", None),
    ],
)
def test_a_registry_or_a_folder_in_one(text: str, registry: str | None) -> None:
    assert registry_of(text) == registry


def test_an_image_lies_in_its_registry() -> None:
    for reference in ("gcr.io/acme/a:1", "busybox", "localhost/a"):
        name = name_of(reference)
        assert name is not None
        assert name.startswith(f"{registry_of(name.rpartition('/')[0])}/")


@pytest.mark.parametrize(
    ("reference", "held"), [(f"a@{SHA}", True), (f"a:1@{SHA}", True), ("a:1", False), ("", False)]
)
def test_a_digest(reference: str, held: bool) -> None:
    assert has_digest(reference) is held
