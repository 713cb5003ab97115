"""A game is replayed step by step from its log, as everybody saw it, and never from a false log."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
from collections.abc import Callable
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from msgspec.structs import replace

from lpbe import __version__
from lpbe.games import schema_of
from lpbe.kernel.base.canonical import jcs
from lpbe.report import public_report
from lpbe.report.replay.page import board_svg, find_scenes, render_replay
from lpbe.report.replay.steps import Replay
from lpbe.report.replay.svg_sharing import SharedParts

from ..cli.world.club import LPBE, Answer, run_here
from ..golden.games import finish_game
from ..kernel.party import Party
from ..planet_2116 import golden
from .folders import NOTE, leave_game, planet, write


@pytest.fixture(scope="module")
def party() -> Party:
    return leave_game(planet())


@pytest.fixture(scope="module")
def whole(party: Party, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(party, tmp_path_factory.mktemp("replay") / "mars")


@pytest.fixture
def mars(whole: Path, tmp_path: Path) -> Path:
    """Return a copy, to do anything with."""
    shutil.copytree(whole, tmp_path / "mars")
    return tmp_path / "mars"


def surroundings() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "XDG_CONFIG_HOME": "nowhere"}


def lpbe(mars: Path, *args: str) -> Answer:
    """Run a command beside the game, as somebody without a key."""
    status, out, err = run_here(list(args), mars.parent, surroundings(), b"")
    return Answer(status, out.decode(), err.decode())


def replay_of(party: Party, lang: str = "en", clock: str = "turn") -> Replay:
    return Replay(party.rules, party.steps, lang, party.game.state.seq, clock)


def page_of(replay: Replay) -> str:
    return render_replay(replay, lambda seq: None)


def reports_of(party: Party) -> list[str]:
    """Return the host's reports of the time, without the name of the program at the end."""
    return [public_report(party.rules, step).removesuffix(f"\nlpbe {__version__}\n") for step in party.steps]


def test_without_a_terminal_every_step_is_printed_as_its_public_report(mars: Path, party: Party) -> None:
    reports = reports_of(party)
    assert lpbe(mars, "replay", "mars").out == "\n".join(reports)


def test_one_step_or_some_of_them_can_be_asked_for(mars: Path, party: Party) -> None:
    reports = reports_of(party)
    assert lpbe(mars, "replay", "mars", "--step", "7").out == reports[7]
    assert lpbe(mars, "replay", "mars", "--from", "3", "--to", "5").out == "\n".join(reports[3:6])
    assert lpbe(mars, "replay", "mars", "--from", "29").out == "\n".join(reports[29:])


@pytest.mark.parametrize(
    "asked",
    [["--step", "900"], ["--to", "900"], ["--from", "9", "--to", "8"], ["--step", "1", "--from", "1"]],
    ids=" ".join,
)
def test_steps_that_are_not_there_are_not_made_up(mars: Path, asked: list[str]) -> None:
    answer = lpbe(mars, "replay", "mars", *asked)
    assert (answer.status, answer.out) == (2, "")
    assert "[E_USAGE]" in answer.err


def test_it_is_told_in_french_and_in_ascii_too(mars: Path) -> None:
    result = lpbe(mars, "replay", "mars", "--step", "8", "--lang", "fr").out
    assert "étape 8" in result and not result.isascii()
    plain = lpbe(mars, "replay", "mars", "--step", "8", "--lang", "fr", "--ascii").out
    assert "etape 8" in plain and plain.isascii()


def test_a_program_is_told_every_step_and_where_the_page_went(mars: Path, party: Party) -> None:
    result = lpbe(mars, "replay", "mars", "--html", "mars.html", "--json").payload
    schema = schema_of("answer-replay")
    assert schema
    jsonschema.Draft202012Validator(json.loads(schema)).validate(result)
    assert [step["seq"] for step in result["steps"]] == list(range(len(party.steps)))
    events = [list(step.last.public.events) for step in party.steps]
    assert [step["events"] for step in result["steps"]] == msgspec.json.decode(jcs(events))
    assert (result["files"], result["over"], result["steps"][-1]["turn"]) == (["mars.html"], True, 12)
    assert (mars.parent / "mars.html").read_text() == page_of(replay_of(party))


def other_event(lines: list[bytes]) -> list[bytes]:
    changed = [line.replace(b'"turn-began"', b'"turn-ended"') for line in lines]
    assert changed != lines
    return changed


FORGED: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "an event is another one": other_event,
    "a step is missing": lambda lines: [*lines[:9], *lines[10:]],
    "the end is missing": lambda lines: lines[:-3],
    "the beginning is missing": lambda lines: lines[1:],
    "a step comes twice": lambda lines: [*lines[:9], *lines[8:]],
    "a line is no step": lambda lines: [*lines[:9], b"{}", *lines[9:]],
    "there is nothing": lambda lines: [],
    "a note was changed": lambda lines: [line.replace(b" & so on", b" & so off") for line in lines],
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_forged_log_is_refused_as_verify_refuses_it(mars: Path, forge: Callable[[list[bytes]], list[bytes]]) -> None:
    log = mars / "log.jsonl"
    log.write_bytes(b"".join(line + b"\n" for line in forge(log.read_bytes().splitlines())))
    wanted = lpbe(mars, "verify", "mars", "--evidence", "proof.json", "--json").payload
    for way in ([], ["--html", "mars.html"]):
        answer = lpbe(mars, "replay", "mars", *way, "--json")
        assert answer.status == 4
        assert (answer.payload["code"], answer.payload["message"]) == (wanted["code"], wanted["message"])
    assert not (mars.parent / "mars.html").exists()


def test_the_log_of_another_game_is_refused(mars: Path) -> None:
    other = Party(("red", "blue"), options={}, changes={"nonce": "7a" * 32}, game_name="living-planet").start()
    (mars / "log.jsonl").write_bytes(b"".join(line + b"\n" for line in other.log))
    answer = lpbe(mars, "replay", "mars", "--json")
    assert (answer.status, answer.code) == (4, "E_STATE_LOG")


def test_a_game_file_alone_cannot_be_replayed(mars: Path) -> None:
    shutil.copy(mars / "game.toml", mars.parent / "alone.toml")
    answer = lpbe(mars, "replay", "alone.toml", "--json")
    assert (answer.status, answer.code) == (6, "E_FILE_MISSING")


def type_keys(mars: Path, *keys: str) -> str:
    """Return what a terminal shows when somebody types this."""
    ours, theirs = pty.openpty()
    os.write(ours, "".join(f"{key}\n" for key in keys).encode())
    child = subprocess.Popen(
        [*LPBE, "replay", "mars"], cwd=mars.parent, env=surroundings(), stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    while chunk := read_on(ours):
        shown += chunk
    os.close(ours)
    assert child.wait() == 0
    return shown.decode()


def read_on(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # what a terminal says when nobody is left at its other end
        return b""


def test_on_a_terminal_one_goes_from_step_to_step_and_turn_to_turn(mars: Path, party: Party) -> None:
    second = next(n for n, step in enumerate(party.steps) if step.state.table.get("turn", {}).get("number") == 2)
    last, later = len(party.steps) - 1, second + 1
    shown = type_keys(mars, "", "", "b", "t", "t", str(later), "900", "", "q")
    visited = [int(seq) for seq in re.findall(r"^Step (\d+) of \d+.*\(Enter", shown, re.MULTILINE)]
    assert visited == [0, 1, 2, 1, 4, second, later, last, last]
    assert "Turn 2 (Enter" in shown
    assert shown.count("This is the last step.") == 2


def test_on_a_terminal_help_is_given_to_who_asks_or_mistypes(mars: Path) -> None:
    shown = type_keys(mars, "?", "what", "Q")
    assert shown.count("b: back one step.") == 2
    assert len(re.findall(r"^Step 0 of", shown, re.MULTILINE)) == 3
    assert shown.count("game " + shown.split("game ")[1][:12]) == 1, "the step itself is shown once"


def test_the_page_has_every_step_and_each_board_and_piece_once(party: Party) -> None:
    page = page_of(replay_of(party))
    assert re.findall(r'<article class="step" id="step-(\d+)"', page) == [str(n) for n in range(len(party.steps))]
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    shown = re.findall(r'data-board="(\d+)" data-pieces="([\d ]*)"', page)
    assert {board for board, _ in shown} - {"0"} == set(re.findall(r'<figure class="board" id="board-(\d+)"', page))
    pieces = {piece for _, beside in shown for piece in beside.split()}
    assert pieces == set(re.findall(r'<section id="piece-(\d+)"', page))
    assert max(int(board) for board, _ in shown) < len(party.steps), "many a step leaves the board as it was"
    assert len(pieces) < sum(len(beside.split()) for _, beside in shown) / 2, "and much of the table"


POLICY = r"default-src 'none'; style-src 'unsafe-inline'; script-src( 'sha256-[A-Za-z0-9+/]{43}='); img-src data:"


def test_the_page_needs_nothing_from_elsewhere(party: Party) -> None:
    page = page_of(replay_of(party))
    addresses = set(re.findall(r"[a-z]+://[^\s\"'<]*", page))
    assert addresses == set()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy and re.fullmatch(POLICY, policy[1]) and len(re.findall("<script>", page)) == 1
    used, kept = set(re.findall(r'href="#(m\w+)"', page)), set(re.findall(r'<g id="(m\w+)"', page))
    assert used == kept
    result = {name for names in re.findall(r'aria-describedby="([^"]*)"', page) for name in names.split()}
    assert result == set(re.findall(r'<span id="(d\d+)"', page))
    assert not re.search(r'(?:src|href)="[^#]', page)


def test_boards_made_of_shared_marks_are_the_boards_that_were_drawn(party: Party) -> None:
    marks, replay = SharedParts(), replay_of(party)
    drawn = [svg for step in party.steps if (svg := board_svg(replay.page(step)))]
    taken = [marks.add(svg) for svg in drawn]
    kept = dict(re.findall(r'<g id="(m\w+)">(.*?)</g>(?=<g id="m|$)', marks.definitions))
    lines = dict(re.findall(r'<span id="(d\d+)">(.*?; )</span>', marks.descriptions))

    def whole(board: str) -> str:
        return re.sub(r'<use href="#([^"]+)"/>', lambda use: whole(kept[use[1]]) if use[1] in kept else use[0], board)

    def inside(svg: str) -> str:
        return re.sub(
            r"<svg .*?>|<title id=.*?</title>|<desc .*?</desc>|<style>.*?</style>|<defs>.*</defs>|</svg>|\n", "", svg
        )

    boards = [marks.svg(one) for one in taken]
    for svg, board in zip(drawn, boards, strict=True):
        assert inside(whole(board)) == inside(svg)
        result = re.search(r'aria-describedby="([^"]*)"', board)
        words = re.search(r"<desc [^>]*>(.*?)</desc>", svg)
        assert result and words and "".join(lines[name] for name in result[1].split()) == words[1] + "; "
        assert re.findall(r'viewBox="[^"]*"', board)[0] == re.findall(r'viewBox="[^"]*"', svg)[0]
    for mark in kept.values():
        ElementTree.fromstring(f"<g>{mark}</g>")
    assert set(re.findall(r"url\(#([^)]+)\)", "".join(drawn))) <= set(re.findall(r' id="([^"]+)"', marks.definitions))
    assert sum(map(len, boards)) + len(marks.definitions) < sum(map(len, drawn)) / 4


def test_one_jumps_to_what_the_game_has_a_word_for(party: Party) -> None:
    for lang, ending in (("en", "The end"), ("fr", "La fin")):
        found = {scene.name: scene.steps for scene in find_scenes(replay_of(party, lang))}
        ended = [step.state.seq for step in party.steps if any(e["event"] == "ended" for e in step.last.public.events)]
        assert found[ending] == ended and len(ended) == 1
    page = page_of(replay_of(party))
    assert f'<b>The end</b> <a href="#step-{ended[0]}">' in page


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.soak)])
def test_the_page_of_a_whole_game_between_four_is_small(lang: str) -> None:
    """A recorded game, the longest there is."""
    page = page_of(replay_of(finish_game("living-planet-four"), lang)).encode()
    assert page.count(b'<article class="step"') == 300
    assert len(page) < 800_000


def test_the_page_of_a_whole_game_of_2116_is_small() -> None:
    """The longest that is recorded, through the chain."""
    *_, party = golden.replay("greens")
    assert party.game.state.window.kind == "over"
    page = page_of(replay_of(party, "fr", "round")).encode()
    assert page.count(b'<article class="step"') == len(party.steps) > 120
    assert len(page) < 2_000_000


def test_notes_and_names_are_text_and_nothing_else_on_the_page(party: Party) -> None:
    hostile = "</h2><img src=x onerror=alert(3)>"
    renamed = [
        replace(step, state=replace(step.state, seats=[replace(seat, name=hostile) for seat in step.state.seats]))
        for step in party.steps
    ]
    page = page_of(Replay(party.rules, renamed, "en", party.game.state.seq, "turn"))
    assert NOTE not in page and escape(NOTE) in page
    assert "<img" not in page and escape(hostile) in page
    assert page.count("<script>") == page.count("</script>") == 1


def test_the_page_shows_no_more_after_disclosure_than_the_table_showed(party: Party) -> None:
    page = page_of(replay_of(party))
    secret = party.referee.secret
    assert secret and party.game.last.public.disclosed == [secret.raw.hex()]
    assert secret.raw.hex() not in page
    hidden = msgspec.json.decode(jcs(party.steps[5].last))
    assert hidden["order"]["batch"][0]["order"] == "sealed"
    result = re.search(r'id="step-5".*?</article>', page, re.DOTALL)
    assert result and "has answered" in result[0]


def test_a_game_without_a_board_is_replayed_by_its_story_and_its_table(tmp_path: Path) -> None:
    party = Party(seats=("red", "blue")).start().play_on(3)
    mars = write(party, tmp_path / "mars")
    assert lpbe(mars, "replay", "mars", "--html", "mars.html").out == "mars.html\n"
    page = (tmp_path / "mars.html").read_text()
    assert page.count('<article class="step"') == len(party.steps)
    assert '<figure class="board"' not in page and "<section" in page
    assert re.findall(r'data-turn="(\d)" title="Round', page) == ["1", "2"]
