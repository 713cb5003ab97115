"""Give orders and set policies."""

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
@click.option(
    "-f",
    "--file",
    metavar="FILE",
    help="Read the orders from a file: typed text, TOML or JSON; - means standard input.",
)
@click.option("--draft", is_flag=True, help="Send the draft left over from your last orders.")
@click.option("--note", default="", help="Add a message to all players.")
@click.option("--memo", default="", help="Add a note to yourself, which nobody else can read.")
@click.option("--rev", type=click.IntRange(0, LAST_REV), help="Replace an earlier answer to this question.")
@click.option("--unsigned", is_flag=True, help="Leave the signing to ssh-keygen and lpbe attach.")
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
    """Check, sign and submit ORDERS for GAME.

    Type orders as lpbe legal prints them, in English or French. You can abbreviate words, separate
    several orders with ; and start a comment with #.

    Orders are sent up to the first point that nobody can foresee: a draw, or another player's decision.
    Orders after another player's decision that answer later questions are sent as plans. The rest is
    kept as your draft, and orders that no question will ask for are left out.

    You can send plans at any time, even when you are not asked anything: 'plan ORDER; plan ORDER', up
    to four. They replace your earlier plans. Each is used once, to answer a question that it fits.
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
@click.option("--default", is_flag=True, help="Let the game's safe defaults answer.")
@click.option("--clear", is_flag=True, help="Remove your policy.")
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
    """Show your policy in GAME, or set it.

    A policy answers questions in advance. You are not asked anything that it covers, but you are asked
    everything else.

    Without further arguments, your policy is printed as a file that you can edit and give back to this
    command. You can also set it line by line with LINE=VALUE, remove a line with LINE=, or use the
    game's safe defaults.

    To answer differently just once, plan the order: lpbe order GAME 'subsidy; plan ORDER'.
    """
    wanted = bool(lines or default or clear)
    view = open_seat(session, game, seat, signs=wanted)
    if wanted:
        print_letter(session, set_policy(view, lines, default, clear, delivery), as_json)
    else:
        print_result(session, show_policy(view), as_json)
