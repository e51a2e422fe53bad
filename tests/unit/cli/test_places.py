"""Every finding says where its field is, so that it can be shown in the file."""

from datetime import date

from hypothesis import given

from gke_agent_sandbox.rules import Resource, judge
from gke_agent_sandbox.rules.path import written
from tests.unit.rules.test_properties import resources

TODAY = date(2026, 6, 1)


@given(resources)
def test_the_steps_of_a_finding_are_its_path(resource: Resource) -> None:
    for finding in judge(resource, today=TODAY):
        assert written(finding.at, resource.secrets) == finding.path
