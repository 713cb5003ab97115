"""The second verifier and `lpbe verify` agree about games in which everything is signed, true or not."""

from __future__ import annotations

import copy
import random
import shutil
from pathlib import Path

from ..size_limits import sizes
from .answers import Ask, second
from .changes import change_place
from .forger import TERMS, Forger, raw
from .player import Player
from .verifier.canon import tagged_hash
from .verifier.ids import game_id


def wander(player: Player, moves: int, folder: Path, ask: Ask) -> dict[str, int]:
    """Move again and again, take back what is refused, and compare each time."""
    answer: dict[str, int] = {}
    for number in range(moves):
        game = player.game
        saved = game.save()
        try:
            kind = player.move()
            shutil.rmtree(folder, ignore_errors=True)
            game.write(folder)
        except Exception:
            game.back(saved)
            continue
        (first, code), (other, why) = ask(folder), second(folder)
        assert first == other, (number, kind, first, code, other, why, game.entries[-1])
        answer[f"{kind} {first}"] = answer.get(f"{kind} {first}", 0) + 1
        if first == "refused":
            game.back(saved)
    return answer


def change_last(game: Forger, chance: random.Random) -> str:
    """Change something of the last step or of the state, and sign it again."""
    entry, state = copy.deepcopy(game.entries[-1]), copy.deepcopy(game.state)
    entry.pop("genesis", None)
    parts = {"letter": entry.get("order"), "public": entry["public"], "head": entry["head"], "state": state}
    name = chance.choice([name for name, part in parts.items() if part])
    what = f"{name}: {change_place(parts[name], chance)}"
    if len(game.entries) == 1:
        entry["genesis"] = game.genesis
    game.again(entry, state)
    return what


def change_genesis(game: Forger, chance: random.Random) -> str:
    """Change something of the genesis of a game that has just begun, and sign all of it."""
    genesis = copy.deepcopy(game.genesis)
    what = change_place(genesis, chance)
    if any(genesis.get(name) != game.genesis[name] for name in TERMS):
        return ""
    game.genesis, game.id = genesis, tagged_hash("genesis", raw(genesis))
    game.sig = game.referee.signs("lpbe-genesis-v2", raw(genesis))
    entry, state = copy.deepcopy(game.entries[0]), copy.deepcopy(game.state)
    entry |= {"genesis": genesis, "sig": game.sig}
    entry["head"] |= {"game": game.id, "prev": game.id}
    state["game"] = game.id
    game.again(entry, state)
    return f"genesis: {what}"


@sizes("count", 1, 40)
def test_forged_games(count: int, tmp_path: Path, ask: Ask) -> None:
    for seed in range(count):
        wander(Player(random.Random(seed)), 40, tmp_path / "game", ask)


def records(seed: int, folder: Path, ask: Ask) -> None:
    """Change the records of a game at several of its steps."""
    chance = random.Random(seed)
    player = Player(chance)
    game = player.game
    for _ in range(8):
        for change in (change_genesis, change_last, change_last, change_last):
            if change is change_genesis and len(game.entries) > 1:
                continue
            saved, genesis, sig = game.save(), game.genesis, game.sig
            entries = list(game.entries)
            what = change(game, chance)
            shutil.rmtree(folder, ignore_errors=True)
            game.write(folder)
            if what:
                (first, code), (other, why) = ask(folder), second(folder)
                assert first == other, (seed, what, first, code, other, why, game.entries[-1])
            game.back(saved)
            game.entries, game.genesis, game.sig, game.id = entries, genesis, sig, game_id(genesis)
        wander(player, 4, folder, ask)


@sizes("count", 1, 40)
def test_forged_records(count: int, tmp_path: Path, ask: Ask) -> None:
    for seed in range(count):
        records(seed, tmp_path / "game", ask)
