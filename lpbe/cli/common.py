"""What commands share: finding the game, the key and the seat; saying the result."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import UnsetType

from ..games import rules_of
from ..kernel.base.canon import Plain, json_line
from ..kernel.base.errors import Malformed, Misused
from ..kernel.base.text import printable
from ..kernel.chain.pinning import check_pinned
from ..kernel.chain.records import GameFile, head_id
from ..kernel.chain.seating import Genesis, seat_of
from ..kernel.chain.step import authenticate
from ..kernel.crypto.keys import Identity, KeyFile, key_text
from ..kernel.crypto.sshsig import parse_public_line
from ..kernel.disk import files
from ..kernel.folder.folder import Place, load, locate
from ..kernel.play.rulebook import Rules
from .faults import set_listener

F = TypeVar("F", bound=Callable[..., Any])


def game_argument(command: F) -> F:
    import click

    return click.argument("game", metavar="GAME", type=click.Path())(command)


def key_option(command: F) -> F:
    import click

    help_text = "Your key file; - reads it from standard input."
    return click.option("--key", "key", metavar="FILE", type=click.Path(), help=help_text)(command)


def as_option(command: F) -> F:
    import click

    def seats(ctx: Any, param: Any, incomplete: str) -> list[Any]:
        from .completion import seats_of

        return [*seats_of(ctx, incomplete)]

    help_text = "Which of your seats, where you have several."
    return click.option("--as", "seat", metavar="SEAT", shell_complete=seats, help=help_text)(command)


def json_option(command: F) -> F:
    import click

    return click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")(command)


def pin_option(command: F) -> F:
    import click

    help_text = "Remember the last head there, and refuse a game file that does not follow it."
    return click.option("--pin", metavar="FILE", type=click.Path(), help=help_text)(command)


def lang_option(command: F) -> F:
    import click

    return click.option("--lang", type=click.Choice(["en", "fr"]), help="In this language.")(command)


def now_option(command: F) -> F:
    import click

    return click.option("--now", metavar="TIME", help="The time to write, in games with a pace.")(command)


def example(*lines: str) -> str:
    """The example at the end of a command's help."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def say(text: str) -> None:
    sys.stdout.write(printable(text) + "\n")


def respond(as_json: bool, value: Plain, text: str) -> None:
    """The result, for a program or a person."""
    if as_json:
        sys.stdout.write(json_line({"ok": True, **value}) + "\n")
    elif text:
        sys.stdout.write(printable(text) + ("" if text.endswith("\n") else "\n"))


class Opened:
    """A game file that has been read and found authentic."""

    __slots__ = ("game", "head", "place", "rules")

    def __init__(self, place: Place, game: GameFile, rules: Rules) -> None:
        self.place, self.game, self.rules = place, game, rules
        self.head = head_id(game.last.head)

    def render(self, game: GameFile) -> str:
        from ..report import public_report

        return public_report(self.rules, game)


def open_game(path: str, pin: str | None = None) -> Opened:
    place = locate(path)
    game = load(place)
    rules = rules_for(place, game.genesis)
    check_pinned(game.genesis, rules)
    authenticate(game)
    opened = Opened(place, game, rules)
    if pin:
        from .pins import check_pin

        check_pin(opened, pin)
    return opened


def rules_for(place: Place, genesis: Genesis) -> Rules:
    """The rules of a game, with its own content if it has any: that lies beside the game file."""
    if isinstance(genesis.pack, UnsetType):
        return rules_of(genesis)
    if not files.is_file(place.pack):
        raise Malformed(
            "E_PACK",
            "this game is played with a content pack ({pack}), and there is none here",
            "put the host's pack.toml beside the game file",
            pack=genesis.pack[:12],
        ).in_file(place.pack)
    return rules_of(genesis, read_pack(place.pack))


def read_pack(path: str) -> Plain:
    return files.read_game_data(path)


def window_of(game: GameFile) -> Plain:
    window = game.state.window
    told: Plain = {"number": window.number, "waiting": list(window.waiting)}
    if not isinstance(window.deadline, UnsetType):
        told["deadline"] = window.deadline
    return told


def position(game: GameFile) -> Plain:
    """The part of an answer that every command gives of a game."""
    state = game.state
    return {
        "game": state.game,
        "seq": state.seq,
        "head": head_id(game.last.head),
        "window": window_of(game),
        "over": state.window.kind == "over",
    }


def key_home() -> str:
    base = files.environment("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base, "lpbe", "key")


def find_key(option: str | None) -> str | None:
    """The text of the caller's key file, or None: --key, LPBE_KEY, LPBE_KEY_FILE, the default place."""
    if option == "-":
        return files.read_stdin(files.KEY).decode("utf-8", "replace")
    if option:
        return files.read_key_text(option)
    if line := files.environment("LPBE_KEY", pop=True):
        return line
    if path := files.environment("LPBE_KEY_FILE"):
        return files.read_key_text(path)
    return files.read_key_text(key_home()) if files.is_file(key_home()) else None


def identity_of(text: str) -> Identity:
    key = KeyFile(text)
    seed = key.seed(passphrase() if key.locked else "")
    if not key.ssh:
        return Identity(seed)
    return Identity(seed, key.ssh, parse_public_line(read_public(key.ssh)))


def read_public(path: str) -> str:
    public = path if path.endswith(".pub") else path + ".pub"
    return files.read(public, files.KEY).decode("utf-8", "replace")


def passphrase() -> str:
    given = files.environment("LPBE_PASSPHRASE", pop=True)
    return given or ask("Passphrase")


def ask(prompt: str, again: bool = False) -> str:
    """A passphrase, typed where nobody sees it; without a terminal nobody can be asked."""
    import warnings
    from getpass import GetPassWarning

    import click

    with warnings.catch_warnings():
        warnings.simplefilter("error", GetPassWarning)
        try:
            return str(click.prompt(prompt, hide_input=True, confirmation_prompt=again, err=True))
        except click.Abort:
            raise KeyboardInterrupt from None
        except GetPassWarning:
            told = "a passphrase is needed, and there is no terminal to ask on"
            raise Malformed("E_KEY_PASSPHRASE", told, "give it: LPBE_PASSPHRASE") from None


def maybe_identity(option: str | None) -> Identity | None:
    text = find_key(option)
    return None if text is None else identity_of(text)


def need_identity(option: str | None) -> Identity:
    identity = maybe_identity(option)
    if identity is None:
        raise Malformed("E_KEY_MISSING", "there is no key here", "make one: lpbe key new, or give it: --key FILE")
    return identity


def identity_or_new(option: str | None) -> tuple[Identity, str]:
    """The caller's identity; a key is made on first need. Also where it was put, if it was."""
    identity = maybe_identity(option)
    if identity is not None:
        return identity, ""
    path = key_home()
    identity = Identity(os.urandom(32))
    write_key(path, identity, "me", "")
    return identity, path


def write_key(path: str, identity: Identity, name: str, secret: str) -> None:
    from datetime import date

    folder = os.path.dirname(path)
    if folder:
        files.make_folder(folder, 0o700)
    files.create(path, key_text(identity, name, date.today().isoformat(), secret).encode())


def my_seat(game: GameFile, identity: Identity | None, wanted: str | None) -> str:
    """The seat whose key this is; from here on its player is spoken to."""
    seat = found_seat(game, identity, wanted)
    set_listener(language(game, seat), game.genesis.rules)
    return seat


def found_seat(game: GameFile, identity: Identity | None, wanted: str | None) -> str:
    """The seat of this key; --as chooses among several."""
    from ..kernel.chain.compose import find_seat, own_seats

    mine = own_seats(game, identity)
    keyless = [s.id for s in game.state.seats if isinstance(s.sign, UnsetType)]
    allowed = [*mine, *(keyless if game.genesis.trust == "open" else [])]
    if wanted:
        seat = find_seat(game, wanted).id
        if seat not in allowed:
            raise Malformed("E_KEY_ROLE", "this key is not that of {seat}", "give the right one: --key FILE", seat=seat)
        return seat
    waiting = [seat for seat in allowed if seat in game.state.window.waiting]
    if len(allowed) == 1 or len(waiting) == 1:
        return waiting[0] if len(waiting) == 1 else allowed[0]
    if not allowed:
        raise Malformed("E_KEY_ROLE", "this key has no seat in this game", "give the right one: --key FILE")
    raise Misused("E_SEAT", "you have several seats in this game", "say which: --as {seats}", seats="|".join(allowed))


def signer_of(opened: Opened, seat: str, identity: Identity | None) -> Identity | None:
    """Whoever signs for a seat; nobody does for one that has no key."""
    record = seat_of(opened.game.state, seat)
    return None if record is not None and isinstance(record.sign, UnsetType) else identity


def language(game: GameFile, seat: str | None) -> str:
    record = next((s for s in game.state.seats if s.id == seat), None)
    return (record.lang if record else "") or game.genesis.lang


def game_language(game: GameFile) -> str:
    """How a command without a seat speaks: as the game does; an English one leaves it to the environment."""
    return "" if game.genesis.lang == "en" else game.genesis.lang


def clock(game: GameFile, now: str | None) -> str | None:
    return clock_of(game.genesis, now)


def clock_of(genesis: Genesis, now: str | None) -> str | None:
    """The time that goes into the head: only in games with a pace."""
    if isinstance(genesis.pace, UnsetType):
        return None
    from ..kernel.chain.books import parse_time

    if now:
        parse_time(now)
        return now
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
