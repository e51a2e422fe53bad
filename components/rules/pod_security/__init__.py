"""The Pod Security Standards, one file for each rule.

Source: k8s.io/pod-security-admission v0.37.2, policy/: one file per check there, with its versions.
"""

from typing import Final

from ..rule import Rule
from . import (
    app_armor_profile,
    default_proc_mount,
    drop_all_capabilities,
    no_added_capabilities,
    no_host_namespaces,
    no_host_path,
    no_host_port,
    no_host_probe,
    no_privilege_escalation,
    no_privileged,
    no_windows_host_process,
    run_as_non_root,
    safe_sysctls,
    se_linux_options,
    seccomp_profile,
    volume_types,
)

RULES: Final[tuple[Rule, ...]] = (
    no_privileged.RULE,
    no_host_namespaces.RULE,
    no_host_path.RULE,
    no_host_port.RULE,
    no_host_probe.RULE,
    no_added_capabilities.RULE,
    app_armor_profile.RULE,
    se_linux_options.RULE,
    default_proc_mount.RULE,
    seccomp_profile.RULE,
    safe_sysctls.RULE,
    no_windows_host_process.RULE,
    volume_types.RULE,
    no_privilege_escalation.RULE,
    run_as_non_root.RULE,
    drop_all_capabilities.RULE,
)
"""In the order in which their findings are told."""
