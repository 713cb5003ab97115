"""One order of one seat, chosen by the machine."""

from __future__ import annotations

import click

from ..app.filing import file_letter
from ..app.game import position
from ..app.language import reader_language
from ..app.orders import check_asked, write_order
from ..app.run import player_chance
from ..bots import bot_named, choose
from ..kernel.base.canon import data
from ..kernel.content import packs
from ..kernel.play.chance import Rng
from ..kernel.words.templates import order_text
from .options import as_option, example, game_argument, json_option, key_option, output_options
from .output import respond
from .sitting import sit_down


@click.command("bot", epilog=example("lpbe bot mars", "lpbe bot mars --as green --bot random"))
@game_argument
@click.option("--bot", "name", default="greedy", show_default=True, metavar="BOT", help="greedy, cautious or random.")
@as_option
@key_option
@output_options
@json_option
def bot_command(
    game: str,
    name: str,
    seat: str | None,
    key: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Let a bot choose your next order in GAME, from what you can see; sign and file it.

    Do the same again after every lpbe run, and the machine plays for you.
    """
    bot = bot_named(name)
    desk = sit_down(game, key, seat, signs=True)
    check_asked(desk)
    assert desk.state
    order = choose(bot, desk.opened.rules.game, desk.state, desk.seat, Rng(player_chance(desk)))
    path = file_letter(desk.opened, write_order(desk, [order], [], "", "", None, False), output, armor)
    if path == "-":
        return
    chosen = data(order)
    words = packs.words(desk.opened.rules.game.name, reader_language(desk.opened.game, desk.seat))
    told = {**position(desk.opened.game), "files": [path], "order": chosen}
    respond(as_json, told, f"{order_text(words, chosen)}\n{path}")
