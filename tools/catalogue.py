"""The programs, one row each."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = tuple(ROOT / "tools" / name for name in ("kubernetes", "pulumi", "pulumi-resource-kubernetes"))
"""The Go modules that pin what is built. The first that requires a module pins it."""

LANES = (("kubernetes",), ("pulumi-resource-kubernetes", "pulumi"))
"""The names of these folders. Those of a lane are built one after the other, because the later share what the
earlier compiled; the lanes beside each other, because each has stretches in which one package keeps one core
busy.
"""

Version = tuple[int, int, int]


def parse_version(text: str) -> Version | None:
    """The first `1.2.3` in a text, or None."""
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def same_minor(found: Version, pinned: Version) -> bool:
    """The same major and minor version."""
    return found[:2] == pinned[:2]


def one_minor_apart(found: Version, pinned: Version) -> bool:
    """Kubernetes' version skew policy for kubectl: one minor version older or newer than the API server."""
    return found[0] == pinned[0] and abs(found[1] - pinned[1]) <= 1


def runs_executable_packs(found: Version, pinned: Version) -> bool:
    """A Pulumi CLI of this major version that starts a policy pack given as an executable (3.255)."""
    return found[0] == pinned[0] and found >= (3, 255, 0)


def exactly(found: Version, pinned: Version) -> bool:
    """The same version: the release manifest is rendered from the same module."""
    return found == pinned


@dataclass(frozen=True)
class Tool:
    """One program.

    name: its file name under `.local/bin`.
    package: the Go package of its `main`.
    module: the module that go.mod pins for it.
    stamp: the Go variables that hold the program's own version.
    version: the arguments that make it print its version; None when it cannot.
    accepts: whether a program of another version, found on PATH, serves as well.
    """

    name: str
    package: str
    module: str
    stamp: tuple[str, ...] = ()
    version: tuple[str, ...] | None = ("--version",)
    accepts: Callable[[Version, Version], bool] = same_minor

    @property
    def built_name(self) -> str:
        """The file name that `go build` gives: the last element of the package that is no version."""
        return next(part for part in reversed(self.package.split("/")) if not re.fullmatch(r"v\d+", part))


KUBERNETES_STAMP = tuple(
    f"k8s.io/{package}.gitVersion" for package in ("component-base/version", "client-go/pkg/version")
)

TOOLS = (
    Tool(
        "pulumi",
        "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
        "github.com/pulumi/pulumi/pkg/v3",
        ("github.com/pulumi/pulumi/sdk/v3/go/common/version.Version",),
        ("version",),
        runs_executable_packs,
    ),
    Tool(
        "pulumi-resource-kubernetes",
        "gke-agent-sandbox/tools/pulumi-resource-kubernetes",
        "github.com/pulumi/pulumi-kubernetes/provider/v4",
        version=None,
    ),
    Tool("etcd", "go.etcd.io/etcd/server/v3", "go.etcd.io/etcd/server/v3"),
    Tool("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver", "k8s.io/kubernetes", KUBERNETES_STAMP),
    Tool("kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager", "k8s.io/kubernetes"),
    Tool("kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler", "k8s.io/kubernetes"),
    Tool(
        "kubectl",
        "k8s.io/kubernetes/cmd/kubectl",
        "k8s.io/kubernetes",
        version=("version", "--client"),
        accepts=one_minor_apart,
    ),
    Tool("kwok", "sigs.k8s.io/kwok/cmd/kwok", "sigs.k8s.io/kwok", ("sigs.k8s.io/kwok/pkg/consts.Version",)),
    Tool(
        "agent-sandbox-controller",
        "sigs.k8s.io/agent-sandbox/cmd/agent-sandbox-controller",
        "sigs.k8s.io/agent-sandbox",
        ("sigs.k8s.io/agent-sandbox/internal/version.gitVersion",),
        accepts=exactly,
    ),
)


@dataclass(frozen=True)
class Share:
    """A folder of a module that is read at run time: its name under `.local/share`, module, folder there."""

    name: str
    module: str
    folder: str


SHARES = (
    Share("kwok/stage", "sigs.k8s.io/kwok", "kustomize/stage"),
    Share("agent-sandbox/k8s", "sigs.k8s.io/agent-sandbox", "k8s"),
)


def pinning_folder(module: str) -> Path:
    """The folder whose go.mod pins a module.

    Errors: LookupError when none does.
    """
    for folder in FOLDERS:
        if _pin(folder, module):
            return folder
    raise LookupError(f"no go.mod under tools/ requires {module}")


def pinned_version(module: str) -> str:
    """The version of a module that is pinned, e.g. `v1.36.3`.

    Errors: LookupError when none is.
    """
    return _pin(pinning_folder(module), module)


def _pin(folder: Path, module: str) -> str:
    found = re.search(
        rf"^\s*(?:require\s+)?{re.escape(module)}\s+(v\S+)", (folder / "go.mod").read_text(), re.M
    )
    return found[1] if found else ""


def link_flags() -> str:
    """The linker flags of all programs at once: a variable that a program lacks is passed over."""
    stamps = [f"-X {variable}={pinned_version(tool.module)}" for tool in TOOLS for variable in tool.stamp]
    return " ".join(["-s", "-w", *stamps])
