"""`lpbe report` and `lpbe show`: formats, languages, files, and what is private."""

from __future__ import annotations

import pytest

from ..conftest import Stages


def test_each_format_is_what_it_is_called(stages: Stages) -> None:
    club = stages("turn")
    text = club.lpbe("ben", "report", "mars").out
    assert text.startswith("Pebbles, step ") and "\n-- Behind your screen ----" in text
    assert club.lpbe("ben", "report", "mars", "--format", "markdown").out.startswith("# Pebbles, step ")
    page = club.lpbe("ben", "report", "mars", "--format", "html").out
    assert page.startswith("<!DOCTYPE html>") and page.endswith("</html>\n")


def test_ascii_is_for_text_alone(stages: Stages) -> None:
    club = stages("turn")
    assert club.lpbe("ben", "report", "mars", "--lang", "fr", "--ascii").out.isascii()
    assert not club.lpbe("ben", "report", "mars", "--lang", "fr").out.isascii()
    assert club.lpbe("ben", "report", "mars", "--ascii", "--format", "html").status == 2


def test_a_report_goes_into_a_file_only_where_it_is_wanted(club_at: Stages) -> None:
    club = club_at("turn")
    with club.untouched():
        printed = club.lpbe("ben", "report", "mars").out
        assert club.lpbe("ben", "report", "mars", "-o", "-").out == printed
    assert club.lpbe("ben", "report", "mars", "-o", "mine.txt").out == "mine.txt\n"
    assert (club.root / "mine.txt").read_text() == printed
    assert club.lpbe("ben", "report", "mars", "--json", "-o", "mine.txt").payload["report"] == printed


@pytest.mark.parametrize("path", ["mars/mine.txt", "mars/reports/../mine.txt"])
def test_what_is_private_is_not_written_into_the_game_folder(club_at: Stages, path: str) -> None:
    club = club_at("turn")
    with club.untouched():
        refused = club.lpbe("ben", "report", "mars", "-o", path, "--json")
        assert (refused.status, refused.code) == (2, "E_USAGE")
    assert club.lpbe("eve", "report", "mars", "-o", path).status == 0


def test_who_has_no_seat_reads_what_is_public(stages: Stages) -> None:
    club = stages("turn")
    result = club.lpbe("eve", "report", "mars").out
    assert "Behind your screen" not in result and "What happened" in result and "The beginning [Steps 0 to " in result


def test_the_story_begins_at_the_last_order_or_where_it_should(stages: Stages) -> None:
    club = stages("turn")
    last = club.game.state.seq
    own = club.lpbe("ben", "report", "mars").out
    assert "-- Since your last order" in own and "The beginning [" not in own
    since = club.lpbe("ben", "report", "mars", "--since", str(last)).out
    assert "-- Since your last order" not in since and since.count("[Step") == 1 and f"[Step {last}]\n" in since
    assert "The beginning [Steps 0 to " in club.lpbe("ben", "report", "mars", "--since", "0").out


def test_a_lone_game_file_tells_its_last_step_and_says_so(club_at: Stages) -> None:
    club = club_at("turn")
    (club.root / "alone.toml").write_bytes((club.mars / "game.toml").read_bytes())
    result = club.lpbe("ben", "report", "alone.toml").out
    assert "Without the log, this only covers the last step." in result


def test_the_position_comes_without_a_story(stages: Stages) -> None:
    shown = stages("turn").lpbe("ben", "show", "mars").out
    assert "Behind your screen" in shown and "What you can do now" in shown and "On the table" in shown
    assert "Since your last order" not in shown and "lpbe order" not in shown


def test_a_link_into_the_game_folder_is_the_game_folder(club_at: Stages) -> None:
    club = club_at("turn")
    (club.root / "way").symlink_to(club.mars)
    with club.untouched():
        assert club.lpbe("ben", "report", "mars", "-o", "way/mine.txt", "--json").code == "E_USAGE"


def test_a_receipt_that_cannot_be_read_tells_nothing(club_at: Stages) -> None:
    club = club_at("turn")
    (club.mars / "refused").mkdir(exist_ok=True)
    (club.mars / "refused" / "9-blue-0.toml").write_text("x = [")
    for command in ("report", "show"):
        assert club.lpbe("ben", command, "mars").status == 0


@pytest.mark.parametrize(("old", "new"), [(b'"event":"dealt"', b'"event":"dealy"'), (b'"coins":6', b'"coins":7')])
def test_a_story_is_told_only_as_the_heads_have_it(club_at: Stages, old: bytes, new: bytes) -> None:
    club = club_at("turn")
    log = club.mars / "log.jsonl"
    assert old in log.read_bytes()
    log.write_bytes(log.read_bytes().replace(old, new, 1))
    for command in (["report", "mars", "--since", "0"], ["replay", "mars"]):
        answer = club.lpbe("ben", *command)
        assert answer.status == 4, command


def test_a_log_may_be_a_step_behind_while_a_run_goes_on_and_no_more(club_at: Stages) -> None:
    club = club_at("turn")
    log = club.mars / "log.jsonl"
    result = club.lpbe("ben", "report", "mars").out
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]))
    assert club.lpbe("ben", "report", "mars").out == result
    log.write_bytes(b"".join(lines[:-2]))
    assert club.lpbe("ben", "report", "mars", "--json").code == "E_STATE_LOG"


def test_a_log_may_be_ahead_while_a_run_goes_on(club_at: Stages) -> None:
    club = club_at("bidding")
    game, result = (club.mars / "game.toml").read_bytes(), club.lpbe("ben", "report", "mars").out
    club.order("red", "bid 1")
    club.run()
    (club.mars / "game.toml").write_bytes(game)
    assert club.lpbe("ben", "report", "mars").out == result


def test_a_comment_ends_with_its_argument(club_at: Stages) -> None:
    club = club_at("turn")
    result = club.do("ben", "try", "mars", "dig # a good idea", "end turn")
    assert result["draft"] == [{"order": "end-turn"}]


@pytest.mark.parametrize(
    "text", ["plan plan bid 1", "plan " * 70 + "bid 1", "plan plan bid coins=1", "plan " * 60 + "a=1"]
)
def test_a_plan_holds_no_plan(club_at: Stages, text: str) -> None:
    answer = club_at("bidding").lpbe("ben", "try", "mars", text, "--json")
    assert (answer.status, answer.code) == (2, "E_GRAMMAR")
