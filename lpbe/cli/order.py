"""Orders and standing policies."""

from __future__ import annotations

from itertools import islice

import click

from ..kernel.base.canon import Plain, data
from ..kernel.base.errors import Misused, Rejected
from ..kernel.base.text import check_note
from ..kernel.chain.checks import check_letter
from ..kernel.chain.compose import Mine, open_notes, open_state, open_view, play_letter, policy_letter, sign
from ..kernel.chain.letters import Envelope
from ..kernel.chain.records import View, seat_of
from ..kernel.content import packs
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files
from ..kernel.play import standing
from ..kernel.play.dry_run import worth_signing
from ..kernel.play.rulebook import tag
from ..kernel.play.rules import Order, Plan, State
from ..kernel.play.table import answers_wanted
from ..kernel.words.grammar import Typist, parse_orders
from ..kernel.words.sentences import phrase
from ..kernel.words.templates import order_text
from .common import (
    Opened,
    as_option,
    clock,
    example,
    game_argument,
    json_option,
    key_option,
    language,
    maybe_identity,
    my_seat,
    open_game,
    pin_option,
    position,
    respond,
    signer_of,
)
from .faults import localised
from .filing import LAST_REV, file_letter, next_free, next_rev, output_options, same_letter_waits
from .foresight import foresee

MEANT = 300
"""Of so many legal orders the nearest is told to who mistypes."""


class Desk:
    """A game, who looks at it, and what that seat can see."""

    __slots__ = ("identity", "notes", "opened", "seat", "state", "view")

    def __init__(self, opened: Opened, identity: Identity | None, seat: str) -> None:
        self.opened, self.identity, self.seat = opened, identity, seat
        self.view: View = open_view(opened.rules, opened.game, seat, identity)
        self.state: State | None = open_state(opened.rules, opened.game, seat, self.view)
        record = seat_of(opened.game.state, seat)
        self.notes = open_notes(record.mine, opened.game.state.game, seat, identity) if record and identity else Mine()

    @property
    def signer(self) -> Identity | None:
        """Who signs for the seat: nobody where it has no key."""
        return signer_of(self.opened, self.seat, self.identity)


def sit_down(game: str, key: str | None, seat: str | None, pin: str | None = None) -> Desk:
    opened = open_game(game, pin)
    identity = maybe_identity(key)
    return Desk(opened, identity, my_seat(opened.game, identity, seat))


def read_batch(desk: Desk, orders: tuple[str, ...], file: str | None, draft: bool) -> list[Order]:
    """The orders a player means: typed, from a file, or the rest of the last batch."""
    if sum([bool(orders), bool(file), draft]) != 1:
        raise Misused("E_USAGE", "give orders, or a file of orders, or --draft", "lpbe order GAME 'ORDER; ORDER'")
    if file:
        batch = files.read_letter_data(file).get("batch")
        if not isinstance(batch, list) or not all(isinstance(entry, dict) for entry in batch):
            raise Misused(
                "E_USAGE",
                "a file of orders has one [[batch]] table an order",
                "see: lpbe schema {game}-orders",
                game=desk.opened.rules.game.name,
            )
        return desk.opened.rules.book.read_orders(batch)
    if draft:
        kept = [*desk.view.screen.get("standing", {}).get("draft", []), *desk.notes.draft]
        if not kept:
            raise Misused("E_USAGE", "there is no draft")
        return desk.opened.rules.book.read_orders(kept)
    return parse_batch(desk, "\n".join(orders))


def parse_batch(desk: Desk, text: str) -> list[Order]:
    return parse_orders(desk.opened.rules, text, typist(desk))


def typist(desk: Desk) -> Typist:
    """Who types here: the language of the answers, and what may be meant."""
    question = answers_wanted(desk.state).get(desk.seat) if desk.state is not None else None
    if question is None or desk.state is None:
        return Typist(language(desk.opened.game, desk.seat))
    state, asked = desk.state, question

    def legal() -> list[Plain]:
        return [data(order) for order in islice(standing.legal(state, asked, desk.seat), MEANT)]

    offered = [tag(order) for order, offer in state.book.offers[type(question)].items() if not offer.silent]
    return Typist(language(desk.opened.game, desk.seat), offered, legal, places_of(desk, state))


def places_of(desk: Desk, state: State) -> dict[str, str]:
    """What the empty places of the board are called."""
    draw = desk.opened.rules.game.picture
    if draw is None:
        return {}
    from ..board.places import places

    return places(draw(state, desk.seat))


def secrecy(order: Order) -> bool:
    return type(order).secret or isinstance(order, Plan)


@click.command(
    "order",
    epilog=example(
        "lpbe order mars 'select card 4'",
        "lpbe order mars 'build oil drill 3 at H05.2 with R1; subsidy'",
        "lpbe order mars 'construire forage pétrolier 3 en H05.2; subvention'",
        "lpbe order game.toml 'select card 4' --armor -o -",
    ),
)
@game_argument
@click.argument("orders", nargs=-1)
@click.option("-f", "--file", metavar="FILE", help="A TOML or JSON file of orders instead.")
@click.option("--draft", is_flag=True, help="Send the draft that your last batch left.")
@click.option("--note", default="", help="A word to the table; everybody reads it.")
@click.option("--memo", default="", help="A note to yourself, sealed.")
@click.option("--rev", type=click.IntRange(0, LAST_REV), help="Replace an earlier order of this window.")
@click.option("--unsigned", is_flag=True, help="Leave the signature to ssh-keygen and lpbe attach.")
@as_option
@key_option
@pin_option
@output_options
@json_option
def order_command(
    game: str,
    orders: tuple[str, ...],
    file: str | None,
    draft: bool,
    note: str,
    memo: str,
    rev: int | None,
    unsigned: bool,
    seat: str | None,
    key: str | None,
    pin: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Check, sign and file ORDERS for GAME.

    Orders are typed as lpbe legal prints them, in English or French, shortened as you
    like; several are separated by ; and # begins a comment. What cannot be foreseen (a
    draw, another seat's decision) ends the batch; the rest is kept as your draft.
    """
    desk = sit_down(game, key, seat, pin)
    check_note(note)
    check_asked(desk)
    batch = read_batch(desk, orders, file, draft)
    assert desk.state
    outlook = foresee(desk, batch, "en" if as_json else language(desk.opened.game, desk.seat))
    kept = worth_signing(batch, outlook)
    rest = [data(order) for order in outlook.draft]
    envelope = write(desk, kept, rest, note, memo, rev, unsigned)
    path = file_letter(desk.opened, envelope, output, armor)
    if path == "-":
        return
    words = packs.words(desk.opened.rules.game.name, language(desk.opened.game, desk.seat))
    kept_back = phrase(words, "kept", orders="; ".join(order_text(words, order) for order in rest))
    text = "\n".join([path, *([kept_back] if rest else [])])
    respond(as_json, {**position(desk.opened.game), "files": [path], "draft": rest}, text)


def check_asked(desk: Desk) -> None:
    window = desk.opened.game.state.window
    if window.kind != "play":
        early = "the game waits for players to join" if window.kind == "join" else "the game waits: lpbe ready"
        raise Rejected("E_ORDER_KIND", "the game is over" if window.kind == "over" else early)
    answered = any(done.seat == desk.seat for done in window.accepted)
    if desk.seat not in window.waiting and not (answered and window.replace):
        raise Rejected(
            "E_ORDER_NOT_WAITING",
            "{seat} is not asked now: waiting for {waiting}",
            seat=desk.seat,
            waiting=window.waiting,
        )


def write(
    desk: Desk, batch: list[Order], rest: list[Plain], note: str, memo: str, rev: int | None, unsigned: bool
) -> Envelope:
    """The signed order; the same command makes the same file again."""
    newest = next_rev(desk.opened, desk.seat)
    orders = [data(order) for order in batch]
    secret = [secrecy(order) for order in batch]

    def made(number: int) -> Envelope:
        letter = play_letter(
            desk.opened.game, desk.seat, desk.identity, orders, secret, number, note, rest, memo or desk.notes.note
        )
        return sign(None if unsigned else desk.signer, letter)

    if rev is None and newest and same_letter_waits(desk.opened, again := made(newest - 1)):
        return again
    if newest > LAST_REV and rev is None:
        raise Rejected("E_ORDER_REV", "an order can be replaced fifteen times at most")
    envelope = made(newest if rev is None else rev)
    if not unsigned:
        game = desk.opened.game
        check_letter(game.genesis, game.state, desk.opened.head, envelope, clock(game, None))
    return envelope


def wanted_policy(desk: Desk, file: str | None, default: bool) -> Plain:
    """The policy of a file, the defaults of the game, or none."""
    book = desk.opened.rules.book
    if default and not book.default_policy():
        raise Misused("E_USAGE", "this game has no default policy", "write one; see: lpbe schema")
    if default:
        return book.default_policy()
    return book.read_policy(files.read_letter_data(file) if file else {})


@click.command(
    "policy",
    epilog=example(
        "lpbe policy mars", "lpbe policy mars --default", "lpbe policy mars mine.toml", "lpbe policy mars --clear"
    ),
)
@game_argument
@click.argument("policy", required=False)
@click.option("--default", is_flag=True, help="Have the safe defaults of the game answer.")
@click.option("--clear", is_flag=True, help="Have no policy any more.")
@as_option
@key_option
@output_options
@json_option
def policy_command(
    game: str,
    policy: str | None,
    default: bool,
    clear: bool,
    seat: str | None,
    key: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Show your standing policy in GAME, or set it: from a TOML or JSON file, or to the safe defaults.

    What a policy answers is not asked of you, everything else is. To answer otherwise once,
    plan it in an earlier batch: lpbe order GAME 'subsidy; plan ORDER'.
    """
    desk = sit_down(game, key, seat)
    if sum([policy is not None, default, clear]) > 1:
        raise Misused("E_USAGE", "a file, --default or --clear: only one of them sets a policy")
    if policy is None and not default and not clear:
        now = desk.view.screen.get("standing", {}).get("policy", {})
        text = files.dump(now, "policy.toml").decode() or localised("no policy")
        return respond(as_json, {"seat": desk.seat, "policy": now}, text)
    value = wanted_policy(desk, policy, default)
    letter = policy_letter(desk.opened.game, desk.seat, desk.identity, value, next_free(desk.opened, desk.seat))
    envelope = sign(desk.signer, letter)
    check_letter(desk.opened.game.genesis, desk.opened.game.state, desk.opened.head, envelope, None)
    path = file_letter(desk.opened, envelope, output, armor)
    if path != "-":
        respond(as_json, {**position(desk.opened.game), "files": [path]}, path)
    return None
