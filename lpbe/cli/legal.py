"""Orders before they are given: which there are, and what they come to."""

from __future__ import annotations

from itertools import islice

import click

from ..app.foresight import foresee, foretold, outlook_text
from ..app.game import position
from ..app.language import reader_language
from ..app.orders import check_asked, read_batch
from ..app.pages import shown_path
from ..app.sense import making_sense
from ..kernel.base.canon import Plain, data
from ..kernel.chain.drawers import plain_events
from ..kernel.chain.seating import names_of
from ..kernel.content import packs
from ..kernel.play import standing
from ..kernel.words.effects import Effects, said
from ..kernel.words.grammar import LANGUAGES
from ..kernel.words.sentences import phrase
from ..kernel.words.templates import order_text
from ..report.choices import LISTED as SHOWN
from ..report.choices import choices_by_kind, matches_words, question_for
from ..report.compose import events_for_reader
from ..report.layout import choices_text
from .options import as_option, example, game_argument, json_option, key_option, lang_option
from .output import respond
from .sitting import sit_down

LISTED = 500
WIDEST = 100_000


@click.command(
    "legal",
    epilog=example("lpbe legal mars", "lpbe legal mars move R1", "lpbe legal mars --all", "lpbe legal mars --json"),
)
@game_argument
@click.argument("words", nargs=-1)
@click.option("--all", "every", is_flag=True, help="List them all, however many there are.")
@lang_option
@as_option
@key_option
@json_option
@making_sense()
def legal_command(
    game: str,
    words: tuple[str, ...],
    every: bool,
    lang: str | None,
    seat: str | None,
    key: str | None,
    as_json: bool,
) -> None:
    """List the orders you may give in GAME now, with cost and effect; each would be accepted.

    WORDS choose among them: lpbe legal mars move R1 lists the moves of R1.
    """
    desk = sit_down(game, key, seat)
    spoken = packs.words(desk.opened.rules.game.name, lang or reader_language(desk.opened.game, desk.seat))
    question = question_for(desk.state, desk.seat)
    told: Plain = {**position(desk.opened.game), "seat": desk.seat}
    if question is None or desk.state is None:
        nothing = {"orders": [], "texts": [], "effects": [], "foresight": [], "complete": True}
        return respond(as_json, {**told, **nothing}, phrase(spoken, "nothing"))
    names = names_of(desk.opened.game.state)
    tongues = [packs.words(desk.opened.rules.game.name, lang) for lang in LANGUAGES]
    listed = standing.legal(desk.state, question, desk.seat)
    fitting = (o for o in listed if any(matches_words(order_text(tongue, data(o)), words) for tongue in tongues))
    orders = list(islice(fitting, None if every else LISTED))
    effects = Effects(spoken, desk.state, question, desk.seat, names)
    if not as_json:
        limit, listing = WIDEST if every or words else SHOWN, f"lpbe legal {shown_path(desk)} --all"
        shown = choices_by_kind(effects, orders, listing, limit)
        return respond(False, told, choices_text(shown) if orders else phrase(spoken, "none-such"))
    seen = [effects.told(order) for order in orders]
    complete = standing.complete(desk.state, question) and (every or len(orders) < LISTED) and not words
    texts = [order_text(spoken, data(order)) for order in orders]
    more = {
        "orders": [data(order) for order in orders],
        "texts": texts,
        "effects": [effects.text(*pair) for pair in zip(orders, seen, strict=True)],
        "foresight": [[said(spoken, one, names) for one in each] for each in seen],
        "complete": complete,
    }
    return respond(True, {**told, **more}, "")


@click.command("try", epilog=example("lpbe try mars 'build oil drill 3 at H05.2'", "lpbe try mars 'subsidy; explore'"))
@game_argument
@click.argument("orders", nargs=-1)
@click.option("-f", "--file", metavar="FILE", help="A file of orders instead: as typed, TOML or JSON; - is stdin.")
@click.option("--draft", is_flag=True, help="Try the draft that your last batch left.")
@lang_option
@as_option
@key_option
@json_option
@making_sense()
def try_command(
    game: str,
    orders: tuple[str, ...],
    file: str | None,
    draft: bool,
    lang: str | None,
    seat: str | None,
    key: str | None,
    as_json: bool,
) -> None:
    """Try ORDERS on what you can see of GAME: what is certain, and what the rest depends on."""
    desk = sit_down(game, key, seat)
    check_asked(desk)
    assert desk.state is not None
    batch = read_batch(desk, orders, file, draft)
    tongue = lang or reader_language(desk.opened.game, desk.seat)
    outlook = foresee(desk, batch, "en" if as_json else tongue)
    events = events_for_reader(plain_events(outlook.events, desk.seat))
    parts = {"draft": outlook.draft, "dropped": outlook.dropped, "plans": outlook.plans}
    left = {name: [data(order) for order in part] for name, part in parts.items()}
    spoken, names = packs.words(desk.opened.rules.game.name, tongue), names_of(desk.opened.game.state)
    seen = foretold(desk, spoken, batch)
    foresight = [said(spoken, one, names) for one in seen]
    told: Plain = {**position(desk.opened.game), "seat": desk.seat, "events": events, "foresight": foresight, **left}
    if outlook.depends:
        told["depends"] = outlook.depends
    respond(as_json, told, "" if as_json else outlook_text(desk, spoken, outlook, events, seen))
