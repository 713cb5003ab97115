"""Begin a game."""

from __future__ import annotations

import os
from os.path import join
from typing import Any

import click
import msgspec
from msgspec import UNSET

from ..bots import bot_named
from ..games import game_of, in_order, rules_of
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Malformed, Misused
from ..kernel.base.text import check_name
from ..kernel.chain.compose import join_letter, sign
from ..kernel.chain.letters import read_record
from ..kernel.chain.records import Genesis, RefereeKeys, SeatSpec, check_seats
from ..kernel.chain.step import Link, Referee, begin
from ..kernel.content import packs
from ..kernel.content.own import pack_hash
from ..kernel.crypto.keys import Identity, b64, game_secret, parse_public_text
from ..kernel.crypto.sshsig import parse_public_line
from ..kernel.disk import files
from ..kernel.folder.folder import Place, store
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Game
from .common import (
    Opened,
    clock_of,
    example,
    identity_or_new,
    json_option,
    key_option,
    now_option,
    position,
    read_pack,
    respond,
)
from .faults import localised, set_listener
from .filing import file_letter
from .game_name import GameName
from .host import invitations
from .run import make_run, stand_in


@click.command(
    "new",
    epilog=example(
        "lpbe new mars --game pebbles --seats red,blue,green --as red",
        "lpbe new duel --game pebbles --seats red,blue --bot blue --with moss",
        "lpbe new lesson --game pebbles --seats red,blue --open",
    ),
)
@click.argument("folder", metavar="FOLDER")
@click.option("--game", "game", required=True, type=GameName(), help="Which game.")
@click.option("--seats", required=True, metavar="A,B,...", help="Its seats, in order round the table.")
@click.option("--as", "own", metavar="SEAT", help="The seat you play yourself.")
@click.option("--name", help="Your name at the table.")
@click.option(
    "--lang", type=click.Choice(["en", "fr"]), default="en", show_default=True, help="Language of public reports."
)
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="An option of the rules.")
@click.option("--content", "content_file", metavar="FILE", help="Your own content: tiles, buildings, cards.")
@click.option("--bot", "bots", multiple=True, metavar="SEAT[=BOT]", help="A seat the machine plays.")
@click.option(
    "--for", "kept", multiple=True, metavar="SEAT=KEY", help="Keep a seat for a public key (lpbe-pub-1 or ssh-ed25519)."
)
@click.option("--open", "is_open", is_flag=True, help="No secrets, no keys: hot seat, lessons.")
@click.option("--pace", metavar="TIME", help="A deadline for every answer: 2d, 12h.")
@click.option(
    "--quorum", type=click.IntRange(0, 8), help="Endorsements a replacement needs; default: most of the others."
)
@click.option("--bot-after", type=click.IntRange(1, 99), help="Missed deadlines after which a bot may take a seat.")
@click.option("--keep-secret", is_flag=True, help="Do not disclose the secret when the game ends.")
@click.option("--nonce", metavar="HEX", help="Fix the genesis nonce, for tests.")
@click.option("--seed", metavar="HEX", help="Fix the seed of an open game.")
@click.option(
    "--format", "form", type=click.Choice(["toml", "json"]), default="toml", show_default=True, help="Of the game file."
)
@key_option
@now_option
@json_option
def new_command(
    folder: str,
    own: str | None,
    name: str | None,
    key: str | None,
    now: str | None,
    form: str,
    content_file: str | None,
    as_json: bool,
    **choices: Any,
) -> None:
    """Begin a game in FOLDER.

    You are its referee: your key signs every step, and losing it ends the game.
    The referee of a sealed game can look at everything, and cannot cheat unseen;
    a referee who does not play is the best choice.
    """
    set_listener("" if choices["lang"] == "en" else choices["lang"])
    check_vacant(folder)
    check_name(name or "A")
    identity, made = (None, "") if choices["is_open"] else identity_or_new(key)
    pack = read_pack(content_file) if content_file else {}
    genesis = make_genesis(identity, own, pack=pack, **choices)
    rules = rules_of(genesis, pack)
    check_options(genesis, rules)
    referee = Referee(game_secret(identity.seed, genesis.nonce), identity) if identity else Referee()
    step = begin(genesis, rules, referee, clock_of(genesis, now))
    place = Place(join(folder, f"game.{form}"), folder)
    opened = Opened(place, step.game, rules)
    files.make_folder(join(folder, "inbox"))
    with files.lock(folder):
        check_vacant(folder)
        files.write(place.log, b"", sync=False)
        if pack:
            files.write(place.pack, files.dump(pack, place.pack))
        store(place, step.game, opened.render)
        step = let_held_join(opened, step, referee, now)
        written = [place.game, place.log, place.report(0), *own_join(opened, step, identity, own, name, genesis.lang)]
    codes = invitations(step.game, referee)
    told = {**position(step.game), "files": written, "invitations": codes, **({"key": made} if made else {})}
    respond(as_json, told, summary(folder, written, made, codes, genesis, own))


def check_vacant(folder: str) -> None:
    """Asked twice: early, and again when nobody else can begin one here."""
    if any(files.is_file(join(folder, known)) for known in ("game.toml", "game.json")):
        hint = "to go on with it: lpbe run {folder}; else choose another folder"
        raise Malformed("E_FILE_EXISTS", "there is a game in this folder already", hint, folder=folder).in_file(folder)
    if files.size(join(folder, "log.jsonl")):
        raise Malformed("E_FILE_EXISTS", "there is a log in this folder already", "choose another folder").in_file(
            folder
        )


def make_genesis(identity: Identity | None, own: str | None, **choices: Any) -> Genesis:
    game = game_of(choices["game"])
    expansions = in_order(game, choices["expansions"])
    nonce = hex_option(choices["nonce"], "--nonce") or os.urandom(32).hex()
    secret = game_secret(identity.seed, nonce) if identity else None
    genesis = Genesis(
        format=1,
        rules=game.name,
        rules_version=game.version,
        rules_sha256=packs.rules_hash(game.name, expansions),
        expansions=list(expansions),
        options=read_settings(choices["settings"]),
        seats=seat_specs(game, identity, own, choices),
        trust="referee" if identity else "open",
        rng=1,
        nonce=nonce,
        lang=choices["lang"],
        referee=RefereeKeys(b64(identity.sign_public), b64(secret.seal_public)) if identity and secret else UNSET,
        seed_commit=secret.commitment if secret else UNSET,
        seed=UNSET if identity else hex_option(choices["seed"], "--seed") or os.urandom(32).hex(),
        pace=choices["pace"] or UNSET,
        quorum=UNSET if choices["quorum"] is None else choices["quorum"],
        bot_after=choices["bot_after"] or UNSET,
        disclose=not choices["keep_secret"],
        pack=pack_hash(choices["pack"]) if choices["pack"] else UNSET,
    )
    checked = read_record(msgspec.to_builtins(genesis), Genesis)
    check_seats(checked)
    return checked


def hex_option(value: str | None, name: str) -> str:
    if value and (len(value) != 64 or set(value) - set("0123456789abcdef")):
        raise Misused("E_USAGE", "{option} wants 64 hexadecimal digits", option=name)
    return value or ""


def seat_specs(game: Game, identity: Identity | None, own: str | None, choices: dict[str, Any]) -> list[SeatSpec]:
    seats = [seat.strip() for seat in choices["seats"].split(",") if seat.strip()]
    bots = dict(pair(item, "bot:random") for item in choices["bots"])
    kept = dict(pair(item, "") for item in choices["kept"])
    least, most = game.players
    if not least <= len(seats) <= most:
        raise Misused("E_USAGE", "{game} is for {least} to {most} seats", game=game.name, least=least, most=most)
    for seat in [*seats, *bots, *kept, *([own] if own else [])]:
        if seat not in game.seats:
            known = "seats of {game}: {seats}"
            raise Misused(
                "E_USAGE", "there is no seat '{seat}' here", known, seat=seat, game=game.name, seats=game.seats
            )
        if seat not in seats:
            raise Misused("E_USAGE", "there is no seat '{seat}' here", "--seats names: {seats}", seat=seat, seats=seats)
    return [
        seat_spec(seat, identity if seat == own else None, bots.get(seat), kept.get(seat), identity is None)
        for seat in seats
    ]


def pair(item: str, default: str) -> tuple[str, str]:
    seat, _, value = item.partition("=")
    return seat, value or default


def seat_spec(seat: str, identity: Identity | None, bot: str | None, key: str | None, is_open: bool) -> SeatSpec:
    if bot:
        return SeatSpec(seat, held=bot_named(bot))
    if key:
        sign = parse_public_text(key)[0] if key.startswith("lpbe-pub-1") else b64(parse_public_line(key))
        return SeatSpec(seat, key=sign)
    if identity:
        return SeatSpec(seat, key=b64(identity.sign_public))
    return SeatSpec(seat, invite=not is_open)


def read_settings(settings: tuple[str, ...]) -> dict[str, Plain]:
    """`--set pebbles.rounds=6` -> {"pebbles": {"rounds": 6}}."""
    out: dict[str, Plain] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        module, _, option = name.partition(".")
        if not option or not value:
            raise Misused("E_USAGE", "'{setting}' is not MODULE.NAME=VALUE", setting=setting)
        out.setdefault(module, {})[option] = typed(value)
    return out


def typed(value: str) -> Any:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 10 else value


def check_options(genesis: Genesis, rules: Rules) -> None:
    known = {module.name for module in rules.book.modules if module.options}
    for name in genesis.options:
        if name not in known:
            raise Misused("E_USAGE", "'{module}' has no options", "known: {known}", module=name, known=sorted(known))
    rules.book.blank([spec.id for spec in genesis.seats], genesis.options)


def let_held_join(opened: Opened, step: Link, referee: Referee, now: str | None) -> Link:
    """Seats the referee holds sit down at once, and are ready as soon as all have joined."""
    run = make_run(opened, referee, now)
    run.step = step
    if referee.secret:
        while run.step.game.state.window.kind in ("join", "ready") and run.own(stand_in):
            pass
    return run.step


def own_join(
    opened: Opened, step: Link, identity: Identity | None, own: str | None, name: str | None, lang: str
) -> list[str]:
    if not identity or not own:
        return []
    called = name or packs.words(opened.rules.game.name, lang).terms.get(own, own.capitalize())
    letter = join_letter(step.game, own, identity, check_name(called), lang, "")
    return [file_letter(opened, sign(identity, letter), None, False)]


def summary(
    folder: str, written: list[str], made: str, codes: dict[str, str], genesis: Genesis, own: str | None
) -> str:
    lines = [localised("wrote {files}", files=written)]
    if made:
        lines.append(localised("your key was made: {path}", path=made))
    if genesis.trust == "referee":
        lines.append(localised("your key is the referee's: losing it ends the game; back it up (print its last line)"))
        if own:
            lines.append(
                localised("you referee and play: you could look at what the others hide, but not cheat unseen")
            )
    people = [spec for spec in genesis.seats if spec.held is UNSET and spec.id != own]
    if genesis.trust == "referee" and not people:
        lines.append(localised("every other seat is held by you: the draws are not fair against the host"))
    lines += [
        localised("for {seat}:  lpbe join {game} --seat {seat} --code {code}", seat=seat, game=folder, code=code)
        for seat, code in codes.items()
    ]
    return "\n".join(lines)
