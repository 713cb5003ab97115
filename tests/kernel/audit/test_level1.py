"""Level 1: what a player sees with their own key. It accepts every honest game, and finds what is false."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from lpbe.kernel.audit import verify
from lpbe.kernel.audit.findings import no_progress
from lpbe.kernel.audit.level0 import SeatLetter, check_log
from lpbe.kernel.audit.level1 import Sighting, ViewDiverged, check_seat, check_times, open_letter_of_seat
from lpbe.kernel.audit.verify import Materials
from lpbe.kernel.base.canonical import ident, jcs
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.records import GameFile, View, read_entry
from lpbe.kernel.chain.sealed_state import view_info
from lpbe.kernel.chain.transition import bare_signature
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import b64
from lpbe.kernel.crypto.seals import seal
from lpbe.kernel.gamedir.log import log_line
from tests import letter_types

from ...golden.games import DAILY, NAMES, replay
from ...size_limits import some
from ..party import Party


def complaints(party: Party, seat: str) -> list[str]:
    return [str(result) for result in party.rules.book.complaints(party.state(seat), seat)]


@pytest.mark.parametrize("name", some(NAMES, *DAILY))
def test_no_seat_ever_complains_of_an_honest_game(name: str) -> None:
    for party in replay(name):
        assert [result for seat in party.seats for result in complaints(party, seat)] == []


@pytest.mark.parametrize("name", some(NAMES, *DAILY))
def test_no_step_of_an_honest_game_fails_for_a_player(name: str) -> None:
    """Everything that this level looks at: letters opened, policy, plans, drafts, answers."""
    for number, party in enumerate(replay(name)):
        if number % 40 == 0 or party.game.state.window.kind == "over":
            entries = [read_entry(line) for line in party.log]
            walk = check_log(party.rules, party.game, entries, no_progress, None, party.people)
            for seat, who in party.people.items():
                check_seat(party.rules, party.game, seat, who, walk.own[seat], entries)


POLICIES: dict[str, list[dict[str, Any]]] = {
    "pebbles": [{}, {"pebbles": {"keep": "lowest"}}, {"pebbles": {"bid": 2}}, {"pebbles": {"bid": "many"}}, {"x": {}}],
    "living-planet": [{}, {"living-planet": {}}],
}


@pytest.mark.parametrize("game", POLICIES)
@pytest.mark.parametrize("seed", some(range(4), 0, 1))
def test_no_player_complains_whatever_everybody_plans(game: str, seed: int) -> None:
    """Plans and policies sent at random, good and bad, used, dropped and taken back."""
    chance, seats = random.Random(seed), ("red", "blue", "green") if game == "pebbles" else ("red", "blue")
    party = Party(seats, (), {}, game_name=game).start()
    for number in range(40):
        if party.game.state.window.kind == "over":
            break
        seat = chance.choice(party.waiting)
        order = msgspec.json.decode(jcs(chance.choice(party.legal(seat))))
        plans = [{"order": "plan", "then": order}] * chance.randrange(3)
        party.give(seat, order, *plans)
        if chance.random() < 0.4 and party.game.state.window.kind == "play":
            stand_if_allowed(party, chance.choice(seats), chance.choice(POLICIES[game]), [order] * chance.randrange(3))
        if number % 4 == 0:
            verify.verify(party.rules, party.game, party.log, party.people)
    verify.verify(party.rules, party.game, party.log, party.people)


def stand_if_allowed(party: Party, seat: str, policy: dict[str, Any], plans: list[dict[str, Any]]) -> None:
    """Send a standing letter, if the limit per question allows another one."""
    with suppress(Rejected):
        party.stand(seat, policy, plans)


def lie_to_seat(party: Party, seat: str, change: Callable[[View], View]) -> GameFile:
    """Return the last step with another view for one seat, signed."""
    game, who = party.game, party.people[seat]
    view = change(player_view.open_view(game, seat, who))
    pair = party.referee.secrets[0].pair(game.state.game, b64(who.seal_public))
    false = b64(seal(pair, view_info(game.last.head.step, seat), view, present(game.genesis.sizes).view))
    state = replace(game.state, seals={**present(game.state.seals), seat: false})
    head = replace(game.last.head, state=ident("state", state))
    sig = bare_signature(party.host, sshsig.HEAD, jcs(head))
    return replace(game, state=state, last=replace(game.last, head=head, head_sig=sig))


def audit_fault(party: Party, seat: str, change: Callable[[View], View], **beside: Any) -> str:
    game = lie_to_seat(party, seat, change)
    log = [*party.log[:-1], log_line(game)]
    with pytest.raises(ViewDiverged) as fault:
        verify.verify(party.rules, game, log, {seat: party.people[seat]}, beside=Materials(**beside))
    assert fault.value.code == "E_AUDIT_VIEW"
    return fault.value.message


def with_screen(**parts: Any) -> Callable[[View], View]:
    return lambda view: replace(view, screen={**view.screen, **parts})


def with_standing(**parts: Any) -> Callable[[View], View]:
    return lambda view: replace(view, screen={**view.screen, "standing": {**view.screen.get("standing", {}), **parts}})


@pytest.fixture
def party() -> Party:
    return Party().start()


def test_a_private_part_that_does_not_fit_the_table_is_found(party: Party) -> None:
    assert "there are 0" in audit_fault(party, "blue", with_screen(hand={}))
    assert "coins" in audit_fault(party, "blue", with_screen(purse={"coins": 99}))


def test_a_hand_of_cards_that_does_not_fit_the_table_is_found() -> None:
    party = Party(("red", "blue"), (), {}, game_name="living-planet").start()
    hand = party.screen("red")["hand"]
    assert "there are 5" in audit_fault(party, "red", with_screen(hand={**hand, "cards": hand["cards"][1:]}))
    assert "six cards" in audit_fault(party, "red", with_screen(hand={**hand, "cards": [1, 1, 1, 1, 1, 1]}))


def test_a_policy_that_was_never_sent_is_found(party: Party) -> None:
    assert "never sent one" in audit_fault(party, "blue", with_standing(policy={"pebbles": {"bid": 5}}))


def test_another_policy_than_the_one_sent_is_found(party: Party) -> None:
    party.policy("green", {"pebbles": {"keep": "lowest"}})
    honest(party, "green")
    assert "not the last one you sent" in audit_fault(party, "green", with_standing(policy={"pebbles": {"bid": 5}}))
    assert "not the last one you sent" in audit_fault(party, "green", with_standing(policy={}))


def honest(party: Party, seat: str) -> None:
    assert verify.verify(party.rules, party.game, party.log, {seat: party.people[seat]}).level == 1


def shelter() -> dict[str, Any]:
    return {"order": "no-shelter"}


def test_plans_are_those_of_the_last_letter(party: Party) -> None:
    party.stand("green", {}, [shelter()])
    first = party.screen("green")["standing"]["plan"]
    honest(party, "green")
    party.stand("green", {}, [])
    honest(party, "green")
    assert "you have withdrawn it" in audit_fault(party, "green", with_standing(plan=first))
    strange = [{**first[0], "proof": {**first[0]["proof"], "order": "7" * 64}}]
    assert "was never sent by you" in audit_fault(party, "green", with_standing(plan=strange))


def test_a_plan_is_as_it_was_sent(party: Party) -> None:
    party.stand("green", {}, [shelter()])
    plan = party.screen("green")["standing"]["plan"]
    other = [{**plan[0], "order": {"order": "bid", "coins": 0}}]
    assert "differs from the one you sent" in audit_fault(party, "green", with_standing(plan=other))


def test_an_answer_is_as_it_was_sent(party: Party) -> None:
    party.give("blue", {"order": "bid", "coins": 1})
    answer = party.screen("blue")["standing"]["answer"]
    honest(party, "blue")
    false = {**answer, "order": {"order": "bid", "coins": 3}}
    assert "differs from the one you sent" in audit_fault(party, "blue", with_standing(answer=false))


def test_a_draft_is_of_the_last_letter(party: Party) -> None:
    party.give("blue", {"order": "bid", "coins": 1})
    assert "draft" in audit_fault(party, "blue", with_standing(draft=[{"order": "bid", "coins": 2}]))


def test_a_letter_that_was_accepted_and_does_not_open_is_found(party: Party) -> None:
    """Nobody can open it, not even the referee: it should have been refused."""
    letter = party.order("blue", {"order": "bid", "coins": 1}).letter
    assert isinstance(letter, letter_types.Play)
    hidden = present(letter.hidden)
    broken = replace(letter, hidden=replace(hidden, seal=b64(bytes(len(hidden.seal) * 3 // 4))))
    own = SeatLetter(7, broken, b64(party.people["blue"].seal_public), [present(party.genesis.referee).seal])
    with pytest.raises(ViewDiverged, match="nobody can open"):
        open_letter_of_seat(party.game, own, party.people["blue"])


PACE = {"pace": "2d"}
DAY = ["2026-11-01T08:00:00Z", "2026-11-09T08:00:00Z"]


def timed_out(policy: bool) -> tuple[Party, GameFile]:
    """Let the deadline of the bids pass for everybody; keep the game file from before it."""
    party = Party(changes=dict(PACE), at=DAY[0]).start()
    if policy:
        party.policy("blue", {"pebbles": {"keep": "lowest"}})
    before = party.game
    party.at = DAY[1]
    table = player_view.open_state(party.rules, before, None, None)
    party.send(party.sign("referee", letter_types.timeout_letter(before, table)))
    return party, before


def test_a_time_out_of_ones_own_is_told_and_checked_with_the_file_before_it() -> None:
    party, before = timed_out(policy=True)
    blue = {"blue": party.people["blue"]}
    notes = verify.verify(party.rules, party.game, party.log, blue).notes
    assert [str(note) for note in notes] == [
        f"timeouts of blue that were not compared with plans and policy: step {party.game.state.seq} (--before FILE)"
    ]
    assert verify.verify(party.rules, party.game, party.log, blue, beside=Materials(before=[before])).notes == []


def test_whoever_has_a_policy_and_is_called_silent_finds_it() -> None:
    """The referee answers by default, as if nothing had been sent in advance."""
    party, before = timed_out(policy=False)
    spoken = lied_before(party, before)
    with pytest.raises(ViewDiverged, match="you were timed out"):
        check_seat(party.rules, party.game, "blue", party.people["blue"], [], spoken[1], [spoken[0]])


def lied_before(party: Party, before: GameFile) -> tuple[GameFile, list[Any]]:
    """Return the game file before the deadline, with blue's policy in force, and the log that continues from it."""
    short = Party(changes=dict(PACE), at=DAY[0])
    short.steps, short.step = party.steps[:-1], replace(party.step, game=before, hidden=None)
    kept = lie_to_seat(short, "blue", with_standing(policy={"pebbles": {"bid": 1}}))
    entries = [read_entry(line) for line in party.log]
    entries[kept.state.seq] = kept.last
    return kept, entries


def test_a_kept_file_of_another_history_is_a_fork(party: Party) -> None:
    kept = lie_to_seat(party, "blue", with_screen())
    other = replace(kept, last=replace(kept.last, head=replace(kept.last.head, prev="7" * 64)))
    sig = bare_signature(party.host, sshsig.HEAD, jcs(other.last.head))
    other = replace(other, last=replace(other.last, head_sig=sig))
    with pytest.raises(Exception, match="different in the file you kept"):
        verify.verify(
            party.rules, party.game, party.log, {"blue": party.people["blue"]}, beside=Materials(before=[other])
        )


def test_a_step_that_was_seen_before_it_was_made_is_found() -> None:
    party, _ = timed_out(policy=False)
    entries = [read_entry(line) for line in party.log]
    last = entries[-1].head
    check_times(entries, [Sighting(last.seq, last.id, DAY[1])])
    with pytest.raises(ViewDiverged, match="you saw it at"):
        check_times(entries, [Sighting(last.seq, last.id, DAY[0])])
