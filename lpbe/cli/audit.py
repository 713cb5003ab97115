"""For auditors and programs: evidence, canonical bytes, detached signatures, schemas."""

from __future__ import annotations

import sys
from typing import Any

import click
from msgspec import UnsetType

from ..games import schema_names, schema_of
from ..kernel.base.canon import Plain, jcs
from ..kernel.base.errors import Misused
from ..kernel.chain.checks import check_sender, referee_keys
from ..kernel.chain.letters import letter_id, present
from ..kernel.chain.records import Envelope, GameFile, head_id
from ..kernel.chain.step import authenticate
from ..kernel.crypto import sshsig
from ..kernel.crypto.keys import b64, unb64
from ..kernel.disk import files
from ..kernel.folder.folder import load, locate
from ..kernel.folder.inbox import dump_letter, letter_file, read_letter
from .common import example, game_argument, json_option, open_game, respond


@click.command(
    "canon",
    epilog=example("lpbe canon order.toml | ssh-keygen -Y verify -f allowed -I red -n lpbe-order-v1 -s order.sig"),
)
@click.argument("order", metavar="ORDER")
def canon_command(order: str) -> None:
    """Print the bytes that the signature of ORDER covers: canonical JSON, no newline."""
    files.write_stdout(jcs(read_letter(order).order))


@click.command(
    "attach",
    epilog=example(
        "lpbe canon order.toml | ssh-keygen -Y sign -n lpbe-order-v1 -f key > order.sig",
        "lpbe attach order.toml order.sig",
    ),
)
@click.argument("order", metavar="ORDER")
@click.argument("signature", metavar="SIG")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; default: ORDER itself.")
@json_option
def attach_command(order: str, signature: str, output: str | None, as_json: bool) -> None:
    """Put a detached SSH signature into ORDER."""
    letter = read_letter(order).order
    blob = sshsig.dearmour(files.read(signature, files.KEY).decode("utf-8", "replace"))
    target = output or order
    files.write(target, dump_letter(Envelope(letter, b64(blob)), target))
    respond(as_json, {"files": [target], "order": letter_id(letter)}, target)


@click.command("allowed-signers", epilog=example("lpbe allowed-signers mars > allowed"))
@game_argument
def allowed_signers_command(game: str) -> None:
    """Print the public keys of GAME as ssh-keygen -Y verify wants them."""
    opened = open_game(game)
    genesis, state = opened.game.genesis, opened.game.state
    lines = [signer(s.id, sshsig.ORDER, s.sign) for s in state.seats if not isinstance(s.sign, UnsetType)]
    if genesis.trust == "referee":
        spaces = ",".join([sshsig.GENESIS, sshsig.HEAD, sshsig.ORDER])
        lines.append(signer("referee", spaces, referee_keys(genesis, state).sign))
    sys.stdout.write("".join(line + "\n" for line in lines))


def signer(who: str, namespaces: str, key: str) -> str:
    return f'{who} namespaces="{namespaces}" {sshsig.public_line(unb64(key))}'


@click.command("schema", epilog=example("lpbe schema", "lpbe schema order > order.schema.json"))
@click.argument("name", required=False)
def schema_command(name: str | None) -> None:
    """Print the JSON Schema called NAME; without a name, list them."""
    if name is None:
        sys.stdout.write("\n".join(schema_names()) + "\n")
        return
    text = schema_of(name)
    if text is None:
        raise Misused("E_USAGE", "no schema is called '{schema}'", "known: {known}", schema=name, known=schema_names())
    sys.stdout.write(text)


@click.command(
    "evidence",
    epilog=example(
        "lpbe evidence mine/game.toml theirs/game.toml -o fork.json", "lpbe evidence one.toml two.toml --game mars"
    ),
)
@click.argument("one", metavar="A")
@click.argument("two", metavar="B")
@click.option("--game", metavar="GAME", help="The game the two orders belong to.")
@click.option("-o", "--output", metavar="FILE", default="evidence.json", show_default=True)
@json_option
def evidence_command(one: str, two: str, game: str | None, output: str, as_json: bool) -> None:
    """Prove that A and B cannot both be true: two game files of one step, or two orders of one slot."""
    bundle = equivocation(one, two, game) if game else fork(one, two)
    files.write(output, files.dump(bundle, "evidence.json"))
    respond(as_json, {"kind": bundle["kind"], "files": [output]}, f"{bundle['says']}\n{output}")


def fork(one: str, two: str) -> Plain:
    """Two heads of one game and one step, both signed: proof against the referee."""
    games = [load(locate(path)) for path in (one, two)]
    for game in games:
        authenticate(game)
    first, second = (game.last.head for game in games)
    if first.game != second.game:
        raise Misused("E_EVIDENCE", "these are two different games")
    if first.seq != second.seq or head_id(first) == head_id(second):
        raise Misused("E_EVIDENCE", "no contradiction: these files are not two versions of one step")
    if games[0].genesis.trust != "referee":
        raise Misused("E_EVIDENCE", "an open game has no signed heads")
    return {
        "format": 1,
        "kind": "fork",
        "code": "E_FORK",
        "says": f"the referee signed two different steps {first.seq} of game {first.game[:12]}",
        "game": first.game,
        "seq": first.seq,
        "genesis": plain(games[0].genesis),
        "genesis_sig": present(games[0].sig),
        "heads": [head_proof(game) for game in games],
    }


def head_proof(game: GameFile) -> Plain:
    return {"head": plain(game.last.head), "sig": present(game.last.head_sig), "handovers": plain(game.state.handovers)}


def equivocation(one: str, two: str, path: str) -> Plain:
    """Two orders of one seat for one window with one rev, both signed: proof against the player."""
    opened = open_game(path)
    genesis, state = opened.game.genesis, opened.game.state
    orders = [read_letter(name) for name in (one, two)]
    for envelope in orders:
        if envelope.order.game != state.game:
            raise Misused("E_EVIDENCE", "an order belongs to another game")
        check_sender(genesis, state, envelope)
    first, second = (envelope.order for envelope in orders)
    slots = [(o.seat, o.window, o.rev, type(o)) for o in (first, second)]
    if slots[0] != slots[1] or letter_id(first) == letter_id(second):
        raise Misused("E_EVIDENCE", "no contradiction: these are not two orders for one slot")
    return {
        "format": 1,
        "kind": "equivocation",
        "code": "E_EQUIVOCATION",
        "says": f"{first.seat} signed two different orders for window {first.window} with rev {first.rev}",
        "game": state.game,
        "seat": first.seat,
        "window": first.window,
        "rev": first.rev,
        "genesis": plain(genesis),
        "orders": [plain(letter_file(envelope)) for envelope in orders],
    }


def plain(record: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(record)
