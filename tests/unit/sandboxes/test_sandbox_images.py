"""Image references."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.sandboxes.api import image_problems, is_pinned, quantity_problems
from gke_agent_sandbox.shapes.image import fault_of

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


NUMBERS = st.from_regex(r"[0-9]{1,4}(\.[0-9]{1,2})?", fullmatch=True)
SUFFIXES = st.sampled_from(
    ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "E-2"]
)


@given(NUMBERS, SUFFIXES)
def test_a_number_with_a_suffix_is_a_quantity(number: str, suffix: str) -> None:
    assert list(quantity_problems(number + suffix, "cpu")) == []
    assert list(quantity_problems(f"-{number}{suffix}", "cpu")) != []


@given(NUMBERS, st.sampled_from(["MB", "GiB", "K", "mi", " Mi", "%", "KI", "Mi "]))
def test_other_suffixes_are_none(number: str, suffix: str) -> None:
    assert list(quantity_problems(number + suffix, "cpu")) != []


@pytest.mark.parametrize(
    ("value", "good"),
    [(1, True), (1.0, True), (0, True), (0.5, False), (-1, False), (True, False), (None, False), ([], False)],
)
def test_numbers_as_quantities(value: object, good: bool) -> None:
    assert (list(quantity_problems(value, "cpu")) == []) is good
