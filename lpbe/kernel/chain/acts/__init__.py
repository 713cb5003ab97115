"""What a seat or the referee can do, one file an act: its letter, how it is written, checked, entered, carried out."""

from typing import Union

from .disclose import Disclose, disclose_letter
from .endorse import Endorse, endorse_letter, endorse_pace_letter
from .handover import Handover, handover_letter
from .join import Join, join_letter
from .note import NoteLetter, note_letter
from .pace import ExtendLetter, PaceLetter, PauseLetter, extend_letter, pace_letter, pause_letter
from .play import Play, play_letter
from .ready import Ready, ready_letter
from .rekey import Rekey, rekey_letter
from .replace import Replace, Replacement, replace_letter
from .resign import Resign, resign_letter
from .standing import StandingLetter, standing_letter
from .stop import Stop, stop_letter
from .timeout import Timeout, timeout_letter

AnyLetter = Union[
    Play,
    StandingLetter,
    NoteLetter,
    Join,
    Ready,
    Timeout,
    Stop,
    Resign,
    Rekey,
    Replace,
    Endorse,
    PaceLetter,
    PauseLetter,
    ExtendLetter,
    Handover,
    Disclose,
]

__all__ = [
    "AnyLetter",
    "Disclose",
    "Endorse",
    "ExtendLetter",
    "Handover",
    "Join",
    "NoteLetter",
    "PaceLetter",
    "PauseLetter",
    "Play",
    "Ready",
    "Rekey",
    "Replace",
    "Replacement",
    "Resign",
    "StandingLetter",
    "Stop",
    "Timeout",
    "disclose_letter",
    "endorse_letter",
    "endorse_pace_letter",
    "extend_letter",
    "handover_letter",
    "join_letter",
    "note_letter",
    "pace_letter",
    "pause_letter",
    "play_letter",
    "ready_letter",
    "rekey_letter",
    "replace_letter",
    "resign_letter",
    "standing_letter",
    "stop_letter",
    "timeout_letter",
]
