"""Positions to draw: samples of random games, an explorer who must choose, and a full map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from lpbe.board.model import HexMap, HexView
from lpbe.games.living_planet.actions.exploration import LayHex
from lpbe.games.living_planet.map.queries import spots_of
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.games.living_planet.state import COLOURS, Building, BuildingKind, Laid, Map, Team, Tile, Turn
from lpbe.kernel.content import packs
from lpbe.kernel.content.packs import Words
from lpbe.kernel.engine.model import Seat, State
from lpbe.kernel.engine.table import answers_wanted

from ..living_planet.playouts import playout
from ..living_planet.positions import GAME, new_game, position

LANGUAGES = ("en", "fr")
STRIDE = 40


def letter(lang: Words, colour: str) -> str:
    """Return the letter of a colour on a board in this language."""
    return {"en": "RBYG", "fr": "RBJV"}[lang.grammar["lang"]][["red", "blue", "yellow", "green"].index(colour)]


def label(lang: Words, piece: str, wounded: bool) -> str:
    """Return the name of a piece on a board in this language."""
    colour = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}[piece[0]]
    return letter(lang, colour) + piece[1:] + "!" * wounded


def words(lang: str = "en") -> Words:
    return packs.words(GAME, lang)


@cache
def samples() -> list[State]:
    """Return random games with two, three and four seats: the opening, now and then one between, and the end."""
    games = [playout(edition, seats, 0) for edition, seats in ((0, 4), (1, 3), (2, 2))]
    return [transition.table.state for game in games for transition in (*game[::STRIDE], game[-1])]


@cache
def explorers() -> list[tuple[State, Seat]]:
    """Return what explorers see when they must say where a hex goes."""
    out = []
    for transition in playout(0, 4, 1):
        for seat, question in answers_wanted(transition.table.state).items():
            if isinstance(question, LayHex):
                out.append((transition.table.state.seen_by(seat), seat))
    assert len(out) > 3
    return out


@cache
def full() -> State:
    """Return every hex on the map, most spots built on, every team of four colours; several hexes crowded."""
    random, state = Random("a full map"), new_game(1).state
    board = state[Map]
    tiles = sorted(name for name, tile in state.book.rows_of(Tile).items() if "start" not in tile.traits)
    cells = [f"{q},{r}" for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 2 and (q, r) != (0, 0)]
    for name, cell in zip(tiles, cells, strict=False):
        board.hexes[name] = Laid(cell, random.randrange(6), len(board.hexes))
    kinds = sorted(state.book.rows_of(BuildingKind))
    for spot in [spot for hex in board.hexes for spot in spots_of(state, hex) if spot not in board.buildings]:
        if random.random() < 0.8:
            chip = random.choice(("", *COLOURS))
            board.buildings[spot] = Building(random.choice(kinds), "", random.randrange(7), chip)
    for seat in COLOURS:
        crowd(board, seat, random)
    turn = state[Turn]
    turn.dice, turn.order = dict(zip(COLOURS, (3, 5, 2, 1), strict=True)), list(COLOURS)
    return state


@cache
def exploring_state() -> State:
    """Red has drawn three hexes, with a motorized team on the map that goes far."""
    steps = [{"step": "act", "seat": "red", "taken": ["explore"]}, {"step": "put-back", "seat": "red"}]
    hexes = {"H03": {"at": "1,0", "turn": 3, "nth": 1}, "H09": {"at": "1,-1", "turn": 2, "nth": 2}}
    teams = {"RM1": {"seat": "red", "place": "H03", "kind": "motorized"}, "B1": {"wounded": True}}
    given = {
        "agenda": {"steps": [*steps, {"step": "lay-hex", "seat": "red"}]},
        "turn": {"dice": {"red": 2}},
        "map": {"hexes": hexes, "teams": teams},
        "red": {"hand": {"hexes": ["H24", "H01", "H15"]}},
    }
    return position(given, options={"start_tile": "A"}).state.seen_by("red")


def crowd(board: Map, seat: Seat, random: Random) -> None:
    free = [spot for spot in sorted(board.buildings) if all(team.place != spot for team in board.teams.values())]
    letter, few = seat[0].upper(), ["H01", "H02", "H02"]
    for n, spot in enumerate(random.sample(free, 5), 1):
        place = random.choice((spot, *few))
        board.teams[f"{letter}{n}"] = Team(seat, place, wounded=random.random() < 0.4)
    for n in (1, 2):
        board.teams[f"{letter}M{n}"] = Team(seat, random.choice(few), "motorized")


def public(state: State) -> HexMap:
    return picture(state.seen_by(None), None)


def all_states() -> Iterator[State]:
    yield from samples()
    yield full()


def line_of(length: int) -> HexMap:
    """Return a map that is wider than any game's."""
    return HexMap(tuple(HexView(name=f"H{n}", edges="MDMDMD", q=n, r=0) for n in range(length)))
