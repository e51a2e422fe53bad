"""What a container asks for and may use."""

from collections.abc import Mapping
from typing import Any, cast

DEFAULT_RESOURCES: dict[str, str] = {"cpu": "500m", "memory": "512Mi", "ephemeral-storage": "1Gi"}
"""What a sandbox gets where nothing is said. Upstream's admission example wants cpu and memory limits;
without a limit on ephemeral-storage one sandbox can fill its node's disk.
"""


def resource_requirements(resources: Mapping[str, Any]) -> dict[str, Any]:
    """Requests and limits in API form, from either of two forms; what is not said is filled in.

    resources: one quantity per resource, meant as request and limit (`{"cpu": "500m", "memory": "512Mi"}`),
    or the API's own form with `requests` and `limits`.
    """
    if "requests" in resources or "limits" in resources:
        return with_limits(resources)
    both = {**DEFAULT_RESOURCES, **resources}
    return {"requests": dict(both), "limits": dict(both)}


def with_limits(requirements: Mapping[str, Any]) -> dict[str, Any]:
    """The API's form with a limit for cpu, memory and ephemeral-storage: the request where only that is
    said, else the default.

    A limit without a request is the request as well: the API server's own rule. What is not a map is left
    for the check.
    """
    limits: object = requirements.get("limits")
    requests: object = requirements.get("requests")
    if not isinstance(limits, Mapping | None) or not isinstance(requests, Mapping | None):
        return dict(requirements)
    asked = cast(Mapping[str, Any], requests or {})
    by_request = {key: each for key, each in asked.items() if key in DEFAULT_RESOURCES}
    return {
        **requirements,
        "limits": {**DEFAULT_RESOURCES, **by_request, **cast(Mapping[str, Any], limits or {})},
    }
