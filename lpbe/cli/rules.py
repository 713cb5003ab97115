"""The rules as they are in force: single clauses, or the whole sheet."""

from __future__ import annotations

import click
import msgspec
from msgspec import UnsetType

from ..app.game import open_game
from ..app.language import environment_language
from ..app.sheet import (
    Source,
    chapters_of,
    chapters_with,
    clause,
    expansions,
    found_text,
    is_game,
    leads,
    one_page,
    options_of,
    overview,
    sheet,
    source_of,
    usual_source,
)
from ..games import GAMES, full_name
from ..kernel.base.errors import Misused
from ..kernel.content import packs
from .options import example, json_option, lang_option
from .output import respond


@click.command(
    "rule",
    epilog=example("lpbe rule LP-MOVE-07", "lpbe rule lp-move-07 g-44 --lang fr", "lpbe rule PEB-TURN-01 --json"),
)
@click.argument("clauses", metavar="ID...", nargs=-1, required=True)
@lang_option
@json_option
def rule_command(clauses: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """Print the clauses ID of the rules, as refusals name them."""
    found = [clause(name.upper(), lang or environment_language()) for name in clauses]
    lines = [f"{one.id}: {one.text}" for one in found]
    respond(as_json, {"clauses": msgspec.to_builtins(found)}, "\n".join(lines))


@click.command(
    "rules",
    epilog=example(
        "lpbe rules mars",
        "lpbe rules living-planet --short --lang fr",
        "lpbe rules mars fate token",
        "lpbe rules mars --all --json",
    ),
)
@click.argument("source", metavar="GAME|NAME", type=click.Path())
@click.argument("wanted", metavar="[WORD...]", nargs=-1)
@lang_option
@click.option("--short", is_flag=True, help="How to play, on one page.")
@click.option("--all", "everything", is_flag=True, help="All options, also those that are as usual.")
@click.option("--search", metavar="WORDS", help="Only the clauses that have these words in them.")
@click.option(
    "--with", "more", multiple=True, metavar="NAME", help="The rules of a game by its name with an expansion."
)
@json_option
def rules_command(
    source: str,
    wanted: tuple[str, ...],
    lang: str | None,
    short: bool,
    everything: bool,
    search: str | None,
    more: tuple[str, ...],
    as_json: bool,
) -> None:
    """Print the rules in force in GAME: in short, its options, then every clause by chapters.

    With words, only the clauses that have them all. The name of a game (living-planet, 2116,
    pebbles) stands for its rules with the usual options.
    """
    played = rules_in_force(source, more)
    lang = lang or played.lang
    words = packs.words(played.rules, lang)
    options = [one for one in options_of(played, words) if everything or not one.usual or leads(played, one)]
    chapters, looked_for = list(chapters_of(played, lang)), " ".join([*wanted, search or ""]).split()
    chapters = chapters_with(chapters, looked_for) if looked_for else chapters
    told = {
        "rules": played.rules,
        "version": played.version,
        "lang": lang,
        "overview": overview(played, words),
        "expansions": expansions(played),
        "options": options,
        "chapters": chapters,
        **({} if isinstance(played.game, UnsetType) else {"game": played.game}),
    }
    if looked_for:
        text = found_text(words, chapters, looked_for)
    elif short:
        text = one_page(played, words)
    else:
        text = sheet(played, words, options, chapters, everything)
    respond(as_json, msgspec.to_builtins(told), text)


def rules_in_force(source: str, expansions: tuple[str, ...]) -> Source:
    """Those of a game in a folder; else those of a game by its name, with the expansions that are asked for."""
    if full_name(source) in GAMES and not is_game(source):
        return usual_source(source, environment_language(), expansions)
    if expansions:
        raise Misused("E_USAGE", "which expansions a game has is settled: --with is for the name of a game")
    return source_of(open_game(source))
