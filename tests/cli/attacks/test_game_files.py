"""Game files that somebody edited, or whose shape no game can have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel.chain.letters.handover import make_offer
from lpbe.kernel.chain.records import Envelope, GameFile, Hidden
from lpbe.kernel.crypto.keys import Secret
from tests import letter_types

from ..conftest import Stages
from ..world.cheating_referee import put_game, sign_fitting_head, verify, with_genesis, with_state
from ..world.club import HOST, identity

Edit = Callable[[GameFile], GameFile]


def state(**changes: Callable[[Any], Any]) -> Edit:
    """Change fields of the state without signing."""

    def edit(game: GameFile) -> GameFile:
        fresh = {name: change(getattr(game.state, name)) for name, change in changes.items()}
        return replace(game, state=replace(game.state, **fresh))

    return edit


def last(**changes: Callable[[Any], Any]) -> Edit:
    def edit(game: GameFile) -> GameFile:
        fresh = {name: change(getattr(game.last, name)) for name, change in changes.items()}
        return replace(game, last=replace(game.last, **fresh))

    return edit


def swap_seals(seals: dict[str, str]) -> dict[str, str]:
    return {**seals, "red": seals["blue"], "blue": seals["red"]}


def richer(table: dict[str, Any]) -> dict[str, Any]:
    return {**table, "supply": {**table["supply"], "coins": 99}}


def other_keys(seats: list[Any]) -> list[Any]:
    sign, seal = identity("dan").keys
    return [replace(seat, sign=sign, seal=seal) if seat.id == "blue" else seat for seat in seats]


EDITS: dict[str, tuple[Edit, str]] = {
    "the table": (state(table=richer), "E_SIG_INVALID"),
    "the window": (state(window=lambda window: replace(window, waiting=["red"])), "E_SIG_INVALID"),
    "the seats' keys": (state(seats=other_keys), "E_SIG_INVALID"),
    "the history": (state(recent=lambda recent: recent[1:]), "E_SIG_INVALID"),
    "two seals swapped": (state(seals=swap_seals), "E_SIG_INVALID"),
    "a seal gone": (state(seals=lambda seals: {"red": seals["red"]}), "E_SIG_INVALID"),
    "a secret disclosed": (last(public=lambda public: replace(public, disclosed=["00" * 32])), "E_SIG_INVALID"),
    "the number of the step": (state(seq=lambda seq: seq + 1), "E_STATE_GAME"),
    "the game": (state(game=lambda game: "00" * 32), "E_STATE_GAME"),
    "what happened": (last(public=lambda public: replace(public, events=[])), "E_SIG_INVALID"),
    "the last order": (last(letter=lambda order: replace(order, note="I give up")), "E_SIG_INVALID"),
    "no last order": (last(letter=lambda order: UNSET), "E_SIG_INVALID"),
    "the head": (last(head=lambda head: replace(head, prev="00" * 32)), "E_SIG_INVALID"),
    "the head's signature": (last(head_sig=lambda sig: sig[:-6] + "AAAA=="), "E_SIG_INVALID"),
    "no signature": (last(head_sig=lambda sig: UNSET), "E_SIG_FORMAT"),
    "a head by another key": (lambda game: sign_fitting_head(game, "ben"), "E_SIG_INVALID"),
    "the genesis": (lambda game: replace(game, genesis=replace(game.genesis, lang="fr")), "E_STATE_GAME"),
    "no signed genesis": (lambda game: replace(game, sig=UNSET), "E_SIG_FORMAT"),
    "the head's signature for the genesis": (lambda game: replace(game, sig=game.last.head_sig), "E_SIG_INVALID"),
}


@pytest.mark.parametrize(("edit", "code"), EDITS.values(), ids=EDITS)
def test_no_command_works_on_an_edited_game_file(club_at: Stages, edit: Edit, code: str) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=2")
    put_game(club, edit(club.game))
    with club.untouched():
        for who, *command in (
            (HOST, "run", "mars"),
            (HOST, "apply", "mars", "mars/inbox/2-blue-0.toml"),
            ("ben", "show", "mars"),
            ("ben", "order", "mars", "bid coins=3"),
            ("eve", "verify", "mars", "--evidence", "proof.json"),
        ):
            answer = club.lpbe(who, *command, "--json")
            assert (answer.status, answer.code) == (4, code), command


@pytest.mark.parametrize("edit", [EDITS["the table"][0], EDITS["two seals swapped"][0]])
def test_the_program_says_that_the_game_is_false(club_at: Stages, edit: Edit) -> None:
    club = club_at("bidding")
    put_game(club, edit(club.game))
    answer = club.shell("ben", "show", "mars")
    assert (answer.status, answer.out) == (4, "")
    assert "[E_SIG_INVALID]" in answer.err


def unsigned_handover(game: GameFile) -> GameFile:
    letter = letter_types.handover_letter(game, make_offer(game, identity("eve")), (Secret(bytes(32)),), 0)
    return with_state(game, handovers=[Envelope(letter)])


def rename_seat(seat: str) -> Edit:
    return lambda game: with_genesis(game, seats=[replace(game.genesis.seats[0], id=seat), *game.genesis.seats[1:]])


SHAPES: dict[str, Edit] = {
    "a referee's game without a referee": lambda game: with_genesis(game, referee=UNSET),
    "a referee's game without a commitment": lambda game: with_genesis(game, seed_commit=UNSET),
    "a referee's game with a seed": lambda game: with_genesis(game, seed="00" * 32),
    "a referee's game without sizes": lambda game: with_genesis(game, sizes=UNSET),
    "a referee's game without seals": lambda game: with_state(game, seals=UNSET),
    "a referee's game without a drawer": lambda game: with_state(game, drawer=UNSET),
    "a referee's game with its secrets in clear": lambda game: with_state(game, clear=Hidden()),
    "an open game without a seed": lambda game: with_genesis(game, trust="open"),
    "a handover that nobody signed": unsigned_handover,
    "no seats": lambda game: with_genesis(game, seats=[]),
    "one seat twice": lambda game: with_genesis(game, seats=[game.genesis.seats[0]] * 3),
    **{f"a seat called {seat}": rename_seat(seat) for seat in ("con", "aux", "lpt9", "referee", "..", "a/b", "Red")},
}


@pytest.mark.parametrize("edit", SHAPES.values(), ids=SHAPES)
def test_a_game_file_of_a_wrong_shape_is_refused(club_at: Stages, edit: Edit) -> None:
    """Even if its referee signs it."""
    club = club_at("bidding")
    put_game(club, edit(club.game))
    with club.untouched():
        for command in ("show", "verify", "run", "legal"):
            answer = club.lpbe(HOST, command, "mars", "--json")
            assert (answer.status, answer.code) == (6, "E_SCHEMA"), command


def test_seats_that_are_not_those_of_the_genesis_are_refused(club_at: Stages) -> None:
    club = club_at("bidding")
    put_game(club, with_state(club.game, seats=club.game.state.seats[:2]))
    with club.untouched():
        for command in ("show", "verify", "run", "legal"):
            answer = club.lpbe(HOST, command, "mars", "--json")
            assert (answer.status, answer.code) == (4, "E_STATE_GAME"), command


SPELLINGS = {
    "a comment": lambda text: b"# blue cheats\n" + text,
    "a comment at the end": lambda text: text + b"# blue cheats\n",
    "another order of fields": lambda text: text.replace(b"format = 2\n", b"", 1).replace(
        b"rng = 2\n", b"rng = 2\nformat = 2\n", 1
    ),
    "a number spelled out": lambda text: text.replace(b"seq = 6\n", b"seq = +6\n", 1),
}


@pytest.mark.parametrize("change", SPELLINGS.values(), ids=SPELLINGS)
def test_not_a_byte_of_a_game_file_changes_unnoticed(club_at: Stages, change: Callable[[bytes], bytes]) -> None:
    club = club_at("bidding")
    path = club.mars / "game.toml"
    path.write_bytes(change(path.read_bytes()))
    answer = verify(club)
    assert (answer.status, answer.code) == (4, "E_STATE_FORM")


def test_white_space_may_change(club_at: Stages) -> None:
    club = club_at("bidding")
    path = club.mars / "game.toml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert verify(club).status == 3
