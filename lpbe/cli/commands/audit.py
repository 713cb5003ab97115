"""Commands for auditors and programs: evidence, canonical bytes, detached signatures, schemas."""

from __future__ import annotations

import sys

import click

from ...app.auditing.evidence import make_evidence
from ...app.auditing.judge_evidence import check_bundle
from ...app.auditing.signatures import allowed_signers, attach_signature, json_schema, list_schemas, signed_bytes
from ...app.session.session import Session
from ...kernel.base.errors import Misused
from ..options import example, game_argument, json_option
from ..output import print_bytes, print_result


@click.command(
    "canon",
    epilog=example("lpbe canon order.toml | ssh-keygen -Y verify -f allowed -I red -n lpbe-order-v2 -s order.sig"),
)
@click.argument("order", metavar="ORDER")
def canon_command(order: str) -> None:
    """Print the bytes that the signature of ORDER covers: canonical JSON, without a newline.

    On a terminal, control characters are escaped.
    """
    print_bytes(signed_bytes(order))


@click.command(
    "attach",
    epilog=example(
        "lpbe canon order.toml | ssh-keygen -Y sign -n lpbe-order-v2 -f key > order.sig",
        "lpbe attach order.toml order.sig",
    ),
)
@click.argument("order", metavar="ORDER")
@click.argument("signature", metavar="SIG")
@click.option("-o", "--output", metavar="FILE", help="Where to write the signed order; default: ORDER itself.")
@json_option
@click.pass_obj
def attach_command(session: Session, order: str, signature: str, output: str | None, as_json: bool) -> None:
    """Attach a detached SSH signature to ORDER."""
    print_result(session, attach_signature(order, signature, output), as_json)


@click.command("allowed-signers", epilog=example("lpbe allowed-signers mars > allowed"))
@game_argument
@click.pass_obj
def allowed_signers_command(session: Session, game: str) -> None:
    """Print the public keys of GAME in the format that ssh-keygen -Y verify expects."""
    sys.stdout.write("".join(line + "\n" for line in allowed_signers(session.open_game(game))))


@click.command("schema", epilog=example("lpbe schema", "lpbe schema order > order.schema.json"))
@click.argument("name", required=False)
def schema_command(name: str | None) -> None:
    """Print the JSON Schema called NAME. Without a name, list all schemas."""
    sys.stdout.write("\n".join(list_schemas()) + "\n" if name is None else json_schema(name))


ONLY_TIMES = 3
"""The exit code if two histories differ only in their times, so that nobody is to blame."""


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
@click.option("--check", metavar="BUNDLE", help="Check somebody else's evidence.")
@click.option("-o", "--output", metavar="FILE", default="evidence.json", show_default=True)
@json_option
@click.pass_obj
def evidence_command(
    session: Session, one: str | None, two: str | None, game: str | None, check: str | None, output: str, as_json: bool
) -> int:
    """Prove that A and B contradict each other: two game files, two orders for the same question, or two receipts.

    Two histories that differ only in their times prove nothing against anybody: the same orders were
    signed again in the same sequence, for example after restoring a backup. The exit code is then 3.
    """
    if check:
        evidence = check_bundle(check)
    elif one is None or two is None:
        raise Misused("E_USAGE", "evidence needs two files", "see: lpbe evidence --help")
    else:
        evidence = make_evidence(one, two, game, output)
    print_result(session, evidence, as_json)
    return ONLY_TIMES if evidence.only_times else 0
