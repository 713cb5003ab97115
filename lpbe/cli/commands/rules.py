"""Print the rules in force: single clauses, or the whole sheet."""

from __future__ import annotations

import click

from ...app.reading.rules_sheet import find_clauses, read_rules
from ...app.session.locale import environment_language
from ...app.session.session import Session
from ..options import example, json_option, lang_option
from ..output import print_result


@click.command(
    "rule",
    epilog=example("lpbe rule LP-MOVE-07", "lpbe rule lp-move-07 g-44 --lang fr", "lpbe rule PEB-TURN-01 --json"),
)
@click.argument("clauses", metavar="ID...", nargs=-1, required=True)
@lang_option
@json_option
@click.pass_obj
def rule_command(session: Session, clauses: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """Print the clauses of the rules with the given IDs. When an order is refused, the reason names them."""
    print_result(session, find_clauses(clauses, lang or environment_language()), as_json)


@click.command(
    "rules",
    epilog=example(
        "lpbe rules mars",
        "lpbe rules living-planet --short --lang fr",
        "lpbe rules mars fate token",
        "lpbe rules living-planet --with arboria dam",
        "lpbe rules mars --all --json",
    ),
)
@click.argument("source", metavar="GAME|NAME", type=click.Path())
@click.argument("wanted", metavar="[WORD...]", nargs=-1)
@lang_option
@click.option("--short", is_flag=True, help="Print only how to play, on one page.")
@click.option("--all", "everything", is_flag=True, help="List all options, including those left at their default.")
@click.option("--search", metavar="WORDS", help="Print only what the rules say about these words.")
@click.option("--with", "more", multiple=True, metavar="NAME", help="With the name of a game: add an expansion.")
@json_option
@click.pass_obj
def rules_command(
    session: Session,
    source: str,
    wanted: tuple[str, ...],
    lang: str | None,
    short: bool,
    everything: bool,
    search: str | None,
    more: tuple[str, ...],
    as_json: bool,
) -> None:
    """Print the rules in force in GAME: a summary, its options, then all clauses by chapter.

    Add words to see what they mean and the clauses about them. Instead of GAME you can give the name of
    a game (living-planet, 2116, pebbles), to see its rules with the default options.
    """
    words = " ".join([*wanted, search or ""]).split()
    sheet = read_rules(session, source, more, lang=lang, words=words, short=short, everything=everything)
    print_result(session, sheet, as_json)
