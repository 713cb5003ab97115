"""Orders and standing policies."""

from __future__ import annotations

import click

from ..kernel import files
from ..kernel.canon import data
from ..kernel.checks import check_order
from ..kernel.desk import (
    Notes,
    foreseen,
    look_ahead,
    open_notes,
    open_state,
    open_view,
    play_letter,
    policy_letter,
    sign,
)
from ..kernel.errors import Misused, Rejected
from ..kernel.grammar import parse_orders
from ..kernel.keys import Identity
from ..kernel.letters import Envelope, Plain
from ..kernel.records import View, seat_of
from ..kernel.reports import order_line
from ..kernel.rules import Order, Plan, State
from ..kernel.text import check_note
from .common import (
    Opened,
    answer,
    as_option,
    clock,
    example,
    game_argument,
    json_option,
    key_option,
    maybe_identity,
    my_seat,
    open_game,
    pin_option,
    position,
    signer_of,
)
from .filing import LAST_REV, file_order, next_free, next_rev, output_options, same_order_waits


class Desk:
    """A game, who looks at it, and what that seat can see."""

    __slots__ = ("identity", "notes", "opened", "seat", "state", "view")

    def __init__(self, opened: Opened, identity: Identity | None, seat: str) -> None:
        self.opened, self.identity, self.seat = opened, identity, seat
        self.view: View = open_view(opened.rules, opened.game, seat, identity)
        self.state: State | None = open_state(opened.rules, opened.game, seat, self.view)
        record = seat_of(opened.game.state, seat)
        self.notes = open_notes(record.mine, opened.game.state.game, seat, identity) if record and identity else Notes()

    @property
    def signer(self) -> Identity | None:
        """Who signs for the seat: nobody where it has no key."""
        return signer_of(self.opened, self.seat, self.identity)


def sit_down(game: str, key: str | None, seat: str | None, pin: str | None = None) -> Desk:
    opened = open_game(game, pin)
    identity = maybe_identity(key)
    return Desk(opened, identity, my_seat(opened.game, identity, seat))


def read_batch(desk: Desk, orders: tuple[str, ...], file: str | None, draft: bool) -> list[Plain]:
    """The orders a player means: typed, from a file, or the rest of the last batch."""
    if sum([bool(orders), bool(file), draft]) != 1:
        raise Misused("E_USAGE", "give orders, or a file of orders, or --draft", "lpbe order GAME 'ORDER; ORDER'")
    if file:
        batch = files.read_order_data(file).get("batch")
        if not isinstance(batch, list) or not all(isinstance(entry, dict) for entry in batch):
            raise Misused("E_USAGE", "a file of orders has one [[batch]] table an order", "see: lpbe schema orders")
        return batch
    if draft:
        kept = [*desk.view.screen.get("standing", {}).get("draft", []), *desk.notes.draft]
        if not kept:
            raise Misused("E_USAGE", "there is no draft")
        return kept
    return parse_orders(desk.opened.rules.book, "; ".join(orders))


def secrecy(order: Order) -> bool:
    return type(order).secret or isinstance(order, Plan)


@click.command(
    "order",
    epilog=example(
        "lpbe order mars 'bid coins=2'",
        "lpbe order mars 'lay pebble=p07; dig; end-turn'",
        "lpbe order game.toml 'bid coins=0' --armor -o -",
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

    Orders are typed as: name field=value; name field=a,b. What cannot be foreseen
    (a draw, another seat's decision) ends the batch; the rest is kept as your draft.
    """
    desk = sit_down(game, key, seat, pin)
    check_note(note)
    check_asked(desk)
    raw = read_batch(desk, orders, file, draft)
    batch = desk.opened.rules.book.read_orders(raw)
    assert desk.state
    outlook = look_ahead(desk.state, desk.seat, batch)
    kept = foreseen(batch, outlook)
    rest = [data(order) for order in outlook.draft]
    envelope = write(desk, kept, rest, note, memo, rev, unsigned)
    path = file_order(desk.opened, envelope, output, armor)
    if path == "-":
        return
    text = "\n".join([path, *([f"kept as draft: {'; '.join(map(order_line, rest))}"] if rest else [])])
    answer(as_json, {**position(desk.opened.game), "files": [path], "draft": rest}, text)


def check_asked(desk: Desk) -> None:
    window = desk.opened.game.state.window
    if window.kind != "play":
        told = {"join": "the game waits for players to join", "ready": "the game waits for everybody: lpbe ready"}
        raise Rejected("E_ORDER_KIND", told.get(window.kind, "the game is over"))
    answered = any(done.seat == desk.seat for done in window.accepted)
    if desk.seat not in window.waiting and not (answered and window.replace):
        raise Rejected("E_ORDER_NOT_WAITING", f"{desk.seat} is not asked now: waiting for {', '.join(window.waiting)}")


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

    if rev is None and newest and same_order_waits(desk.opened, again := made(newest - 1)):
        return again
    if newest > LAST_REV and rev is None:
        raise Rejected("E_ORDER_REV", "an order can be replaced fifteen times at most")
    envelope = made(newest if rev is None else rev)
    if not unsigned:
        game = desk.opened.game
        check_order(game.genesis, game.state, desk.opened.head, envelope, clock(game, None))
    return envelope


@click.command(
    "policy", epilog=example("lpbe policy mars", "lpbe policy mars my-policy.toml", "lpbe policy mars --clear")
)
@game_argument
@click.argument("policy", required=False)
@click.option("--clear", is_flag=True, help="Have no policy any more.")
@as_option
@key_option
@output_options
@json_option
def policy_command(
    game: str,
    policy: str | None,
    clear: bool,
    seat: str | None,
    key: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Show your standing policy in GAME, or set it from a TOML or JSON file."""
    desk = sit_down(game, key, seat)
    if policy is None and not clear:
        now = desk.view.screen.get("standing", {}).get("policy", {})
        return answer(
            as_json, {"seat": desk.seat, "policy": now}, files.dump(now, "policy.toml").decode() or "no policy"
        )
    value = {} if policy is None else files.read_order_data(policy)
    desk.opened.rules.book.read_policy(value)
    letter = policy_letter(desk.opened.game, desk.seat, desk.identity, value, next_free(desk.opened, desk.seat))
    envelope = sign(desk.signer, letter)
    check_order(desk.opened.game.genesis, desk.opened.game.state, desk.opened.head, envelope, None)
    path = file_order(desk.opened, envelope, output, armor)
    if path != "-":
        answer(as_json, {**position(desk.opened.game), "files": [path]}, path)
    return None
