"""For auditors and programs: evidence, canonical bytes, detached signatures, schemas."""

from __future__ import annotations

import sys

import click
from msgspec import UnsetType

from ..app.evidence import evidence
from ..app.game import open_game
from ..app.judging import check_bundle
from ..app.outputs import write_output
from ..games import schema_names, schema_of
from ..kernel.base.canon import jcs
from ..kernel.base.errors import Misused
from ..kernel.chain.checks import referee_keys
from ..kernel.chain.letters import letter_id
from ..kernel.chain.records import Envelope
from ..kernel.crypto import sshsig
from ..kernel.crypto.keys import b64, unb64
from ..kernel.disk import files
from ..kernel.folder.inbox import dump_letter, read_letter
from .options import example, game_argument, json_option
from .output import respond


@click.command(
    "canon",
    epilog=example("lpbe canon order.toml | ssh-keygen -Y verify -f allowed -I red -n lpbe-order-v2 -s order.sig"),
)
@click.argument("order", metavar="ORDER")
def canon_command(order: str) -> None:
    """Print the bytes that the signature of ORDER covers: canonical JSON, no newline."""
    files.write_stdout(jcs(read_letter(order).order))


@click.command(
    "attach",
    epilog=example(
        "lpbe canon order.toml | ssh-keygen -Y sign -n lpbe-order-v2 -f key > order.sig",
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
    write_output(target, dump_letter(Envelope(letter, b64(blob)), target), sync=True)
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
        "lpbe evidence mine/game.toml theirs/game.toml -o fork.json",
        "lpbe evidence one.toml two.toml --game mars",
        "lpbe evidence --check fork.json",
    ),
)
@click.argument("one", metavar="A", required=False)
@click.argument("two", metavar="B", required=False)
@click.option("--game", metavar="GAME", help="The game that two orders or two receipts belong to.")
@click.option("--check", metavar="BUNDLE", help="Judge a bundle that somebody made, by itself.")
@click.option("-o", "--output", metavar="FILE", default="evidence.json", show_default=True)
@json_option
def evidence_command(
    one: str | None, two: str | None, game: str | None, check: str | None, output: str, as_json: bool
) -> None:
    """Prove that A and B cannot both be true: two game files, two orders of one slot, or two receipts."""
    if check:
        told = check_bundle(check)
        respond(as_json, told, str(told["says"]))
        return
    if one is None or two is None:
        raise Misused("E_USAGE", "evidence is made of two files", "see: lpbe evidence --help")
    bundle = evidence(one, two, game)
    write_output(output, jcs(bundle), sync=True)
    told = {key: bundle[key] for key in ("kind", "code", "convicts", "says")}
    respond(as_json, {**told, "files": [output]}, f"{bundle['says']}\n{output}")
