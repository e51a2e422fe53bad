"""What must be decided and written before the keeper can be asked for a cluster."""

from collections.abc import Callable
from dataclasses import replace

from localcluster.certificates import ensure_certificates
from localcluster.configuration import write_configuration
from localcluster.files import make_private_directory
from localcluster.layout import Layout
from localcluster.plan import Plan, make_plan, port_in_use, save_plan
from localcluster.ports import become_free, is_free
from localcluster.processes import is_alive
from localcluster.settings import Settings
from localcluster.state import load_state
from localcluster.take_down import end_processes, running_keeper


def prepare(layout: Layout, settings: Settings, old: Plan | None, say: Callable[[str], None]) -> Plan:
    """The plan to go on with, its certificates and configuration files written.

    A running cluster goes on under its old plan where it can; where it cannot, for other settings,
    certificates that are about to expire or a port that somebody has taken, its processes are ended and its
    data and other ports kept.

    Errors: LocalClusterError if the port that the settings name is in use; what runs is then left alone.
    """
    make_private_directory(layout.cluster)
    layout.logs.mkdir(exist_ok=True)
    if old is None:
        ensure_certificates(layout.pki)
        return _write(layout, make_plan(settings, None))
    wanted = _with_port_of(settings, old)
    if wanted.api_port not in (0, old.api_port) and not is_free(wanted.api_port):
        raise port_in_use(wanted.api_port)
    has_new_certificates = ensure_certificates(layout.pki)
    if (
        running_keeper(layout)
        and wanted == old.settings
        and not has_new_certificates
        and _has_its_ports(layout, old)
    ):
        return old
    end_processes(layout, say)
    # Or not, if somebody has taken one since; the new plan then has another.
    become_free(old.ports.values())
    return _write(layout, make_plan(wanted, old))


def _write(layout: Layout, plan: Plan) -> Plan:
    save_plan(layout, plan)
    write_configuration(layout, plan)
    return plan


def _with_port_of(settings: Settings, old: Plan) -> Settings:
    """The settings, where no port wanted means: the one that the cluster has."""
    return settings if settings.api_port else replace(settings, api_port=old.settings.api_port)


def _has_its_ports(layout: Layout, plan: Plan) -> bool:
    """Whether the ports of all dead parts are still theirs to take."""
    state = load_state(layout)
    dead = [name for name, part in state.parts.items() if not is_alive(part.process)] if state else []
    return become_free(plan.ports[name] for name in dead if name in plan.ports)
