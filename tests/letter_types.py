"""All letter types at once, for tests that send every kind of letter."""

from __future__ import annotations

from lpbe.kernel.chain.letters.disclose import Disclose, disclose_letter
from lpbe.kernel.chain.letters.endorse import Endorse, endorse_letter, endorse_pace_letter
from lpbe.kernel.chain.letters.handover import Handover, handover_letter
from lpbe.kernel.chain.letters.join import Join, join_letter
from lpbe.kernel.chain.letters.note import NoteLetter, note_letter
from lpbe.kernel.chain.letters.pace import (
    ExtendLetter,
    PaceLetter,
    PauseLetter,
    extend_letter,
    pace_letter,
    pause_letter,
)
from lpbe.kernel.chain.letters.play import Play, play_letter
from lpbe.kernel.chain.letters.ready import Ready, ReadyArgs, ready_letter
from lpbe.kernel.chain.letters.rekey import Rekey, rekey_letter
from lpbe.kernel.chain.letters.replace import Replace, replace_letter
from lpbe.kernel.chain.letters.resign import Resign, resign_letter
from lpbe.kernel.chain.letters.standing import StandingLetter, standing_letter
from lpbe.kernel.chain.letters.stop import Stop, stop_letter
from lpbe.kernel.chain.letters.timeout import Timeout, timeout_letter

__all__ = [
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
    "ReadyArgs",
    "Rekey",
    "Replace",
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
