"""Sitting down, and what becomes of a seat: join, ready, resign, rekey, endorse."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from msgspec import UnsetType

from ..app.begin import keeping_key, pin_undone_if_it_fails
from ..app.filing import letter_path, next_free, send_letter
from ..app.game import OpenGame, open_game, position
from ..app.keys import identity_of
from ..app.language import listener_language, localised, reader_language, set_listener
from ..app.pins import never_started
from ..app.seats import check_stays, seat_to_join, signer_of
from ..app.terms import terms_lines
from ..kernel.base.errors import Failure, Misused, Rejected
from ..kernel.base.text import check_name
from ..kernel.chain.acts.endorse import endorse_letter, endorse_pace_letter
from ..kernel.chain.acts.join import join_letter
from ..kernel.chain.acts.ready import ready_letter
from ..kernel.chain.acts.rekey import rekey_letter
from ..kernel.chain.acts.resign import resign_letter
from ..kernel.chain.checks import referee_keys
from ..kernel.chain.compose import find_seat
from ..kernel.chain.seating import names_of, spec_of
from ..kernel.content import packs
from ..kernel.crypto.keys import b64, unb64
from ..kernel.crypto.sshsig import public_line
from ..kernel.disk import files
from .caller import at_a_terminal, confirmed, identity_or_fresh, maybe_identity, need_identity, passphrase
from .options import SPAN, as_option, example, game_argument, json_option, key_option, output_options
from .output import respond, warn
from .sitting import key_made, say_beside, send, sit, tell_sent

LANGUAGES = click.Choice(["en", "fr"])


@click.command("join", epilog=example("lpbe join mars --seat blue --name Ben --code 7KQ2M-..."))
@game_argument
@click.option("--seat", "wanted", metavar="SEAT", help="Which seat; not needed where one is kept for your key.")
@click.option("--name", help="Your name at the table.")
@click.option("--lang", type=LANGUAGES, help="The language of your reports.")
@click.option("--code", default="", help="Your invitation.")
@key_option
@output_options
@json_option
def join_command(
    game: str,
    wanted: str | None,
    name: str | None,
    lang: str | None,
    code: str,
    key: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Sit down at GAME: registers your keys, signed by them. A key is made if you have none.

    If joining fails, a key that was made for it goes again, unless the letter that it
    signed is there: then it stays, and you are told so.
    """
    opened = open_game(game)
    set_listener(lang or opened.game.genesis.lang, opened.game.genesis.rules)
    identity, made = identity_or_fresh(key)
    seat = seat_to_join(opened, identity, wanted)
    if spec_of(opened.game.genesis, seat).invite and not code:
        raise Misused("E_USAGE", "{seat} needs an invitation", "lpbe join ... --code CODE", seat=seat)
    name = check_name(name or seat.capitalize())
    letter = join_letter(opened.game, seat, identity, name, lang or opened.game.genesis.lang, code)
    own = b64(identity.sign_public)
    terms = agreement(opened, own)
    if not as_json:
        say_beside("\n".join(terms), output)
    where = output or letter_path(opened, letter)
    with telling_of(made), pin_undone_if_it_fails(opened, own), keeping_key(made, identity, where):
        path = send_letter(opened, identity, letter, output, armor)
    tell_sent(opened, path, as_json, terms, made)


@contextmanager
def telling_of(key: str) -> Iterator[None]:
    """A key that was made, and stays because what it signed may be on its way, is told of whatever fails."""
    try:
        yield
    except Failure:
        if key and files.is_file(key):
            warn(key_made(key))
        raise


@click.command("ready", epilog=example("lpbe ready mars"))
@game_argument
@as_option
@key_option
@output_options
@json_option
def ready_command(game: str, seat: str | None, key: str | None, output: str | None, armor: bool, as_json: bool) -> None:
    """Agree to terms and roster of GAME, and show what your key draws for them."""
    opened = open_game(game)
    identity = need_identity(key)
    chosen = sit(opened, identity, seat)
    terms = [*agreement(opened, b64(identity.sign_public)), *roster_lines(opened, chosen)]
    window = opened.game.state.window
    if window.kind != "join" and (window.kind != "ready" or chosen not in window.waiting):
        told = {**position(opened.game), "files": [], "terms": terms}
        return respond(as_json, told, "\n".join([*terms, localised("{seat} is ready", seat=chosen)]))
    return send(opened, identity, ready_letter(opened.game, chosen, identity), output, armor, as_json, terms=terms)


def agreement(opened: OpenGame, sign: str) -> list[str]:
    """What a player agrees to: which game, whose, by which terms; and what became of others of this host."""
    genesis, state = opened.game.genesis, opened.game.state
    lines = [localised("game {game}", game=state.game)]
    if not isinstance(genesis.referee, UnsetType):
        lines.append(localised("the referee's key: {key}", key=public_line(unb64(referee_keys(genesis, state).sign))))
    lines += terms_lines(genesis, state, listener_language())
    if count := never_started(opened, sign):
        lines.append(localised("games of this referee that you sat down at and never saw start: {count}", count=count))
    return lines


def roster_lines(opened: OpenGame, seat: str) -> list[str]:
    """Who sits where."""
    names = names_of(opened.game.state)
    words = packs.words(opened.rules.game.name, reader_language(opened.game, seat))
    return [
        words.grammar["label"].format(label=words.terms.get(spec.id, spec.id), value=names.get(spec.id, "-"))
        for spec in opened.game.genesis.seats
    ]


@click.command("resign", epilog=example("lpbe resign mars", "lpbe resign mars --yes"))
@game_argument
@click.option("--yes", "sure", is_flag=True, help="Do not ask whether you are sure.")
@as_option
@key_option
@output_options
@json_option
def resign_command(
    game: str, sure: bool, seat: str | None, key: str | None, output: str | None, armor: bool, as_json: bool
) -> None:
    """Leave GAME: from then on your policy and the defaults play your seat.

    There is no way back: whoever gets the keys of the seat later is asked nothing either,
    and has only its voice in replacements. So you are asked first.
    """
    opened = open_game(game)
    identity = maybe_identity(key)
    chosen = sit(opened, identity, seat)
    check_stays(opened, chosen)
    if not sure and not at_a_terminal():
        told = "leaving a game cannot be taken back, and there is no terminal to ask on"
        raise Misused("E_USAGE", told, "if you are sure: lpbe resign GAME --yes")
    if not sure and not confirmed(localised("leave the game as {seat} for good?", seat=chosen)):
        return respond(as_json, {**position(opened.game), "files": []}, localised("nothing was sent"))
    send(
        opened,
        signer_of(opened, chosen, identity),
        resign_letter(opened.game, chosen, next_free(opened, chosen)),
        output,
        armor,
        as_json,
    )
    return None


@click.command("rekey", epilog=example("lpbe key new --out new.key", "lpbe rekey mars --to new.key"))
@game_argument
@click.option("--to", "new", required=True, metavar="FILE", help="Your new key file.")
@as_option
@key_option
@output_options
@json_option
def rekey_command(
    game: str, new: str, seat: str | None, key: str | None, output: str | None, armor: bool, as_json: bool
) -> None:
    """Change your key in GAME: signed by the old one, proven by the new one."""
    opened = open_game(game)
    identity, other = need_identity(key), identity_of(files.read_key_text(new), passphrase)
    chosen = sit(opened, identity, seat)
    letter = rekey_letter(opened.game, chosen, other, next_free(opened, chosen))
    send(opened, identity, letter, output, armor, as_json)


@click.command("endorse", epilog=example("lpbe endorse mars", "lpbe endorse mars --pace 1d"))
@game_argument
@click.option("--of", metavar="SEAT", help="Whose replacement, where several wait.")
@click.option("--pace", type=SPAN, metavar="TIME", help="Agree to this shorter pace instead: 1d, 12h.")
@as_option
@key_option
@output_options
@json_option
def endorse_command(
    game: str,
    of: str | None,
    pace: str | None,
    seat: str | None,
    key: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Agree that another person, or another key, takes a seat in GAME; or that everybody has less time."""
    opened = open_game(game)
    identity = maybe_identity(key) if pace else need_identity(key)
    chosen = sit(opened, identity, seat)
    if pace:
        agreed = endorse_pace_letter(opened.game, chosen, pace, next_free(opened, chosen))
        return send(opened, signer_of(opened, chosen, identity), agreed, output, armor, as_json)
    target = find_seat(opened.game, of).id if of else ""
    waiting = [r for r in opened.game.state.replacing if not target or r.args.seat == target]
    if not waiting:
        raise Rejected("E_ORDER_QUORUM", "no replacement waits for an endorsement")
    if len(waiting) > 1:
        raise Misused("E_USAGE", "several replacements wait", "say which: --of SEAT")
    letter = endorse_letter(opened.game, chosen, waiting[0].order, next_free(opened, chosen))
    return send(opened, identity, letter, output, armor, as_json)
