"""YAML as Kubernetes reads it, with the place of everything."""

import json
import subprocess
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cli.reading import Mark
from gke_agent_sandbox.cli.reading.document import TextError
from gke_agent_sandbox.cli.reading.yaml_documents import DEEPEST, yaml_documents
from gke_agent_sandbox.rules import Path
from tests.unit.cli.files import BAD_POD, ROOT

CANARY = "s3cr3t-canary"

# What the API server was given for each scalar by kubectl 1.36, which is asked again by a test below.
SCALARS: dict[str, Any] = {
    "1e3": 1000.0,
    "0o17": 15,
    "017": 15,
    "0789": 789.0,
    "08": 8.0,
    "0x1F": 31,
    "-0b101": -5,
    "+5": 5,
    "1_000": 1000,
    ".5": 0.5,
    ".1_2": 0.12,
    "5.": 5.0,
    "-.5": -0.5,
    "12:30": "12:30",
    "12:30:45": "12:30:45",
    "2026-01-01": "2026-01-01",
    "2026-01-01T00:00:00Z": "2026-01-01T00:00:00Z",
    "y": True,
    "N": False,
    "yes": True,
    "On": True,
    "OFF": False,
    "tRue": "tRue",
    "~": None,
    "Null": None,
    "nULL": "nULL",
    "18446744073709551615": 2**64 - 1,
    "-9223372036854775808": -(2**63),
    "99999999999999999999": 1e20,
    "1e400": "1e400",
    "0x": "0x",
    "0o8": "0o8",
    "=": "=",
    ".": ".",
    "..": "..",
    "._1": "._1",
    '"5"': "5",
    "'yes'": "yes",
    "!!str 5": "5",
    '!!int "5"': 5,
    "!!float 5": 5.0,
    "!!binary aGk=": "hi",
    "!foo bar": "bar",
    "|-\n    5": "5",
    "٣": "٣",
}
HEADER = "apiVersion: v1\nkind: Foo\nmetadata: {name: x}\n"


def read(text: str) -> list[Any]:
    return [each.value for each in yaml_documents(text)]


def refused(text: str) -> TextError:
    with pytest.raises(TextError) as caught:
        list(yaml_documents(text))
    return caught.value


def marked(text: str, path: Path) -> Mark:
    (document,) = yaml_documents(text)
    return document.locate(path)


@pytest.mark.parametrize("written", SCALARS)
def test_a_scalar(written: str) -> None:
    (value,) = read(f"v: {written}\n")
    expected = SCALARS[written]
    assert value == {"v": expected}
    assert type(value["v"]) is type(expected)


@pytest.mark.engine
def test_kubectl_reads_the_same() -> None:
    kubectl = ROOT / ".local" / "bin" / "kubectl"
    texts = [f"{HEADER}spec:\n  v: {written}\n" for written in SCALARS]
    texts += [
        f"{HEADER}spec: {{1: a, 1.5: b, true: c, 0x10: d, 1e3: e}}\n",
        f"a: &a {{x: 1, z: 2}}\nb: &b {{z: 5, w: 1}}\n{HEADER}spec: {{<<: [*a, *b], x: 3}}\n",
        f"a: &a {{x: 1}}\n{HEADER}spec: {{b: *a, c: [*a]}}\n",
        f"{HEADER}spec: {{a, b: 1}}\n",
    ]
    for text in texts:
        command = [kubectl, "annotate", "--local", "-f", "-", "x=y", "-o", "json"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        (ours,) = read(text)
        # kubectl prints every number as a float of 64 bits, as Pulumi does.
        theirs = json.loads(done.stdout, parse_int=float)["spec"]
        assert theirs == json.loads(json.dumps(ours["spec"]), parse_int=float), text


@pytest.mark.parametrize("written", ["!!int x", "!!bool 5", "!!float yes", "!!null x", "!!binary '&'"])
def test_a_tag_that_does_not_fit_is_refused(written: str) -> None:
    assert refused(f"a: 1\nv: {written}\n").mark == Mark(2, 4)


def test_documents_are_numbered_without_the_empty_ones() -> None:
    documents = [*yaml_documents("# one\n---\n---\na: 1\n---\n# two\n---\nb: 2\n")]
    assert [(each.number, each.mark.line, each.value) for each in documents] == [
        (1, 4, {"a": 1}),
        (2, 8, {"b": 2}),
    ]


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "---\n", "---\n---\n", "~\n"])
def test_nothing_is_no_document(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ((), 2, 1),
        (("metadata",), 4, 1),
        (("metadata", "namespace"), 6, 3),
        (("spec", "containers", 0), 9, 7),
        (("spec", "containers", 0, "securityContext", "runAsUser"), 12, 9),
        (("spec", "containers", 0, "securityContext", "runAsNonRoot"), 11, 7),
        (("spec", "containers", 0, "resources", "limits", "cpu"), 9, 7),
        (("spec", "containers", 7, "name"), 8, 3),
        (("spec", "nodeName"), 7, 1),
    ],
)
def test_a_field_has_a_place_and_a_missing_one_that_of_what_it_is_missing_from(
    path: Path, line: int, column: int
) -> None:
    assert marked(BAD_POD, path) == Mark(line, column)


def test_what_is_aliased_or_merged_is_found_where_it_stands() -> None:
    text = "base: &base\n  user: 0\nfirst: *base\nsecond:\n  <<: *base\n  other: 1\n"
    assert marked(text, ("first",)) == Mark(3, 1)
    assert marked(text, ("first", "user")) == Mark(2, 3)
    assert marked(text, ("second", "user")) == Mark(2, 3)


def test_keys_are_strings() -> None:
    assert read("{1: a, true: b, 1.5: c, 1e3: d, '': e}") == [
        {"1": "a", "true": "b", "1.5": "c", "1000": "d", "": "e"}
    ]


def test_a_merge_gives_what_is_not_said_and_of_several_the_first_counts() -> None:
    text = "a: &a {x: 1, z: 2}\nb: &b {z: 5, w: 6}\nc: {<<: [*a, *b], x: 3}\nd: {<<: *a}\n"
    assert read(text)[0]["c"] == {"x": 3, "z": 2, "w": 6}
    assert read(text)[0]["d"] == {"x": 1, "z": 2}
    assert read("{'<<': 1}") == [{"<<": 1}]


@pytest.mark.parametrize(
    "text",
    [
        "{x: 1, <<: {x: 2}}",  # the Go library takes the second, PyYAML and newer ones the first
        "{<<: {a: 1}, <<: {b: 1}}",
        "{<<: 5}",
        "{<<: [{a: 1}, 5]}",
    ],
)
def test_a_merge_that_readers_take_differently_is_refused(text: str) -> None:
    assert "<<" in refused(text).what


def test_a_key_twice_is_refused_with_both_places() -> None:
    error = refused("a:\n  user: 0\n  name: x\n  user: 1\n")
    assert "'user' twice" in error.what
    assert "line 2" in error.what
    assert error.mark == Mark(4, 3)
    assert refused("{1: a, '1': b}").mark == Mark(1, 8)


def test_aliases_cannot_multiply() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    assert "aliases" in refused("\n".join(lines)).what
    merges = ["m0: &m0 {a: 1}"]
    merges += [f"m{n}: &m{n} {{b{n}: [*m{n - 1}, *m{n - 1}], <<: *m{n - 1}}}" for n in range(1, 40)]
    assert "aliases" in refused("\n".join(merges)).what


@pytest.mark.parametrize("text", ["a: &a [*a]", "a: &a {b: *a}", "a: *b\nb: &b 1"])
def test_an_alias_needs_an_anchor_before_it(text: str) -> None:
    assert "alias" in refused(text).what


def test_anchors_end_with_their_document() -> None:
    assert "alias" in refused("a: &a 1\n---\nb: *a\n").what


@pytest.mark.parametrize("depth", [DEEPEST + 1, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}")])
def test_deep_nesting_is_refused_and_no_crash(depth: int, opening: str, closing: str) -> None:
    # libyaml has a limit of its own, far beyond, in some versions.
    assert refused(opening * depth + closing * depth).what
    assert read("[" * DEEPEST + "]" * DEEPEST)


def test_blocks_are_nested_deep_without_a_crash() -> None:
    deep = "".join(f"{' ' * level}a:\n" for level in range(DEEPEST + 5))
    assert "nested" in refused(deep).what


@pytest.mark.parametrize(
    "text",
    [
        "name: {{ .Values.name }}\n",
        "{{- if .Values.enabled }}\napiVersion: v1\n{{- end }}\n",
        "spec:\n  {{- toYaml .Values.spec | nindent 2 }}\n",
        'labels: {{ include "x.labels" . }}\n',
        "spec: {{ .Values.a }}: 1\n",
    ],
)
def test_a_template_is_refused_with_a_hint(text: str) -> None:
    error = refused(text)
    assert error.mark is not None
    assert "helm template" in error.fix


@pytest.mark.parametrize(
    "text",
    [
        f"password: *{CANARY}\n",
        f"password: !{CANARY}!x y\n",
        f"password: @{CANARY}\n",
        f"password: %{CANARY}\n",
        f"password: !!int {CANARY}\n",
        f"a: [{CANARY}\n",
        f"password: '{CANARY}\n",
        f"{CANARY}\nx: y: z\n",
        f'password: "{CANARY}\\q"\n',
        f"%YAML {CANARY}\n---\n",
        f"{{[{CANARY}]: 1}}",
    ],
)
def test_an_error_quotes_no_value(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for is_fast in (True, False):
        monkeypatch.setattr(yaml, "__with_libyaml__", is_fast)
        error = refused(text)
        assert CANARY not in f"{error} {error.fix} {error.what}"
        assert error.__cause__ is None


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.text(max_size=8) | st.floats(-1e9, 1e9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(plain)
def test_what_is_written_is_read(value: Any) -> None:
    """PyYAML quotes what it would take for something else; the words y and n it would not."""
    text = yaml.safe_dump(value, default_style='"', allow_unicode=True)
    read_back = read(text)
    assert read_back == ([] if value is None else [value])


@given(st.text() | st.text(alphabet="ab:-[]{}&*!|>'\"#%@`,? \n\t<~1."))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        for document in yaml_documents(text):
            json.dumps(document.value)
            document.locate(("a", 0, "b"))
    except TextError:
        pass
