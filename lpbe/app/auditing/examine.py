"""Take a consistent snapshot of a game on disk, and verify it as far as a key allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ...bots.levels import level_of
from ...bots.strategies import BOTS, with_version
from ...kernel.audit.findings import Progress, Verdict
from ...kernel.audit.level1 import Sighting
from ...kernel.audit.level2 import BotLetter, every_move
from ...kernel.audit.opened_seat import SeatOpener
from ...kernel.audit.verify import Materials, verify
from ...kernel.base.errors import Failure, Malformed, Misused, Unauthentic
from ...kernel.chain.letter import AnyLetter
from ...kernel.chain.player_view import own_seats, unsigned_letter
from ...kernel.chain.records import Envelope, GameFile
from ...kernel.chain.transition import ChainState, Referee
from ...kernel.crypto.keys import Identity, Secrets, b64
from ...kernel.disk import files, folders
from ...kernel.engine.rulebook import Rules
from ...kernel.gamedir.gamedir import Place, Reports, dump_game, load, locate, steps_with_report
from ...kernel.gamedir.log import entry_or_none
from ...kernel.gamedir.receipts import ReceiptFile, receipt_files, refused_letters
from ..hosting.referee_actions import bot_choice
from ..session.accepted_rules import is_accepted
from ..session.open_game import OpenGame, rules_for
from ..session.pin_file import read_pin
from ..session.pins import keeps_pins


class Taken(Struct, frozen=True):
    """A snapshot of a game between two steps: game file, log, existing reports, and what was refused."""

    place: Place
    game: GameFile
    data: bytes
    lines: list[bytes] | None = None
    reports: set[int] = set()
    receipts: list[ReceiptFile] = []
    refused: dict[str, list[Envelope]] = {}


def take(place: Place) -> Taken:
    """Take a snapshot of a game; wait for any run in progress."""
    if not place.folder:
        return Taken(place, load(place), files.read(place.game, files.MAX_GAME_BYTES))
    with folders.lock(place.folder):
        game = load(place)
        data = files.read(place.game, files.MAX_GAME_BYTES)
        receipts = receipt_files(place)
        wanted = {refusal.letter_id for file in receipts for refusal in file.receipt.refused}
        return Taken(
            place=place,
            game=game,
            data=data,
            lines=read_log_lines(place),
            reports=steps_with_report(place),
            receipts=receipts,
            refused=refused_letters(place, wanted),
        )


def read_log_lines(place: Place) -> list[bytes] | None:
    """Return the lines of the log without a last line that a killed run left incomplete."""
    if not files.is_file(place.log):
        return None
    lines = list(files.each_line(place.log, files.MAX_LOG_LINE_BYTES))
    line, _, whole = files.last_line(place.log, files.MAX_LOG_LINE_BYTES)
    return lines if whole or entry_or_none(line) else lines[:-1]


def examine(
    taken: Taken,
    identity: Identity | None,
    progress: Progress,
    options: VerifyOptions | None = None,
    keep_pins: bool = True,
) -> Verdict:
    """Verify a game at the highest level that this key allows."""
    check_spelling(taken)
    game = taken.game
    seats: dict[str, SeatOpener] = {}
    if identity and game.genesis.trust == "referee":
        seats = dict.fromkeys(own_seats(game, identity), identity)
    opened = OpenGame(taken.place, game, rules_for(taken.place, game.genesis), keep_pins)
    return examine_as(opened, taken, seats, sightings(opened, identity), progress, options or VerifyOptions())


def examine_as(
    opened: OpenGame,
    taken: Taken,
    seats: Mapping[str, SeatOpener],
    seen: Sequence[Sighting],
    progress: Progress,
    options: VerifyOptions,
) -> Verdict:
    """Verify a game as far as these seats are opened; `seen` says when its steps were first seen."""
    game = taken.game
    reports = Reports(taken.place, opened.render, taken.reports) if options.reports else None
    before = [load_earlier(path, game) for path in options.before]
    if before and not seats:
        raise Misused("E_USAGE", "--before shows your private part at an earlier step", "give your key: --key FILE")
    beside = Materials(
        reports=reports,
        receipts=taken.receipts,
        refused=taken.refused,
        before=before,
        seen=seen,
        ask=bot_letter(opened.rules),
        share=every_move if options.every_bot_move else audited_share,
        helped=True,
        other_rules=options.other_rules or is_accepted(game.genesis, opened.rules),
    )
    return verify(opened.rules, game, taken.lines, seats, progress, beside=beside)


class VerifyOptions(Struct, frozen=True):
    """What is verified besides the chain: reports, game files of earlier steps, and whether other rules will do."""

    reports: bool = True
    before: Sequence[str] = ()
    other_rules: bool = False
    every_bot_move: bool = False
    """Also work out every move of bots that think long."""


def load_earlier(path: str, game: GameFile) -> GameFile:
    """Load a game file of an earlier step of the same game."""
    kept = load(locate(path))
    if kept.state.game != game.state.game:
        raise Malformed("E_STATE_GAME", "this file belongs to another game").in_file(path)
    return kept


def sightings(opened: OpenGame, identity: Identity | None) -> list[Sighting]:
    """Return the step that this key remembers, and when it saw it."""
    if identity is None or not keeps_pins(opened):
        return []
    try:
        pin = read_pin(b64(identity.sign_public), opened.game.state.game)
    except Failure:
        return []  # a broken pin is reported elsewhere
    return [Sighting(pin.head.seq, pin.head.id, pin.seen)] if pin else []


def bot_letter(rules: Rules) -> BotLetter:
    """Return a function that asks the installed bots for their letters again."""

    def ask(step: ChainState, secrets: Secrets, seat: str, bot: str) -> AnyLetter | None:
        if bot not in available_bots():
            return None
        referee = Referee(secrets)
        return unsigned_letter(step, seat, referee, rules, bot_choice(rules, step, referee, bot))

    return ask


def audited_share(bot: str) -> int:
    """Return one of how many moves of a bot is worked out again, if it is available here."""
    level = level_of(bot)
    return level.audited if level and bot in available_bots() else 1


def available_bots() -> list[str]:
    return [with_version(bot) for bot in BOTS]


def check_spelling(taken: Taken) -> None:
    """Refuse a game file that differs from what the program writes by more than white space."""
    if b"".join(dump_game(taken.game, taken.place.game).split()) != b"".join(taken.data.split()):
        raise Unauthentic("E_STATE_FORM", "this game file has been edited: it is not as lpbe wrote it")
