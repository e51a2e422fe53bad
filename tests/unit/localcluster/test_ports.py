"""Ports: chosen once, kept where they are free, never given twice."""

import socket
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from localcluster.errors import LocalClusterError
from localcluster.plan import API, PORT_NAMES, make_plan
from localcluster.ports import LOOPBACK, PORT_RANGE, choose_ports, free_ports, is_free, listener
from localcluster.settings import Settings


@contextmanager
def occupied() -> Generator[int]:
    """A port that this process listens on."""
    with socket.socket() as server:
        server.bind((LOOPBACK, 0))
        server.listen()
        yield server.getsockname()[1]


def test_a_listener_makes_a_port_not_free_and_is_named():
    with occupied() as port:
        assert not is_free(port)
        assert listener(port).startswith("process ")
    assert is_free(port)


def test_free_ports_differ_and_lie_below_the_range_of_outgoing_connections():
    ports = free_ports(50)
    assert len(set(ports)) == 50
    assert all(port in PORT_RANGE for port in ports)


def test_free_ports_leave_out_what_is_promised():
    promised = set(PORT_RANGE) - {20001, 20002, 20003}
    assert set(free_ports(10, promised)) <= {20001, 20002, 20003}


def test_wished_ports_are_kept_where_they_are_free():
    first, second = free_ports(2)
    with occupied() as taken:
        ports = choose_ports(("a", "b", "c"), {"a": first, "b": taken, "c": second})
    assert (ports["a"], ports["c"]) == (first, second)
    assert ports["b"] not in (first, second, taken)


def test_the_same_wish_of_two_names_is_granted_once():
    (port,) = free_ports(1)
    ports = choose_ports(("a", "b"), {"a": port, "b": port})
    assert ports["a"] == port
    assert ports["b"] != port


def test_a_new_plan_keeps_the_ports_and_the_mark_of_the_old_one(settings: Settings):
    old = make_plan(settings, None)
    new = make_plan(settings, old)
    assert set(old.ports) == set(PORT_NAMES)
    assert (new.ports, new.mark) == (old.ports, old.mark)


def test_a_fixed_api_port_that_is_in_use_is_refused_with_its_holder_and_a_remedy(settings: Settings):
    with occupied() as port:
        fixed = Settings(settings.bin_directory, settings.share_directory, api_port=port)
        with pytest.raises(LocalClusterError, match=rf"port {port} .* in use by process \d+ .*--api-port"):
            make_plan(fixed, None)


def test_a_fixed_api_port_wins_over_an_old_port_of_another_part(settings: Settings):
    old = make_plan(settings, None)
    fixed = Settings(settings.bin_directory, settings.share_directory, api_port=old.ports["etcd"])
    new = make_plan(fixed, old)
    assert new.ports[API] == old.ports["etcd"]
    assert new.ports["etcd"] != new.ports[API]
