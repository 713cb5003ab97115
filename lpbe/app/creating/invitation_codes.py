"""Invitation codes as people copy and type them: with check letters, so that a slip is noticed at once."""

from __future__ import annotations

from ...kernel.base.canonical import tagged_hash
from ...kernel.base.errors import WrongCode
from ...kernel.crypto.keys import b32

CODE_LETTERS = 20
CHECK_LETTERS = 2
"""What is printed after the code; the protocol knows only the code."""
LOOKALIKES = str.maketrans("018", "OIB")
"""Digits that appear in no code, and the letters they are mistaken for."""


def with_check(code: str, game: str, seat: str) -> str:
    """Return a code as it is printed, with the check letters for this seat of this game."""
    return f"{code}-{check_letters(plain_letters(code), game, seat)}"


def read_invitation(typed: str, game: str, seat: str) -> str:
    """Return the code that was typed, checked; a code without check letters, from an older version, is not checked."""
    letters = plain_letters(typed)
    code = letters[:CODE_LETTERS]
    if not letters or (letters == code and len(code) == CODE_LETTERS):
        return code
    if len(letters) != CODE_LETTERS + CHECK_LETTERS:
        raise WrongCode(
            "E_ORDER_INVITE",
            "an invitation code has {length} letters and digits, but this one has {count}",
            "copy the whole code again, or ask the host for it: lpbe invite",
            length=CODE_LETTERS + CHECK_LETTERS,
            count=len(letters),
        )
    if letters != code + check_letters(code, game, seat):
        raise WrongCode(
            "E_ORDER_INVITE",
            "the invitation code is mistyped, or it is not for {seat} in this game",
            "copy the whole code again, or ask the host for it: lpbe invite",
            seat=seat,
        )
    return code


def plain_letters(code: str) -> str:
    return "".join(code.upper().split()).replace("-", "").translate(LOOKALIKES)


def check_letters(letters: str, game: str, seat: str) -> str:
    return b32(tagged_hash("invite-check", letters, game, seat))[:CHECK_LETTERS]
