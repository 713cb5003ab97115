"""Orders and standing policies."""

from __future__ import annotations

import click
from msgspec import UNSET
from msgspec.structs import replace

from ..app.advance import said_in_advance, write_advance
from ..app.desk import Desk
from ..app.filing import LAST_REV, file_letter, replaced_rev, same_letter_waits
from ..app.foresight import foresee
from ..app.game import position
from ..app.language import reader_language
from ..app.orders import check_asked, fitting_draft, read_batch, within_letter, write_order
from ..app.pages import shown_path
from ..app.policy import default_policy, policy_now, policy_of_file, policy_text, policy_with
from ..app.sense import making_sense
from ..app.telling import Filing, filing_keys, filing_text
from ..kernel.base.canon import Plain, data
from ..kernel.base.errors import Misused, Rejected
from ..kernel.base.text import check_note
from ..kernel.content import packs
from ..kernel.play.dry_run import worth_signing
from ..kernel.play.rules import Order, Plan
from ..kernel.words.sentences import phrase
from ..kernel.words.templates import order_text
from ..report.seat import settings
from .options import as_option, example, game_argument, json_option, key_option, output_options
from .output import respond
from .sitting import sit_down


@click.command(
    "order",
    epilog=example(
        "lpbe order mars 'select card 4'",
        "lpbe order mars 'build oil drill 3 at H05.2 with R1; subsidy'",
        "lpbe order mars 'construire forage pétrolier 3 en H05.2; subvention'",
        "lpbe order mars 'plan select card 4; plan exhaust iron'",
        "lpbe order game.toml 'select card 4' --armor -o -",
        "lpbe order game.toml 'select card 4' --mail-to lpbe@example.org | sendmail -t",
    ),
)
@game_argument
@click.argument("orders", nargs=-1)
@click.option("-f", "--file", metavar="FILE", help="A file of orders instead: as typed, TOML or JSON; - is stdin.")
@click.option("--draft", is_flag=True, help="Send the draft that your last batch left.")
@click.option("--note", default="", help="A word to the table; everybody reads it.")
@click.option("--memo", default="", help="A note to yourself, sealed.")
@click.option("--rev", type=click.IntRange(0, LAST_REV), help="Replace an earlier order of this window.")
@click.option("--unsigned", is_flag=True, help="Leave the signature to ssh-keygen and lpbe attach.")
@as_option
@key_option
@output_options
@json_option
@making_sense()
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
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Check, sign and file ORDERS for GAME.

    Orders are typed as lpbe legal prints them, in English or French, shortened as you
    like; several are separated by ; and # begins a comment. What cannot be foreseen (a
    draw, another seat's decision) ends the batch. Orders left after another seat's
    decision that answer questions still to come are sent as plans; the rest is kept as
    your draft, and what nothing will ask for is left out.

    Plans may be sent at any time, asked or not: 'plan ORDER; plan ORDER', at most four.
    They replace those before, and answer the questions that they fit, once each.
    """
    desk = sit_down(game, key, seat, signs=True)
    check_note(note)
    wait = not_asked(desk)
    batch = read_batch(desk, orders, file, draft)
    if (planned := [order.then for order in batch if isinstance(order, Plan)]) and len(planned) == len(batch):
        check_alone(note, memo, rev)
        return send_plans(desk, planned, unsigned, output, armor, as_json)
    if wait:
        raise wait
    assert desk.state
    lang = "en" if as_json else reader_language(desk.opened.game, desk.seat)
    outlook = within_letter(desk, batch, foresee(desk, batch, lang))
    kept = worth_signing(batch, outlook)
    later = fitting_draft(desk, kept, outlook)
    envelope = write_order(desk, kept, [data(order) for order in later], note, memo, rev, unsigned)
    again = same_letter_waits(desk.opened, envelope)
    earlier = None if again else replaced_rev(desk.opened, desk.seat, envelope.order.rev)
    path = file_letter(desk.opened, envelope, output, armor)
    if path == "-":
        return None
    words = packs.words(desk.opened.rules.game.name, reader_language(desk.opened.game, desk.seat))
    lost = outlook.draft[len(later) :]
    filing = Filing(kept, replace(outlook, draft=later), lost, path, UNSET if earlier is None else earlier, again)
    told = {**position(desk.opened.game), **filing_keys(desk, words, filing)} if as_json else {}
    return respond(as_json, told, "" if as_json else filing_text(desk, words, filing))


def not_asked(desk: Desk) -> Rejected | None:
    """Why this seat can only plan now; before the start and after the end it cannot do that either."""
    try:
        check_asked(desk)
    except Rejected as wait:
        if wait.code != "E_ORDER_NOT_WAITING":
            raise
        return wait
    return None


def check_alone(note: str, memo: str, rev: int | None) -> None:
    if note or memo or rev is not None:
        raise Misused(
            "E_USAGE", "plans without an answer go alone", "leave --note, --memo and --rev out; see: lpbe note"
        )


def send_plans(desk: Desk, plans: list[Order], unsigned: bool, output: str | None, armor: bool, as_json: bool) -> None:
    """Plans without an answer, in place of those before: whoever is asked now, nobody learns how many they are."""
    orders = [data(order) for order in plans]
    envelope = write_advance(desk, said_in_advance(desk).policy, orders, unsigned)
    path = file_letter(desk.opened, envelope, output, armor)
    if path == "-":
        return
    words = packs.words(desk.opened.rules.game.name, reader_language(desk.opened.game, desk.seat))
    texts = [order_text(words, order) for order in orders]
    asked = [phrase(words, "still")] if desk.seat in desk.opened.game.state.window.waiting else []
    text = "\n".join([phrase(words, "planned", orders="; ".join(texts)), *asked, path])
    respond(as_json, {**position(desk.opened.game), "files": [path], "plans": orders, "texts": texts}, text)


@click.command(
    "policy",
    epilog=example(
        "lpbe policy mars",
        "lpbe policy mars exhaust=iron fate.A=never",
        "lpbe policy mars --default",
        "lpbe policy mars mine.toml",
        "lpbe policy mars --clear",
    ),
)
@game_argument
@click.argument("lines", metavar="[FILE|LINE=VALUE]...", nargs=-1)
@click.option("--default", is_flag=True, help="Have the safe defaults of the game answer.")
@click.option("--clear", is_flag=True, help="Have no policy any more.")
@as_option
@key_option
@output_options
@json_option
def policy_command(
    game: str,
    lines: tuple[str, ...],
    default: bool,
    clear: bool,
    seat: str | None,
    key: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Show your standing policy in GAME as a file to change and send back, or set it.

    It is set from such a file, to the safe defaults, or line by line; a line without a
    value is taken out. What a policy answers is not asked of you, everything else is. To
    answer otherwise once, plan it: lpbe order GAME 'subsidy; plan ORDER'.
    """
    wished = bool(lines or default or clear)
    desk = sit_down(game, key, seat, signs=wished)
    if not wished:
        text = "" if as_json else policy_text(desk, reader_language(desk.opened.game, desk.seat), shown_path(desk))
        return respond(as_json, {"seat": desk.seat, "policy": policy_now(desk)}, text)
    value = wanted_policy(desk, lines, default, clear)
    path = file_letter(desk.opened, write_advance(desk, value, said_in_advance(desk).plans), output, armor)
    if path != "-":
        text = "\n".join([path, *(f"  {line}" for line in settings(value))])
        respond(as_json, {**position(desk.opened.game), "files": [path], "policy": value}, text)
    return None


def wanted_policy(desk: Desk, lines: tuple[str, ...], default: bool, clear: bool) -> Plain:
    """The policy that is wanted: of a file, by lines, the defaults of the game, or none."""
    settings = [line for line in lines if "=" in line]
    if sum([len(lines) - len(settings), bool(settings), default, clear]) > 1:
        raise Misused("E_USAGE", "a file, lines, --default or --clear: only one of them sets a policy")
    if settings:
        return policy_with(desk, settings)
    if default:
        return default_policy(desk.opened.rules.book)
    return {} if clear else policy_of_file(desk, lines[0])
