"""How Pulumi writes what JSON cannot say: secrets, and values that are not known yet.

Pure: the policy pack reads these marks on the wire, the command in files.
"""

from .marks import OUTPUT, REDACTED, SECRET, SIGNATURE, UNKNOWNS
from .plain import Plain, plain

__all__ = ["OUTPUT", "REDACTED", "SECRET", "SIGNATURE", "UNKNOWNS", "Plain", "plain"]
