"""Every game can be shown, simulated and described by the program itself."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import jsonschema
import pytest
from msgspec import to_builtins

from lpbe.games import GAMES, all_schemas, game_of
from lpbe.kernel.content import packs
from lpbe.kernel.engine.table import answers_wanted

from ..cli.world.club import run_here
from ..size_limits import some
from .contract_config import cases, config_of, smallest_game
from .playouts import legal, playout

every_game = pytest.mark.parametrize("game", GAMES)


def lpbe(work: Path, *args: str) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
    status, out, err = run_here(list(args), work, {**env, "XDG_CONFIG_HOME": str(work / "home")}, b"")
    assert (status, err) == (0, b""), (out, err)
    return out.decode()


@pytest.mark.parametrize("game", some(GAMES, smallest_game()))
def test_the_demo_leaves_a_verified_game(game: str, tmp_path: Path) -> None:
    """With the fewest players and every expansion; no bar is shown if nobody is watching."""
    (tmp_path / ".git").mkdir()
    seats = config_of(game).seats[: game_of(game).players[0]]
    more = [part for name in game_of(game).expansions for part in ("--with", name)]
    out = lpbe(tmp_path, "demo", "--game", game, "--seats", ",".join(seats), *more)
    last = re.fullmatch(r"verified \(level 2\): all (\d+) steps follow the rules", out.splitlines()[-1])
    assert last
    folder, private = tmp_path / "demo-game" / "game", tmp_path / "demo-game" / "private"
    assert len(list((folder / "reports").iterdir())) == int(last[1]) + 1
    assert sorted(path.name for path in private.iterdir()) == sorted(seats)
    assert not (tmp_path / "home").exists(), "the demo's key is its own"
    words = packs.words(game, "en")
    for seat in seats:
        reports = [path.read_text() for path in private.joinpath(seat).iterdir()]
        assert reports and all(f"for {words.terms[seat]} only" in text for text in reports)
        assert all("What you can do now" in text for text in reports)
    assert lpbe(tmp_path, "verify", str(folder)).startswith("verified: level 2")


@every_game
def test_games_between_bots_are_counted(game: str, tmp_path: Path) -> None:
    players, more = game_of(game).players[1], [part for name in game_of(game).expansions for part in ("--with", name)]
    args = ["simulate", "--game", game, "--games", "2", "--players", str(players), "--bots", "random,cautious", *more]
    counted = json.loads(lpbe(tmp_path, *args, "--json"))
    assert counted["games"] == 2 and counted["failures"] == []
    assert sum(one["played"] for one in counted["bots"].values()) == 2 * players


@every_game
def test_every_order_and_policy_is_what_the_schemas_say(game: str) -> None:
    schemas = {name: json.loads(text) for name, text in all_schemas().items() if name.startswith(f"{game}-")}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    orders = jsonschema.Draft202012Validator(schemas[f"{game}-orders"])
    policies = jsonschema.Draft202012Validator(schemas[f"{game}-policy"])
    for policy in config_of(game).policies:
        policies.validate(policy)
    case = next(case for case in reversed(cases()) if case.game == game)
    for transition in playout(case, 0)[::5]:
        for seat in answers_wanted(transition.table.state):
            batch = [to_builtins(order) for order in legal(transition.table.state, seat)[::9]]
            orders.validate(json.loads(json.dumps({"batch": batch})))
