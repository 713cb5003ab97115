"""Policies as people write them: a self-explanatory file, single lines, and helpful replies."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.content.packs import words
from lpbe.kernel.engine.setting_checks import policy_lines

from ..world.club import HOST, Club
from ..world.open_game import Table


@pytest.fixture
def mars(tmp_path: Path) -> Table:
    return Table.begin(tmp_path)


def test_without_a_policy_a_file_is_offered_that_says_what_may_stand_in_each_line(mars: Table) -> None:
    out = mars.say("policy", "mars", "--as", "red").out
    assert out.startswith("# You have no policy")
    assert "[living-planet]" in out
    assert "#   allowed: default; or a list of oil, vibranium, iron\n#exhaust = []\n" in out
    assert '#   allowed: always, ask, never\n#protect = "ask"\n' in out
    assert tomllib.loads(out) == {"living-planet": {}}


def test_the_file_comes_in_the_language_of_the_seat(tmp_path: Path) -> None:
    out = Table.begin(tmp_path, "--lang", "fr").say("policy", "mars", "--as", "blue").out
    assert "#   permis : default ; ou une liste de oil, vibranium, iron\n#exhaust = []\n" in out
    assert out.startswith("# Vous n'avez pas de consigne")


def test_the_file_can_be_sent_back_as_it_is(mars: Table) -> None:
    mars.done("policy", "mars", "--as", "red", "--default")
    mars.done("run", "mars")
    before = mars.json("policy", "mars", "--as", "red")["policy"]
    (mars.root / "mine.toml").write_text(out := mars.say("policy", "mars", "--as", "red").out)
    assert '\nexhaust = "default"\n' in out and '\nproduce.colony = "never"\n' in out
    mars.done("policy", "mars", "mine.toml", "--as", "red")
    mars.done("run", "mars")
    assert mars.json("policy", "mars", "--as", "red")["policy"] == before != {}


def test_every_line_can_be_taken_from_behind_its_sign(mars: Table) -> None:
    """Everything offered after a # is valid there, except for what needs a list first."""
    for line in mars.say("policy", "mars", "--as", "red").out.splitlines():
        if line.startswith("#") and " = " in line and not line.startswith(("# ", "#change.")):
            (mars.root / "one.toml").write_text(f"[living-planet]\n{line[1:]}\n")
            assert mars.say("policy", "mars", "one.toml", "--as", "red", "-o", "x.toml").status == 0, line


def test_single_lines_are_set(mars: Table) -> None:
    mars.done("policy", "mars", "exhaust=iron", "fate.A=4", "produce.skip_empty=no", "--as", "red")
    mars.done("run", "mars")
    policy = {"exhaust": ["iron"], "fate": {"A": 4}, "produce": {"skip_empty": False}}
    assert mars.json("policy", "mars", "--as", "red")["policy"] == {"living-planet": policy}
    mars.done("policy", "mars", "exhaust=fer,pétrole", "fate.A=", "living-planet.call=always", "--as", "red")
    mars.done("run", "mars")
    policy = {"exhaust": ["iron", "oil"], "produce": {"skip_empty": False}, "call": "always"}
    assert mars.json("policy", "mars", "--as", "red")["policy"] == {"living-planet": policy}


def test_a_table_takes_the_place_of_a_word(mars: Table) -> None:
    mars.done("policy", "mars", "change=never", "--as", "red")
    mars.done("run", "mars")
    seen = mars.say("policy", "mars", "change.die=red", "--as", "red")
    assert (seen.status, seen.err) == (2, "the line change.value is missing [E_SCHEMA]\n  allowed: 1, 2, 3, 4, 5, 6\n")
    mars.done("policy", "mars", "change.die=red", "change.value=4", "--as", "red")
    mars.done("run", "mars")
    change = {"change": {"die": "red", "value": 4}}
    assert mars.json("policy", "mars", "--as", "red")["policy"] == {"living-planet": change}


@pytest.mark.parametrize(
    ("setting", "status", "err"),
    [
        (
            "exhaust=vibranum",
            2,
            "'vibranum' is not a valid value for exhaust [E_SCHEMA]\n"
            "  did you mean 'vibranium'? allowed: default; or a list of oil, vibranium, iron\n",
        ),
        ("exhaust=electricity", 2, "'electricity' is not a valid value for exhaust"),
        ("exhast=iron", 2, "there is no policy line 'exhast' [E_SCHEMA]\n  did you mean 'exhaust'?\n"),
        ("fate=never", 2, "fate cannot be set directly; set one of these lines: fate.A, fate.B, fate.C [E_SCHEMA]\n"),
        ("cards=7", 2, "'7' is not a valid value for cards [E_SCHEMA]\n  allowed: a list of 1, 2, 3, 4, 5, 6\n"),
        ("protect=perhaps", 2, "  allowed: always, ask, never\n"),
        ("heal=inside", 2, "did you mean 'inside-first'?"),
        ("trigger.ranking=" + "H" * 25, 2, "  allowed: a list of names\n"),
        ("=iron", 2, "there is no policy line ''"),
    ],
)
def test_a_wrong_line_is_answered_with_what_may_stand_there(mars: Table, setting: str, status: int, err: str) -> None:
    seen = mars.say("policy", "mars", setting, "--as", "red")
    assert seen.status == status and err in seen.err
    assert not list((mars.root / "mars" / "inbox").glob("free-*"))


@pytest.mark.parametrize(
    ("text", "err"),
    [
        ('exhaust = "vibranum"', "did you mean 'vibranium'? allowed: default; or a list of oil, vibranium, iron"),
        ('exhaust = ["vibranum"]', "did you mean 'vibranium'?"),
        ('call = "sometimes"', "'sometimes' is not a valid value for call [E_SCHEMA]\n  allowed: always, ask, never"),
        ("cards = 4", "the line cards needs a list [E_SCHEMA]\n  try: cards = [4]"),
        ("call = { a = 1 }", "the line call cannot be a table [E_SCHEMA]\n  allowed: always, ask, never"),
        ("fate.A = 9", "'9' is not a valid value for fate.A"),
        ("cards = [1,1,1,1,1,1,1,1,1,1,1,1,1]", "the line cards takes at most 12 values"),
        ("damage.wonded = 'chip'", "did you mean 'damage.wounded'?"),
    ],
)
def test_a_wrong_file_is_answered_the_same_way(mars: Table, text: str, err: str) -> None:
    (mars.root / "mine.toml").write_text(f"[living-planet]\n{text}\n")
    seen = mars.say("policy", "mars", "mine.toml", "--as", "red")
    assert seen.status == 6 and err in seen.err
    assert "$." not in seen.err and "Invalid" not in seen.err and "Expected" not in seen.err


def test_whatever_a_policy_names_the_file_can_be_sent_back(mars: Table) -> None:
    odd = 'H"5\\ é'
    (mars.root / "mine.toml").write_text(f"[living-planet]\ntrigger.ranking = ['{odd}']\n")
    mars.done("policy", "mars", "mine.toml", "--as", "red")
    mars.done("run", "mars")
    seen = tomllib.loads(mars.say("policy", "mars", "--as", "red").out)
    assert seen == mars.json("policy", "mars", "--as", "red")["policy"]
    assert seen["living-planet"]["trigger"]["ranking"] == [odd]


def test_a_section_that_is_no_table(mars: Table) -> None:
    (mars.root / "mine.toml").write_text("living-planet = 3\n")
    seen = mars.say("policy", "mars", "mine.toml", "--as", "red")
    assert (seen.status, seen.err) == (6, "the policy section Living Planet is not a table [E_SCHEMA]\n")


def test_lines_and_a_file_do_not_go_together(mars: Table) -> None:
    for more in (["mine.toml", "call=always"], ["call=always", "--default"], ["a.toml", "b.toml"]):
        assert mars.say("policy", "mars", *more, "--as", "red").status == 2


def test_a_sealed_policy_is_set_by_lines_too(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club", seats=("red", "blue"))
    club.join_all()
    club.ready_all()
    seen = club.do(HOST, "policy", "mars", "shelter=dear")
    assert seen["policy"] == {"pebbles": {"shelter": "dear"}}
    club.run()
    assert club.do(HOST, "policy", "mars")["policy"] == {"pebbles": {"shelter": "dear"}}
    assert club.lpbe(HOST, "policy", "mars", "bid=2").out.endswith("pebbles.bid = 2\n")


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_every_policy_is_explained_in_every_language(game: str) -> None:
    book = book_of(game, list(game_of(game).expansions))
    names = [
        f"policy.{m.name}.{line.name}"
        for m in book.modules
        if m.policy
        for line in policy_lines(book, m).values()
        if line.alone or line.listed
    ]
    assert names
    for lang in ("en", "fr"):
        assert [name for name in names if name not in words(game, lang).terms] == []
