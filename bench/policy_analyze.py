"""`python -m bench.policy_analyze`: what the policy pack costs, next to a pack that does nothing.

Runs `pulumi policy analyze` on state files of Sandboxes of two containers each, with our pack and all of its
rules, and with a pack of pulumi_policy that has one rule without a body. Runs of both alternate, so that a
busy machine slows both. Prints the times, their ratio, and how the time grows with the number of resources;
ends with 1 where our pack takes more than 1.5 times as long as the other.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CLI = ROOT / ".local" / "bin" / "pulumi"
SIZES = (250, 500, 1000, 2000)
MOST = 1.5
URN = "urn:pulumi:dev::bench"
TYPE = "kubernetes:agents.x-k8s.io/v1beta1:Sandbox"

OUR_PACK = "from gke_agent_sandbox_policies.executable import main\n\nmain()\n"
EMPTY_PACK = """\
from pulumi_policy import EnforcementLevel, PolicyPack, ResourceValidationPolicy

nothing = ResourceValidationPolicy("nothing", "does nothing", lambda args, report: None)
PolicyPack("empty", [nothing], EnforcementLevel.MANDATORY)
"""


def container(name: str, hardened: bool) -> dict[str, Any]:
    """A container as people write them; one that is not hardened breaks most rules."""
    usual: dict[str, Any] = {
        "name": name,
        "image": f"registry.example.com/agents/{name}:1.4.2",
        "command": ["python", "-m", name],
        "env": [{"name": f"SETTING_{each}", "value": f"value {each}"} for each in range(4)],
        "ports": [{"containerPort": 8080.0, "name": "http"}],
        "readinessProbe": {"httpGet": {"path": "/healthz", "port": 8080.0}},
        "volumeMounts": [{"name": "work", "mountPath": "/work"}],
    }
    if not hardened:
        context = {"privileged": True, "runAsUser": 0.0, "capabilities": {"add": ["SYS_ADMIN", "NET_ADMIN"]}}
        return {**usual, "securityContext": context}
    return {
        **usual,
        "resources": {"limits": {"cpu": "500m", "memory": "512Mi", "ephemeral-storage": "1Gi"}},
        "securityContext": {
            "runAsNonRoot": True,
            "runAsUser": 10001.0,
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "seccompProfile": {"type": "RuntimeDefault"},
        },
    }


def sandbox(number: int, hardened: bool) -> dict[str, Any]:
    """A Sandbox in a state file."""
    name = f"sandbox-{number}"
    gvisor = {"key": "sandbox.gke.io/runtime", "operator": "Equal", "value": "gvisor", "effect": "NoSchedule"}
    spec: dict[str, Any] = {
        "containers": [container("agent", hardened), container("proxy", hardened)],
        "volumes": [{"name": "work", "emptyDir": {"sizeLimit": "1Gi"}}],
    }
    if hardened:
        spec |= {
            "automountServiceAccountToken": False,
            "runtimeClassName": "gvisor",
            "nodeSelector": {"sandbox.gke.io/runtime": "gvisor"},
            "tolerations": [gvisor],
        }
    else:
        spec |= {"hostNetwork": True, "hostPID": True}
    inputs = {
        "apiVersion": "agents.x-k8s.io/v1beta1",
        "kind": "Sandbox",
        "metadata": {"name": name, "namespace": "demo", "labels": {"app": name}},
        "spec": {"podTemplate": {"metadata": {"labels": {"app": name}}, "spec": spec}},
    }
    return {
        "urn": f"{URN}::{TYPE}::{name}",
        "custom": True,
        "id": f"demo/{name}",
        "type": TYPE,
        "inputs": inputs,
        "outputs": inputs,
        "parent": f"{URN}::pulumi:pulumi:Stack::bench-dev",
    }


def state_file(folder: Path, count: int, hardened: bool) -> Path:
    """What `pulumi stack export` writes of a stack with so many Sandboxes."""
    stack = {
        "urn": f"{URN}::pulumi:pulumi:Stack::bench-dev",
        "custom": False,
        "type": "pulumi:pulumi:Stack",
    }
    manifest = {"time": "2026-01-01T00:00:00Z", "magic": "", "version": ""}
    resources = [stack, *(sandbox(number, hardened) for number in range(count))]
    path = folder / f"state-{count}-{hardened}.json"
    path.write_text(json.dumps({"version": 3, "deployment": {"manifest": manifest, "resources": resources}}))
    return path


def pack_file(folder: Path, name: str, text: str) -> Path:
    """A pack that is an executable file."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return path


def seconds(pack: Path, state: Path, folder: Path) -> float:
    """How long one run takes.

    Errors: RuntimeError with what the CLI printed when it failed for another reason than findings.
    """
    environment = {**os.environ, "PULUMI_HOME": str(folder / "home"), "PULUMI_SKIP_UPDATE_CHECK": "true"}
    command = [str(CLI), "policy", "analyze", "--file", str(state), "--policy-pack", str(pack), "--json"]
    begin = time.perf_counter()
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - begin
    if run.returncode != 0 and "policyEvent" not in run.stdout:
        raise RuntimeError(run.stdout[-2000:] + run.stderr[-2000:])
    return taken


def described(times: list[float]) -> str:
    """The shortest and the middle of some times, in seconds."""
    return f"min {min(times):5.2f} s   median {statistics.median(times):5.2f} s"


def compare(ours: Callable[[], float], empty: Callable[[], float], repetitions: int) -> float:
    """Run both in turn, print their times, and return the ratio of the medians."""
    taken: dict[str, list[float]] = {"our pack, all rules": [], "empty pack of pulumi_policy": []}
    for _ in range(repetitions):
        for times, run in zip(taken.values(), (ours, empty), strict=True):
            times.append(run())
    for name, times in taken.items():
        print(f"  {name:30} {described(times)}")
    ours_taken, empty_taken = taken.values()
    by_min = min(ours_taken) / min(empty_taken)
    by_median = statistics.median(ours_taken) / statistics.median(empty_taken)
    print(f"  {'ratio':30} min {by_min:5.2f}     median {by_median:5.2f}")
    return by_median


def growth(run: Callable[[int], float], repetitions: int) -> None:
    """Print how the time grows with the number of resources, and whether that is along a line."""
    times = {size: min(run(size) for _ in range(repetitions)) for size in SIZES}
    slope, start = statistics.linear_regression(list(times), list(times.values()))
    for size, taken in times.items():
        off = taken / (start + slope * size) - 1
        print(f"  {size:5} resources {taken:6.2f} s   {off:+6.1%} from the line")
    smallest, *_, largest = SIZES
    first = (times[SIZES[1]] - times[smallest]) / (SIZES[1] - smallest)
    last = (times[largest] - times[SIZES[-2]]) / (largest - SIZES[-2])
    print(f"  line: {start:.2f} s and {slope * 1000:.2f} ms for each resource")
    print(
        f"  the last thousand cost {last / first:.2f} times as much for each resource as the first hundreds"
    )


def main() -> int:
    """Measure and print; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.policy_analyze", description=__doc__)
    parser.add_argument("--sandboxes", type=int, default=1000)
    parser.add_argument("--repetitions", type=int, default=5)
    arguments = parser.parse_args()
    if not CLI.exists():
        print(f"{CLI} is missing: make tools builds it", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours, empty = pack_file(folder, "ours", OUR_PACK), pack_file(folder, "empty", EMPTY_PACK)
        ratios: list[float] = []
        for hardened, what in ((True, "no fault"), (False, "faults in each")):
            print(f"{arguments.sandboxes} Sandboxes of two containers, {what}:")
            state = state_file(folder, arguments.sandboxes, hardened)
            ratios.append(
                compare(
                    lambda state=state: seconds(ours, state, folder),
                    lambda state=state: seconds(empty, state, folder),
                    arguments.repetitions,
                )
            )
        print("our pack, by the number of Sandboxes without faults:")
        files = {size: state_file(folder, size, True) for size in SIZES}
        growth(lambda size: seconds(ours, files[size], folder), max(2, arguments.repetitions // 2))
    if ratios[0] > MOST:
        print(f"our pack takes more than {MOST} times as long as the empty one")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
