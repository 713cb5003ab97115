"""Letters of a mail on their way into an inbox."""

from __future__ import annotations

from os.path import join

from msgspec import Struct
from msgspec.structs import replace

from ..app.filing import own_letter
from ..app.game import OpenGame
from ..kernel.base.errors import Malformed, Rejected
from ..kernel.chain.acts.play import Play
from ..kernel.chain.letters import letter_id
from ..kernel.chain.records import Envelope
from ..kernel.folder.inbox import dump_letter, letter_name, read_letter


class ToFile(Struct, frozen=True):
    """A letter on its way into an inbox."""

    folder: str
    name: str
    data: bytes


def waits(opened: OpenGame, envelope: Envelope) -> bool:
    path = join(opened.place.inbox, letter_name(envelope.order))
    return own_letter(opened, path) and letter_id(read_letter(path).order) == letter_id(envelope.order)


def to_file(opened: OpenGame, envelope: Envelope) -> ToFile:
    """Under its own name; where another letter has that, under one that is like no other."""
    name = letter_name(envelope.order)
    path = join(opened.place.inbox, name)
    mailed = isinstance(envelope.order, Play) and envelope.order.via
    if not mailed and taken(opened, path):
        name = f"{name.removesuffix('.toml')}.{letter_id(envelope.order)[:12]}.toml"
    return ToFile(opened.place.inbox, name, dump_letter(envelope, name))


def taken(opened: OpenGame, path: str) -> bool:
    try:
        read_letter(path)
    except (Malformed, Rejected) as fault:
        return fault.code != "E_FILE_MISSING"
    return True


def apart(letters: list[ToFile]) -> list[ToFile]:
    """Two letters of one mail never take each other's place: of two under one name the second gets another."""
    names = [(one.folder, one.name) for one in letters]
    return [
        one if at == names.index(names[at]) else replace(one, name=f"{one.name.removesuffix('.toml')}.{at}.toml")
        for at, one in enumerate(letters)
    ]
