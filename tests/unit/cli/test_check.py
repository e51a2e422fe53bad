"""`gke-agent-sandbox check`, from its command line to its exit code."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from gke_agent_sandbox.cli.check import FAILED, FORMATS, FOUND, PASSED
from gke_agent_sandbox.cli.reading.yaml_documents import DEEPEST
from gke_agent_sandbox.rules import CATALOGUE, RULES, Finding, Member, StackFinding, Verdict
from gke_agent_sandbox.rules import configuration as configurations
from tests.unit.cli.files import BAD_POD, ROOT, Command, good_pod, record, state, step, text_of
from tests.unit.rules.objects import good_pod_spec

ROOT_RULE = "run-as-non-root"


def few(*rules: str, level: str = "mandatory", **more: Any) -> str:
    """A configuration with only these rules on, as a file's text."""
    groups = {rule.group for rule in CATALOGUE}
    levels = {**dict.fromkeys(map(str, groups), "disabled"), **dict.fromkeys(rules, level)}
    return json.dumps({"configuration": {"levels": levels, **more}})


@pytest.fixture
def rules(command: Command) -> str:
    return command.write("few/rules.json", few(ROOT_RULE))


def test_what_is_right_passes_and_says_what_was_judged(command: Command) -> None:
    command.write("m/a.yaml", text_of(good_pod("a"), good_pod("b")))
    done = command.check("m")
    assert (done.code, done.err) == (PASSED, "")
    assert done.out.startswith("2 resources in 1 file judged by ")
    assert done.out.endswith(" rules, profile sandbox: nothing found\n")


def test_what_is_wrong_is_told_with_its_line(command: Command, rules: str) -> None:
    command.write("m/a.yaml", BAD_POD)
    done = command.check("m", "--config", rules)
    assert done.code == FOUND
    first, *told = done.out.splitlines()
    assert first == "m/a.yaml:2: Pod/agent in team-a"
    assert told[0].startswith(f'  m/a.yaml:11:7: mandatory: {ROOT_RULE} (container "app" must ')
    assert told[1].startswith(f"  m/a.yaml:12:9: mandatory: {ROOT_RULE} ")
    assert "1 resource in 1 file judged by 1 rule, profile sandbox: 2 mandatory, 0 advisory" in done.out


def test_what_is_only_advisory_passes(command: Command) -> None:
    command.write("a.yaml", BAD_POD)
    command.write("few/rules.json", few(ROOT_RULE, level="advisory"))
    done = command.check("a.yaml", "--config", "few/rules.json")
    assert done.code == PASSED
    assert "a.yaml:12:9: advisory: run-as-non-root" in done.out
    assert "0 mandatory, 2 advisory" in done.out


def test_what_is_exempt_passes_and_is_counted(command: Command, rules: str) -> None:
    exempt = BAD_POD.replace(
        "  namespace: team-a\n",
        f"  annotations:\n    gke-agent-sandbox/allow.{ROOT_RULE}: 'permanent: a test'\n",
    )
    command.write("a.yaml", exempt)
    done = command.check("a.yaml", "--config", rules)
    assert done.code == PASSED
    assert "nothing found; 2 exempt (--verbose shows them)" in done.out
    assert "exempt permanently" not in done.out
    shown = command.check("a.yaml", "--config", rules, "--verbose").out
    assert f"exempt: {ROOT_RULE} exempt permanently: a test" in shown


def test_a_profile_that_blocks_less_says_so(command: Command) -> None:
    command.write("a.yaml", BAD_POD)
    done = command.check("a.yaml", "--profile", "baseline")
    assert "Blocks less than it could: the profile baseline, with disabled: " in done.out


def test_an_exemption_of_the_configuration_goes_by_file(command: Command) -> None:
    entry = {"rules": [ROOT_RULE], "urn": "old/*", "reason": "goes away", "until": "2999-01-01"}
    command.write("few/rules.json", few(ROOT_RULE, exemptions=[entry]))
    command.write("old/a.yaml", BAD_POD)
    command.write("new/a.yaml", BAD_POD)
    assert command.check("old", "--config", "few/rules.json").code == PASSED
    assert command.check("new", "--config", "few/rules.json").code == FOUND


@pytest.mark.parametrize("kind", ["List", "PodList"])
def test_lists_are_judged_entry_by_entry(command: Command, rules: str, kind: str) -> None:
    import yaml

    items = [good_pod(), yaml.safe_load(BAD_POD)]
    command.write("a.yaml", text_of({"apiVersion": "v1", "kind": kind, "items": items}))
    done = command.check("a.yaml", "--config", rules, "--format", "json")
    (resource,) = json.loads(done.out)["resources"]
    (line,) = {
        number
        for number, text in enumerate((command.folder / "a.yaml").read_text().splitlines(), 1)
        if "runAsUser: 0" in text and "10001" not in text
    }
    assert [each["line"] for each in resource["findings"]][-1] == line
    assert {each["path"].partition(".")[0] for each in resource["findings"]} == {"items[1]"}


def test_the_standard_input(command: Command, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD_POD.encode())))
    done = command.check("-", "--config", rules)
    assert done.code == FOUND
    assert done.out.startswith("stdin:2: Pod/agent")


def test_a_state_is_judged_by_its_inputs(command: Command, rules: str) -> None:
    spec = good_pod_spec(securityContext={"runAsUser": 0})
    spec["containers"][0]["securityContext"].pop("runAsUser")
    bad = {**good_pod(), "spec": spec}
    command.write("state.json", json.dumps(state(record(good_pod(), "a"), record(bad, "b")), indent=1))
    done = command.check("state.json", "--config", rules)
    assert done.code == FOUND
    head, urn, told, *_ = done.out.splitlines()
    assert head.endswith(": Pod/b")
    assert urn == "  urn:pulumi:dev::shop::kubernetes:core/v1:Pod::b"
    line = int(told.split(":")[1])
    assert "runAsUser" in (command.folder / "state.json").read_text().splitlines()[line - 1]
    command.write("plan.json", json.dumps({"steps": [step(bad)]}))
    assert command.check("plan.json", "--config", rules).code == FOUND


def test_what_is_unknown_is_undetermined_and_can_be_advisory(command: Command) -> None:
    context = {"runAsUser": "04da6b54-80e4-46f7-96ec-b56ff0331ba9", "runAsNonRoot": True}
    spec = {"containers": [{"name": "a", "securityContext": context}]}
    command.write("state.json", json.dumps(state(record({"apiVersion": "v1", "kind": "Pod", "spec": spec}))))
    command.write("few/rules.json", few(ROOT_RULE))
    done = command.check("state.json", "--config", "few/rules.json")
    assert done.code == FOUND
    assert "0 violations, 1 undetermined" in done.out
    command.write("few/rules.json", few(ROOT_RULE, undetermined="advisory"))
    assert command.check("state.json", "--config", "few/rules.json").code == PASSED


def test_nothing_to_judge_is_no_pass(command: Command) -> None:
    command.write("m/values.yaml", "replicas: 3\n")
    done = command.check("m")
    assert done.code == FAILED
    assert "m/values.yaml:1: not judged: it says no apiVersion and no kind" in done.out
    assert "nothing found" not in done.out
    assert "nothing to judge" in done.err
    command.write("state.json", json.dumps(state()))
    assert command.check("state.json").code == FAILED


def test_what_cannot_be_read_is_no_pass_and_the_rest_is_judged(command: Command, rules: str) -> None:
    command.write("m/a.yaml", text_of(good_pod()))
    command.write("m/b.yaml", "kind: {{ .Values.kind }}\n")
    done = command.check("m", "--config", rules)
    assert done.code == FAILED
    assert "m/b.yaml:1:8: cannot be judged: it has a key that is no word" in done.out
    assert "helm template" in done.out
    assert "1 resource in 1 file" in done.out
    command.write("m/a.yaml", BAD_POD)
    assert command.check("m", "--config", rules).code == FAILED


@pytest.mark.parametrize("form", ["json", "sarif", "junit"])
def test_a_format_for_programs_tells_people_what_cannot_be_read_elsewhere(
    command: Command, form: str
) -> None:
    command.write("a.yaml", "{{ x }}\n")
    done = command.check("a.yaml", "--format", form)
    assert done.code == FAILED
    assert done.err.startswith("a.yaml:1:")


def test_a_report_in_a_file_leaves_the_text_for_the_log(command: Command, rules: str) -> None:
    command.write("a.yaml", BAD_POD)
    done = command.check("a.yaml", "--config", rules, "--format", "json", "--output", "report.json")
    assert done.code == FOUND
    assert done.out.startswith("a.yaml:2: Pod/agent")
    assert json.loads((command.folder / "report.json").read_text())["summary"]["mandatory"] == 2


def test_a_report_that_cannot_be_written_is_told(command: Command) -> None:
    command.write("a.yaml", text_of(good_pod()))
    done = command.check("a.yaml", "--output", "nowhere/report.json")
    assert done.code == FAILED
    assert "--output" in done.err


@pytest.mark.parametrize(
    "arguments",
    [(), ("--format", "xml", "a.yaml"), ("--nope",), ("--profile", "x", "a.yaml"), ("--config", "x", ".")],
)
def test_a_wrong_option_is_told(command: Command, arguments: tuple[str, ...]) -> None:
    done = command.check(*arguments)
    assert done.code == FAILED
    assert done.err
    assert not done.out


def test_the_rules_are_listed_with_their_levels(command: Command) -> None:
    command.write("few/rules.json", few(ROOT_RULE, level="advisory"))
    done = command.check("--list-rules", "--config", "few/rules.json")
    assert done.code == PASSED
    lines = done.out.splitlines()
    assert len([line for line in lines if line]) == len(CATALOGUE) + 2
    (row,) = [line for line in lines if f" {ROOT_RULE} " in line]
    assert row.split()[:4] == ["pod-security-restricted", ROOT_RULE, "advisory", "high"]
    assert lines[-1] == f"{len(CATALOGUE)} rules, 1 of them on, in the profile sandbox"


def test_the_help_names_the_exit_codes(command: Command) -> None:
    done = command.check("--help")
    assert done.code == 0
    assert "exit codes:" in done.out
    for option in ("--config", "--profile", "--format", "--output", "--verbose", "--list-rules"):
        assert option in done.out


def test_a_deep_document_is_judged(command: Command) -> None:
    deep = "x: " + "{x: " * (DEEPEST - 2) + "{}" + "}" * (DEEPEST - 2)
    command.write("a.yaml", f"apiVersion: example.com/v1\nkind: Deep\n{deep}\n")
    assert command.check("a.yaml").code == PASSED


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that finds two pods of one name in a stack, in the place of another rule."""

    def judge_stack(members: Sequence[Member], _settings: object) -> Iterator[StackFinding]:
        seen: set[str] = set()
        for member in members:
            if member.reading.resource.name in seen:
                finding = Finding(ROOT_RULE, Verdict.VIOLATION, "pod", "metadata.name", "x", "be one", "y")
                yield StackFinding(member.urn, replace(finding, at=("metadata", "name")))
            seen.add(member.reading.resource.name)

    rule = replace(RULES[ROOT_RULE], judge=lambda _reading, _settings: (), judge_stack=judge_stack)
    catalogue = tuple(rule if each.id == ROOT_RULE else each for each in CATALOGUE)
    monkeypatch.setattr(configurations, "CATALOGUE", catalogue)


@pytest.mark.usefixtures("pairs")
def test_the_objects_of_all_files_are_one_stack_and_each_state_its_own(command: Command, rules: str) -> None:
    command.write("m/a.yaml", text_of(good_pod()))
    command.write("m/b.yaml", text_of(good_pod()))
    done = command.check("m", "--config", rules)
    assert done.code == FOUND
    assert "  m/b.yaml:4:3: mandatory: run-as-non-root (pod must be one)" in done.out
    assert "m/a.yaml" not in done.out
    command.write("s/a.json", json.dumps(state(record(good_pod()))))
    command.write("s/b.json", json.dumps(state(record(good_pod()))))
    assert command.check("s", "m/a.yaml", "--config", rules).code == PASSED


def failing(*_: object) -> Iterator[StackFinding]:
    raise RuntimeError("s3cr3t-canary")


@pytest.mark.parametrize("change", [{"judge": failing}, {"judge_stack": failing}])
def test_a_rule_that_fails_is_no_pass(
    command: Command, rules: str, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    rule = replace(RULES[ROOT_RULE], **change)
    monkeypatch.setattr(
        configurations, "CATALOGUE", [rule if each.id == rule.id else each for each in CATALOGUE]
    )
    command.write("a.yaml", text_of(good_pod()))
    done = command.check("a.yaml", "--config", rules)
    assert done.code == FAILED
    assert "cannot be judged: it makes this program fail, with RuntimeError in failing, line " in done.out
    assert "s3cr3t-canary" not in done.out + done.err


def test_a_fault_of_the_command_does_not_look_like_a_finding(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gke_agent_sandbox.cli.check.read_sources", failing)
    done = command.check(".")
    assert done.code == FAILED
    assert "with RuntimeError in failing" in done.err
    assert "s3cr3t-canary" not in done.err


def test_a_program_that_reads_no_further_is_no_error(command: Command) -> None:
    command.write("a.yaml", "---\n".join([BAD_POD] * 300))
    code = "import sys; from gke_agent_sandbox.cli import main; sys.exit(main(['check', 'a.yaml']))"
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdout=pipe, stderr=pipe, env=buffered) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == FAILED


def test_a_terminal_without_a_letter_gets_its_number(command: Command, rules: str) -> None:
    command.write("a.yaml", BAD_POD.replace("name: agent", 'name: "\u00e4gent"'))
    code = f"from gke_agent_sandbox.cli import main; main(['check', 'a.yaml', '--config', '{rules}'])"
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=ascii_only, check=True)
    assert done.stdout.startswith(b"a.yaml:2: Pod/\\xe4gent in team-a\n")
    assert done.stderr == b""


def test_it_starts_without_pulumi_and_reads_json_without_yaml(command: Command) -> None:
    command.write("state.json", json.dumps(state(record(good_pod()))))
    code = (
        "import sys; from gke_agent_sandbox.cli import main; main(['check', 'state.json']);"
        "print(sorted({name.split('.')[0] for name in sys.modules}"
        " & {'pulumi', 'pulumi_kubernetes', 'yaml', 'pydantic', 'kubernetes', 'grpc', 'google'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_it_is_installed_under_its_name() -> None:
    import tomllib

    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert scripts["gke-agent-sandbox"] == "gke_agent_sandbox.cli:main"
    assert set(FORMATS) == {"text", "json", "sarif", "junit"}
