"""How Pulumi writes what JSON cannot say: secrets, and values that are not known yet.

Pure: the policy pack reads these marks on the wire, the command in files (`plain`, which knows the rules'
UNKNOWN and is imported from its own file: the marks alone cost nothing).
"""

from .marks import OUTPUT, REDACTED, SECRET, SIGNATURE, UNKNOWNS

__all__ = ["OUTPUT", "REDACTED", "SECRET", "SIGNATURE", "UNKNOWNS"]
