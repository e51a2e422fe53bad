"""The controller's command line: typed options, checked against the release that is installed."""

import difflib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, cast

from ..problems import Problem
from .completeness import mapping
from .releases import Version, parse_version


class ControllerWorkersOptions(TypedDict, total=False):
    """How many objects of each kind are reconciled at once. Together at most 1000, or the controller
    warns.
    """

    sandbox_concurrent_workers: int
    """Sandboxes. Default 100."""

    sandbox_claim_concurrent_workers: int
    """SandboxClaims. Default 50."""

    sandbox_warm_pool_concurrent_workers: int
    """SandboxWarmPools; one pool is never worked on twice at once, so more than there are pools brings
    nothing. Default 1.
    """

    sandbox_template_concurrent_workers: int
    """SandboxTemplates. Default 1."""


class ControllerWarmPoolOptions(TypedDict, total=False):
    """How warm pools are filled, for all pools of the cluster."""

    sandbox_warm_pool_max_batch_size: int
    """How many sandboxes are created or deleted in parallel. Default 300."""

    sandbox_warm_pool_readiness_grace_period: str
    """How long a sandbox may be not ready before it is replaced, as a Go duration. Images that take longer
    than this to start are replaced for ever. Default `5m`.
    """

    sandbox_warm_pool_unschedulable_recheck_interval: str
    """How often a pool that waits for nodes is looked at, as a Go duration. Default `1m`."""

    sandbox_warm_pool_max_refill_rate: float
    """Sandboxes per second and pool; 0 is no limit. Default 0."""

    sandbox_warm_pool_replenish_delay: str
    """How long refilling waits after claims took sandboxes, as a Go duration. Default `0s`."""

    enable_warm_pool_eviction: bool
    """Whether the cluster autoscaler may evict unclaimed sandboxes. Default true."""


class ControllerApiOptions(TypedDict, total=False):
    """How the controller talks to the API server."""

    kube_api_qps: float
    """Requests per second; -1 is no limit. Default -1."""

    kube_api_burst: int
    """Burst above `kube_api_qps`. Default 10."""

    api_connections: int
    """HTTP/2 connections for all but watches. Upstream's profile for sustained load uses 4. Default 1."""

    separate_watch_connection: bool
    """Whether watches get a connection of their own. Default false."""

    cache_label_selectors: bool
    """Whether only the pods and Services of sandboxes are cached. Default false."""

    sandbox_write_behind_window: str
    """How long writes of mere metadata are collected, as a Go duration. Default `0s`."""


class ControllerEventsOptions(TypedDict, total=False):
    """What the controller leaves unwritten to spare the API server."""

    disable_sandbox_events: bool
    """No Events of Sandboxes. Since v1.0.4. Default false."""

    disable_claim_events: bool
    """No Events of SandboxClaims. Default false."""

    disable_claim_observability_annotations: bool
    """No annotations with times and trace on SandboxClaims. Default false."""


class ControllerMetricsOptions(TypedDict, total=False):
    """How metrics are served on port 8080."""

    metrics_secure_serving: bool
    """HTTPS with a certificate made at start, instead of HTTP. Since v1.0.4. Default false."""

    tls_min_version: str
    """`VersionTLS12` or `VersionTLS13`; only with `metrics_secure_serving`. Since v1.0.4. Default: Go's."""

    tls_cipher_suites: str
    """Go names of cipher suites, separated by commas; only with `metrics_secure_serving`. Since v1.0.4.
    Default: Go's.
    """


class ControllerDebugOptions(TypedDict, total=False):
    """Tracing, profiles and logs."""

    enable_tracing: bool
    """OpenTelemetry traces. Default false."""

    enable_pprof: bool
    """CPU profiles on the metrics port. Default false."""

    enable_pprof_debug: bool
    """Every profile on the metrics port: heap contents and command line among them. Default false."""

    pprof_block_profile_rate: int
    """One blocking event in so many nanoseconds; 0 is off. Default 1000000."""

    pprof_mutex_profile_fraction: int
    """One mutex contention in so many; 0 is off. Default 10."""

    zap_log_level: str
    """`debug`, `info`, `error`, `panic`, or a number above 0 for more than debug. Default `info`."""

    zap_encoder: str
    """`json` or `console`. Default `json`."""

    zap_stacktrace_level: str
    """`info`, `error` or `panic`. Default `error`."""

    zap_time_encoding: str
    """`epoch`, `millis`, `nano`, `iso8601`, `rfc3339` or `rfc3339nano`. Default `rfc3339`."""


class ControllerOptionsArgs(TypedDict, total=False):
    """Options of the controller, each under the name of its flag (docs/configuration.md of agent-sandbox)."""

    cluster_domain: str
    """The cluster's DNS domain. Default `cluster.local`."""

    leader_elect: bool
    """Whether replicas elect a leader; needed for more than one. Default true."""

    workers: ControllerWorkersOptions
    """How many objects are reconciled at once."""

    warm_pool: ControllerWarmPoolOptions
    """How warm pools are filled."""

    api: ControllerApiOptions
    """How the controller talks to the API server."""

    events: ControllerEventsOptions
    """What is left unwritten."""

    metrics: ControllerMetricsOptions
    """How metrics are served."""

    debug: ControllerDebugOptions
    """Tracing, profiles and logs."""


Check = Callable[[object], str | None]
"""Says what a value has to be when it is not that; None when it is."""


@dataclass(frozen=True)
class Flag:
    """One flag: its key in the options, its default, what it takes, and the first release known to have
    it.
    """

    key: str
    default: object
    check: Check
    since: Version

    @property
    def name(self) -> str:
        """As on the command line, e.g. `--kube-api-qps`."""
        return "--" + self.key.replace("_", "-")


def _number(value: object) -> float | None:
    return (
        value
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        else None
    )


def _whole(minimum: int) -> Check:
    def check(value: object) -> str | None:
        number = _number(value)
        # Pulumi's component host hands integers over as floats.
        good = number is not None and number == int(number) and number >= minimum
        return None if good else f"a whole number from {minimum} up"

    return check


def _rate(value: object) -> str | None:
    number = _number(value)
    return None if number is not None and number >= 0 else "a number of 0 or more"


def _qps(value: object) -> str | None:
    number = _number(value)
    # client-go reads 0 as its own default of 5 requests a second.
    return (
        None
        if number is not None and (number > 0 or number == -1)
        else "a number above 0, or -1 for no limit"
    )


def _flag(value: object) -> str | None:
    return None if isinstance(value, bool) else "true or false"


DURATION = re.compile(r"(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)")
SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}


def duration_seconds(text: str) -> float | None:
    """A Go duration such as `1m30s` in seconds; None when it is not one."""
    if text == "0":
        return 0.0
    parts = DURATION.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        return None
    return sum(float(number) * SECONDS[unit] for number, unit in parts)


def _duration(*, positive: bool) -> Check:
    def check(value: object) -> str | None:
        seconds = duration_seconds(value) if isinstance(value, str) else None
        good = seconds is not None and (seconds > 0 or not positive)
        return None if good else "a duration" + (" above zero" if positive else "") + ", e.g. 90s or 5m"

    return check


def _one_of(*values: str) -> Check:
    return lambda value: None if value in values else "one of " + ", ".join(values)


def _log_level(value: object) -> str | None:
    levels = ("debug", "info", "error", "panic")
    good = isinstance(value, str) and (value in levels or (value.isdecimal() and int(value) > 0))
    return None if good else "one of " + ", ".join(levels) + ", or a number above 0"


def _domain(value: object) -> str | None:
    good = (
        isinstance(value, str)
        and re.fullmatch(r"[a-z0-9]([-a-z0-9.]*[a-z0-9])?", value)
        and ".." not in value
    )
    return None if good else "a DNS domain in lower case"


def _cipher_suites(value: object) -> str | None:
    good = isinstance(value, str) and re.fullmatch(r"TLS_[A-Z0-9_]+(,TLS_[A-Z0-9_]+)*", value)
    return (
        None
        if good
        else "Go names of cipher suites with commas between, e.g. TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"
    )


# Read in cmd/agent-sandbox-controller/main.go of v0.5.6. Some are older; how much was not looked at.
V0_5_6: Version = (0, 5, 6)
# docs/configuration.md after v1.0.3. The TLS flags came with agent-sandbox#1595, amended by #1689 on the
# day of v1.0.3.
V1_0_4: Version = (1, 0, 4)

# The one table of flags, in the order in which they are written on the command line. Ranges: the checks in
# main.go.
FLAGS: Mapping[str, tuple[Flag, ...]] = {
    "": (
        Flag("cluster_domain", "cluster.local", _domain, V0_5_6),
        Flag("leader_elect", True, _flag, V0_5_6),
    ),
    "workers": (
        Flag("sandbox_concurrent_workers", 100, _whole(1), V0_5_6),
        Flag("sandbox_claim_concurrent_workers", 50, _whole(1), V0_5_6),
        Flag("sandbox_warm_pool_concurrent_workers", 1, _whole(1), V0_5_6),
        Flag("sandbox_template_concurrent_workers", 1, _whole(1), V0_5_6),
    ),
    "warm_pool": (
        Flag("sandbox_warm_pool_max_batch_size", 300, _whole(1), V0_5_6),
        Flag("sandbox_warm_pool_readiness_grace_period", "5m", _duration(positive=True), V0_5_6),
        Flag("sandbox_warm_pool_unschedulable_recheck_interval", "1m", _duration(positive=True), V0_5_6),
        Flag("sandbox_warm_pool_max_refill_rate", 0, _rate, V0_5_6),
        Flag("sandbox_warm_pool_replenish_delay", "0s", _duration(positive=False), V0_5_6),
        Flag("enable_warm_pool_eviction", True, _flag, V0_5_6),
    ),
    "api": (
        Flag("kube_api_qps", -1, _qps, V0_5_6),
        Flag("kube_api_burst", 10, _whole(1), V0_5_6),
        Flag("api_connections", 1, _whole(1), V0_5_6),
        Flag("separate_watch_connection", False, _flag, V0_5_6),
        Flag("cache_label_selectors", False, _flag, V0_5_6),
        Flag("sandbox_write_behind_window", "0s", _duration(positive=False), V0_5_6),
    ),
    "events": (
        Flag("disable_sandbox_events", False, _flag, V1_0_4),
        Flag("disable_claim_events", False, _flag, V0_5_6),
        Flag("disable_claim_observability_annotations", False, _flag, V0_5_6),
    ),
    "metrics": (
        Flag("metrics_secure_serving", False, _flag, V1_0_4),
        Flag("tls_min_version", "", _one_of("VersionTLS12", "VersionTLS13"), V1_0_4),
        Flag("tls_cipher_suites", "", _cipher_suites, V1_0_4),
    ),
    "debug": (
        Flag("enable_tracing", False, _flag, V0_5_6),
        Flag("enable_pprof", False, _flag, V0_5_6),
        Flag("enable_pprof_debug", False, _flag, V0_5_6),
        Flag("pprof_block_profile_rate", 1000000, _whole(0), V0_5_6),
        Flag("pprof_mutex_profile_fraction", 10, _whole(0), V0_5_6),
        Flag("zap_log_level", "info", _log_level, V0_5_6),
        Flag("zap_encoder", "json", _one_of("json", "console"), V0_5_6),
        Flag("zap_stacktrace_level", "error", _one_of("info", "error", "panic"), V0_5_6),
        Flag(
            "zap_time_encoding",
            "rfc3339",
            _one_of("epoch", "millis", "nano", "iso8601", "rfc3339", "rfc3339nano"),
            V0_5_6,
        ),
    ),
}

# Flags that other parts of the installation rely on.
FIXED = {
    "extensions": "the extension kinds are always served",
    "health_probe_bind_address": "the probes ask port 8081",
    "leader_election_namespace": "the lease lies in the controller's own namespace",
    "metrics_bind_address": "the Service and monitoring ask port 8080",
    "metrics_cert_dir": "no certificate is mounted; metrics_secure_serving makes one at start",
    "version": "it prints the version and exits",
}

MOST_WORKERS = 1000


def option_problems(options: Mapping[str, object], release: str, path: str = "options") -> list[Problem]:
    """Everything for which the controller of this release would not start, or would ignore what was
    written.
    """
    problems: list[Problem] = []
    top = [*(flag.key for flag in FLAGS[""]), *(group for group in FLAGS if group)]
    for key, value in options.items():
        where = f"{path}.{key}"
        if key not in top:
            problems.append(_unknown(where, key, top))
        elif key not in FLAGS:
            problems += _value_problems(where, _flag_of("", key), value, release)
        elif not isinstance(value, Mapping):
            keys = ", ".join(flag.key for flag in FLAGS[key])
            problems.append(Problem(where, "is not a group of options", "", f"{key}: {{…}} with {keys}"))
        else:
            keys = [flag.key for flag in FLAGS[key]]
            for inner, inner_value in mapping(cast("object", value)).items():
                if inner in keys:
                    problems += _value_problems(
                        f"{where}.{inner}", _flag_of(key, inner), inner_value, release
                    )
                else:
                    problems.append(_unknown(f"{where}.{inner}", inner, keys))
    given = _given(options)
    if not given.get("metrics_secure_serving"):
        problems += [
            Problem(
                f"{path}.metrics.{key}",
                "has no effect without metrics_secure_serving",
                "",
                "metrics_secure_serving: true",
            )
            for key in ("tls_min_version", "tls_cipher_suites")
            if key in given
        ]
    return problems


def option_warnings(options: Mapping[str, object], path: str = "options") -> list[Problem]:
    """What the controller would warn about at its start. The options have no problems."""
    given = _given(options)
    total = sum(int(cast("float", given.get(flag.key, flag.default))) for flag in FLAGS["workers"])
    warnings: list[Problem] = []
    if total > MOST_WORKERS:
        what = f"{total} workers together are more than {MOST_WORKERS}"
        warnings.append(
            Problem(
                f"{path}.workers", what, "the API server may not keep up", "fewer workers, more connections"
            )
        )
    qps = cast("float", given.get("kube_api_qps", -1))
    burst = cast("float", given.get("kube_api_burst", 10))
    if qps > 0 and total > burst:
        what = f"{total} workers share a burst of {int(burst)} requests"
        why = "with kube_api_qps set, workers wait for each other"
        warnings.append(Problem(f"{path}.api.kube_api_burst", what, why, f"kube_api_burst: {total}"))
    return warnings


def controller_args(upstream: Sequence[str], options: Mapping[str, object]) -> list[str]:
    """The command line: upstream's own arguments, then the options, which take the place of upstream's of
    the same name.
    """
    given = _given(options)
    written = [
        f"{flag.name}={_text(given[flag.key])}"
        for flags in FLAGS.values()
        for flag in flags
        if flag.key in given
    ]
    names = {argument.partition("=")[0] for argument in written}
    return [argument for argument in upstream if argument.partition("=")[0] not in names] + written


def _given(options: Mapping[str, object]) -> dict[str, object]:
    """The values by key of their flag, without groups and without unknown keys."""
    given: dict[str, object] = {}
    for group, flags in FLAGS.items():
        values = mapping(options.get(group)) if group else options
        given.update({flag.key: values[flag.key] for flag in flags if flag.key in values})
    return given


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _flag_of(group: str, key: str) -> Flag:
    return next(flag for flag in FLAGS[group] if flag.key == key)


def _value_problems(where: str, flag: Flag, value: object, release: str) -> list[Problem]:
    problems: list[Problem] = []
    wanted = flag.check(value)
    if wanted:
        fix = f"{flag.key}: {_text(flag.default)}, the default" if flag.default != "" else "leave it out"
        problems.append(Problem(where, f"{value!r} is not {wanted}", f"it is given to {flag.name}", fix))
    version = parse_version(release)
    if version is not None and version < flag.since:
        since = "v" + ".".join(map(str, flag.since))
        what = f"{flag.name} is not known to exist in {release}"
        why = "a controller that is given a flag it does not know does not start"
        problems.append(Problem(where, what, why, f"leave it out, or release: {since} or later"))
    return problems


def _unknown(where: str, key: str, known: Sequence[str]) -> Problem:
    if key in FIXED:
        return Problem(where, "cannot be set", FIXED[key], "leave it out")
    group = next((group for group, flags in FLAGS.items() if any(flag.key == key for flag in flags)), None)
    if group is not None:
        return Problem(
            where, "stands in the wrong group", "", f"options.{group}.{key}" if group else f"options.{key}"
        )
    close = difflib.get_close_matches(key, known, n=1)
    return Problem(
        where, "is not an option of the controller", "", close[0] if close else "one of " + ", ".join(known)
    )
