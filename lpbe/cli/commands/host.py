"""The host's commands besides running the game: invitations, replacements, handover, disclosure."""

from __future__ import annotations

import click

from ...app.hosting.host_letters import disclose, hand_over, list_invitations, offer_to_referee, replace_player
from ...app.ordering.outbox import Delivery
from ...app.session.session import Session
from ...kernel.base.errors import Misused
from ..options import example, game_argument, json_option, key_option, output_options
from ..output import print_letter, print_result


@click.command("invite", epilog=example("lpbe invite mars", "lpbe invite mars --link https://games.example.org/"))
@game_argument
@click.option("--link", metavar="URL", default="", help="Print links to the web client at this address.")
@click.option(
    "--at", metavar="URL", default="", help="With --link: the address of the game, if the client is served elsewhere."
)
@key_option
@json_option
@click.pass_obj
def invite_command(session: Session, game: str, link: str, at: str, as_json: bool) -> None:
    """Print the invitations to GAME again. They are not stored anywhere.

    With --link they are links: whoever opens one can join in their browser. URL is the address of lpbe
    serve or of a site made by lpbe site; the folder of GAME must have the same name there. The code is
    in the part of the link that is not sent to any server.
    """
    if at and not link:
        raise Misused("E_USAGE", "--at needs --link", "--link is the address of the client, --at that of the game")
    if link:
        from ...web.links import list_links  # saves addresses for invitations without links

        print_result(session, list_links(session, game, link, at), as_json)
    else:
        print_result(session, list_invitations(session, game), as_json)


@click.command(
    "replace",
    epilog=example("lpbe replace mars green --to 'lpbe-seat-2 ...'", "lpbe replace mars green --bot greedy"),
)
@game_argument
@click.argument("seat", metavar="SEAT")
@click.option("--to", "public", metavar="KEY", help="The new keys, as printed by lpbe key show --for GAME --seat SEAT.")
@click.option("--bot", metavar="BOT", help="Let a bot play a seat that has missed too many deadlines.")
@click.option("--name", default="", help="The new player's name.")
@key_option
@output_options
@json_option
@click.pass_obj
def replace_command(
    session: Session,
    game: str,
    seat: str,
    public: str | None,
    bot: str | None,
    name: str,
    delivery: Delivery,
    as_json: bool,
) -> None:
    """Give SEAT in GAME new keys, because a key was lost or another person takes over. The others must agree."""
    print_letter(session, replace_player(session, game, seat, public, bot, name, delivery), as_json)


@click.command("handover", epilog=example("lpbe handover mars --offer", "lpbe handover mars --to 'lpbe-offer-2 ...'"))
@game_argument
@click.option("--offer", is_flag=True, help="Print the line with which you offer to take over the game.")
@click.option("--to", "line", metavar="OFFER", help="The new referee's offer, one line.")
@key_option
@output_options
@json_option
@click.pass_obj
def handover_command(
    session: Session, game: str, offer: bool, line: str | None, delivery: Delivery, as_json: bool
) -> None:
    """Hand GAME over to another referee, who continues it with a new secret."""
    if offer == (line is not None):
        raise Misused(
            "E_USAGE", "the new referee makes an offer, and the old one accepts it", "use --offer, or --to OFFER"
        )
    if line is None:
        print_result(session, offer_to_referee(session, game), as_json)
    else:
        print_letter(session, hand_over(session, game, line, delivery), as_json)


@click.command("disclose", epilog=example("lpbe disclose mars"))
@game_argument
@key_option
@output_options
@json_option
@click.pass_obj
def disclose_command(session: Session, game: str, delivery: Delivery, as_json: bool) -> None:
    """Reveal the secret of a finished GAME, so that anybody can verify all of it."""
    print_letter(session, disclose(session, game, delivery), as_json)
