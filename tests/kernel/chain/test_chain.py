"""Laws of the chain: pure, sealed, fair, foldable, and without hints at what is hidden."""

from __future__ import annotations

import itertools
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from lpbe.kernel.audit import verify
from lpbe.kernel.base.canonical import ident, jcs
from lpbe.kernel.base.errors import Malformed, Rejected
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.genesis import game_id
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.records import GameFile, Hidden, StateRecord, View, head_id, read_game
from lpbe.kernel.chain.sealed_state import public_part, trim_news
from lpbe.kernel.chain.transition import ChainState, authenticate, extend
from lpbe.kernel.crypto.keys import unb64
from lpbe.kernel.crypto.seals import OVERHEAD_BYTES
from lpbe.kernel.disk import files
from lpbe.kernel.engine.table import top
from lpbe.kernel.gamedir.gamedir import dump_game
from tests import letter_types

from ..party import Party, person


@pytest.fixture(scope="module")
def finished_party() -> Party:
    return Party(expansions=("moss",)).start().play_on(3)


def test_a_finished_game_is_verified_at_level_2(finished_party: Party) -> None:
    verdict = verify.verify(finished_party.rules, finished_party.game, finished_party.log)
    assert (verdict.level, verdict.steps, verdict.over) == (2, len(finished_party.steps) - 1, True)


def test_every_prefix_of_a_game_is_verified_at_level_0(finished_party: Party) -> None:
    for length, game in enumerate(finished_party.steps[:-1], 1):
        verdict = verify.verify(finished_party.rules, game, finished_party.log[:length])
        assert (verdict.level, verdict.steps) == (0, length - 1)


def test_a_player_verifies_the_own_part(finished_party: Party) -> None:
    game, log = finished_party.steps[-2], finished_party.log[:-1]
    for seat, identity in finished_party.people.items():
        assert verify.verify(finished_party.rules, game, log, {seat: identity}).level == 1


def test_reading_the_file_again_before_every_order_changes_nothing(finished_party: Party) -> None:
    again = Party(expansions=("moss",), reload=True).start().play_on(3)
    assert again.log == finished_party.log
    assert [jcs(game) for game in again.steps] == [jcs(game) for game in finished_party.steps]


@pytest.mark.parametrize("name", ["game.toml", "game.json"])
def test_a_game_file_holds_the_same_data_in_both_formats(finished_party: Party, name: str) -> None:
    for game in finished_party.steps[:: max(1, len(finished_party.steps) // 12)]:
        data = dump_game(game, name)
        again = read_game(files.parse(data, name, width=files.MAX_GAME_LINE_BYTES, lines=files.MAX_GAME_LINES))
        assert jcs(again) == jcs(game)
        assert dump_game(again, name) == data
        assert authenticate(again) == head_id(game.last.head)


HASHED = """
import sys
sys.path.insert(0, sys.argv[1])
from tests.kernel.party import Party
from lpbe.kernel.base.canonical import jcs, tagged_hash
party = Party(expansions=("moss",)).start().play_on(3)
print(tagged_hash("test", *(jcs(game) for game in party.steps)).hex())
"""


def test_applying_does_not_depend_on_the_hash_seed(request: pytest.FixtureRequest) -> None:
    root = str(request.config.rootpath)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", HASHED, root], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1


def test_an_order_may_be_applied_to_either_format_with_the_same_result() -> None:
    party = Party().start()
    envelope = party.order("red", {"order": "bid", "coins": 2})
    made = []
    for name in ("game.toml", "game.json"):
        data = dump_game(party.game, name)
        read = read_game(files.parse(data, name, width=files.MAX_GAME_LINE_BYTES, lines=files.MAX_GAME_LINES))
        made.append(extend(party.rules, ChainState(read), envelope, party.referee, None).game)
    assert jcs(made[0]) == jcs(made[1])


def content_of(state: StateRecord) -> dict[str, Any]:
    """Return what must not depend on who came first: everything but chain, counters and ciphertext."""
    raw: dict[str, Any] = msgspec.to_builtins(state)
    for name in ("seals", "drawer", "recent", "seq"):
        raw.pop(name, None)
    raw["window"].pop("since", None)
    raw["window"]["accepted"] = [
        {k: v for k, v in a.items() if k != "order"} for a in raw["window"].get("accepted", [])
    ]
    for seat in raw["seats"]:
        seat.pop("memo", None)
    return raw


def test_orders_of_one_window_commute() -> None:
    bids = {"red": 2, "blue": 2, "green": 5}
    ends = []
    for arrival in itertools.permutations(bids):
        party = Party().start()
        for seat in arrival:
            party.give(seat, {"order": "bid", "coins": bids[seat]})
        screens = {seat: party.screen(seat) for seat in bids}
        ends.append((content_of(party.game.state), screens))
    assert all(end == ends[0] for end in ends)


def test_a_window_says_who_is_in_and_nothing_more() -> None:
    party = Party().start()
    party.give("blue", {"order": "bid", "coins": 4})
    assert party.waiting == ["red", "green"]
    assert party.game.last.public.events == []
    assert party.game.last.public.openings == []


def lengths(game: GameFile) -> dict[str, int]:
    seals = game.state.seals
    assert isinstance(seals, dict)
    return {name: len(unb64(seal)) for name, seal in (*seals.items(), ("drawer", present(game.state.drawer)))}


def test_seals_have_one_length_for_the_whole_game(finished_party: Party) -> None:
    started = [game for game in finished_party.steps if game.state.window.kind in ("play", "over")]
    seen = [lengths(game) for game in started]
    sizes = present(finished_party.genesis.sizes)
    whole = {**dict.fromkeys(finished_party.seats, sizes.view), "drawer": sizes.drawer}
    assert all(row == {name: length + OVERHEAD_BYTES for name, length in whole.items()} for row in seen)


def test_sealed_orders_have_one_length(finished_party: Party) -> None:
    letters = [game.last.letter for game in finished_party.steps if isinstance(game.last.letter, letter_types.Play)]
    hidden = [present(letter.hidden) for letter in letters]
    sizes = present(finished_party.genesis.sizes)
    assert len(hidden) > 20
    assert {len(unb64(part.seal)) for part in hidden} == {sizes.letter + OVERHEAD_BYTES}
    assert {len(unb64(present(part.memo))) for part in hidden} == {sizes.memo + OVERHEAD_BYTES}
    assert {len(part.plans) for part in hidden} == {64}


def test_every_seal_is_fresh_even_where_nothing_changed(finished_party: Party) -> None:
    seals = [seal for game in finished_party.steps for seal in (*(game.state.seals or {}).values(), game.state.drawer)]
    assert len(set(seals)) == len(seals)


def test_the_public_events_fold_to_the_table_of_every_step(finished_party: Party) -> None:
    genesis = finished_party.genesis
    table = finished_party.rules.book.blank(finished_party.seats, genesis.options).seen_by(None)
    for game in finished_party.steps:
        for event in finished_party.rules.book.read_events(game.last.public.events):
            event.apply(table)
        if game.state.window.kind in ("play", "over"):
            assert jcs(public_part(table)) == jcs(game.state.table)


OPAQUE = {"seals", "drawer", "memo", "seal", "commit", "sig", "head_sig", "recent"}


def strip(value: Any) -> Any:
    """Without ciphertext, commitments, signatures and ids."""
    if isinstance(value, dict):
        return {k: strip(v) for k, v in value.items() if k not in OPAQUE}
    if isinstance(value, list | tuple):
        return [strip(item) for item in value]
    return "id" if isinstance(value, str) and len(value) in (43, 64) else value


def readable(game: GameFile) -> Any:
    """Return all that an outsider can read."""
    return strip(msgspec.to_builtins(game))


def answer(party: Party, seat: str) -> Any:
    """Return all that a seat can read beside that."""
    view = player_view.open_view(party.game, seat, party.people[seat])
    return strip(msgspec.to_builtins(view))


SECRETS: dict[str, list[dict[str, Any]]] = {
    "a bid": [{"bid": 0}, {"bid": 6}],
    "a policy": [{"policy": {"pebbles": {"bid": 1}}}, {"policy": {"pebbles": {"bid": 5, "shelter": "never"}}}],
    "a policy or none": [{"policy": {}}, {"policy": {"pebbles": {"keep": "lowest"}}}],
}


@pytest.mark.parametrize("name", SECRETS)
def test_nobody_else_can_read_a_difference_that_a_secret_makes(name: str) -> None:
    """Blue's secret varies; what red, green and the public can read does not."""
    seen = []
    for secret in SECRETS[name]:
        party = Party().start()
        if "policy" in secret:
            party.policy("blue", secret["policy"])
        if "bid" in secret:
            party.give("blue", {"order": "bid", "coins": secret["bid"]})
        party.give("red", {"order": "bid", "coins": 1})
        seen.append([(readable(game)) for game in party.steps] + [answer(party, "red"), answer(party, "green")])
    assert seen[0] == seen[1]


def test_nobody_else_can_read_what_was_kept() -> None:
    """A hand varies: two ways to keep what was dug look the same to everybody else."""
    seen = []
    for choice in (0, 2):
        party = Party().start()
        for seat, coins in (("red", 0), ("blue", 3), ("green", 0)):
            party.give(seat, {"order": "bid", "coins": coins})
        party.give("blue", {"order": "dig"})
        drawn = party.screen("blue")["hand"]["drawn"]
        kept = drawn[choice]
        party.give("blue", {"order": "keep", "pebble": kept, "under": [p for p in drawn if p != kept]})
        seen.append([readable(game) for game in party.steps] + [answer(party, "red"), answer(party, "green")])
    assert seen[0] == seen[1]


def test_a_policy_answers_and_only_its_seat_learns_why() -> None:
    party = Party(options={"pebbles": {"rounds": 1}}).start()
    party.policy("blue", {"pebbles": {"bid": 2}})
    party.give("red", {"order": "bid", "coins": 0})
    assert party.waiting == ["blue", "green"]
    party.give("green", {"order": "bid", "coins": 0})
    bids = [
        event for event in party.game.last.public.events if event["event"] == "bids-shown"
    ] or party.game.last.public.events
    assert "policy" not in str(bids) and party.waiting == ["blue"]
    assert any(event.get("why") == "policy" for event in answer(party, "blue")["news"])
    assert "policy" not in str(answer(party, "red")["news"])


def test_an_illegal_batch_changes_nothing() -> None:
    party = Party().start()
    for seat in party.seats:
        party.give(seat, {"order": "bid", "coins": 1})
    seat = party.waiting[0]
    hand = party.screen(seat)["hand"]["pebbles"]
    before = jcs(party.game)
    with pytest.raises(Rejected) as refused:
        party.give(seat, {"order": "lay", "pebble": hand[0]}, {"order": "lay", "pebble": hand[1]})
    assert refused.value.code == "E_RULE"
    assert jcs(party.game) == before


def test_a_batch_is_cut_at_a_draw_and_the_rest_comes_back_as_a_draft() -> None:
    party = Party().start()
    for seat in party.seats:
        party.give(seat, {"order": "bid", "coins": 1})
    seat = party.waiting[0]
    party.give(seat, {"order": "dig"}, {"order": "end-turn"})
    assert party.screen(seat)["standing"]["draft"] == [{"order": "end-turn"}]
    assert party.waiting == [seat]


def test_a_plan_is_used_once_and_its_opening_is_its_own() -> None:
    """A bid filed as a plan for the next round is revealed with it, and with nothing else of the batch."""
    party = Party().start()
    for seat in party.seats:
        party.give(seat, {"order": "bid", "coins": 0})
    for seat in list(party.seats):
        plan = {"order": "plan", "then": {"order": "bid", "coins": 1}}
        party.give(seat, {"order": "end-turn"}, plan)
    openings = party.game.last.public.openings
    assert [opening.v for opening in openings] == [{"order": "bid", "coins": 1}] * 3
    assert all(len(opening.others) == 3 and not opening.index for opening in openings)
    assert all(
        "standing" not in party.screen(seat) or not party.screen(seat)["standing"].get("plan") for seat in party.seats
    )
    assert verify.verify(party.rules, party.game, party.log).level == 0


def test_ids_name_what_they_should(finished_party: Party) -> None:
    for before, game in itertools.pairwise(finished_party.steps):
        head = game.last.head
        assert head.game == game_id(game.genesis)
        assert head.prev == head_id(before.last.head)
        assert head.state == ident("state", game.state)


def test_news_that_does_not_fit_is_dropped_oldest_first_and_said_so() -> None:
    party = Party().start()
    news = [{"event": "dug", "seat": "blue", "count": n, "pebbles": ["p01"] * 9} for n in range(200)]
    fitted = trim_news(party.genesis, Hidden(views={"blue": View(news=news), "red": View(news=news[:2])})).views
    assert fitted["blue"].lost and not fitted["red"].lost and fitted["red"].news == news[:2]
    assert fitted["blue"].news == news[-len(fitted["blue"].news) :]
    assert 15 < len(fitted["blue"].news) < 200
    assert len(jcs(fitted["blue"])) < present(party.genesis.sizes).view


def test_a_stranger_cannot_open_anything(finished_party: Party) -> None:
    with pytest.raises(Malformed, match="another key"):
        player_view.open_view(finished_party.game, "red", person("stranger"))


def test_a_batch_stops_at_a_public_draw_too() -> None:
    """Otherwise the sender of a batch could learn the rain from a refusal and send another batch."""

    def is_pointing(party: Party) -> bool:
        return bool(party.waiting) and type(top(party.state(party.waiting[0]))).__name__ == "Point"

    party = next(
        p
        for seed in range(40)
        if is_pointing(p := Party(options={"pebbles": {"rounds": 4}}).start().play_on(seed, is_pointing))
    )
    seat = party.waiting[0]
    colour = msgspec.to_builtins(party.legal(seat)[0])["colour"]
    nonsense = {"order": "lay", "pebble": "p01"}
    party.give(seat, {"order": "point", "colour": colour}, nonsense)
    assert {"event": "draft-dropped", "seat": seat, "orders": [nonsense]} in answer(party, seat)["news"]
