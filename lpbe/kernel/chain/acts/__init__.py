"""What a seat or the referee can do, one file an act: its letter, how it is written, checked, entered, carried out."""

from typing import Union

from .disclose import Disclose, disclose_letter
from .endorse import Endorse, endorse_letter
from .handover import Handover, handover_letter
from .join import Join, join_letter
from .play import Play, play_letter
from .ready import Ready, ready_letter
from .rekey import Rekey, rekey_letter
from .replace import Replace, Replacement, replace_letter
from .resign import Resign, resign_letter
from .set_policy import SetPolicy, policy_letter
from .timeout import Timeout, timeout_letter

AnyLetter = Union[Play, SetPolicy, Join, Ready, Timeout, Resign, Rekey, Replace, Endorse, Handover, Disclose]

__all__ = [
    "AnyLetter",
    "Disclose",
    "Endorse",
    "Handover",
    "Join",
    "Play",
    "Ready",
    "Rekey",
    "Replace",
    "Replacement",
    "Resign",
    "SetPolicy",
    "Timeout",
    "disclose_letter",
    "endorse_letter",
    "handover_letter",
    "join_letter",
    "play_letter",
    "policy_letter",
    "ready_letter",
    "rekey_letter",
    "replace_letter",
    "resign_letter",
    "timeout_letter",
]
