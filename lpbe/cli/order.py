"""Orders and standing policies."""

from __future__ import annotations

import click
from msgspec import UNSET
from msgspec.structs import replace

from ..app.desk import Desk
from ..app.filing import LAST_REV, file_letter, next_standing, replaced_rev, same_letter_waits
from ..app.foresight import foresee
from ..app.game import position
from ..app.language import reader_language
from ..app.orders import check_asked, fitting_draft, read_batch, write_order
from ..app.pages import shown_path
from ..app.policy import default_policy, policy_now, policy_of_file, policy_text, policy_with
from ..app.sense import making_sense
from ..app.telling import Filing, filing_keys, filing_text
from ..kernel.base.canon import Plain, data
from ..kernel.base.errors import Misused
from ..kernel.base.text import check_note
from ..kernel.chain.acts.standing import standing_letter
from ..kernel.chain.checks import check_letter
from ..kernel.chain.compose import sign
from ..kernel.content import packs
from ..kernel.play.dry_run import worth_signing
from ..report.seat import settings
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
@click.option("-f", "--file", metavar="FILE", help="A file of orders instead: as typed, TOML or JSON; - is stdin.")
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
    later = fitting_draft(desk, kept, outlook.draft)
    envelope = write_order(desk, kept, [data(order) for order in later], note, memo, rev, unsigned)
    again = same_letter_waits(desk.opened, envelope)
    earlier = None if again else replaced_rev(desk.opened, desk.seat, envelope.order.rev)
    path = file_letter(desk.opened, envelope, output, armor)
    if path == "-":
        return
    words = packs.words(desk.opened.rules.game.name, reader_language(desk.opened.game, desk.seat))
    lost = outlook.draft[len(later) :]
    filing = Filing(kept, replace(outlook, draft=later), lost, path, UNSET if earlier is None else earlier, again)
    told = {**position(desk.opened.game), **filing_keys(desk, words, filing)} if as_json else {}
    respond(as_json, told, "" if as_json else filing_text(desk, words, filing))


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
    desk = sit_down(game, key, seat)
    if not lines and not default and not clear:
        text = "" if as_json else policy_text(desk, reader_language(desk.opened.game, desk.seat), shown_path(desk))
        return respond(as_json, {"seat": desk.seat, "policy": policy_now(desk)}, text)
    value = wanted_policy(desk, lines, default, clear)
    rev = next_standing(desk.opened, desk.seat)
    letter = standing_letter(desk.opened.game, desk.seat, desk.identity, value, desk.plans, rev)
    envelope = sign(desk.signer, letter)
    check_letter(desk.opened.game.genesis, desk.opened.game.state, desk.opened.head, envelope, None)
    path = file_letter(desk.opened, envelope, output, armor)
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
