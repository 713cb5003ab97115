"""Orders and standing policies."""

from __future__ import annotations

import click

from ..app.filing import LAST_REV, file_letter, next_free
from ..app.foresight import foresee
from ..app.game import position
from ..app.language import localised, reader_language
from ..app.orders import check_asked, read_batch, wanted_policy, write_order
from ..app.sense import making_sense
from ..kernel.base.canon import data
from ..kernel.base.errors import Misused
from ..kernel.base.text import check_note
from ..kernel.chain.acts.set_policy import policy_letter
from ..kernel.chain.checks import check_letter
from ..kernel.chain.compose import sign
from ..kernel.content import packs
from ..kernel.disk import files
from ..kernel.play.dry_run import worth_signing
from ..kernel.words.sentences import phrase
from ..kernel.words.templates import order_text
from .options import as_option, example, game_argument, json_option, key_option, output_options, pin_option
from .output import respond
from .sitting import sit_down


@click.command(
    "order",
    epilog=example(
        "lpbe order mars 'select card 4'",
        "lpbe order mars 'build oil drill 3 at H05.2 with R1; subsidy'",
        "lpbe order mars 'construire forage pétrolier 3 en H05.2; subvention'",
        "lpbe order game.toml 'select card 4' --armor -o -",
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
    pin: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Check, sign and file ORDERS for GAME.

    Orders are typed as lpbe legal prints them, in English or French, shortened as you
    like; several are separated by ; and # begins a comment. What cannot be foreseen (a
    draw, another seat's decision) ends the batch; the rest is kept as your draft.
    """
    desk = sit_down(game, key, seat, pin)
    check_note(note)
    check_asked(desk)
    batch = read_batch(desk, orders, file, draft)
    assert desk.state
    outlook = foresee(desk, batch, "en" if as_json else reader_language(desk.opened.game, desk.seat))
    kept = worth_signing(batch, outlook)
    rest = [data(order) for order in outlook.draft]
    envelope = write_order(desk, kept, rest, note, memo, rev, unsigned)
    path = file_letter(desk.opened, envelope, output, armor)
    if path == "-":
        return
    words = packs.words(desk.opened.rules.game.name, reader_language(desk.opened.game, desk.seat))
    kept_back = phrase(words, "kept", orders="; ".join(order_text(words, order) for order in rest))
    text = "\n".join([path, *([kept_back] if rest else [])])
    respond(as_json, {**position(desk.opened.game), "files": [path], "draft": rest}, text)


@click.command(
    "policy",
    epilog=example(
        "lpbe policy mars", "lpbe policy mars --default", "lpbe policy mars mine.toml", "lpbe policy mars --clear"
    ),
)
@game_argument
@click.argument("policy", required=False)
@click.option("--default", is_flag=True, help="Have the safe defaults of the game answer.")
@click.option("--clear", is_flag=True, help="Have no policy any more.")
@as_option
@key_option
@output_options
@json_option
def policy_command(
    game: str,
    policy: str | None,
    default: bool,
    clear: bool,
    seat: str | None,
    key: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Show your standing policy in GAME, or set it: from a TOML or JSON file, or to the safe defaults.

    What a policy answers is not asked of you, everything else is. To answer otherwise once,
    plan it in an earlier batch: lpbe order GAME 'subsidy; plan ORDER'.
    """
    desk = sit_down(game, key, seat)
    if sum([policy is not None, default, clear]) > 1:
        raise Misused("E_USAGE", "a file, --default or --clear: only one of them sets a policy")
    if policy is None and not default and not clear:
        now = desk.view.screen.get("standing", {}).get("policy", {})
        text = files.dump(now, "policy.toml").decode() or localised("no policy")
        return respond(as_json, {"seat": desk.seat, "policy": now}, text)
    value = wanted_policy(desk, policy, default)
    letter = policy_letter(desk.opened.game, desk.seat, desk.identity, value, next_free(desk.opened, desk.seat))
    envelope = sign(desk.signer, letter)
    check_letter(desk.opened.game.genesis, desk.opened.game.state, desk.opened.head, envelope, None)
    path = file_letter(desk.opened, envelope, output, armor)
    if path != "-":
        respond(as_json, {**position(desk.opened.game), "files": [path]}, path)
    return None
