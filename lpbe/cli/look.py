"""Looking: show, legal, try, report."""

from __future__ import annotations

from itertools import islice
from os.path import join

import click
import msgspec
from msgspec import UnsetType

from ..kernel import content, files, standing
from ..kernel.bulletin import happened, heading, page, phrase, seat_report, table_report, titled, waiting, wrap
from ..kernel.desk import look_ahead
from ..kernel.drawers import plain_events
from ..kernel.errors import Malformed
from ..kernel.folder import last_entry
from ..kernel.keys import Identity
from ..kernel.letters import Plain, Play
from ..kernel.records import Entry, GameFile, names_of
from ..kernel.refusals import open_refusals
from ..kernel.reports import order_line, order_text, sentences
from ..kernel.table import answers_wanted
from .common import (
    Opened,
    answer,
    as_option,
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
)
from .order import Desk, read_batch, sit_down

LISTED = 500


def desk_if_any(opened: Opened, identity: Identity | None, seat: str | None) -> Desk | None:
    """The caller's own part, if a key for a seat is at hand."""
    if seat:
        return Desk(opened, identity, my_seat(opened.game, identity, seat))
    if identity is None and opened.game.genesis.trust == "referee":
        return None
    try:
        chosen = my_seat(opened.game, identity, None)
    except Malformed:
        return None
    return Desk(opened, identity, chosen)


@click.command("show", epilog=example("lpbe show mars", "lpbe show game.toml --json"))
@game_argument
@as_option
@key_option
@pin_option
@json_option
def show_command(game: str, seat: str | None, key: str | None, pin: str | None, as_json: bool) -> None:
    """Show the position of GAME, with your own part when your key is at hand."""
    opened = open_game(game, pin)
    desk = desk_if_any(opened, maybe_identity(key), seat)
    lang = language(opened.game, desk.seat if desk else None)
    words = content.words(opened.rules.game.name, lang)
    text = page(
        [
            *heading(opened.rules, opened.game, words),
            *table_report(opened.rules, opened.game, lang),
            *waiting(opened.game, words),
        ]
    )
    told: Plain = {**position(opened.game), "table": opened.game.state.table, "seats": seats_told(opened.game)}
    if desk:
        told |= {"seat": desk.seat, "screen": desk.view.screen, "news": desk.view.news}
        text += seat_report(opened.rules, opened.game, desk.seat, desk.view, desk.state, desk.notes, lang)
    answer(as_json, told, text)


def seats_told(game: GameFile) -> list[Plain]:
    out = []
    for seat in game.state.seats:
        told = {"id": seat.id, "name": seat.name, "sign": seat.sign, "held": seat.held}
        out.append({key: value for key, value in told.items() if not isinstance(value, UnsetType)})
    return out


@click.command("legal", epilog=example("lpbe legal mars", "lpbe legal game.toml --json"))
@game_argument
@as_option
@key_option
@pin_option
@json_option
def legal_command(game: str, seat: str | None, key: str | None, pin: str | None, as_json: bool) -> None:
    """List the orders you may give in GAME now; each would be accepted."""
    desk = sit_down(game, key, seat, pin)
    lang = language(desk.opened.game, desk.seat)
    words, names = content.words(desk.opened.rules.game.name, lang), names_of(desk.opened.game.state)
    question = answers_wanted(desk.state).get(desk.seat) if desk.state is not None else None
    orders: list[Plain] = []
    complete = True
    if question is not None and desk.state is not None:
        orders = [msgspec.to_builtins(o) for o in islice(standing.legal(desk.state, question, desk.seat), LISTED)]
        complete = standing.complete(desk.state, question) and len(orders) < LISTED
    lines = [f"{order_line(order):32}  {order_text(words, order, names)}" for order in orders]
    if not orders:
        lines = [phrase(words, "nothing")]
    elif not complete:
        lines.append(phrase(words, "more"))
    told = {**position(desk.opened.game), "seat": desk.seat, "orders": orders, "complete": complete}
    answer(as_json, told, "\n".join(lines))


@click.command("try", epilog=example("lpbe try mars 'bid coins=2'", "lpbe try mars 'dig; lay pebble=p03'"))
@game_argument
@click.argument("orders", nargs=-1)
@click.option("-f", "--file", metavar="FILE", help="A TOML or JSON file of orders instead.")
@click.option("--draft", is_flag=True, help="Try the draft that your last batch left.")
@as_option
@key_option
@pin_option
@json_option
def try_command(
    game: str,
    orders: tuple[str, ...],
    file: str | None,
    draft: bool,
    seat: str | None,
    key: str | None,
    pin: str | None,
    as_json: bool,
) -> None:
    """Try ORDERS on what you can see of GAME: what is certain, and what the rest depends on."""
    desk = sit_down(game, key, seat, pin)
    from .order import check_asked

    check_asked(desk)
    assert desk.state is not None
    batch = desk.opened.rules.book.read_orders(read_batch(desk, orders, file, draft))
    outlook = look_ahead(desk.state, desk.seat, batch)
    events = plain_events(outlook.events, desk.seat)
    lang = language(desk.opened.game, desk.seat)
    words, names = content.words(desk.opened.rules.game.name, lang), names_of(desk.opened.game.state)
    lines = sentences(words, events, desk.seat, names)
    rest = [msgspec.to_builtins(order) for order in outlook.draft]
    if outlook.depends:
        who = phrase(words, "chance") if outlook.depends == "chance" else names.get(outlook.depends, outlook.depends)
        lines.append(phrase(words, "depends", who=who))
    if rest:
        lines.append(f"{phrase(words, 'draft')}: {'; '.join(map(order_line, rest))}")
    told: Plain = {**position(desk.opened.game), "seat": desk.seat, "events": events, "draft": rest}
    if outlook.depends:
        told["depends"] = outlook.depends
    answer(as_json, told, "\n".join(lines))


@click.command(
    "report", epilog=example("lpbe report mars", "lpbe report mars --since 12", "lpbe report game.toml --lang fr")
)
@game_argument
@click.option("--since", type=click.IntRange(0), help="From this step on, instead of your last order.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="In this language.")
@as_option
@key_option
@pin_option
@json_option
def report_command(
    game: str, since: int | None, lang: str | None, seat: str | None, key: str | None, pin: str | None, as_json: bool
) -> None:
    """Tell what happened in GAME since your last order, and what you may do now."""
    opened = open_game(game, pin)
    desk = desk_if_any(opened, maybe_identity(key), seat)
    lang = lang or language(opened.game, desk.seat if desk else None)
    entries = history(opened, desk.seat if desk else None, since)
    text = report_text(opened, desk, entries, lang)
    events = [event for entry in entries for event in entry.public.events]
    told_json: Plain = {**position(opened.game), "events": events, "report": text}
    answer(as_json, told_json, text)


def report_text(opened: Opened, desk: Desk | None, entries: list[Entry], lang: str) -> str:
    """What happened, the position, and for somebody with a seat what is his own and what he may do."""
    words = content.words(opened.rules.game.name, lang)
    lines = heading(opened.rules, opened.game, words)
    for entry in entries:
        told = happened(opened.game, entry, words)
        lines += titled(f"{entry.head.seq}.", told)
    if not opened.place.folder:
        lines += ["", *wrap(phrase(words, "short"))]
    lines += table_report(opened.rules, opened.game, lang)
    text = page([*lines, *waiting(opened.game, words)])
    if desk:
        text += seat_report(opened.rules, opened.game, desk.seat, desk.view, desk.state, desk.notes, lang)
        text += page(refused_lines(desk, lang))
    return text


def refused_lines(desk: Desk, lang: str) -> list[str]:
    """Why orders made on this very position were refused."""
    place, identity = desk.opened.place, desk.identity
    if not place.folder or identity is None:
        return []
    lines = []
    for name in files.names(place.refused):
        if f"-{desk.seat}-" in name:
            receipts = files.read_order_data(join(place.refused, name))
            for reason in open_refusals(receipts, desk.opened.game.state.game, identity):
                if reason.head == desk.opened.head:
                    lines += wrap(f"{name}: {reason.message} [{reason.clause or reason.code}]", "  ")
                    lines += wrap(reason.hint, "    ") if reason.hint else []
    words = content.words(desk.opened.rules.game.name, lang)
    return titled(phrase(words, "refused"), lines)


def history(opened: Opened, seat: str | None, since: int | None) -> list[Entry]:
    """The steps since the seat's last order; without a log, the last step."""
    if not opened.place.folder:
        return [opened.game.last]
    entries: list[Entry] = []
    for line in files.each_line(opened.place.log, files.LOG_LINE):
        entry = last_entry(line)
        if entry is None:
            break
        if since is None and seat and isinstance(entry.order, Play) and entry.order.seat == seat:
            entries = []
        if since is None or entry.head.seq >= since:
            entries.append(entry)
    return entries[-200:]
