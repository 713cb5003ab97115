"""Games of every version that people have got: what is finished verifies, what is not goes on, for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from lpbe.app.accepted import begun_with
from lpbe.games import GAMES, game_of, rules_of
from lpbe.kernel.chain.kinds import KINDS
from lpbe.kernel.folder.folder import load, locate

from ..cli.house import Answer
from .games import FINISHED, UNFINISHED, kept, title
from .table import HERE, NOBODY, Table
from .weeks import on

SMALL = ("pebbles",)
"""Played to its end every day."""
TO_THE_END = 10_000
PARTLY = 3
ADVICE = """
{game} was made by lpbe {engine}, with version {version} of the rules of {rules}. This checkout says of it:
    {told}
People have such games. Either
  * take back what changed, in lpbe/games/{package} or in the content of {rules}: data of the rules may be written
    otherwise only where `lpbe migrate` finds every step of all kept games the same; or
  * make it another version: raise the number after its name in lpbe/games/{package}/__init__.py and `__version__` in
    lpbe/__init__.py, say so in bold in CHANGELOG.md, and run `python -m tests.kept.make`, which adds games of the
    new version. Those that are there stay as they are: from then on they must be told which lpbe to install.
"""


def advice(table: Table, folder: Path, answer: Answer) -> str:
    """What somebody is to do who changed the rules."""
    genesis = table.game.genesis
    return ADVICE.format(
        game=folder.relative_to(HERE.parent),
        engine=genesis.engine,
        version=genesis.rules_version,
        rules=genesis.rules,
        package=GAMES[genesis.rules].package,
        told=answer.words.strip(),
    )


def is_played_here(table: Table, folder: Path) -> bool:
    """Whether the rules here are those of a kept game, or come to the same; else they have a new version and say so."""
    genesis = table.game.genesis
    rules = rules_of(genesis)
    if begun_with(genesis, rules):
        return True
    answer = table.say(table.referee, "migrate", "mars", "--json")
    if answer.status == 0:
        for who in {*map(table.player, table.seats)} - {table.referee}:
            assert table.say(who, "migrate", "mars").status in (0, PARTLY), advice(table, folder, answer)
        return True
    assert genesis.rules_version < rules.game.version, advice(table, folder, answer)
    assert (answer.status, answer.code) == (6, "E_RULES_VERSION"), answer
    assert genesis.engine and genesis.engine in answer.told["hint"], answer
    return False


def verified(table: Table, folder: Path, code: int) -> dict[str, object]:
    """What a stranger is told, who has but the folder; the referee's machine knows of a migration, if there was one."""
    migrated = not begun_with(table.game.genesis, rules_of(table.game.genesis))
    answer = table.say(table.referee if migrated else NOBODY, "verify", "mars", "--json")
    assert answer.status == code, advice(table, folder, answer)
    return answer.told


@pytest.mark.parametrize("folder", kept(FINISHED), ids=title)
def test_a_finished_game_verifies(folder: Path, tmp_path: Path) -> None:
    table = Table.laid(tmp_path, folder)
    if is_played_here(table, folder):
        told = verified(table, folder, 0)
        assert (told["level"], told["complete"], told["over"]) == (2, True, True), told


def days() -> list[object]:
    """All of them go on every day; the large ones to their end in a soak alone."""
    day = [pytest.param(one, TO_THE_END if one.parent.name in SMALL else 1, id=title(one)) for one in kept(UNFINISHED)]
    large = [one for one in kept(UNFINISHED) if one.parent.name not in SMALL]
    soak = [pytest.param(one, TO_THE_END, id=f"{title(one)}-soak", marks=pytest.mark.soak) for one in large]
    return [*day, *soak]


@pytest.mark.parametrize(("folder", "windows"), days())
def test_an_unfinished_game_goes_on(folder: Path, windows: int, tmp_path: Path) -> None:
    """The letter that waits is applied, everybody plays on with the key that was kept, and all of it verifies."""
    table = Table.laid(tmp_path, folder)
    if not is_played_here(table, folder):
        return
    assert verified(table, folder, PARTLY)["over"] is False
    before, waiting = table.game, list((table.mars / "inbox").iterdir())
    now = on(14) if before.genesis.pace else ()
    done = table.run(*now)
    assert len(done["applied"]) >= len(waiting) == 1 and not done["refused"], done
    table.play(windows, *now)
    assert table.game.state.seq > before.state.seq + 1
    if table.is_over and not table.game.last.public.disclosed:
        table.do(table.referee, "disclose", "mars")
        table.run(*now)
    told = verified(table, folder, 0 if table.is_over else PARTLY)
    assert told["steps"] == table.game.state.seq and table.is_over == (windows == TO_THE_END)


@pytest.mark.parametrize("part", [FINISHED, UNFINISHED])
def test_every_game_is_kept_with_every_expansion_and_all_of_them(part: str) -> None:
    """A game or an expansion that came later is not kept yet: python -m tests.kept.make, with a line in games.py."""
    found = [load(locate(str(folder))).genesis for folder in kept(part)]
    played = {(genesis.rules, tuple(sorted(genesis.expansions))) for genesis in found}
    for name in GAMES:
        more = sorted(game_of(name).expansions)
        assert {(name, some) for some in ((), tuple(more), *((one,) for one in more))} <= played
    assert {str(genesis.options.get("aquarius", {}).get("scenario")) for genesis in found} >= {"terra_h2o"}


def test_people_play_them_with_keys() -> None:
    """No seat is held by the referee, who plays nothing himself."""
    for folder in [*kept(FINISHED), *kept(UNFINISHED)]:
        game = load(locate(str(folder)))
        assert game.genesis.trust == "referee" and not any(seat.held for seat in game.state.seats), folder


def test_every_kind_of_letter_is_in_them(tmp_path: Path) -> None:
    found: set[str] = set()
    for number, folder in enumerate([*kept(FINISHED), *kept(UNFINISHED)]):
        found |= Table.laid(tmp_path / str(number), folder).kinds
    assert found == set(KINDS)
