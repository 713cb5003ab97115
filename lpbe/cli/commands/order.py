"""Orders and standing policies."""

from __future__ import annotations

import click

from ...app.ordering.outbox import LAST_REV, Delivery
from ...app.ordering.place_order import OrderOptions, place_order
from ...app.ordering.set_policy import set_policy, show_policy
from ...app.ordering.typed_orders import OrderSource
from ...app.session.seats import open_seat
from ...app.session.session import Session
from ..options import as_option, example, game_argument, json_option, key_option, output_options
from ..output import print_letter, print_result


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
@click.pass_obj
def order_command(
    session: Session,
    game: str,
    orders: tuple[str, ...],
    file: str | None,
    draft: bool,
    note: str,
    memo: str,
    rev: int | None,
    unsigned: bool,
    seat: str | None,
    delivery: Delivery,
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
    view = open_seat(session, game, seat, signs=True)
    source = OrderSource(typed="\n".join(orders), file=file, draft=draft)
    options = OrderOptions(note=note, memo=memo, rev=rev, unsigned=unsigned)
    placed = place_order(view, source, options, delivery, "en" if as_json else "")
    for warning in placed.warnings():
        session.warn(warning)
    print_letter(session, placed, as_json)


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
@click.pass_obj
def policy_command(
    session: Session,
    game: str,
    lines: tuple[str, ...],
    default: bool,
    clear: bool,
    seat: str | None,
    delivery: Delivery,
    as_json: bool,
) -> None:
    """Show your standing policy in GAME as a file to change and send back, or set it.

    It is set from such a file, to the safe defaults, or line by line; a line without a
    value is taken out. What a policy answers is not asked of you, everything else is. To
    answer otherwise once, plan it: lpbe order GAME 'subsidy; plan ORDER'.
    """
    wanted = bool(lines or default or clear)
    view = open_seat(session, game, seat, signs=wanted)
    if wanted:
        print_letter(session, set_policy(view, lines, default, clear, delivery), as_json)
    else:
        print_result(session, show_policy(view), as_json)
