"""A stack of a program within the test, over the pack as an executable file and no cluster."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pulumi import automation

from automation.paths import GARBAGE_COLLECTION
from tests.engine.project import TOOLS

PACK = "from gke_agent_sandbox_policies.executable import main\n\nmain()\n"


class Project:
    """A stack in a folder of the test.

    program:       what it deploys.
    configuration: of the pack.
    """

    def __init__(self, folder: Path, program: Callable[[], None], **configuration: Any) -> None:
        if not (TOOLS / "bin" / "pulumi").exists():
            pytest.skip("no tools: run `make tools` first")
        for name in ("work", "state"):
            (folder / name).mkdir()
        pack, settings = folder / "pack", folder / "settings.json"
        pack.write_text(f"#!{sys.executable}\n{PACK}")
        pack.chmod(0o755)
        settings.write_text(json.dumps({"configuration": configuration}))
        self.policies: dict[str, Any] = {
            "policy_packs": [str(pack)],
            "policy_pack_configs": [str(settings)],
        }
        self.stack = automation.create_or_select_stack(
            stack_name="dev",
            project_name="shop",
            program=program,
            opts=automation.LocalWorkspaceOptions(
                work_dir=str(folder / "work"),
                pulumi_command=automation.PulumiCommand(root=str(TOOLS)),
                pulumi_home=str(folder / "home"),
                env_vars={
                    **GARBAGE_COLLECTION,
                    "PATH": str(TOOLS / "bin"),
                    "PULUMI_BACKEND_URL": (folder / "state").as_uri(),
                    "PULUMI_CONFIG_PASSPHRASE": "none",
                    "PULUMI_SKIP_UPDATE_CHECK": "true",
                    "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
                },
            ),
        )
