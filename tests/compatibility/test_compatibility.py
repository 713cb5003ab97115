"""Games of every released version: finished ones verify, unfinished ones can be continued, for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from lpbe.app.session.accepted_rules import began_with
from lpbe.games import GAMES, game_of, rules_of
from lpbe.kernel.chain.letter_registry import KINDS
from lpbe.kernel.gamedir.gamedir import load, locate

from ..cli.world.club import Answer
from .games import FINISHED, UNFINISHED, game_title, recorded_games
from .table import HERE, NOBODY, Table
from .weeks import on

SMALL = ("pebbles",)
"""Played to its end every day."""
TO_THE_END = 10_000
PARTLY = 3
ADVICE = """
{game} was made by lpbe {engine}, with version {version} of the rules of {rules}. This checkout says of it:
    {answer}
People have such games. Either
  * take back what changed, in lpbe/games/{package} or in the content of {rules}: data of the rules may be written
    otherwise only where `lpbe migrate` finds every step of all recorded games the same; or
  * make it another version: raise the number after its name in lpbe/games/{package}/__init__.py and `__version__` in
    lpbe/__init__.py, mark it with **[!]** in CHANGELOG.md, and run `python -m tests.compatibility.make`, which
    adds games of the new version. Existing games stay as they are: from then on lpbe must name the version to install.
"""


def advice(table: Table, folder: Path, answer: Answer) -> str:
    """Return advice for somebody who changed the rules."""
    genesis = table.game.genesis
    return ADVICE.format(
        game=folder.relative_to(HERE.parent),
        engine=genesis.engine,
        version=genesis.rules_version,
        rules=genesis.rules,
        package=GAMES[genesis.rules].package,
        answer=answer.words.strip(),
    )


def is_played_here(table: Table, folder: Path) -> bool:
    """Return whether the rules here are those of the game or lead to the same; else they must have a new version."""
    genesis = table.game.genesis
    rules = rules_of(genesis)
    if began_with(genesis, rules):
        return True
    answer = table.say(table.referee, "migrate", "mars", "--json")
    if answer.status == 0:
        for who in {*map(table.player, table.seats)} - {table.referee}:
            assert table.say(who, "migrate", "mars").status in (0, PARTLY), advice(table, folder, answer)
        return True
    assert genesis.rules_version < rules.game.version, advice(table, folder, answer)
    assert (answer.status, answer.code) == (6, "E_RULES_VERSION"), answer
    assert genesis.engine and genesis.engine in answer.payload["hint"], answer
    return False


def verify_game(table: Table, folder: Path, code: int) -> dict[str, object]:
    """Verify with nothing but the folder, or as the referee, whose pins know of a migration, if there was one."""
    migrated = not began_with(table.game.genesis, rules_of(table.game.genesis))
    answer = table.say(table.referee if migrated else NOBODY, "verify", "mars", "--json")
    assert answer.status == code, advice(table, folder, answer)
    return answer.payload


@pytest.mark.parametrize("folder", recorded_games(FINISHED), ids=game_title)
def test_a_finished_game_verifies(folder: Path, tmp_path: Path) -> None:
    table = Table.set_up(tmp_path, folder)
    if is_played_here(table, folder):
        payload = verify_game(table, folder, 0)
        assert (payload["level"], payload["complete"], payload["over"]) == (2, True, True), payload


def days() -> list[object]:
    """Return all games for every day; the large ones are played to their end in a soak only."""
    day = [
        pytest.param(one, TO_THE_END if one.parent.name in SMALL else 1, id=game_title(one))
        for one in recorded_games(UNFINISHED)
    ]
    large = [one for one in recorded_games(UNFINISHED) if one.parent.name not in SMALL]
    soak = [pytest.param(one, TO_THE_END, id=f"{game_title(one)}-soak", marks=pytest.mark.soak) for one in large]
    return [*day, *soak]


@pytest.mark.parametrize(("folder", "windows"), days())
def test_an_unfinished_game_goes_on(folder: Path, windows: int, tmp_path: Path) -> None:
    """The waiting letter is applied, everybody continues with their recorded key, and all of it verifies."""
    table = Table.set_up(tmp_path, folder)
    if not is_played_here(table, folder):
        return
    assert verify_game(table, folder, PARTLY)["over"] is False
    before, waiting = table.game, list((table.mars / "inbox").iterdir())
    now = on(14) if before.genesis.pace else ()
    done = table.run(*now)
    assert len(done["applied"]) >= len(waiting) == 1 and not done["refused"], done
    table.play(windows, *now)
    assert table.game.state.seq > before.state.seq + 1
    if table.is_over and not table.game.last.public.disclosed:
        table.do(table.referee, "disclose", "mars")
        table.run(*now)
    payload = verify_game(table, folder, 0 if table.is_over else PARTLY)
    assert payload["steps"] == table.game.state.seq and table.is_over == (windows == TO_THE_END)


@pytest.mark.parametrize("part", [FINISHED, UNFINISHED])
def test_every_game_is_recorded_with_each_expansion_and_all_of_them(part: str) -> None:
    """A new game or expansion needs a line in games.py, then python -m tests.compatibility.make."""
    found = [load(locate(str(folder))).genesis for folder in recorded_games(part)]
    played = {(genesis.rules, tuple(sorted(genesis.expansions))) for genesis in found}
    for name in GAMES:
        more = sorted(game_of(name).expansions)
        assert {(name, some) for some in ((), tuple(more), *((one,) for one in more))} <= played
    assert {str(genesis.options.get("aquarius", {}).get("scenario")) for genesis in found} >= {"terra_h2o"}


def test_people_play_them_with_keys() -> None:
    """No seat is held by the referee, who does not play."""
    for folder in [*recorded_games(FINISHED), *recorded_games(UNFINISHED)]:
        game = load(locate(str(folder)))
        assert game.genesis.trust == "referee" and not any(seat.held for seat in game.state.seats), folder


def test_every_kind_of_letter_is_in_them(tmp_path: Path) -> None:
    found: set[str] = set()
    for number, folder in enumerate([*recorded_games(FINISHED), *recorded_games(UNFINISHED)]):
        found |= Table.set_up(tmp_path / str(number), folder).kinds
    assert found == set(KINDS)
