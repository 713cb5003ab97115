"""What a player may type into an e-mail: orders, notes, policies, `ok`, and commands that stop or leave the game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import StrEnum

from msgspec import Struct

from ...app.ordering.outbox import next_free
from ...app.session.seat_view import SeatView
from ...app.session.seats import check_stays
from ...kernel.base.errors import Failure, Rejected, Stale, WrongKind
from ...kernel.chain.letter import AnyLetter
from ...kernel.chain.letters.resign import resign_letter
from ...kernel.chain.letters.stop import stop_letter
from ...kernel.content import packs
from ...kernel.engine.rulebook import Rules
from ...kernel.language.order_parser import ANYBODY, LANGUAGES, typed_orders
from ..outgoing.votes import roster
from .talk import is_closing, is_doubtful_word
from .wrapped_orders import strip_emoji

OK_WORDS = frozenset(["ok", "okay", "o.k", "d'accord", "yes", "oui", "ja"])
OK_PHRASES = frozenset(["as is", "as it is", "yes please", "tel quel"])
MIN_ORDER_CHARS = 3
"""Orders may be abbreviated, but not to a letter or two: people write those for other reasons too."""
NOTE = "note"
POLICY = ("policy", "consigne")


class Command(StrEnum):
    """Something said about the game itself, not as a move in it."""

    STOP = "stop"
    STOP_CONFIRMED = "stop-confirmed"
    GO_ON = "go-on"
    RESIGN = "resign"
    RESIGN_CONFIRMED = "resign-confirmed"
    ENDORSE = "endorse"


PHRASES = {
    "stop": Command.STOP,
    "arrêter": Command.STOP,
    "stop the game": Command.STOP_CONFIRMED,
    "arrêter la partie": Command.STOP_CONFIRMED,
    "do not stop": Command.GO_ON,
    "ne pas arrêter": Command.GO_ON,
    "resign": Command.RESIGN,
    "leave the game": Command.RESIGN,
    "quitter la partie": Command.RESIGN,
    "resign for good": Command.RESIGN_CONFIRMED,
    "quitter pour de bon": Command.RESIGN_CONFIRMED,
    "endorse": Command.ENDORSE,
    "approuver": Command.ENDORSE,
}


class Request(Struct, frozen=True):
    """The lines of an e-mail, sorted by what they are."""

    orders: list[str] = []
    notes: list[str] = []
    policies: list[str] = []
    commands: list[Command] = []


def is_ok(text: str) -> bool:
    """Return whether a line accepts the suggested answer as it is; thanks may follow."""
    said = strip_emoji(text).casefold().rstrip(" .!")
    word, _, rest = said.partition(" ")
    if said in OK_PHRASES or (word.rstrip(" .,!") in OK_WORDS and not rest):
        return True
    return word.rstrip(" .,!") in OK_WORDS and is_closing(rest) and not is_doubtful_word(rest)


def sort_lines(rules: Rules, lines: Sequence[str]) -> Request:
    """Sort the lines of an e-mail by what they are; leave out `ok`."""
    request = Request()
    for line in lines:
        first, _, rest = line.partition(" ")
        word = first.casefold().rstrip(":")
        text = rest.strip()
        if word == NOTE and text:
            request.notes.append(text)
        elif word in POLICY and text:
            request.policies.append(text)
        elif command := find_command(rules, line):
            request.commands.append(command)
        elif not is_ok(line):
            request.orders.append(line)
    return request


def is_request(rules: Rules, text: str) -> bool:
    """Return whether a line is a command that can be sent by e-mail, whether or not it is allowed now."""
    request = sort_lines(rules, [text])
    if is_ok(text) or request.notes or request.commands:
        return True
    if request.policies:
        return "=" in request.policies[0]
    if any(sum(map(str.isalnum, part.split()[0])) < MIN_ORDER_CHARS for part in text.split(";") if part.strip()):
        return False
    try:
        return bool(typed_orders(rules, text, ANYBODY))
    except Failure:
        return False


def request_verbs(rules: Rules) -> list[str]:
    """Return the first words of what can be asked for, in every language."""
    all_words = [packs.words(rules.game.name, lang) for lang in LANGUAGES]
    first_words = {template.split()[0].casefold() for words in all_words for template in words.orders.values()}
    return sorted([*first_words, NOTE, *POLICY])


# commands of a mail seat


def find_command(rules: Rules, text: str) -> Command | None:
    """Return the command that a line is; anything that this game understands as an order is not a command."""
    command = PHRASES.get(" ".join(text.casefold().rstrip(" .!").split()))
    with suppress(Failure):
        return None if command and typed_orders(rules, text, ANYBODY) else command
    return command


def command_letters(view: SeatView, commands: Sequence[Command]) -> Iterator[tuple[AnyLetter, str]]:
    """Yield the letters for commands and what they do, in words; refuse whatever is visibly impossible."""
    first = next_free(view.opened, view.seat) if commands else 0
    for number, command in enumerate(dict.fromkeys(commands), first):
        check_confirmed(command)
        if command in (Command.STOP_CONFIRMED, Command.GO_ON):
            yield stop_by_mail(view, command, number)
        else:
            yield resign_by_mail(view, command, number)


def check_confirmed(command: Command) -> None:
    """Refuse to end a game, or a seat's part in it, on the strength of a single word, which may be meant otherwise."""
    if command is Command.STOP:
        raise Rejected(
            "E_MAIL_LINE",
            "stopping ends the whole game here",
            "if that is what you want, write on a line of its own: stop the game",
        )
    if command is Command.RESIGN:
        raise Rejected(
            "E_MAIL_LINE",
            "you cannot undo leaving a game",
            "if you are sure, write on a line of its own: resign for good",
        )


def stop_by_mail(view: SeatView, command: Command, number: int) -> tuple[AnyLetter, str]:
    """Agree to stop the game, or withdraw that agreement."""
    opened = view.opened
    seat = view.seat
    check_stays(opened, seat)
    if opened.rules.book.stop is None:
        raise WrongKind("E_ORDER_KIND", "this game cannot be stopped by agreement")
    agrees = command is Command.STOP_CONFIRMED
    agreed_before = seat in roster(opened.game.state, "stopping")
    if agrees and agreed_before:
        raise Stale("E_ORDER_STALE", "{seat} has already agreed to stop", seat=seat)
    if not agrees and not agreed_before:
        raise Stale("E_ORDER_STALE", "{seat} has not agreed to stop", seat=seat)
    if agrees:
        text = view.locale.localise(
            "you agree to stop the game here; to withdraw that, write on a line of its own: do not stop"
        )
    else:
        text = view.locale.localise("you want to keep playing")
    return stop_letter(opened.game, seat, agrees, number), text


def resign_by_mail(view: SeatView, command: Command, number: int) -> tuple[AnyLetter, str]:
    """Leave the game for good. A mail seat cannot endorse: it has no vote."""
    check_stays(view.opened, view.seat)
    if command is Command.ENDORSE:
        raise Rejected("E_ORDER_QUORUM", "a seat that plays by e-mail has no vote; the others decide")
    text = view.locale.localise("you leave the game; from now on your policy and the default answers play your seat")
    return resign_letter(view.opened.game, view.seat, number), text


# command lines for a seat with a key

COMMAND_LINES = {
    Command.STOP: "stop {game} --yes",
    Command.STOP_CONFIRMED: "stop {game} --yes",
    Command.GO_ON: "stop {game} --withdraw",
    Command.RESIGN: "resign {game} --yes",
    Command.RESIGN_CONFIRMED: "resign {game} --yes",
    Command.ENDORSE: "endorse {game}",
}


def suggest_commands(rules: Rules, game: str, option: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield the command lines that sign what was typed, one per letter; each prints an e-mail."""
    request = sort_lines(rules, lines)
    if request.orders or not lines:
        orders = shlex.join(request.orders) or "'ORDERS'"
        yield f"lpbe order {game} {orders} {option}"
    if request.policies:
        yield f"lpbe policy {game} {shlex.join(request.policies)} {option}"
    yield from (f"lpbe note {game} {shlex.quote(text)} {option}" for text in request.notes)
    for command in dict.fromkeys(request.commands):
        yield f"lpbe {COMMAND_LINES[command].format(game=game)} {option}"
