"""List legal orders, try orders before sending them, and suggest some."""

from __future__ import annotations

import click

from ...app.ordering.legal_orders import MAX_LISTED, list_legal_orders
from ...app.ordering.preview import try_orders
from ...app.ordering.typed_orders import OrderSource
from ...app.session.seats import open_seat
from ...app.session.session import Session
from ..options import as_option, example, game_argument, json_option, key_option, lang_option
from ..output import print_result


@click.command(
    "legal",
    epilog=example("lpbe legal mars", "lpbe legal mars move R1", "lpbe legal mars --all", "lpbe legal mars --json"),
)
@game_argument
@click.argument("words", nargs=-1)
@click.option("--all", "every", is_flag=True, help="List all of them, however many there are.")
@lang_option
@as_option
@key_option
@json_option
@click.pass_obj
def legal_command(
    session: Session,
    game: str,
    words: tuple[str, ...],
    every: bool,
    lang: str | None,
    seat: str | None,
    as_json: bool,
) -> None:
    """List the orders you can give in GAME now, with their cost and effect.

    Every order in the list would be accepted. Add WORDS to narrow it down: lpbe legal mars move R1
    lists the moves of R1.
    """
    view = open_seat(session, game, seat)
    print_result(session, list_legal_orders(view, words, limit=None if every else MAX_LISTED), as_json)


@click.command("try", epilog=example("lpbe try mars 'build oil drill 3 at H05.2'", "lpbe try mars 'subsidy; explore'"))
@game_argument
@click.argument("orders", nargs=-1)
@click.option(
    "-f",
    "--file",
    metavar="FILE",
    help="Read the orders from a file: typed text, TOML or JSON; - means standard input.",
)
@click.option("--draft", is_flag=True, help="Try the draft left over from your last orders.")
@lang_option
@as_option
@key_option
@json_option
@click.pass_obj
def try_command(
    session: Session,
    game: str,
    orders: tuple[str, ...],
    file: str | None,
    draft: bool,
    lang: str | None,
    seat: str | None,
    as_json: bool,
) -> None:
    """Try ORDERS without sending them, based on what you can see of GAME.

    The answer says what is certain to happen and what the rest depends on.
    """
    view = open_seat(session, game, seat)
    source = OrderSource(typed="\n".join(orders), file=file, draft=draft)
    print_result(session, try_orders(view, source, "en" if as_json else ""), as_json)


@click.command("hint", epilog=example("lpbe hint mars", "lpbe hint mars --bot master"))
@game_argument
@click.option("--bot", default="club", show_default=True, metavar="BOT", help="Who advises you: club or master.")
@lang_option
@as_option
@key_option
@json_option
@click.pass_obj
def hint_command(session: Session, game: str, bot: str, lang: str | None, seat: str | None, as_json: bool) -> None:
    """Suggest what to answer in GAME now, and say why.

    The bot plays on from positions that look like yours, with each of the orders that it considers, and
    compares the results. It knows no more than you do. The first line under an order is what is certain
    or foreseen; the last one compares it with the next best order.
    """
    from ...app.ordering.advice import suggest_with_reasons  # saves the bots for `legal` and `try`

    print_result(session, suggest_with_reasons(open_seat(session, game, seat), bot), as_json)
