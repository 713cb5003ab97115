"""Weeks of Living Planet: one player vanishes and comes back, the others have decided much in advance."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.app.hosting.todo import question_of
from lpbe.app.session.open_game import open_game
from lpbe.kernel.chain.genesis import given_seat
from lpbe.kernel.chain.letters.timeout import Timeout

from ..world.club import HOST, Club
from ..world.forged_last_step import signed_anew
from ..world.living_planet_club import planet

PACE = timedelta(days=2)
FORM = "%Y-%m-%dT%H:%M:%SZ"
ABSENT = "blue"
PLANNER = "yellow"


class Weeks:
    """A game and the time in it."""

    def __init__(self, club: Club, start: str = "2026-01-01T08:00:00Z") -> None:
        self.club, self.time = club, datetime.strptime(start, FORM)
        self.absent = True
        self.waited: dict[int, timedelta] = {}
        """How long each turn waited for the absent player."""

    @property
    def now(self) -> str:
        return self.time.strftime(FORM)

    @property
    def turn(self) -> int:
        return int(self.club.game.state.table["turn"]["number"])

    def run(self, **span: float) -> dict[str, Any]:
        self.time += timedelta(**span)
        return self.club.run("--now", self.now)

    def answer(self, seat: str) -> None:
        """Let a present player answer within hours; the planner has selected the card already."""
        if seat == PLANNER and question_of(open_game(str(self.club.mars))) == "select-cards":
            return
        if seat != ABSENT or not self.absent:
            self.club.do(self.club.player(seat), "bot", "mars")

    def go_on(self) -> None:
        """Let everybody present answer; if that changes nothing, days pass until the deadline is over."""
        before, turn = self.club.game.state.seq, self.turn
        for seat in self.club.game.state.window.waiting:
            self.answer(seat)
        self.run(hours=1)
        if self.club.game.state.seq == before:
            self.waited[turn] = self.waited.get(turn, timedelta()) + PACE
            self.run(seconds=PACE.total_seconds())

    def until_turn(self, number: int) -> None:
        while (turn := self.turn) < number:
            self.go_on()
            if self.turn > turn:
                self.plan_card()

    def plan_card(self) -> None:
        """Let the planner select the next card in advance, whether asked or not."""
        screen = self.club.do("dan", "show", "mars")["screen"]["standing"]
        if "plan" in screen or "answer" in screen:
            return
        self.club.do("dan", "order", "mars", "; ".join(f"plan select card {card}" for card in (4, 2, 6, 1)))
        self.run(hours=1)

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [event for entry in self.club.entries for event in entry.public.events if event["event"] == kind]


@pytest.fixture(scope="module")
def played_weeks(tmp_path_factory: pytest.TempPathFactory) -> Weeks:
    """Three turns without blue, who comes back in the fourth."""
    root = tmp_path_factory.mktemp("weeks") / "club"
    weeks = Weeks(planet(root, "--pace", "2d", now="2026-01-01T08:00:00Z"))
    for who in (HOST, "dan"):
        weeks.club.do(who, "policy", "mars", "--default")
    weeks.run(hours=1)
    weeks.plan_card()
    weeks.until_turn(4)
    return weeks


def test_no_turn_waits_longer_than_one_deadline_for_who_is_silent(played_weeks: Weeks) -> None:
    assert {turn: span <= PACE for turn, span in played_weeks.waited.items()} == {1: True, 2: True, 3: True}
    assert [event["phase"] for event in played_weeks.events("silent")] == [1, 2, 3]


def test_nobody_with_plans_or_policies_is_called_absent(played_weeks: Weeks) -> None:
    """The others see that the planner is awaited; when time is up they learn that there was a plan."""
    assert {seat for event in played_weeks.events("silent") for seat in event["seats"]} == {ABSENT}
    timed_out = [entry.letter.args.seats for entry in played_weeks.club.entries if isinstance(entry.letter, Timeout)]
    assert [PLANNER in seats for seats in timed_out] == [True, True, True]
    assert [given_seat(played_weeks.club.game.state, seat).missed for seat in ("red", "green", "yellow")] == [0, 0, 0]
    assert given_seat(played_weeks.club.game.state, ABSENT).missed == 3
    news = played_weeks.club.do("dan", "show", "mars")["news"]
    assert not [event for event in news if event.get("why") == "default"]


def test_the_vanished_player_returns_and_plays_on(played_weeks: Weeks, tmp_path: Path) -> None:
    weeks = Weeks(played_weeks.club.copy(tmp_path / "back"), played_weeks.now)
    weeks.go_on()
    assert ABSENT in weeks.club.game.state.table["roster"]["silent"]
    weeks.club.do("ben", "policy", "mars", "--default")
    weeks.run(hours=1)
    assert [event["seat"] for event in weeks.events("returned")] == [ABSENT]
    assert ABSENT not in weeks.club.game.state.table["roster"].get("silent", {})
    assert given_seat(weeks.club.game.state, ABSENT).missed == 0
    weeks.absent = False
    before = len(weeks.club.entries)
    weeks.until_turn(5)
    own = [entry for entry in weeks.club.entries[before:] if getattr(entry.letter, "seat", "") == ABSENT]
    assert len(own) >= 2 and len(weeks.events("silent")) <= 4
    assert weeks.club.lpbe("ben", "verify", "mars").status == 3
    for who in (HOST, "ben", "cleo", "dan"):
        weeks.club.do(who, "stop", "mars", "--yes")
    weeks.run(hours=1)
    assert weeks.club.game.state.window.kind == "over"
    assert weeks.events("ended")[0]["why"] == "agreed"
    assert weeks.club.lpbe("eve", "verify", "mars").status == 0


def test_an_answer_of_ones_own_ends_the_silence(played_weeks: Weeks, tmp_path: Path) -> None:
    weeks = Weeks(played_weeks.club.copy(tmp_path / "answer"), played_weeks.now)
    assert ABSENT in weeks.club.game.state.window.waiting
    weeks.club.do("ben", "bot", "mars")
    weeks.run(hours=1)
    assert given_seat(weeks.club.game.state, ABSENT).missed == 0


def test_a_word_to_the_table_does_not(played_weeks: Weeks, tmp_path: Path) -> None:
    weeks = Weeks(played_weeks.club.copy(tmp_path / "note"), played_weeks.now)
    weeks.club.do("ben", "note", "mars", "I am on a ship")
    weeks.run(hours=1)
    assert weeks.events("returned") == [] and given_seat(weeks.club.game.state, ABSENT).missed == 3


def test_the_questions_of_one_turn_are_one_miss(tmp_path: Path) -> None:
    terms = ["--pace", "2d", "--bot-after", "2", "--set", "living-planet.first_leader=blue"]
    weeks = Weeks(planet(tmp_path / "leader", *terms, now="2026-01-01T08:00:00Z"))
    while weeks.turn < 2:
        weeks.go_on()
    news = weeks.club.do("ben", "show", "mars")["news"]
    assert len([event for event in news if event.get("why") == "default"]) >= 5
    blue = given_seat(weeks.club.game.state, ABSENT)
    assert (blue.missed, bool(blue.held)) == (1, False)
    while not given_seat(weeks.club.game.state, ABSENT).held:
        weeks.go_on()
    assert weeks.turn == 2
    assert weeks.club.lpbe("eve", "verify", "mars").status == 3


# a referee who lies about the phase


def timed_out(played: Weeks, root: Path) -> Club:
    """Return whether the last step is a timeout."""
    weeks = Weeks(played.club.copy(root), played.now)
    for seat in ("red", "green"):
        weeks.club.do(weeks.club.player(seat), "bot", "mars")
    weeks.run(hours=1)
    weeks.run(days=3)
    assert isinstance(weeks.club.game.last.letter, Timeout)
    return weeks.club


@pytest.mark.parametrize(("lie", "status"), [(0, 3), (1, 4), (-1, 4), (40, 4)])
def test_a_time_out_names_the_phase_of_the_table(played_weeks: Weeks, tmp_path: Path, lie: int, status: int) -> None:
    club = timed_out(played_weeks, tmp_path / "lie")
    letter = club.game.last.letter
    assert isinstance(letter, Timeout)
    signed_anew(club, replace(letter, args=replace(letter.args, phase=letter.args.phase + lie)))
    assert club.lpbe("eve", "verify", "mars").status == status


def test_the_vacation_of_who_has_planned_holds_nobody_up(tmp_path: Path) -> None:
    """The planner is visibly awaited and has days left; the player who is really absent has used all of them."""
    weeks = Weeks(planet(tmp_path / "vacation", "--pace", "2d", "--vacation", "5", now="2026-01-01T08:00:00Z"))
    weeks.club.do("dan", "policy", "mars", "--default")
    weeks.run(hours=1)
    weeks.plan_card()
    for seat in ("red", "green"):
        weeks.answer(seat)
    weeks.run(hours=1)
    assert weeks.run(days=4)["applied"] == [], "blue has five days more"
    assert weeks.run(days=4)["applied"]
    assert [given_seat(weeks.club.game.state, seat).away for seat in (ABSENT, PLANNER)] == [5, 0]
    while weeks.turn < 2:
        weeks.go_on()
    for seat in ("red", "green"):
        weeks.answer(seat)
    weeks.run(hours=1)
    assert sorted(weeks.club.game.state.window.waiting) == sorted([ABSENT, PLANNER])
    assert weeks.run(days=2)["applied"]
    assert [event["seats"] for event in weeks.events("silent")] == [[ABSENT], [ABSENT]]
    assert weeks.club.lpbe("eve", "verify", "mars").status == 3


@pytest.mark.parametrize(("days", "code"), [(7, ""), (5, "E_ORDER_EARLY"), (1, "E_ORDER_EARLY")])
def test_a_time_out_before_the_days_of_vacation_are_over_is_found(tmp_path: Path, days: int, code: str) -> None:
    weeks = Weeks(planet(tmp_path / "early", "--pace", "2d", "--vacation", "5", now="2026-01-01T08:00:00Z"))
    for seat in ("red", "green", "yellow"):
        weeks.club.do(weeks.club.player(seat), "bot", "mars")
    weeks.run()
    weeks.run(days=7, hours=1)
    letter = weeks.club.game.last.letter
    assert isinstance(letter, Timeout)
    signed_anew(weeks.club, letter, at=f"2026-01-{1 + days:02}T09:00:00Z")
    answer = weeks.club.lpbe("eve", "verify", "mars", "--json")
    assert (answer.status, answer.code) == ((4, code) if code else (3, ""))
