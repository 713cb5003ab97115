"""A game taken from the disk as it stands, and checked as far as it can be checked."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ..bots import BOTS, versioned
from ..kernel.audit.bots import BotLetter
from ..kernel.audit.own import Sighting
from ..kernel.audit.verdict import Progress, Verdict
from ..kernel.audit.verify import Beside, verify
from ..kernel.base.errors import Failure, Malformed, Misused, Unauthentic
from ..kernel.chain.compose import own_seats, unsigned_letter
from ..kernel.chain.letters import AnyLetter
from ..kernel.chain.records import Envelope, GameFile
from ..kernel.chain.step import Link, Referee
from ..kernel.crypto.keys import Identity, Secrets, b64
from ..kernel.disk import files
from ..kernel.folder.folder import Place, dump_game, load, locate
from ..kernel.folder.log import entry_or_none
from ..kernel.folder.receipts import ReceiptFile, receipt_files, refused_letters
from ..kernel.folder.reports import Reports, steps_with_report
from ..kernel.play.rulebook import Rules
from .accepted import accepted_here
from .game import OpenGame, rules_for
from .pins import pinned_here, read_pin
from .run import bot_choice


class Taken(Struct, frozen=True):
    """What lies on the disk between two steps: game file, log, which reports there are, and what was refused."""

    place: Place
    game: GameFile
    data: bytes
    lines: list[bytes] | None = None
    reports: set[int] = set()
    receipts: list[ReceiptFile] = []
    refused: dict[str, list[Envelope]] = {}


def take(place: Place) -> Taken:
    """What lies there now, though a run may be going on."""
    if not place.folder:
        return Taken(place, load(place), files.read(place.game, files.GAME))
    with files.lock(place.folder):
        game, data = load(place), files.read(place.game, files.GAME)
        receipts = receipt_files(place)
        wanted = {refusal.order for file in receipts for refusal in file.receipt.refused}
        return Taken(
            place, game, data, log_of(place), steps_with_report(place), receipts, refused_letters(place, wanted)
        )


def log_of(place: Place) -> list[bytes] | None:
    """The lines of the log; one that a killed run has torn was never written."""
    if not files.is_file(place.log):
        return None
    lines = list(files.each_line(place.log, files.LOG_LINE))
    line, _, whole = files.last_line(place.log, files.LOG_LINE)
    return lines if whole or entry_or_none(line) else lines[:-1]


def examine(taken: Taken, identity: Identity | None, progress: Progress, wish: Wish | None = None) -> Verdict:
    check_spelling(taken)
    game, seats, wish = taken.game, dict[str, Identity](), wish or Wish()
    if identity and game.genesis.trust == "referee":
        seats = dict.fromkeys(own_seats(game, identity), identity)
    opened = OpenGame(taken.place, game, rules_for(taken.place, game.genesis))
    reports = Reports(taken.place, opened.render, taken.reports) if wish.reports else None
    before = [earlier(path, game) for path in wish.before]
    if before and not seats:
        raise Misused("E_USAGE", "--before shows your own part of an earlier step", "give your key: --key FILE")
    seen = sightings(opened, identity)
    ask, other = bot_letter(opened.rules), wish.other_rules or accepted_here(game.genesis, opened.rules)
    beside = Beside(reports, taken.receipts, taken.refused, before, seen, ask, True, other)
    return verify(opened.rules, game, taken.lines, seats, progress, beside=beside)


class Wish(Struct, frozen=True):
    """What else is asked for: with the reports or without, with game files of earlier steps, by whatever rules."""

    reports: bool = True
    before: Sequence[str] = ()
    other_rules: bool = False


def earlier(path: str, game: GameFile) -> GameFile:
    """A game file that was kept, of the same game."""
    kept = load(locate(path))
    if kept.state.game != game.state.game:
        raise Malformed("E_STATE_GAME", "this file belongs to another game").in_file(path)
    return kept


def sightings(opened: OpenGame, identity: Identity | None) -> list[Sighting]:
    """When this key saw the step that it remembers."""
    if identity is None or not pinned_here(opened):
        return []
    try:
        pin = read_pin(b64(identity.sign_public), opened.game.state.game)
    except Failure:
        return []  # a spoiled pin is told elsewhere
    return [Sighting(pin.head.seq, pin.head.id, pin.seen)] if pin else []


def bot_letter(rules: Rules) -> BotLetter:
    """Bots as they are at hand here, to be asked again."""

    def ask(step: Link, secrets: Secrets, seat: str, bot: str) -> AnyLetter | None:
        if bot not in at_hand():
            return None
        referee = Referee(secrets)
        return unsigned_letter(step, seat, referee, rules, bot_choice(rules, step, referee, bot))

    return ask


def at_hand() -> list[str]:
    return [versioned(bot) for bot in BOTS]


def check_spelling(taken: Taken) -> None:
    """No byte of the file but white space may differ from what the program writes."""
    if b"".join(dump_game(taken.game, taken.place.game).split()) != b"".join(taken.data.split()):
        raise Unauthentic("E_STATE_FORM", "this game file was edited: it is not as the program writes it")
