"""Game files and logs that somebody edited, cut, swapped, rolled back or forked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel import desk, files
from lpbe.kernel.canon import jcs
from lpbe.kernel.folder import dump_game, log_line
from lpbe.kernel.keys import Secret
from lpbe.kernel.letters import Envelope, given
from lpbe.kernel.records import GameFile, Hidden

from .conftest import Stages
from .crook import headed, put_game, put_log, with_genesis, with_state
from .house import HOST, Answer, House, identity

Edit = Callable[[GameFile], GameFile]


def verify(house: House, *options: str) -> Answer:
    return house.lpbe("eve", "verify", "mars", "--evidence", "proof.json", *options, "--json")


def state(**changes: Callable[[Any], Any]) -> Edit:
    """Change fields of the state and sign nothing."""

    def edit(game: GameFile) -> GameFile:
        fresh = {name: change(getattr(game.state, name)) for name, change in changes.items()}
        return replace(game, state=replace(game.state, **fresh))

    return edit


def last(**changes: Callable[[Any], Any]) -> Edit:
    def edit(game: GameFile) -> GameFile:
        fresh = {name: change(getattr(game.last, name)) for name, change in changes.items()}
        return replace(game, last=replace(game.last, **fresh))

    return edit


def swapped(seals: dict[str, str]) -> dict[str, str]:
    return {**seals, "red": seals["blue"], "blue": seals["red"]}


def richer(table: dict[str, Any]) -> dict[str, Any]:
    return {**table, "supply": {**table["supply"], "coins": 99}}


def other_keys(seats: list[Any]) -> list[Any]:
    sign, seal = identity("eve").keys
    return [replace(seat, sign=sign, seal=seal) if seat.id == "blue" else seat for seat in seats]


EDITS: dict[str, tuple[Edit, str]] = {
    "the table": (state(table=richer), "E_SIG_INVALID"),
    "the window": (state(window=lambda window: replace(window, waiting=["red"])), "E_SIG_INVALID"),
    "the seats' keys": (state(seats=other_keys), "E_SIG_INVALID"),
    "the history": (state(recent=lambda recent: recent[1:]), "E_SIG_INVALID"),
    "two seals swapped": (state(seals=swapped), "E_SIG_INVALID"),
    "a seal gone": (state(seals=lambda seals: {"red": seals["red"]}), "E_SIG_INVALID"),
    "a secret disclosed": (state(disclosed=lambda none: "00" * 32), "E_SIG_INVALID"),
    "the number of the step": (state(seq=lambda seq: seq + 1), "E_STATE_GAME"),
    "the game": (state(game=lambda game: "00" * 32), "E_STATE_GAME"),
    "what happened": (last(public=lambda public: replace(public, events=[])), "E_SIG_INVALID"),
    "the last order": (last(order=lambda order: replace(order, note="I give up")), "E_SIG_INVALID"),
    "no last order": (last(order=lambda order: UNSET), "E_SIG_INVALID"),
    "the head": (last(head=lambda head: replace(head, prev="00" * 32)), "E_SIG_INVALID"),
    "the head's signature": (last(head_sig=lambda sig: sig[:-8] + "AAAAAAA="), "E_SIG_INVALID"),
    "no signature": (last(head_sig=lambda sig: UNSET), "E_SIG_FORMAT"),
    "a head by another key": (lambda game: headed(game, "ben"), "E_SIG_FORMAT"),
    "the genesis": (lambda game: replace(game, genesis=replace(game.genesis, lang="fr")), "E_STATE_GAME"),
    "no signed genesis": (lambda game: replace(game, sig=UNSET), "E_SIG_FORMAT"),
    "the head's signature for the genesis": (lambda game: replace(game, sig=game.last.head_sig), "E_SIG_FORMAT"),
}


@pytest.mark.parametrize(("edit", "code"), EDITS.values(), ids=EDITS)
def test_no_command_works_on_an_edited_game_file(house_at: Stages, edit: Edit, code: str) -> None:
    house = house_at("bidding")
    house.order("blue", "bid coins=2")
    put_game(house, edit(house.game))
    with house.untouched():
        for who, *command in (
            (HOST, "run", "mars"),
            (HOST, "apply", "mars", "mars/inbox/2-blue-0.toml"),
            ("ben", "show", "mars"),
            ("ben", "order", "mars", "bid coins=3"),
            ("eve", "verify", "mars", "--evidence", "proof.json"),
        ):
            answer = house.lpbe(who, *command, "--json")
            assert (answer.status, answer.code) == (4, code), command


@pytest.mark.parametrize("edit", [EDITS["the table"][0], EDITS["two seals swapped"][0]])
def test_the_program_says_that_the_game_is_false(house_at: Stages, edit: Edit) -> None:
    house = house_at("bidding")
    put_game(house, edit(house.game))
    answer = house.shell("ben", "show", "mars")
    assert (answer.status, answer.out) == (4, "")
    assert "[E_SIG_INVALID]" in answer.err


def unsigned_handover(game: GameFile) -> GameFile:
    letter = desk.handover_letter(game, identity("eve").keys, Secret(bytes(32)), 0)
    return with_state(game, handovers=[Envelope(letter)])


def renamed(seat: str) -> Edit:
    return lambda game: with_genesis(game, seats=[replace(game.genesis.seats[0], id=seat), *game.genesis.seats[1:]])


SHAPES: dict[str, Edit] = {
    "a referee's game without a referee": lambda game: with_genesis(game, referee=UNSET),
    "a referee's game without a commitment": lambda game: with_genesis(game, seed_commit=UNSET),
    "a referee's game with a seed": lambda game: with_genesis(game, seed="00" * 32),
    "a referee's game without seals": lambda game: with_state(game, seals=UNSET),
    "a referee's game with its secrets in clear": lambda game: with_state(game, clear=Hidden()),
    "an open game without a seed": lambda game: with_genesis(game, trust="open"),
    "a handover that nobody signed": unsigned_handover,
    "no seats": lambda game: with_genesis(game, seats=[]),
    "one seat twice": lambda game: with_genesis(game, seats=[game.genesis.seats[0]] * 3),
    **{f"a seat called {seat}": renamed(seat) for seat in ("con", "aux", "lpt9", "referee", "..", "a/b", "Red")},
}


@pytest.mark.parametrize("edit", SHAPES.values(), ids=SHAPES)
def test_a_game_file_of_a_wrong_shape_is_refused(house_at: Stages, edit: Edit) -> None:
    """Even if its referee signs it."""
    house = house_at("bidding")
    put_game(house, edit(house.game))
    with house.untouched():
        for command in ("show", "verify", "run", "legal"):
            answer = house.lpbe(HOST, command, "mars", "--json")
            assert (answer.status, answer.code) == (6, "E_SCHEMA"), command


def test_seats_that_are_not_those_of_the_genesis_are_refused(house_at: Stages) -> None:
    house = house_at("bidding")
    put_game(house, with_state(house.game, seats=house.game.state.seats[:2]))
    with house.untouched():
        for command in ("show", "verify", "run", "legal"):
            answer = house.lpbe(HOST, command, "mars", "--json")
            assert (answer.status, answer.code) == (4, "E_STATE_GAME"), command


SPELLINGS = {
    "a comment": lambda text: b"# blue cheats\n" + text,
    "a comment at the end": lambda text: text + b"# blue cheats\n",
    "another order of fields": lambda text: text.replace(b"format = 1\n", b"", 1).replace(
        b"rng = 1\n", b"rng = 1\nformat = 1\n", 1
    ),
    "a number spelled out": lambda text: text.replace(b"seq = 6\n", b"seq = +6\n", 1),
}


@pytest.mark.parametrize("change", SPELLINGS.values(), ids=SPELLINGS)
def test_not_a_byte_of_a_game_file_changes_unnoticed(house_at: Stages, change: Callable[[bytes], bytes]) -> None:
    house = house_at("bidding")
    path = house.mars / "game.toml"
    path.write_bytes(change(path.read_bytes()))
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_STATE_FORM")


def test_white_space_may_change(house_at: Stages) -> None:
    house = house_at("bidding")
    path = house.mars / "game.toml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert verify(house).status == 3


# The log


def lines_of(house: House) -> list[bytes]:
    return house.log.read_bytes().splitlines()


def cut(lines: list[bytes]) -> list[bytes]:
    return lines[:-2]


def cut_inside(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], *lines[4:]]


def swap(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[3], lines[2], *lines[4:]]


def doubled(lines: list[bytes]) -> list[bytes]:
    return [*lines, lines[-1]]


def spelled(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[2].replace(b":", b": ", 1), *lines[3:]]


def a_note(lines: list[bytes]) -> list[bytes]:
    """An order of the log with a note that nobody signed, and a head that still names the old order."""
    changed = lines[2].replace(b'"kind":"join",', b'"kind":"join","note":"hello",', 1)
    assert changed != lines[2]
    return [*lines[:2], changed, *lines[3:]]


def an_order_at_the_start(lines: list[bytes]) -> list[bytes]:
    """Something more in the first line, which no head covers."""
    order = lines[1][lines[1].index(b'"order":{') : lines[1].index(b',"public"')]
    changed = lines[0].replace(b',"public"', b"," + order + b',"public"', 1)
    assert changed != lines[0]
    return [changed, *lines[1:]]


def nonsense(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], b"\x1b[2J nonsense", *lines[3:]]


def empty(lines: list[bytes]) -> list[bytes]:
    return []


LOGS: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str, int]] = {
    "cut at the end": (cut, "E_STATE_LOG", 5),
    "cut inside": (cut_inside, "E_STATE_CHAIN", 3),
    "two lines swapped": (swap, "E_STATE_CHAIN", 2),
    "the last line twice": (doubled, "E_STATE_CHAIN", 7),
    "a line in other words": (spelled, "E_STATE_LOG", 2),
    "an edited order": (a_note, "E_STATE_CHAIN", 2),
    "an order in the first line": (an_order_at_the_start, "E_STATE_LOG", 0),
    "nonsense": (nonsense, "E_STATE_LOG", 3),
    "nothing": (empty, "E_STATE_LOG", 0),
}


@pytest.mark.parametrize(("change", "code", "seq"), LOGS.values(), ids=LOGS)
def test_a_spoiled_log_is_found_at_its_step(house_at: Stages, change: Any, code: str, seq: int) -> None:
    house = house_at("bidding")
    put_log(house, change(lines_of(house)))
    with house.untouched():
        answer = verify(house)
    assert (answer.status, answer.code) == (4, code), answer
    assert f"step {seq}:" in answer.told["message"]


def test_a_log_of_another_game_is_found(house_at: Stages, stages: Stages) -> None:
    house = house_at("bidding")
    house.log.write_bytes(stages("other").log.read_bytes())
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_STATE_LOG")


@pytest.mark.parametrize("change", [cut, nonsense, empty], ids=lambda change: change.__name__)
def test_a_run_does_not_go_on_from_a_log_that_does_not_lead_to_the_game_file(house_at: Stages, change: Any) -> None:
    house = house_at("bidding")
    house.order("blue", "bid coins=2")
    spoiled = change(lines_of(house))
    put_log(house, spoiled if change is not nonsense else spoiled[:4])
    with house.untouched():
        answer = house.shell(HOST, "run", "mars", "--json")
    assert (answer.status, answer.code) == (4, "E_STATE_LOG")


TORN = {
    "one entry short": lambda text, line: text[: -len(line)],
    "half a line": lambda text, line: text[: -len(line) // 2],
    "no newline": lambda text, line: text[:-1],
    "one byte of a line": lambda text, line: text[: -len(line) + 1],
}


@pytest.mark.parametrize("tear", TORN.values(), ids=TORN)
def test_a_torn_last_line_is_completed_by_a_run(house_at: Stages, tear: Callable[[bytes, bytes], bytes]) -> None:
    house = house_at("bidding")
    whole = house.log.read_bytes()
    house.log.write_bytes(tear(whole, whole.splitlines(keepends=True)[-1]))
    assert house.run()["mended"] == ["mars/log.jsonl"]
    assert house.log.read_bytes() == whole
    assert verify(house).status == 3


def test_a_torn_line_does_not_pass_as_whole(house_at: Stages) -> None:
    house = house_at("bidding")
    house.log.write_bytes(house.log.read_bytes()[:-20])
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_STATE_LOG")


# Older and other versions


def test_an_older_file_does_not_pass_for_the_newest(house_at: Stages, stages: Stages) -> None:
    house = house_at("bids")
    assert house.lpbe("ben", "show", "mars", "--pin", "pins.json").status == 0
    old = stages("bidding").mars / "game.toml"
    (house.mars / "game.toml").write_bytes(old.read_bytes())
    pins = (house.root / "pins.json").read_bytes()
    for command in ("show", "legal", "report", "verify"):
        with house.untouched():
            answer = house.lpbe("ben", command, "mars/game.toml", "--pin", "pins.json", "--json")
        assert (answer.status, answer.code) in ((4, "E_ROLLBACK"), (4, "E_STATE_LOG")), command
    assert (house.root / "pins.json").read_bytes() == pins


def test_a_newer_file_follows_the_pinned_one(house_at: Stages, stages: Stages) -> None:
    house = house_at("bidding")
    for stage in ("bidding", "bids", "turn"):
        newer = house.root / "lone.toml"
        newer.write_bytes((stages(stage).mars / "game.toml").read_bytes())
        assert house.lpbe("ben", "show", "lone.toml", "--pin", "pins.json").status == 0


def forked(house: House, root: str) -> House:
    """The same game, in which the referee let something else happen."""
    other = house.copy(house.root.parent / root)
    other.order("blue", "bid coins=5")
    other.run()
    return other


def test_another_file_of_a_step_that_was_seen_is_a_fork(house_at: Stages) -> None:
    house = house_at("bidding")
    other = forked(house, "fork")
    house.order("red", "bid coins=1")
    house.run()
    house.lpbe("ben", "show", "mars", "--pin", "pins.json")
    with house.untouched():
        answer = house.lpbe("ben", "show", str(other.mars / "game.toml"), "--pin", "pins.json", "--json")
    assert (answer.status, answer.code) == (4, "E_FORK")


def test_two_heads_of_one_step_make_a_bundle_of_evidence(house_at: Stages) -> None:
    house = house_at("bidding")
    other = forked(house, "fork")
    house.order("red", "bid coins=1")
    house.run()
    answer = house.shell("cleo", "evidence", "mars", str(other.mars), "-o", "proof.json", "--json")
    assert (answer.status, answer.told["kind"]) == (0, "fork")
    bundle = files.parse_order((house.root / "proof.json").read_bytes(), "proof.json")
    assert (bundle["code"], bundle["seq"], len(bundle["heads"])) == ("E_FORK", 7, 2)
    assert len({proof["sig"] for proof in bundle["heads"]}) == 2


@pytest.mark.parametrize("other", ["bidding", "bids", "other"])
def test_honest_files_make_no_evidence(stages: Stages, house_at: Stages, other: str) -> None:
    house = house_at("bidding")
    answer = house.lpbe("cleo", "evidence", "mars", str(stages(other).mars), "--json")
    assert (answer.status, answer.code) == (2, "E_EVIDENCE")


def test_a_forged_head_makes_no_evidence(house_at: Stages) -> None:
    house = house_at("bidding")
    other = forked(house, "fork")
    put_game(other, headed(other.game, "eve"))
    house.order("red", "bid coins=1")
    house.run()
    answer = house.lpbe("cleo", "evidence", "mars", str(other.mars), "--json")
    assert (answer.status, answer.code) == (4, "E_SIG_FORMAT")


def test_a_forged_file_does_not_spoil_the_pins(house_at: Stages) -> None:
    """A file of a far step that nobody signed must not make true ones look old."""
    house = house_at("bidding")
    assert house.lpbe("ben", "verify", "mars", "--pin", "pins.json").status == 3
    pins = (house.root / "pins.json").read_bytes()
    game = house.game
    forged = replace(game, state=replace(game.state, seq=999), last=replace(game.last, head=replace(game.last.head, seq=999)))
    (house.root / "forged.toml").write_bytes(dump_game(forged, "forged.toml"))
    for command in ("verify", "show"):
        answer = house.lpbe("ben", command, "forged.toml", "--pin", "pins.json", "--json")
        assert answer.status == 4
    assert (house.root / "pins.json").read_bytes() == pins


PINS = {
    "no JSON": "nonsense",
    "no object": "[]",
    "no pins": '{"pins":[]}',
    "text for a number": '{"pins":{"GAME":{"head":"00","seq":"many"}}}',
    "a list for a number": '{"pins":{"GAME":{"head":"00","seq":[]}}}',
    "a pin that is none": '{"pins":{"GAME":"head"}}',
}


@pytest.mark.parametrize("text", PINS.values(), ids=PINS)
def test_a_spoiled_pin_file_is_refused(house_at: Stages, text: str) -> None:
    house = house_at("bidding")
    (house.root / "pins.json").write_text(text.replace("GAME", house.game.state.game))
    answer = house.lpbe("ben", "show", "mars", "--pin", "pins.json", "--json")
    assert answer.status == 6 and answer.code in ("E_SCHEMA", "E_FILE_SYNTAX")


def test_the_log_line_is_the_last_of_the_game_file(stages: Stages) -> None:
    house = stages("bidding")
    assert lines_of(house)[-1] == log_line(house.game) == jcs(house.game.last)
    assert given(house.game.last.head_sig)
