"""The rules as policies of pulumi_policy, for a pack that is composed with others.

    PolicyPack("ours", [*policies(of_profile(PROFILES["gke"])), *our_own])

Where that is possible, rather give the engine the pack of this project beside your own: it takes several.
That one tells more, since pulumi_policy hands secrets to a policy as plain text: here no message prints a
value, a name or a reason. And it is faster, since pulumi_policy makes a copy of the properties for every
policy. Measured side by side, a Sandbox of two containers took 1.4 ms in the pack and 19 ms in 37 policies,
of which 18 ms were pulumi_policy's own; what can be saved beside that is saved by reading a resource once for
all policies (see `visit`; without it, 43 ms). A list that yields only the policies with findings would be
fast too, and was not taken: which findings there are depends on the configuration of each policy, which only
that policy is told, and a rule that is passed over by mistake is a fault that nobody sees.
"""

from .catalogue import policies
from .not_blocking import NOT_BLOCKING
from .stack_policy import IN_STACK

__all__ = ["IN_STACK", "NOT_BLOCKING", "policies"]
