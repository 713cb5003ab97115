"""Commands for a seat: join, ready, resign, rekey, endorse."""

from __future__ import annotations

import click

from ...app.creating.joining import declare_ready, join_game
from ...app.ordering.outbox import Delivery
from ...app.ordering.seat_letters import (
    SentLetter,
    send_endorsement,
    send_new_key,
    send_pace_endorsement,
    send_resignation,
)
from ...app.session.session import Session
from ...kernel.base.errors import Misused
from ..ask import Confirmation
from ..options import LANGUAGES, SPAN, as_option, example, game_argument, json_option, key_option, output_options
from ..output import PRINTED, print_error, print_letter


@click.command("join", epilog=example("lpbe join mars --seat blue --name Ben --code 7KQ2M-..."))
@game_argument
@click.option("--seat", "wanted", metavar="SEAT", help="The seat you want; not needed if one is reserved for your key.")
@click.option("--name", help="Your name in the game.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of your reports.")
@click.option("--code", default="", help="Your invitation code.")
@key_option
@output_options
@json_option
@click.pass_obj
def join_command(
    session: Session,
    game: str,
    wanted: str | None,
    name: str | None,
    lang: str | None,
    code: str,
    delivery: Delivery,
    as_json: bool,
) -> None:
    """Join GAME by registering your key for a seat. If you have no key yet, one is created.

    If joining fails, a key created for it is deleted again, unless an order signed with it has already
    been written. In that case the key is kept, and you are told.
    """
    result = join_game(session, game, wanted, name, lang, code, delivery)
    print_agreement(session, result, as_json)


@click.command("ready", epilog=example("lpbe ready mars"))
@game_argument
@as_option
@key_option
@output_options
@json_option
@click.pass_obj
def ready_command(session: Session, game: str, seat: str | None, delivery: Delivery, as_json: bool) -> None:
    """Accept the terms and the players of GAME, and reveal your key's contribution to the draws."""
    print_agreement(session, declare_ready(session, game, seat, delivery), as_json)


def print_agreement(session: Session, result: SentLetter, as_json: bool) -> None:
    """Print the terms to standard error if the letter itself goes to standard output."""
    if result.filed.path == PRINTED and not as_json:
        for line in (*result.terms, *result.remarks):
            print_error(line)
    print_letter(session, result, as_json)


@click.command("resign", epilog=example("lpbe resign mars", "lpbe resign mars --yes"))
@game_argument
@click.option("--yes", "sure", is_flag=True, help="Do not ask for confirmation.")
@as_option
@key_option
@output_options
@json_option
@click.pass_obj
def resign_command(
    session: Session, game: str, sure: bool, seat: str | None, delivery: Delivery, as_json: bool
) -> None:
    """Leave GAME. From then on your policy and the defaults play your seat.

    You cannot come back. Anyone who receives the keys of the seat later is not asked anything either,
    and can only vote on replacements. That is why you are asked to confirm.
    """
    no_terminal = Misused(
        "E_USAGE",
        "leaving a game is final and needs your confirmation, but there is no terminal to ask for it",
        "if you are sure: lpbe resign GAME --yes",
    )
    result = send_resignation(session, game, seat, delivery, Confirmation(sure, no_terminal))
    print_letter(session, result, as_json)


@click.command("rekey", epilog=example("lpbe key new --out new.key", "lpbe rekey mars --to new.key"))
@game_argument
@click.option("--to", "new", required=True, metavar="FILE", help="Your new key file.")
@as_option
@key_option
@output_options
@json_option
@click.pass_obj
def rekey_command(session: Session, game: str, new: str, seat: str | None, delivery: Delivery, as_json: bool) -> None:
    """Change your key in GAME. The old key signs the change and the new one confirms it."""
    print_letter(session, send_new_key(session, game, new, seat, delivery), as_json)


@click.command("endorse", epilog=example("lpbe endorse mars", "lpbe endorse mars --pace 1d"))
@game_argument
@click.option("--of", metavar="SEAT", help="The seat being replaced, if several are.")
@click.option("--pace", type=SPAN, metavar="TIME", help="Agree to this faster pace instead, e.g. 1d or 12h.")
@as_option
@key_option
@output_options
@json_option
@click.pass_obj
def endorse_command(
    session: Session,
    game: str,
    of: str | None,
    pace: str | None,
    seat: str | None,
    delivery: Delivery,
    as_json: bool,
) -> None:
    """Agree that another person or key takes over a seat in GAME, or that everybody gets less time."""
    if pace:
        result = send_pace_endorsement(session, game, pace, seat, delivery)
    else:
        result = send_endorsement(session, game, of, seat, delivery)
    print_letter(session, result, as_json)
