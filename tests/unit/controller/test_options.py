"""The controller's command line."""

import typing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.controller.options import (
    FLAGS,
    ControllerOptionsArgs,
    controller_args,
    duration_seconds,
    option_problems,
    option_warnings,
)

UPSTREAM = ["--leader-elect=true", "--extensions"]


def said(options: dict[str, Any], release: str = "v1.0.11") -> str:
    return "\n".join(map(str, option_problems(options, release)))


def test_the_table_has_exactly_the_keys_of_the_arguments():
    hints = typing.get_type_hints(ControllerOptionsArgs)
    groups = {key: hint for key, hint in hints.items() if typing.is_typeddict(hint)}
    assert {flag.key for flag in FLAGS[""]} == set(hints) - set(groups)
    assert set(FLAGS) - {""} == set(groups)
    for group, hint in groups.items():
        assert {flag.key for flag in FLAGS[group]} == set(typing.get_type_hints(hint))


def test_every_default_is_accepted():
    for group, flags in FLAGS.items():
        values = {flag.key: flag.default for flag in flags if flag.default != ""}
        assert not said({group: values} if group else values)


def test_nothing_given_keeps_upstreams_arguments():
    assert controller_args(UPSTREAM, {}) == UPSTREAM


def test_options_follow_upstreams_arguments_in_the_order_of_the_table():
    options = {
        "api": {"kube_api_burst": 20.0, "kube_api_qps": 12.5},
        "workers": {"sandbox_concurrent_workers": 7},
        "events": {"disable_claim_events": True},
    }
    assert controller_args(UPSTREAM, options) == [
        *UPSTREAM,
        "--sandbox-concurrent-workers=7",
        "--kube-api-qps=12.5",
        "--kube-api-burst=20",
        "--disable-claim-events=true",
    ]


def test_an_option_takes_the_place_of_upstreams():
    assert controller_args(UPSTREAM, {"leader_elect": False}) == ["--extensions", "--leader-elect=false"]


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "cluster_domain": st.just("example.org"),
            "leader_elect": st.booleans(),
            "workers": st.dictionaries(
                st.sampled_from([flag.key for flag in FLAGS["workers"]]), st.integers(1, 99)
            ),
        },
    )
)
def test_arguments_are_made_once_however_often(options: dict[str, Any]):
    once = controller_args(UPSTREAM, options)
    assert controller_args(once, options) == once
    assert len({argument.partition("=")[0] for argument in once}) == len(once)


@pytest.mark.parametrize(
    ("options", "path", "words"),
    [
        ({"worker": {}}, "options.worker", "Write instead: workers"),
        ({"workers": 5}, "options.workers", "is not a group of options"),
        ({"workers": {"sandbox_worker": 1}}, "options.workers.sandbox_worker", "is not an option"),
        (
            {"sandbox_concurrent_workers": 1},
            "options.sandbox_concurrent_workers",
            "options.workers.sandbox_c",
        ),
        (
            {"workers": {"leader_elect": True}},
            "options.workers.leader_elect",
            "Write instead: options.leader_elect",
        ),
        (
            {"workers": {"sandbox_concurrent_workers": 0}},
            "options.workers.sandbox_concurrent_workers",
            "from 1 up",
        ),
        (
            {"workers": {"sandbox_concurrent_workers": True}},
            "options.workers.sandbox_concurrent_workers",
            "from 1",
        ),
        (
            {"workers": {"sandbox_concurrent_workers": 1.5}},
            "options.workers.sandbox_concurrent_workers",
            "whole",
        ),
        (
            {"workers": {"sandbox_concurrent_workers": "9"}},
            "options.workers.sandbox_concurrent_workers",
            "whole",
        ),
        ({"api": {"kube_api_qps": 0}}, "options.api.kube_api_qps", "-1 for no limit"),
        ({"api": {"kube_api_qps": float("nan")}}, "options.api.kube_api_qps", "-1 for no limit"),
        (
            {"api": {"separate_watch_connection": "true"}},
            "options.api.separate_watch_connection",
            "true or false",
        ),
        (
            {"warm_pool": {"sandbox_warm_pool_max_refill_rate": float("inf")}},
            "options.warm_pool.sandbox_warm_pool_max_refill_rate",
            "0 or more",
        ),
        (
            {"warm_pool": {"sandbox_warm_pool_readiness_grace_period": "0s"}},
            "options.warm_pool.sandbox_warm_pool_readiness_grace_period",
            "above zero",
        ),
        (
            {"warm_pool": {"sandbox_warm_pool_replenish_delay": 5}},
            "options.warm_pool.sandbox_warm_pool_replenish_delay",
            "a duration",
        ),
        ({"cluster_domain": "Cluster.Local"}, "options.cluster_domain", "DNS domain"),
        ({"debug": {"zap_log_level": "warn"}}, "options.debug.zap_log_level", "one of debug"),
        (
            {"metrics": {"tls_min_version": "VersionTLS13"}},
            "options.metrics.tls_min_version",
            "no effect without",
        ),
        ({"extensions": False}, "options.extensions", "cannot be set"),
        ({"metrics": {"metrics_bind_address": ":1"}}, "options.metrics.metrics_bind_address", "port 8080"),
    ],
)
def test_what_the_controller_would_not_take_is_refused(options: dict[str, Any], path: str, words: str):
    message = said(options)
    assert message.startswith(f"{path}: ")
    assert words in message


def test_every_problem_is_said_at_once():
    options = {"workers": {"sandbox_concurrent_workers": 0, "x": 1}, "y": 1, "leader_elect": "no"}
    assert len(option_problems(options, "v1.0.11")) == 4


def test_a_flag_that_the_release_does_not_have_is_refused_with_the_release_that_has_it():
    options = {"events": {"disable_sandbox_events": True}}
    assert "release: v1.0.4 or later" in said(options, "v1.0.3")
    assert not said(options, "v1.0.4")
    assert not said(options, "v2.0.0")


def test_many_workers_are_a_warning():
    assert not option_warnings({"workers": {"sandbox_concurrent_workers": 848.0}})
    assert "1001 workers" not in str(option_warnings({}))
    (warning,) = option_warnings({"workers": {"sandbox_concurrent_workers": 949}})
    assert "1001 workers" in str(warning)


def test_a_burst_smaller_than_the_workers_is_a_warning_only_with_a_limit():
    assert not option_warnings({"api": {"kube_api_burst": 10}})
    (warning,) = option_warnings({"api": {"kube_api_qps": 50}})
    assert "kube_api_burst: 152" in str(warning)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("5m", 300), ("1h30m", 5400), ("1.5s", 1.5), ("250ms", 0.25), ("0", 0), ("0s", 0), ("1m1ms", 60.001)],
)
def test_durations(text: str, seconds: float):
    assert duration_seconds(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "5", "5 m", "m", "-5m", "5min", "5m ", "1d"])
def test_what_is_no_duration(text: str):
    assert duration_seconds(text) is None
