"""Whoever verifies a game asks its bots again."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.letters.replace import bot_keys
from lpbe.kernel.chain.sealed_state import bot_seed
from lpbe.kernel.gamedir.inbox import dump_letter
from tests import letter_types

from ..conftest import DAYS, Stages, start_game
from ..world.club import HOST, Club, identity
from ..world.forged_history import HistoryForger, people, verify

LATE = "2026-11-30T08:00:00Z"


def with_bot(root: Path, *options: str) -> Club:
    return start_game(root, "--bot", "green", *options)


def bot_turn(club: Club) -> HistoryForger:
    """Return a forger who has followed the game to the last time a bot was asked."""
    seats = [entry.letter.seat if entry.letter else "" for entry in club.entries]
    last = max(n for n, seat in enumerate(seats) if seat == "green")
    return HistoryForger(club).follow(last - 1)


def finish_with_bot(root: Path) -> Club:
    club = with_bot(root)
    club.play_on(40)
    return club


def test_a_game_with_a_bot_is_verified_with_its_moves(tmp_path: Path) -> None:
    answer = verify(finish_with_bot(tmp_path / "a"))
    assert (answer.status, answer.payload["holders"]) == (0, {"green": "bot:random@1"})


def test_a_referee_who_plays_the_bot_is_found(tmp_path: Path) -> None:
    """Another legal order of the held seat, signed with its key, which the referee has."""
    club = finish_with_bot(tmp_path / "a")
    letter_ids = {entry.head.letter_id for entry in club.entries}
    for pick in range(4):
        forger = bot_turn(club).play("green", club.secret.held_identity("green"), pick)
        if forger.game.last.head.letter_id not in letter_ids:
            break
    forger.play_on({**people(club), "green": club.secret.held_identity("green")})
    forger.publish()
    answer = verify(club)
    assert (answer.status, answer.code) == (4, "E_AUDIT_BOT"), answer


def test_a_bots_letter_is_the_bots_to_the_last_byte(tmp_path: Path) -> None:
    club = finish_with_bot(tmp_path / "a")
    entry = next(entry for entry in reversed(club.entries) if entry.letter and entry.letter.seat == "green")
    forger, held = bot_turn(club), club.secret.held_identity("green")
    forger.send(held, replace(present(entry.letter), note="well played"))
    forger.play_on({**people(club), "green": held})
    forger.publish()
    assert (verify(club).status, verify(club).code) == (4, "E_AUDIT_BOT")


@pytest.mark.parametrize("bot", ["bot:greedy@999", "bot:greedy", "bot:cunning@1", "greedy", "robot:greedy@1"])
def test_a_bot_that_is_not_at_hand_is_named_and_never_taken_for_checked(tmp_path: Path, bot: str) -> None:
    """Another version, none, or a name that only resembles a bot's: somebody else may have played."""
    club = with_bot(tmp_path / "a")
    genesis = club.game.genesis
    specs = [replace(spec, held=bot) if spec.held else spec for spec in genesis.seats]
    signers = {**people(club), "green": club.secret.held_identity("green")}
    forger = HistoryForger(club).begin(replace(genesis, seats=specs), signers, ("green", "red"))
    forger.play_on(signers)
    forger.publish()
    answer = verify(club)
    assert answer.status == 3 and not answer.payload["complete"]
    assert list(answer.payload["unchecked_bots"]) == [bot]
    out = club.lpbe("eve", "verify", "mars").out
    assert f"moves of {bot.removeprefix('bot:')} that could not be checked: " in out
    assert ("install the version" in out) is (bot == "bot:greedy@999")


def test_a_bot_neither_speaks_nor_stops(tmp_path: Path) -> None:
    """Found at once by anybody; no secret has to be disclosed for it."""
    club = with_bot(tmp_path / "a")
    held = club.secret.held_identity("green")
    for letter in (
        letter_types.note_letter(club.game, "green", "hello", 0),
        letter_types.resign_letter(club.game, "green", 0),
    ):
        HistoryForger(club).follow(club.game.state.seq).send(held, letter).publish()
        answer = verify(club)
        assert (answer.status, answer.code) == (4, "E_AUDIT_BOT"), answer
        club = with_bot(tmp_path / type(letter).__name__)


@pytest.mark.parametrize("holder", ["mail", "greedy", "me"])
def test_the_referee_takes_no_seat_for_himself(club_at: Stages, holder: str) -> None:
    """After a timeout a bot may take over, which can be asked again, but nobody whose moves are the referee's word."""
    club = club_at("bidding")
    keys = bot_keys(club.game, club.secret, "green")
    letter = letter_types.replace_letter(club.game, "green", keys, "", holder)
    (club.root / "take.toml").write_bytes(dump_letter(player_view.sign(identity(HOST), letter), "take.toml"))
    answer = club.lpbe(HOST, "apply", "mars", "take.toml", "-o", "next.toml", "--json")
    assert (answer.status, answer.code) == (5, "E_ORDER_KIND")


def test_a_bot_is_never_late(tmp_path: Path) -> None:
    """The referee lets a deadline pass for a seat that the referee should have played."""
    club = with_bot(tmp_path / "a", "--pace", "2d", "--now", DAYS[0])
    forger = HistoryForger(club).follow(club.game.state.seq)
    while forger.game.state.window.waiting != ["red", "blue", "green"]:
        forger.steps.pop()
    live = player_view.open_state(forger.rules, forger.game, None, None)
    forger.send(identity(HOST), letter_types.timeout_letter(forger.game, live), LATE)
    forger.publish()
    assert (verify(club).status, verify(club).code) == (4, "E_AUDIT_BOT")


def test_a_bots_chance_hangs_on_everybodys_draw(tmp_path: Path) -> None:
    """A host who chooses the nonce of a game cannot choose what a bot will do: other players draw, too."""
    club = with_bot(tmp_path / "a")
    found = set()
    for who in ("ben", "dan", "cleo"):
        signers = {**people(club), "blue": identity(who), "green": club.secret.held_identity("green")}
        forger = HistoryForger(club).begin(club.game.genesis, signers, ("green", "red"))
        state = forger.game.state
        found.add(bot_seed(forger.game.genesis, state.game, forger.hidden, "green", state.window.number))
    assert len(found) == 3


def with_slow_bot(root: Path) -> Club:
    """A finished game with a bot that plays ahead."""
    club = start_game(root, "--bot", "green=club")
    club.play_on(60)
    return club


def test_of_a_bot_that_thinks_long_a_sample_of_moves_is_worked_out_again(tmp_path: Path) -> None:
    club = with_slow_bot(tmp_path / "a")
    sampled, whole = verify(club), verify(club, "--every-bot-move")
    skipped = sampled.payload["skipped_bots"]["bot:club@1"]
    moves = [entry for entry in club.entries if entry.letter and entry.letter.seat == "green"]
    assert (sampled.status, sampled.payload["complete"]) == (3, False)
    assert 0 < skipped < len(moves)
    assert (whole.status, whole.payload["skipped_bots"]) == (0, {})
    assert "lpbe verify GAME --every-bot-move" in club.lpbe("eve", "verify", "mars").words
