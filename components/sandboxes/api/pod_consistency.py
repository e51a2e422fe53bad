"""What the parts of a pod spec must have in common: names that are unique, and names that are found.

The API server checks it only when a pod is created: for a template that is hours later, and nobody is told.
Source: Kubernetes v1.36.3, pkg/apis/core/validation/validation.go. A part of the wrong type is left to the
check of types.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import cast

from ...problems import Problem
from ...quantities import amount
from ...shapes.names import label_name_problems
from ...shapes.opaque import IsOpaque
from ...shapes.paths import join

Entry = tuple[str, Mapping[str, object]]

PORT_NAME = re.compile(r"(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*")
HIGHEST_PORT = 65535
PROBES = ("startupProbe", "readinessProbe", "livenessProbe")


def pod_problems(pod: object, path: str, claims: Collection[str], is_opaque: IsOpaque) -> Iterator[Problem]:
    """Every contradiction within a pod spec.

    claims: the names of the volume claims that the controller adds to the pod as volumes.
    """
    volumes = entries(pod, "volumes", path)
    containers = [*entries(pod, "initContainers", path), *entries(pod, "containers", path)]
    yield from name_problems(volumes, "volume")
    yield from name_problems(containers, "container")
    names = {each.get("name") for _, each in volumes}
    all_known = not is_opaque(at(pod, "volumes")) and not any(map(is_opaque, names))
    for where, container in containers:
        if all_known:
            yield from missing_volumes(container, where, {*names, *claims}, is_opaque)
        yield from repeated(entries(container, "volumeMounts", where), "mountPath", "is mounted twice")
        yield from port_problems(container, where, is_opaque)
        yield from request_problems(container, where)


def at(value: object, key: str) -> object:
    """What lies under a key; None where there is no such map."""
    return cast(Mapping[str, object], value).get(key) if isinstance(value, Mapping) else None


def entries(value: object, key: str, path: str) -> list[Entry]:
    """The maps of a list under a key, each with its path."""
    listed = at(value, key)
    return [
        (join(join(path, key), index), cast(Mapping[str, object], each))
        for index, each in enumerate(cast(list[object], listed) if isinstance(listed, list | tuple) else [])
        if isinstance(each, Mapping)
    ]


def name_problems(named: Iterable[Entry], what: str) -> Iterator[Problem]:
    """Names that are no DNS labels, or given twice."""
    named = tuple(named)
    for path, entry in named:
        yield from label_name_problems(entry.get("name"), join(path, "name"))
    yield from repeated(named, "name", f"is the name of another {what} too")


def repeated(listed: Iterable[Entry], key: str, what: str) -> Iterator[Problem]:
    """Texts under a key that an earlier entry has as well."""
    seen: set[str] = set()
    for path, entry in listed:
        value = entry.get(key)
        if isinstance(value, str):
            if value in seen:
                yield Problem(join(path, key), what)
            seen.add(value)


def missing_volumes(
    container: Mapping[str, object], path: str, volumes: Collection[object], is_opaque: IsOpaque
) -> Iterator[Problem]:
    """Mounts of volumes that the pod does not have."""
    for key in ("volumeMounts", "volumeDevices"):
        for where, mount in entries(container, key, path):
            name = mount.get("name")
            if isinstance(name, str) and not is_opaque(name) and name not in volumes:
                yield Problem(join(where, "name"), "names a volume that the pod does not have")


def port_problems(container: Mapping[str, object], path: str, is_opaque: IsOpaque) -> Iterator[Problem]:
    """Ports out of range or with bad names, and probes of ports that are not there."""
    ports = entries(container, "ports", path)
    yield from repeated(ports, "name", "is the name of another port too")
    for where, port in ports:
        number, name = port.get("containerPort"), port.get("name")
        if isinstance(number, int | float) and not 1 <= number <= HIGHEST_PORT:
            yield Problem(join(where, "containerPort"), f"is not between 1 and {HIGHEST_PORT}")
        if isinstance(name, str) and not PORT_NAME.fullmatch(name):
            yield Problem(
                join(where, "name"),
                "is no name of a port",
                "at most 15 lower-case letters, digits and single hyphens, with at least one letter",
            )
    names = {each.get("name") for _, each in ports}
    if is_opaque(container.get("ports")) or any(map(is_opaque, names)):
        return
    for probe in PROBES:
        for action in ("httpGet", "tcpSocket"):
            wanted = at(at(container.get(probe), action), "port")
            if isinstance(wanted, str) and wanted not in names:
                yield Problem(
                    f"{path}.{probe}.{action}.port", "names a port that the container does not have"
                )


def request_problems(container: Mapping[str, object], path: str) -> Iterator[Problem]:
    """Requests above their limits."""
    resources = container.get("resources")
    requests, limits = at(resources, "requests"), at(resources, "limits")
    if not isinstance(requests, Mapping) or not isinstance(limits, Mapping):
        return
    most = cast(Mapping[str, object], limits)
    for name, value in cast(Mapping[str, object], requests).items():
        asked, allowed = amount(value), amount(most.get(name))
        if asked is not None and allowed is not None and asked > allowed:
            yield Problem(join(f"{path}.resources.requests", name), "is more than its limit")
