"""Pulumi programs in YAML."""

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cli.reading import Read, Subject, read_sources, sources
from gke_agent_sandbox.cli.reading.pulumi_programs import is_program, of_program
from gke_agent_sandbox.rules import UNKNOWN
from tests.unit.cli.files import Command, good_pod
from tests.unit.rules.case_files import text_of as case_text

PROGRAM = """\
name: shop
runtime: yaml
resources:
  cluster:
    type: gcp:container:Cluster
    properties:
      location: europe-west4
      workloadIdentityConfig: {workloadPool: acme-agents.svc.id.goog}
  pool:
    type: gcp:container:NodePool
    properties:
      cluster: ${cluster.name}
      nodeConfig:
        sandboxConfig: {sandboxType: gvisor}
        serviceAccount: ${account.email}
        workloadMetadataConfig:
          mode: GCE_METADATA
"""


def read(command: Command, text: str) -> Read:
    command.write("Pulumi.yaml", text)
    return read_sources(sources(["Pulumi.yaml"]))


def only(command: Command, properties: Any, **more: Any) -> Subject:
    program = {"resources": {"x": {"type": "kubernetes:core/v1:Pod", "properties": properties, **more}}}
    (subject,) = read(command, yaml.safe_dump(program)).subjects
    return subject


def test_its_resources_are_judged_where_they_stand(command: Command) -> None:
    command.write("Pulumi.yaml", PROGRAM)
    done = command.check("Pulumi.yaml")
    assert done.code == 1
    assert "Pulumi.yaml:17:11: mandatory: node-metadata-mode" in done.out
    assert "2 resources in 1 file judged" in done.out
    assert "1 mandatory" in done.out
    command.write("Pulumi.yaml", PROGRAM.replace("GCE_METADATA", "GKE_METADATA"))
    assert command.check("Pulumi.yaml").code == 0


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("${a.b}", UNKNOWN),
        ("image:${a}", UNKNOWN),
        ("$${a}", "${a}"),
        ("$(a)", "$(a)"),
        ({"fn::toJSON": {}}, UNKNOWN),
        ({"fn::invoke": {"function": "f"}}, UNKNOWN),
        ([1, "${a}", {"b": ["${c}"]}], [1, UNKNOWN, {"b": [UNKNOWN]}]),
        (None, None),
    ],
)
def test_what_it_refers_to_is_not_known(command: Command, written: Any, value: Any) -> None:
    assert only(command, {"spec": written}).resource.properties == {"spec": value}


def test_secrets_are_marked(command: Command) -> None:
    subject = only(command, {"a": {"fn::secret": "word"}, "b": [{"c": {"fn::secret": "${x}"}}]})
    assert subject.resource.properties == {"a": "word", "b": [{"c": UNKNOWN}]}
    assert subject.resource.secrets == {("a",), ("b", 0, "c")}


def test_options_and_resources_without_properties(command: Command) -> None:
    subject = only(command, None, options={"provider": "${k8s}", "parent": "${above}"})
    assert (subject.resource.properties, subject.provider, subject.parent) == ({}, "k8s", "above")
    assert (subject.resource.name, subject.resource.urn) == ("x", "x")


def test_the_engines_own_resources_are_none(command: Command) -> None:
    text = "resources: {k8s: {type: 'pulumi:providers:kubernetes'}, p: {type: 'kubernetes:core/v1:Pod'}}"
    assert [each.resource.name for each in read(command, text).subjects] == ["p"]


def test_properties_that_are_no_map_cannot_be_read(command: Command) -> None:
    (unread,) = read(command, "resources: {x: {type: 'kubernetes:core/v1:Pod', properties: '${y}'}}").unread
    assert unread.what == "is a program whose resource x has properties that are no map"


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"resources": {}},
        {"resources": []},
        {"resources": {"limits": {"cpu": 1}}},
        {"resources": {"x": {"type": 7}}},
        {"resources": {"x": {"type": "t"}, "y": 1}},
        {**good_pod(), "resources": {"x": {"type": "t"}}},
    ],
)
def test_what_is_no_program(value: Any) -> None:
    assert not is_program(value)


def test_case_26_through_the_command(command: Command) -> None:
    command.write("Pulumi.yaml", case_text("26"))
    done = command.check("Pulumi.yaml")
    assert done.code == 1
    assert "5 resources in 1 file judged" in done.out
    assert "4 mandatory" in done.out


def test_case_39_the_canary_is_in_no_report(command: Command) -> None:
    command.write("Pulumi.yaml", case_text("39"))
    for form in ("text", "json", "sarif", "junit"):
        done = command.check("Pulumi.yaml", "--format", form)
        assert done.code == 1
        assert "no-plaintext-secret" in done.out
        assert "canary" not in done.out + done.err


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["${a}", "$${a}"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text() | st.sampled_from(["fn::secret", "fn::x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(values)
def test_every_secret_is_at_a_place_that_is_there(value: Any) -> None:
    (found,) = of_program({"resources": {"x": {"type": "t", "properties": {"a": value}}}})
    for path in found.resource.secrets:
        value: Any = found.resource.properties
        for step in path:
            value = value[step]
