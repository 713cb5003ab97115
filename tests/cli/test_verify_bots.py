"""Bots are asked again by whoever verifies a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from lpbe.kernel.chain import compose as desk
from lpbe.kernel.chain.acts.handover import held_seat_keys
from lpbe.kernel.chain.letters import present
from lpbe.kernel.chain.randomness import bot_chance
from lpbe.kernel.folder.inbox import dump_letter
from tests import acts

from .conftest import DAYS, Stages, bidding
from .house import HOST, House, identity
from .liar import Liar, people, verify

LATE = "2026-11-30T08:00:00Z"


def with_bot(root: Path, *options: str) -> House:
    return bidding(root, "--bot", "green", *options)


def bot_turn(house: House) -> Liar:
    """A liar who has followed the game to the last time a bot was asked."""
    seats = [entry.order.seat if entry.order else "" for entry in house.entries]
    last = max(n for n, seat in enumerate(seats) if seat == "green")
    return Liar(house).follow(last - 1)


def finish_with_bot(root: Path) -> House:
    house = with_bot(root)
    house.play_on(40)
    return house


def test_a_game_with_a_bot_is_verified_with_its_moves(tmp_path: Path) -> None:
    answer = verify(finish_with_bot(tmp_path / "a"))
    assert (answer.status, answer.told["holders"]) == (0, {"green": "bot:random@1"})


def test_a_referee_who_plays_the_bot_is_found(tmp_path: Path) -> None:
    """Another legal order of the held seat, signed with the key that the referee has of it."""
    house = finish_with_bot(tmp_path / "a")
    said = {entry.head.order for entry in house.entries}
    for pick in range(4):
        liar = bot_turn(house).play("green", house.secret.held("green"), pick)
        if liar.game.last.head.order not in said:
            break
    liar.play_on({**people(house), "green": house.secret.held("green")})
    liar.publish()
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_AUDIT_BOT"), answer


def test_a_bots_letter_is_the_bots_to_the_last_byte(tmp_path: Path) -> None:
    house = finish_with_bot(tmp_path / "a")
    entry = next(entry for entry in reversed(house.entries) if entry.order and entry.order.seat == "green")
    liar, held = bot_turn(house), house.secret.held("green")
    liar.send(held, replace(present(entry.order), note="well played"))
    liar.play_on({**people(house), "green": held})
    liar.publish()
    assert (verify(house).status, verify(house).code) == (4, "E_AUDIT_BOT")


@pytest.mark.parametrize("bot", ["bot:greedy@999", "bot:greedy", "bot:cunning@1", "greedy", "robot:greedy@1"])
def test_a_bot_that_is_not_at_hand_is_named_and_never_taken_for_checked(tmp_path: Path, bot: str) -> None:
    """Another version, none, or a name that only looks like a bot: somebody else may have played."""
    house = with_bot(tmp_path / "a")
    genesis = house.game.genesis
    specs = [replace(spec, held=bot) if spec.held else spec for spec in genesis.seats]
    signers = {**people(house), "green": house.secret.held("green")}
    liar = Liar(house).begin(replace(genesis, seats=specs), signers, ("green", "red"))
    liar.play_on(signers)
    liar.publish()
    answer = verify(house)
    assert answer.status == 3 and not answer.told["complete"]
    assert list(answer.told["unchecked_bots"]) == [bot]
    assert f"moves of {bot}, not checked" in house.lpbe("eve", "verify", "mars").out


def test_a_bot_neither_speaks_nor_stops(tmp_path: Path) -> None:
    """At once, whoever looks: no secret need be disclosed for it."""
    house = with_bot(tmp_path / "a")
    held = house.secret.held("green")
    for letter in (acts.note_letter(house.game, "green", "hello", 0), acts.resign_letter(house.game, "green", 0)):
        Liar(house).follow(house.game.state.seq).send(held, letter).publish()
        answer = verify(house)
        assert (answer.status, answer.code) == (4, "E_AUDIT_BOT"), answer
        house = with_bot(tmp_path / type(letter).__name__)


@pytest.mark.parametrize("holder", ["mail", "greedy", "me"])
def test_the_referee_takes_no_seat_for_himself(house_at: Stages, holder: str) -> None:
    """After silence a bot may take over, which can be asked again; nobody whose moves are the referee's word."""
    house = house_at("bidding")
    keys = held_seat_keys(house.game, house.secret, "green")
    letter = acts.replace_letter(house.game, "green", keys, "", holder)
    (house.root / "take.toml").write_bytes(dump_letter(desk.sign(identity(HOST), letter), "take.toml"))
    answer = house.lpbe(HOST, "apply", "mars", "take.toml", "-o", "next.toml", "--json")
    assert (answer.status, answer.code) == (5, "E_ORDER_KIND")


def test_a_bot_is_never_late(tmp_path: Path) -> None:
    """The referee lets a deadline pass for a seat that he should have played."""
    house = with_bot(tmp_path / "a", "--pace", "2d", "--now", DAYS[0])
    liar = Liar(house).follow(house.game.state.seq)
    while liar.game.state.window.waiting != ["red", "blue", "green"]:
        liar.steps.pop()
    live = desk.open_state(liar.rules, liar.game, None, None)
    liar.send(identity(HOST), acts.timeout_letter(liar.game, live), LATE)
    liar.publish()
    assert (verify(house).status, verify(house).code) == (4, "E_AUDIT_BOT")


def test_a_bots_chance_hangs_on_everybodys_draw(tmp_path: Path) -> None:
    """Whoever chooses the nonce of a game cannot choose what a bot will do: another player draws something else."""
    house = with_bot(tmp_path / "a")
    found = set()
    for who in ("ben", "dan", "cleo"):
        signers = {**people(house), "blue": identity(who), "green": house.secret.held("green")}
        liar = Liar(house).begin(house.game.genesis, signers, ("green", "red"))
        state = liar.game.state
        found.add(bot_chance(liar.game.genesis, state.game, liar.hidden, "green", state.window.number))
    assert len(found) == 3
