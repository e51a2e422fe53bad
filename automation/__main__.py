"""`python -m automation`: the stack program, run without a language host."""

import argparse
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from automation import operations
from automation.clusters import is_embedded, left_elsewhere
from automation.operations import OperationError, Result, tell
from automation.paths import ROOT, Paths
from automation.recovery import end_orphans
from automation.status import StatusError, pool_statuses, table
from automation.summary import summary
from gke_agent_sandbox.problems import ProblemsError

ELSEWHERE = "kubectl get sandboxwarmpools --all-namespaces tells it there"


def forget(paths: Paths, stack: str) -> None:
    """Drop all state, for a cluster that is gone. Waits for an operation that is still running.

    Errors: OperationError while another cluster still has what a stack made: nobody else knows of it.
    """
    left = [
        f"the stack {name} still has {count} resources, elsewhere than on the embedded cluster, and their "
        f"state would be lost. Destroy them first: python -m automation destroy --stack {name}"
        for name, count in left_elsewhere(paths).items()
    ]
    if left:
        raise OperationError("\n".join(left))
    if paths.pulumi.exists():
        with operations.exclusive(paths, stack):
            end_orphans(paths)
            shutil.rmtree(paths.pulumi)


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m automation", description=__doc__)
    parser.add_argument("command", choices=["preview", "up", "refresh", "destroy", "status", "forget"])
    parser.add_argument("--stack", default="local", help="default: local")
    parser.add_argument("--local-directory", type=Path, default=ROOT / ".local", help="default: .local")
    arguments = parser.parse_args()
    paths = Paths(ROOT, arguments.local_directory.absolute())
    try:
        if arguments.command == "forget":
            forget(paths, arguments.stack)
            return 0
        if arguments.command == "status":
            if not is_embedded(paths, arguments.stack):
                raise StatusError(f"the stack {arguments.stack} is not on the embedded cluster: {ELSEWHERE}")
            print(table(pool_statuses(paths)))
            return 0
        operations.check_config(paths, arguments.stack)
        operation: Callable[[Paths, str], Result] = getattr(operations, arguments.command)
        result = operation(paths, arguments.stack)
    except (OperationError, ProblemsError, StatusError, TimeoutError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ninterrupted; the next run settles what was under way", file=sys.stderr)
        return 130
    tell(", ".join(f"{count} {change}" for change, count in sorted(result.changes.items())) or "no change")
    if arguments.command == "up":
        print(f"\n{summary(paths, arguments.stack, result.outputs)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
