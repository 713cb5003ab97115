"""A referee who cheats with secrets, choices or seats leaves proof: the false step, with the referee's signature."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from lpbe.games.pebbles.bid import BidCoins
from lpbe.games.pebbles.state import Bag, Hand, Purse
from lpbe.kernel.base.canonical import kdf
from lpbe.kernel.chain.genesis import SeatSpec
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.records import Entry, GameFile
from lpbe.kernel.chain.transition import ChainState, bare_envelope
from lpbe.kernel.crypto.keys import Secret
from lpbe.kernel.engine.model import Held, Standing
from tests import letter_types

from ..conftest import Stages
from ..world.cheating_referee import (
    CheatingReferee,
    check_false,
    put_game,
    put_last,
    put_relinked,
    verify,
    with_genesis,
    with_public,
    with_state,
)
from ..world.club import HOST, Club, identity
from ..world.forged_letters import sign_letter

# Cheating with what is hidden


def restack(cheat: CheatingReferee, step: ChainState) -> ChainState:
    live = cheat.live(step)
    live[Bag].pebbles.reverse()
    return cheat.resealed(step, live)


def enrich(cheat: CheatingReferee, step: ChainState) -> ChainState:
    live = cheat.live(step)
    live[Purse, "red"].coins += 3
    return cheat.resealed(step, live)


def deal_another_hand(cheat: CheatingReferee, step: ChainState) -> ChainState:
    """Move the top of the bag to red, and red's pebbles under the bag."""
    live = cheat.live(step)
    hand, bag = live[Hand, "red"].pebbles, live[Bag].pebbles
    live[Hand, "red"].pebbles, live[Bag].pebbles = bag[:2], [*bag[2:], *hand]
    return cheat.resealed(step, live)


def lie_to_blue(cheat: CheatingReferee, step: ChainState) -> ChainState:
    live = cheat.live(step)
    live[Purse, "blue"].coins = 0
    return cheat.lied_to(step, "blue", live)


def change_policy(cheat: CheatingReferee, step: ChainState) -> ChainState:
    live = cheat.live(step)
    live[Standing, "blue"].policy = {"pebbles": {"shelter": "never"}}
    return cheat.resealed(step, live)


@pytest.mark.parametrize("spoil", [restack, enrich, deal_another_hand, lie_to_blue, change_policy])
@pytest.mark.parametrize("seq", [6, 8])
def test_a_false_hidden_state_is_found_at_its_step(club_at: Stages, spoil: object, seq: int) -> None:
    club = club_at("finished")
    CheatingReferee(club).cheat(seq, spoil)  # type: ignore[arg-type]
    assert club.game.state.window.kind == "over"
    check_false(club, verify(club), "E_AUDIT_DIVERGES", seq)


def test_before_the_end_nobody_but_the_referee_can_tell(club_at: Stages) -> None:
    club = club_at("bids")
    CheatingReferee(club).cheat(8, restack, more=0)
    assert verify(club).status == 3


# Cheating with what was chosen


def blue_bid_more(cheat: CheatingReferee, step: ChainState) -> ChainState:
    """Take blue's sealed bid for another one, and show the opening that was signed for it."""
    live = cheat.live(step)
    held = present(live[Standing, "blue"].answer)
    live[Standing, "blue"].answer = Held(BidCoins(6), held.proof)
    return ChainState(step.game, cheat.hidden(step, live))


def blue_bid_more_without_proof(cheat: CheatingReferee, step: ChainState) -> ChainState:
    live = cheat.live(step)
    live[Standing, "blue"].answer = Held(BidCoins(6))
    return ChainState(step.game, cheat.hidden(step, live))


def test_a_choice_that_is_altered_when_it_is_shown_is_found_at_once(club_at: Stages) -> None:
    club = club_at("bids")
    CheatingReferee(club).cheat(8, blue_bid_more, more=1)
    check_false(club, verify(club), "E_COMMIT_MISMATCH", 9)


def test_a_choice_that_is_altered_without_proof_is_found_at_the_end(club_at: Stages) -> None:
    club = club_at("bids")
    CheatingReferee(club).cheat(8, blue_bid_more_without_proof, more=1)
    assert verify(club).status == 3
    CheatingReferee(club).cheat(8, blue_bid_more_without_proof)
    check_false(club, verify(club), "E_AUDIT_DIVERGES", 9)


def show_the_bid_that_was_replaced(cheat: CheatingReferee, step: ChainState) -> ChainState:
    """Blue has changed the bid, and the referee shows the first one, which blue did sign."""
    live = cheat.live(step)
    first = present(cheat.live(cheat.steps[-2])[Standing, "blue"].answer)
    live[Standing, "blue"].answer = first
    return ChainState(step.game, cheat.hidden(step, live))


def test_a_choice_that_its_seat_has_replaced_cannot_be_shown(club_at: Stages) -> None:
    club = club_at("bids")
    club.order("blue", "bid coins=6")
    club.run()
    CheatingReferee(club).cheat(9, show_the_bid_that_was_replaced, more=1)
    check_false(club, verify(club), "E_COMMIT_MISMATCH", 10)


def test_an_opening_of_nobodys_order_is_found(club_at: Stages) -> None:
    club = club_at("turn")
    game = club.game
    stranger = replace(game.last.public.openings[0], letter_id="00" * 32)
    put_last(club, with_public(game, replace(game.last.public, openings=[stranger])))
    check_false(club, verify(club), "E_COMMIT_MISMATCH", 9)


# Cheating with the secret


def test_another_secret_that_is_disclosed_is_found(club_at: Stages) -> None:
    club = club_at("finished")
    false = Secret(kdf(club.secret.raw, "another"))
    put_last(club, with_public(club.game, replace(club.game.last.public, disclosed=[false.raw.hex()])))
    check_false(club, verify(club), "E_AUDIT_SEED", club.game.state.seq)


def test_another_secret_that_is_disclosed_later_is_found(club_at: Stages) -> None:
    """A letter cannot disclose a false secret, since it contains none. A step can, and is then false."""
    club = club_at("kept")
    club.do(HOST, "disclose", "mars")
    club.run()
    assert club.game.last.public.disclosed == [club.secret.raw.hex()]
    assert verify(club).status == 0
    false = Secret(kdf(club.secret.raw, "another"))
    put_last(club, with_public(club.game, replace(club.game.last.public, disclosed=[false.raw.hex()])))
    check_false(club, verify(club), "E_AUDIT_SEED", club.game.state.seq)


# Cheating with the roster


def other_blue(club: Club) -> Entry:
    """Return a join of blue by somebody else, whom the referee gave the invitation."""
    state, last = club.game.state, club.entries[0]
    begun = replace(club.game, state=replace(state, window=replace(state.window, number=0)), last=last)
    order = sign_letter(
        letter_types.join_letter(begun, "blue", identity("eve"), "Eve", "en", club.secret.invitation("blue")), "eve"
    )
    return replace(club.entries[2], letter=order.letter, sig=bare_envelope(order).sig)


def test_a_join_that_was_swapped_does_not_fit_what_the_others_agreed_to(club_at: Stages) -> None:
    club = club_at("bidding")
    entries = club.entries
    entries[2] = other_blue(club)
    put_relinked(club, entries)
    check_false(club, verify(club), "E_ORDER_FORK", 4)


def test_a_join_that_was_dropped_leaves_the_ready_orders_without_a_window(club_at: Stages) -> None:
    club = club_at("bidding")
    entries = club.entries
    del entries[2]
    put_relinked(club, entries)
    check_false(club, verify(club), "E_ORDER_STALE", 3)


def test_a_roster_that_was_changed_in_the_state_is_not_what_the_log_tells(club_at: Stages) -> None:
    club = club_at("bidding")
    sign, seal = identity("dan").keys
    seats = [replace(s, sign=sign, seal=seal) if s.id == "blue" else s for s in club.game.state.seats]
    put_last(club, with_state(club.game, seats=seats))
    check_false(club, verify(club), "E_AUDIT_DIVERGES", 6)


CHANGED: dict[str, tuple[Callable[[GameFile], dict[str, object]], str]] = {
    "a seat less": (lambda game: {"seats": game.genesis.seats[:2]}, "E_STATE_GAME"),
    "another order of seats": (lambda game: {"seats": game.genesis.seats[::-1]}, "E_STATE_GAME"),
    "an own key for a seat": (lambda game: {"seats": kept_for_eve(game)}, "E_STATE_LOG"),
    "another seed": (lambda game: {"seed_commit": "00" * 32}, "E_STATE_LOG"),
    "other options": (lambda game: {"options": {"pebbles": {"rounds": 2}}}, "E_STATE_LOG"),
}


def kept_for_eve(game: GameFile) -> list[SeatSpec]:
    return [replace(spec, key=identity("eve").keys[0]) for spec in game.genesis.seats]


@pytest.mark.parametrize(("change", "code"), CHANGED.values(), ids=CHANGED)
def test_another_genesis_is_another_game(
    club_at: Stages, change: Callable[[GameFile], dict[str, object]], code: str
) -> None:
    """The referee signs it, but the state, the log and every order name the old one."""
    club = club_at("bidding")
    changed = with_genesis(club.game, **change(club.game))
    put_game(club, replace(changed, state=club.game.state, last=club.game.last))
    answer = verify(club)
    assert (answer.status, answer.code) == (4, "E_STATE_GAME")
    put_game(club, changed)
    answer = verify(club)
    assert (answer.status, answer.code) == (4, code)


@pytest.mark.parametrize("change", [{"rules_sha256": "00" * 32}, {"rules_version": 2}])
def test_other_rules_are_refused_with_the_version_to_install(club_at: Stages, change: dict[str, object]) -> None:
    club = club_at("new")
    put_last(club, with_genesis(club.game, **change))
    for command in ("verify", "show", "run", "ready", "legal"):
        with club.untouched():
            answer = club.lpbe(HOST, command, "mars", "--json")
        assert (answer.status, answer.code) == (6, "E_RULES_VERSION"), command


# Cheating with seals


def swap(game: GameFile) -> GameFile:
    seals = present(game.state.seals)
    return with_state(game, seals={**seals, "blue": seals["green"], "green": seals["blue"]})


def test_a_seal_of_another_seat_does_not_open(club_at: Stages) -> None:
    club = club_at("bidding")
    put_last(club, swap(club.game))
    for command in ("show", "legal", "report"):
        answer = club.lpbe("ben", command, "mars", "--json")
        assert (answer.status, answer.code) == (4, "E_SEAL_OPEN")
    answer = club.lpbe("ben", "verify", "mars", "--evidence", "proof.json", "--json")
    assert (answer.status, answer.code) == (4, "E_SEAL_OPEN")


@pytest.mark.parametrize("what", ["shorter", "missing", "one more"])
def test_seals_have_one_size_and_one_number(club_at: Stages, what: str) -> None:
    club = club_at("bidding")
    seals = dict(present(club.game.state.seals))
    if what == "missing":
        del seals["blue"]
    else:
        seals["yellow" if what == "one more" else "blue"] = seals["blue"][:-4]
    put_last(club, with_state(club.game, seals=seals))
    answer = verify(club)
    assert (answer.status, answer.code) == (4, "E_SEAL_SIZE")
