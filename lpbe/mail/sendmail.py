"""Sending through the program that every mail server of Unix brings: sendmail."""

from __future__ import annotations

import subprocess

from ..kernel.base.text import quote
from ..kernel.disk import files
from .parcel import Carrier, Parcel, Undelivered, not_now

PATIENCE = 120
NEVER = (64, 65, 67, 68, 77)
"""Wrong use, wrong data, nobody of that name, no such host, not allowed: as sysexits.h numbers them."""


def through_sendmail(program: str) -> Carrier:
    def carry(parcel: Parcel) -> None:
        hand_over(program, parcel)

    return carry


def hand_over(program: str, parcel: Parcel) -> None:
    """What it takes it keeps; nothing of ours but the mail itself reaches it."""
    command = [program, "-i", "-f", parcel.sender, "--", parcel.to]
    lines = parcel.data.replace(b"\r\n", b"\n")
    try:
        done = subprocess.run(
            command, input=lines, capture_output=True, timeout=PATIENCE, check=False, env=files.surroundings()
        )
    except FileNotFoundError:
        raise not_now("there is no program {program}", program=quote(program)) from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise not_now("{program} does not run: {error}", program=quote(program), error=quote(str(error))) from None
    if done.returncode:
        why = quote(done.stderr.decode("utf-8", "replace").strip()[:300] or str(done.returncode))
        if done.returncode in NEVER:
            raise Undelivered("E_MAIL_REFUSED", "the mail to {to} is not taken: {why}", to=parcel.to, why=why)
        raise not_now("the mail to {to} is not taken now: {why}", to=parcel.to, why=why)
