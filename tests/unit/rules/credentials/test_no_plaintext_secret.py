"""No credential stands in a pod in plain text."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Path, Resource
from tests.unit.rules.objects import about, good_container, good_pod_spec, pod

RULE = "no-plaintext-secret"
LITERAL = "not-a-real-value-7f3a91c2d4"
FORMED = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LISTS = pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers"])


def running(key: str = "containers", *secrets: Path, **container: Any) -> Resource:
    rest = {} if key == "containers" else {"containers": [good_container()]}
    plain = pod(good_pod_spec(**{**rest, key: [good_container(**container)]}))
    return Resource(plain.type_token, plain.properties, secrets=frozenset(secrets))


def variable(value: Any, name: Any = "GATEWAY_TOKEN") -> dict[str, Any]:
    return {"name": name, "value": value}


def found(judged: Resource) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, judged)]


@LISTS
def test_a_literal_is_named_and_not_printed(key: str) -> None:
    (finding,) = about(RULE, running(key, env=[variable("a", "A"), variable(LITERAL)]))
    assert finding.verdict == "violation"
    assert finding.path == f"spec.{key}[0].env[1].value"
    assert 'variable "GATEWAY_TOKEN"' in finding.message
    assert LITERAL not in finding.message
    assert "secretKeyRef" in finding.fix


@pytest.mark.parametrize(
    "good",
    [
        variable("8000", "TOKEN_BUDGET"),
        variable("/etc/agent/key.pem", "KEY_FILE"),
        variable(None),
        variable(""),
        variable("$(OTHER)"),
        {"name": "GATEWAY_TOKEN", "valueFrom": {"secretKeyRef": {"name": "a", "key": "b"}}},
        {"name": "GATEWAY_TOKEN"},
        {},
    ],
)
def test_what_is_no_credential_is_left_alone(good: Any) -> None:
    assert found(running(env=[good])) == []


def test_a_form_needs_no_name() -> None:
    for name in ("COLOUR", None, UNKNOWN, 1.0):
        (finding,) = about(RULE, running(env=[variable(FORMED, name)]))
        assert (finding.verdict, finding.path) == ("violation", "spec.containers[0].env[0].value")
        assert FORMED not in finding.message


@pytest.mark.parametrize(
    ("env", "at"),
    [
        (UNKNOWN, ""),
        ([UNKNOWN], "[0]"),
        ([variable(UNKNOWN)], "[0].value"),
        ([variable(UNKNOWN, UNKNOWN)], "[0].value"),
        ([variable(LITERAL, UNKNOWN)], "[0].name"),
        ([variable({"a": "b"}, UNKNOWN)], "[0].name"),
    ],
)
def test_what_may_be_a_credential_is_undetermined(env: Any, at: str) -> None:
    assert found(running(env=env)) == [("undetermined", f"spec.containers[0].env{at}")]


def test_an_unknown_value_under_another_name_is_let_pass() -> None:
    assert found(running(env=[variable(UNKNOWN, "BUCKET"), variable("", UNKNOWN)])) == []


@pytest.mark.parametrize("wrong", [{"a": LITERAL}, [LITERAL], []])
def test_what_is_no_text_is_no_pass(wrong: Any) -> None:
    assert found(running(env=[variable(wrong)])) == [("violation", "spec.containers[0].env[0].value")]


@pytest.mark.parametrize("number", [8000.0, True, 0])
def test_a_number_is_judged_by_what_it_says(number: Any) -> None:
    assert found(running(env=[variable(number)])) == []
    assert bool(found(running(env=[variable(number, "PASSWORD")]))) is (number == 8000.0)


@pytest.mark.parametrize("wrong", ["A=b", {"A": "b"}, True, ["A=b"], [None]])
def test_variables_of_the_wrong_shape_are_told_as_unreadable(wrong: Any) -> None:
    assert found(running(env=wrong)) == []
    assert about("pod-readable", running(env=wrong))


@pytest.mark.parametrize("value", ["s3cr3t-canary", "blue", UNKNOWN, 1.0])
def test_a_value_that_is_marked_secret_is_plain_all_the_same(value: Any) -> None:
    at: Path = ("spec", "containers", 0, "env", 0, "value")
    (finding,) = about(RULE, running("containers", at, env=[variable(value, "COLOUR")]))
    assert finding.verdict == "violation"
    assert 'variable "COLOUR"' in finding.message
    assert "canary" not in finding.message


def test_a_mark_on_the_whole_list_says_nothing_of_each_value() -> None:
    """One secret variable makes the provider mark all containers."""
    everything: Path = ("spec", "containers")
    env = [variable("blue", "COLOUR"), variable(LITERAL, "S3CR3T_TOKEN")]
    (finding,) = about(RULE, running("containers", everything, env=env, args=["serve"]))
    assert finding.path == "spec.containers[0].env[1].value"
    assert "variable 1" in finding.message
    assert "S3CR3T" not in finding.message


@LISTS
@pytest.mark.parametrize("field", ["command", "args"])
@pytest.mark.parametrize(
    ("arguments", "position"),
    [
        (["serve", FORMED], 1),
        (["sh", "-c", f"curl -H 'Authorization: Bearer {FORMED}' example.com"], 2),
        ([f"--api-key={LITERAL}"], 0),
        ([f"GATEWAY_TOKEN={LITERAL}"], 0),
        (["--api-key", LITERAL], 1),
        (["-password", "hunter2", "x"], 1),
    ],
)
def test_arguments_hold_none_either(key: str, field: str, arguments: Any, position: int) -> None:
    (finding,) = about(RULE, running(key, **{field: arguments}))
    assert (finding.verdict, finding.path) == ("violation", f"spec.{key}[0].{field}[{position}]")
    assert not any(each in finding.message for each in (FORMED, LITERAL, "hunter2"))


@pytest.mark.parametrize(
    "arguments",
    [
        None,
        [],
        ["serve", "--token-budget", "8000", "--key-file=/etc/key.pem"],
        ["--api-key=$(API_KEY)"],
        ["--api-key", "$(API_KEY)"],
        ["--password", "--verbose"],
        ["--token", ""],
        ["sh", "-c", 'if [ "$PASSWORD" = "x" ]; then exit; fi'],
        ["--region", UNKNOWN],
        [LITERAL],
        UNKNOWN,
        [1.0, None, {"a": "b"}],
        {"a": "b"},
    ],
)
def test_other_arguments_are_left_alone(arguments: Any) -> None:
    assert found(running(args=arguments)) == []


def test_an_unknown_argument_is_judged_by_its_flag() -> None:
    assert found(running(args=["--token", UNKNOWN])) == [("undetermined", "spec.containers[0].args[1]")]


def test_a_secret_argument_is_plain_all_the_same() -> None:
    at: Path = ("spec", "containers", 0, "args", 1)
    judged = running("containers", at, args=["serve", "blue"])
    assert found(judged) == [("violation", "spec.containers[0].args[1]")]


def test_each_is_told() -> None:
    env = [variable(LITERAL), UNKNOWN, variable(LITERAL, "OTHER_TOKEN")]
    assert [verdict for verdict, _ in found(running(env=env))] == ["violation", "undetermined", "violation"]
