"""The formats of a report."""

import json
from datetime import date
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cli.check import FORMATS
from gke_agent_sandbox.cli.formats import text
from gke_agent_sandbox.cli.formats.as_sarif import FINGERPRINT
from gke_agent_sandbox.cli.formats.colour import wants_colour
from gke_agent_sandbox.cli.judging import judged
from gke_agent_sandbox.cli.reading import Read, read_sources, sources
from gke_agent_sandbox.cli.reading.pulumi_files import Exported
from gke_agent_sandbox.cli.report import Report
from gke_agent_sandbox.cli.settings import read_configuration
from gke_agent_sandbox.rules import CATALOGUE, RULES, Entry, Group, configured
from tests.unit.cli.files import BAD_POD, Command, good_pod, record, secret, state, text_of

TODAY = date(2026, 6, 1)
CANARY = "s3cr3t-canary"
ROOT_RULE = "run-as-non-root"
ADVISORY = "drop-all-capabilities"
CONFIGURATION = configured(
    {
        "configuration": Entry(
            None,
            {
                "levels": {
                    **dict.fromkeys(map(str, Group), "disabled"),
                    ROOT_RULE: "mandatory",
                    ADVISORY: "advisory",
                    "exemption-valid": "mandatory",
                }
            },
        )
    }
)
EXEMPT = BAD_POD.replace("name: agent", "name: agent-2").replace(
    "  namespace: team-a\n",
    f"  annotations: {{gke-agent-sandbox/allow.{ROOT_RULE}: '2027-01-01: <a> & \"b\"'}}\n",
)


def report(*paths: str) -> Report:
    return judged(read_sources(sources(paths)), CONFIGURATION, TODAY)


@pytest.fixture
def found(command: Command) -> Report:
    """Two bad pods, one of them exempt in part; one good; what cannot be read; and what is no object."""
    command.write("m/a.yaml", f"{BAD_POD}---\n{EXEMPT}---\n{text_of(good_pod())}")
    command.write("m/b c.yaml", BAD_POD)
    command.write("m/broken.yaml", "a: {{ b }}\n")
    command.write("m/values.yaml", "a: 1\n")
    return report("m")


def sarif(found: Report) -> Any:
    (run,) = json.loads(FORMATS["sarif"](found))["runs"]
    return run


def test_json_has_what_its_description_says(found: Report) -> None:
    value = json.loads(FORMATS["json"](found))
    assert value["version"] == 1
    assert value["profile"] == "sandbox"
    assert value["loosened"].startswith("the profile sandbox, with disabled: ")
    assert value["summary"] == {
        "resources": 4,
        "files": 2,
        "rules": 3,
        "mandatory": 4,
        "advisory": 3,
        "violations": 7,
        "undetermined": 0,
        "exempt": 2,
        "advice": 0,
        "notJudged": 1,
        "unreadable": 1,
    }
    first = value["resources"][0]
    assert {key: first[key] for key in first if key != "findings"} == {
        "file": "m/a.yaml",
        "line": 2,
        "number": 1,
        "kind": "Pod",
        "name": "agent",
        "namespace": "team-a",
        "type": "",
        "urn": "m/a.yaml#1",
    }
    (finding,) = [each for each in first["findings"] if each["path"].endswith("runAsUser")]
    assert finding["message"].startswith(f"{ROOT_RULE} (container")
    assert {
        key: finding[key] for key in ("rule", "verdict", "level", "severity", "line", "column", "found")
    } == {
        "rule": ROOT_RULE,
        "verdict": "violation",
        "level": "mandatory",
        "severity": "high",
        "line": 12,
        "column": 9,
        "found": "0",
    }
    assert value["notJudged"] == [
        {"file": "m/values.yaml", "line": 1, "why": "says no apiVersion and no kind"}
    ]
    (unreadable,) = value["unreadable"]
    assert (unreadable["file"], unreadable["line"], unreadable["column"]) == ("m/broken.yaml", 1, 5)


def test_sarif_has_every_rule_with_what_github_reads(found: Report) -> None:
    driver = sarif(found)["tool"]["driver"]
    assert [each["id"] for each in driver["rules"]] == [rule.id for rule in CATALOGUE]
    for described in driver["rules"]:
        rule = RULES[described["id"]]
        assert described["helpUri"] == rule.url
        assert described["shortDescription"]["text"] == rule.title
        assert described["help"]["text"] == rule.remediation
        score = float(described["properties"]["security-severity"])
        assert 0 < score <= 10
        assert "security" in described["properties"]["tags"]
        assert str(rule.group) in described["properties"]["tags"]
    levels = {each["id"]: each["defaultConfiguration"] for each in driver["rules"]}
    assert levels[ROOT_RULE] == {"enabled": True, "level": "error"}
    assert levels[ADVISORY] == {"enabled": True, "level": "warning"}
    assert levels["pod-readable"] == {"enabled": False, "level": "none"}


def test_sarif_has_every_finding_with_its_place(found: Report) -> None:
    run = sarif(found)
    results = run["results"]
    assert len(results) == 9
    rules = run["tool"]["driver"]["rules"]
    for result in results:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        physical = location["physicalLocation"]
        assert physical["artifactLocation"]["uri"] in ("m/a.yaml", "m/b%20c.yaml")
        assert physical["region"]["startLine"] > 1
        assert result["message"]["text"].startswith(result["ruleId"])
    (user,) = [
        each
        for each in results
        if each["locations"][0]["physicalLocation"]
        == {"artifactLocation": {"uri": "m/a.yaml"}, "region": {"startLine": 12, "startColumn": 9}}
    ]
    assert user["level"] == "error"
    assert "suppressions" not in user


def test_sarif_names_files_by_uri(command: Command) -> None:
    command.write("m/a.yaml", BAD_POD)
    for path, uri in {"./m": "m/a.yaml", str(command.folder): f"file://{command.folder}/m/a.yaml"}.items():
        (run,) = json.loads(FORMATS["sarif"](report(path)))["runs"]
        physical = run["results"][0]["locations"][0]["physicalLocation"]
        assert physical["artifactLocation"]["uri"] == uri


def test_sarif_suppresses_what_is_exempt_and_warns_of_what_is_advisory(found: Report) -> None:
    results = sarif(found)["results"]
    exempt = [each for each in results if "suppressions" in each]
    assert len(exempt) == 2
    for each in exempt:
        assert each["level"] == "note"
        assert each["suppressions"] == [{"kind": "external", "justification": 'until 2027-01-01: <a> & "b"'}]
    assert {each["level"] for each in results if each["ruleId"] == ADVISORY} == {"warning"}


def test_sarif_says_what_could_not_be_read(found: Report, command: Command) -> None:
    (invocation,) = sarif(found)["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert "m/broken.yaml" in notification["message"]["text"]
    assert notification["locations"][0]["physicalLocation"]["region"]["startLine"] == 1
    command.write("good.yaml", text_of(good_pod()))
    (invocation,) = sarif(report("good.yaml"))["invocations"]
    assert invocation == {"executionSuccessful": True, "toolExecutionNotifications": []}


def test_a_fingerprint_is_one_findings_own_and_stays_when_lines_move(command: Command) -> None:
    def fingerprints(written: str) -> list[str]:
        command.write("a.yaml", written)
        return [each["partialFingerprints"][FINGERPRINT] for each in sarif(report("a.yaml"))["results"]]

    twice = f"{BAD_POD}---\n{BAD_POD}"
    before = fingerprints(twice)
    assert len(set(before)) == len(before) == 6
    assert fingerprints(f"# a line\n\n{twice}") == before
    assert fingerprints(BAD_POD) == before[:3]
    assert not set(fingerprints(BAD_POD.replace("name: agent", "name: other"))) & set(before)


def test_junit_has_a_suite_for_a_file_and_a_case_for_a_resource(found: Report) -> None:
    root = ElementTree.fromstring(FORMATS["junit"](found))
    assert root.tag == "testsuites"
    assert {key: root.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "5",
        "failures": "2",
        "errors": "1",
    }
    suites = {suite.get("name"): suite for suite in root}
    assert set(suites) == {"m/a.yaml", "m/b c.yaml", "m/broken.yaml"}
    bad, exempt, good = suites["m/a.yaml"]
    assert (bad.get("name"), bad.get("classname"), bad.get("line")) == ("team-a/Pod/agent", "m/a.yaml", "2")
    (failure,) = bad.findall("failure")
    assert failure.get("message") == "2 mandatory findings"
    assert failure.text
    assert len(failure.text.splitlines()) == 2
    assert failure.text.startswith("m/a.yaml:11:7: run-as-non-root (")
    assert ADVISORY in (bad.findtext("system-out") or "")
    assert exempt.find("failure") is None
    assert 'exempt until 2027-01-01: <a> & "b"' in (exempt.findtext("system-out") or "")
    assert [*good] == []
    (error,) = suites["m/broken.yaml"].iter("error")
    assert "no word" in (error.get("message") or "")


def test_junit_cases_of_one_name_are_told_apart(command: Command) -> None:
    command.write("a.yaml", f"{BAD_POD}---\n{BAD_POD}")
    root = ElementTree.fromstring(FORMATS["junit"](report("a.yaml")))
    assert [case.get("name") for case in root.iter("testcase")] == ["team-a/Pod/agent", "team-a/Pod/agent #2"]


def test_a_name_cannot_write_on_the_terminal(command: Command) -> None:
    evil = "x\x1b[2J\r\n::error::\u202e\U0001f600"
    value = yaml.safe_load(BAD_POD)
    value["metadata"] = {"name": evil, "namespace": evil}
    value["kind"] = f"Pod{evil}"
    command.write("evil\x1b\n.json", json.dumps(value))
    command.write("a.json", json.dumps({**value, "kind": "Pod"}))
    for verbose in (False, True):
        shown = text(report("."), verbose=verbose)
        assert "\\x1b[2J" in shown
        assert not {"\x1b", "\r", "\u202e"} & set(shown)
        assert not any(line.startswith("::") for line in shown.splitlines())
    for form in ("json", "sarif"):
        assert json.loads(FORMATS[form](report(".")))
    assert ElementTree.fromstring(FORMATS["junit"](report(".")))


def test_colours_only_on_a_terminal_that_wants_them(monkeypatch: pytest.MonkeyPatch, found: Report) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    terminal: Any = Terminal()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(terminal)
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(terminal)
    assert "\x1b[31mmandatory:\x1b[0m" in text(found, colour=True)
    assert "\x1b" not in text(found)


names = (
    st.text(max_size=12) | st.text(alphabet=st.characters(), max_size=12) | st.just("]](x)[y](z)<&>\ud800")
)


@given(names, names, names)
def test_any_name_can_be_reported_in_every_format(name: str, namespace: str, container: str) -> None:
    value = yaml.safe_load(BAD_POD)
    value["metadata"] = {"name": name, "namespace": namespace}
    value["spec"]["containers"][0]["name"] = container
    found = judged(read_of(state(record(value, name))), CONFIGURATION, TODAY)
    for form, write in FORMATS.items():
        written = write(found)
        written.encode()
        if form == "junit":
            ElementTree.fromstring(written)
        elif form != "text":
            json.loads(written)
        assert form == "text" or written.isascii()


def read_of(exported: Any) -> Read:
    """What is read of a state, without a file."""
    from gke_agent_sandbox.cli.reading.document import Document, Mark
    from gke_agent_sandbox.cli.reading.pulumi_files import of_state
    from gke_agent_sandbox.cli.reading.read import Subject

    document = Document(exported, 1, Mark(), lambda _path: Mark())
    found: list[Exported] = [*of_state(exported)]
    return Read(
        [
            Subject(each.resource, each.parent, each.provider, "s", "s.json", 1, document.locate)
            for each in found
        ],
        [],
        [],
    )


ALL_RULES = read_configuration(None, None, TODAY)
keys = st.sampled_from(
    [
        "name",
        "image",
        "command",
        "args",
        "env",
        "workingDir",
        "securityContext",
        "resources",
        "ports",
        "volumeMounts",
    ]
)
leaves = st.sampled_from(
    [CANARY, f"registry/{CANARY}:1", f"password={CANARY}", f"https://u:{CANARY}@h/", [CANARY]]
)
contents = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([CANARY, "name", "value", "valueFrom", "limits", "add", "runAsUser", "hostPort"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@given(st.dictionaries(keys, contents, min_size=1, max_size=5), st.booleans())
def test_no_format_prints_a_secret_of_a_state(container: dict[str, Any], whole: bool) -> None:
    marked: Any
    if whole:
        marked = secret(json.dumps([container]))
    else:
        marked = [{key: secret(json.dumps(value)) for key, value in container.items()}]
    value = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"}, "spec": {"containers": marked}}
    found = judged(read_of(state(record(value))), ALL_RULES, TODAY)
    assert found.mandatory
    for write in FORMATS.values():
        assert CANARY not in write(found)
    assert CANARY not in text(found, verbose=True)


VARIABLES = [{"name": "API_TOKEN", "value": CANARY}, CANARY, {"value": {"a": CANARY}}, {"value": [CANARY]}]


@pytest.mark.parametrize("env", [VARIABLES, CANARY, {"API_TOKEN": CANARY}, [[CANARY]]])
@pytest.mark.parametrize("kind", ["Secret", "List"])
def test_no_format_prints_what_a_file_keeps_secret(command: Command, kind: str, env: Any) -> None:
    sealed: Any = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {
            "name": "x",
            "annotations": {"kubectl.kubernetes.io/last-applied-configuration": CANARY},
        },
        "type": "kubernetes.io/service-account-token",
        "data": {"spec": {"containers": [{"name": CANARY, "image": CANARY}]}},
        "stringData": {"a": CANARY},
    }
    value = yaml.safe_load(BAD_POD)
    value["spec"]["containers"][0]["env"] = env
    items = [sealed, value]
    command.write(
        "a.yaml",
        text_of(*(items if kind == "Secret" else [{"apiVersion": "v1", "kind": kind, "items": items}])),
    )
    found = judged(read_sources(sources(["a.yaml"])), ALL_RULES, TODAY)
    assert not found.unread
    for write in FORMATS.values():
        assert CANARY not in write(found)
