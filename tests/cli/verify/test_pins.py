"""Pins: what a key remembers of its games, so that nobody can show it another past."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lpbe.app.session.open_game import open_game
from lpbe.app.session.pins import remember
from lpbe.kernel.base.canonical import jcs, tagged_hash
from lpbe.kernel.chain.records import Head
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import b64, unb64
from lpbe.kernel.disk import folders
from lpbe.kernel.gamedir.inbox import read_letter
from lpbe.kernel.gamedir.log import log_line

from ..conftest import Stages
from ..world.club import HOST, LPBE, Answer, Club, identity, surroundings

NO_PIN = {"LPBE_NO_PIN": "1"}
READING = (["show"], ["report"], ["legal"], ["try", "bid coins=1"], ["verify"])
SIGNING = (
    ["order", "bid coins=2"],
    ["bot"],
    ["policy", "keep=lowest"],
    ["note", "Well met"],
    ["stop", "--yes"],
    ["resign", "--yes"],
)


def pin_file(club: Club, who: str) -> Path:
    """Return the path of a person's pin of the game."""
    key = tagged_hash("pin", identity(who).sign_public).hex()[:16]
    return club.home(who) / "state" / "lpbe" / "pins" / key / f"{club.game.state.game}.json"


def pinned_step(club: Club, who: str) -> int:
    return int(json.loads(pin_file(club, who).read_text())["head"]["seq"])


def keep(club: Club, name: str) -> Path:
    """Return a copy of the game folder as it is now."""
    return Path(shutil.copytree(club.mars, club.root / name))


def put_back(club: Club, name: str) -> None:
    shutil.rmtree(club.mars)
    shutil.copytree(club.root / name, club.mars)


def check_refused(answer: Answer, code: str, status: int = 4) -> None:
    assert (answer.status, answer.code) == (status, code), answer


@pytest.fixture
def club(club_at: Stages) -> Club:
    """Everybody may bid."""
    return club_at("bidding")


@pytest.fixture
def answered_club(club: Club) -> Club:
    """Return a club where Ben has answered and looked at the result; `before` is the game until then."""
    keep(club, "before")
    club.order("blue", "bid coins=1")
    club.run()
    assert club.lpbe("ben", "show", "mars").err == ""
    return club


# what is kept


def test_a_signed_head_is_kept_where_only_its_owner_reads(answered_club: Club) -> None:
    path = pin_file(answered_club, "ben")
    result = json.loads(path.read_text())
    head = msgspec.convert(result["head"], Head)
    assert head == answered_club.game.last.head
    sshsig.verify(unb64(result["referee"]), sshsig.HEAD, jcs(head), unb64(result["sig"]))
    assert result["referee"] == identity(HOST).keys[0]
    assert result["started"] is True
    assert len(result["roster"]) == 64
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_the_time_is_that_of_the_first_look(answered_club: Club) -> None:
    path = pin_file(answered_club, "ben")
    path.write_text(path.read_text().replace('"seen": "2', '"seen": "1'))
    before = json.loads(path.read_text())
    answered_club.do("ben", "show", "mars")
    answered_club.order("blue", "bid coins=3")
    assert json.loads(path.read_text()) | {"signed": before["signed"]} == before


def test_who_only_reads_a_game_of_others_is_given_no_pin(answered_club: Club) -> None:
    answered_club.do("eve", "show", "mars")
    assert not pin_file(answered_club, "eve").exists()


def test_an_open_game_has_no_pins(club_at: Stages) -> None:
    club = club_at("open")
    club.do("ben", "order", "mars", "bid coins=1", "--as", "red")
    club.run()
    assert not list(club.root.rglob("pins"))
    check_refused(club.lpbe("ben", "pin", "mars", "--json"), "E_USAGE", 2)


def test_a_state_home_that_hangs_on_the_folder_is_none(club: Club) -> None:
    """Otherwise a game folder could bring its own pins along."""
    club.lpbe("ben", "order", "mars", "bid coins=1", env={"XDG_STATE_HOME": "mars"})
    assert not (club.mars / "lpbe").exists()
    assert [path.stem for path in (club.root / ".local").rglob("*.json")] == [club.game.state.game]


def test_the_state_home_is_taken(club: Club, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    club.lpbe("ben", "order", "mars", "bid coins=1", env={"XDG_STATE_HOME": str(elsewhere)})
    assert [path.name for path in elsewhere.rglob("*.json")] == [f"{club.game.state.game}.json"]


# an older file


@pytest.mark.parametrize("command", SIGNING, ids=lambda words: words[0])
def test_nothing_is_signed_on_an_older_file(answered_club: Club, command: list[str]) -> None:
    with answered_club.untouched():
        check_refused(answered_club.lpbe("ben", command[0], "before", *command[1:], "--json"), "E_ROLLBACK")
        assert list((answered_club.root / "before" / "inbox").iterdir()) == []
    assert pinned_step(answered_club, "ben") == answered_club.game.state.seq


@pytest.mark.parametrize("command", READING, ids=lambda words: words[0])
def test_who_reads_an_older_file_is_warned_once(answered_club: Club, command: list[str]) -> None:
    words = [command[0], "before", *command[1:]]
    answer = answered_club.lpbe("ben", *words)
    assert answer.status in (0, 3)
    assert answer.err.count("this file is older") == 1
    result = answered_club.lpbe("ben", *words, "--json")
    assert "E_ROLLBACK" in result.payload["warning"]
    assert result.err == ""


def test_the_warning_is_in_the_language_of_the_seat(club_at: Stages) -> None:
    club = Club.begin(club_at("new").root.parent / "french")
    code = club.do(HOST, "invite", "mars")["invitations"]
    club.do("ben", "join", "mars", "--seat", "blue", "--code", code["blue"], "--lang", "fr")
    club.do("cleo", "join", "mars", "--seat", "green", "--code", code["green"])
    club.run()
    club.ready_all()
    keep(club, "before")
    club.order("blue", "bid coins=1")
    club.run()
    club.do("ben", "show", "mars")
    assert "ce fichier est plus ancien" in club.lpbe("ben", "show", "before").err


def test_a_newer_file_is_followed_from_a_lone_copy_and_from_the_folder(answered_club: Club) -> None:
    shutil.copy(answered_club.mars / "game.toml", answered_club.root / "lone.toml")
    answer = answered_club.lpbe("ben", "order", "lone.toml", "bid coins=4", "-o", "letter.toml")
    assert (answer.status, answer.err) == (0, "")
    answered_club.order("red", "bid coins=1")
    answered_club.run()
    assert answered_club.lpbe("ben", "show", "mars").err == ""
    assert pinned_step(answered_club, "ben") == answered_club.game.state.seq


# another past


def fork_of(club: Club) -> None:
    """Return `other`: in a copy of the game, the host lets red make a different bid, and says nothing."""
    keep(club, "other")
    for folder, coins in (("mars", 1), ("other", 2)):
        answer = club.lpbe(HOST, "order", folder, f"bid coins={coins}", env=NO_PIN)
        assert answer.status == 0, answer
        assert club.lpbe(HOST, "run", folder, env=NO_PIN).status == 0


@pytest.mark.parametrize("command", SIGNING, ids=lambda words: words[0])
def test_nothing_is_signed_on_another_past(club: Club, command: list[str]) -> None:
    fork_of(club)
    club.order("blue", "bid coins=1")
    check_refused(club.lpbe("ben", command[0], "other", *command[1:], "--json"), "E_FORK")
    assert list((club.root / "other" / "inbox").iterdir()) == []


def test_who_reads_another_past_is_warned(club: Club) -> None:
    fork_of(club)
    club.order("blue", "bid coins=1")
    assert "E_FORK" in club.lpbe("ben", "show", "other").err
    club.lpbe("cleo", "order", "other", "bid coins=0")
    assert club.lpbe(HOST, "run", "other", env=NO_PIN).status == 0
    assert "E_FORK" in club.lpbe("ben", "show", "other").err
    assert club.lpbe("ben", "show", "mars").err == ""


# long ago


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Return a game where Ben last looked when everybody bid first, more steps ago than a game file knows."""
    root = tmp_path_factory.mktemp("long") / "club"
    club = Club.begin(root, "--set", "pebbles.rounds=4", "--nonce", "ef" * 32)
    club.join_all()
    club.ready_all()
    club.order("blue", "bid coins=1")
    mine = pin_file(club, "ben").read_bytes()
    club.play_on(40)
    pin_file(club, "ben").write_bytes(mine)
    assert club.game.state.seq - pinned_step(club, "ben") > len(club.game.state.recent)
    return club


def test_a_step_of_long_ago_is_found_in_the_log(long_game: Club, tmp_path: Path) -> None:
    club = long_game.copy(tmp_path / "club")
    assert club.lpbe("ben", "show", "mars").err == ""
    assert pinned_step(club, "ben") == club.game.state.seq


def test_a_lone_file_cannot_show_a_step_of_long_ago(long_game: Club, tmp_path: Path) -> None:
    club = long_game.copy(tmp_path / "club")
    before = pinned_step(club, "ben")
    shutil.copy(club.mars / "game.toml", club.root / "lone.toml")
    answer = club.lpbe("ben", "show", "lone.toml")
    assert answer.status == 0
    assert "is too old" in answer.err
    assert pinned_step(club, "ben") == before
    check_refused(club.lpbe("ben", "resign", "lone.toml", "--yes", "--json"), "E_FILE_MISSING", 6)


def test_a_line_slipped_into_the_log_is_no_history(long_game: Club, tmp_path: Path) -> None:
    """Whoever forks a game can put the true old line into the log of the false one, but it has to be linked."""
    club = long_game.copy(tmp_path / "club")
    path = pin_file(club, "ben")
    result = json.loads(path.read_text())
    other = json.dumps({**result["head"], "public": "00" * 32}, sort_keys=True, separators=(",", ":"))
    path.write_text(json.dumps({**result, "head": json.loads(other)}))
    lines = club.log.read_bytes().splitlines(keepends=True)
    entry = json.loads(lines[6])
    entry["head"] = json.loads(other)
    slipped = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    club.log.write_bytes(b"".join([*lines[:7], slipped, *lines[7:]]))
    answer = club.lpbe("ben", "resign", "mars", "--yes", "--json")
    assert answer.status == 4
    assert answer.code in ("E_STATE_LOG", "E_FORK")


# the referee


def test_a_game_put_back_whole_is_refused_by_the_referees_pin(answered_club: Club) -> None:
    """Restore the folder of the step before and send another bid: an honest referee would contradict himself."""
    answered_club.order("red", "bid coins=1", "-o", "another.toml")
    put_back(answered_club, "before")
    shutil.copy(answered_club.root / "another.toml", answered_club.inbox / "2-red-0.toml")
    with answered_club.untouched():
        check_refused(answered_club.lpbe(HOST, "run", "mars", "--json"), "E_ROLLBACK")
        check_refused(answered_club.lpbe(HOST, "apply", "mars", "another.toml", "--json"), "E_ROLLBACK")


def test_without_a_pin_the_same_makes_two_truths_and_it_is_said(answered_club: Club) -> None:
    true = answered_club.head
    put_back(answered_club, "before")
    assert answered_club.lpbe("ben", "order", "mars", "bid coins=5", env=NO_PIN).status == 0
    answer = answered_club.lpbe(HOST, "run", "mars", env=NO_PIN)
    assert answer.status == 0
    assert "nobody would notice" in answer.err
    assert answered_club.head != true
    assert answered_club.game.state.seq == 7


@pytest.mark.parametrize("left", ["log.jsonl", "reports", "refused"])
def test_a_game_file_put_back_is_told_by_what_lies_beside_it(answered_club: Club, left: str) -> None:
    """Even on a machine that keeps no pins: each of them is enough."""
    for coins in (0, 1):
        answered_club.lpbe("cleo", "order", "mars", f"bid coins={coins}", "-o", f"{coins}.toml", env=NO_PIN)
    for coins in (0, 1):
        shutil.copy(answered_club.root / f"{coins}.toml", answered_club.inbox)
        answered_club.run()
    assert list((answered_club.mars / "refused").glob("*.toml"))
    kept = {name: answered_club.root / f"late-{name}" for name in ("log.jsonl", "reports", "refused")}
    for name, path in kept.items():
        shutil.move(answered_club.mars / name, path)
    put_back(answered_club, "before")
    shutil.rmtree(answered_club.mars / left, ignore_errors=True)
    (answered_club.mars / left).unlink(missing_ok=True)
    shutil.move(kept[left], answered_club.mars / left)
    with answered_club.untouched():
        answer = answered_club.lpbe(HOST, "run", "mars", "--json", env=NO_PIN)
        check_refused(answer, "E_ROLLBACK")
    assert left.partition("/")[0] in answer.payload["message"]


def test_a_receipt_that_the_referee_did_not_sign_stops_nobody(answered_club: Club) -> None:
    (answered_club.mars / "refused").mkdir(exist_ok=True)
    (answered_club.mars / "refused" / "000099.toml").write_text('sig = "AAAA"\n[receipt]\nformat = 2\n')
    answered_club.run()


def test_a_line_that_the_referee_did_not_sign_is_no_later_step(answered_club: Club) -> None:
    line = log_line(answered_club.game).replace(b'"seq":7', b'"seq":8')
    with answered_club.log.open("ab") as log:
        log.write(line + b"\n")
    answer = answered_club.lpbe(HOST, "run", "mars", "--json", env=NO_PIN)
    check_refused(answer, "E_STATE_LOG")


def test_a_run_that_was_killed_before_it_was_pinned_goes_on(answered_club: Club) -> None:
    """The game file counts first: a pin that is one step behind is not an error."""
    before = pin_file(answered_club, HOST).read_bytes()
    answered_club.order("red", "bid coins=1")
    answered_club.run()
    pin_file(answered_club, HOST).write_bytes(before)
    answered_club.order("green", "bid coins=1")
    assert answered_club.run()["applied"]
    assert pinned_step(answered_club, HOST) == answered_club.game.state.seq


def test_apply_in_place_extends_the_pin_and_apply_elsewhere_does_not(answered_club: Club) -> None:
    letter = answered_club.order("red", "bid coins=1", "-o", "letter.toml")
    seq = answered_club.game.state.seq
    assert answered_club.lpbe(HOST, "apply", "mars/game.toml", letter, "-o", "next.toml").status == 0
    assert pinned_step(answered_club, HOST) == seq
    assert answered_club.lpbe(HOST, "apply", "mars", letter).status == 0
    assert pinned_step(answered_club, HOST) == seq + 1
    assert answered_club.run()["applied"] == []


def test_a_lost_race_leaves_the_old_pin(answered_club: Club) -> None:
    """What was only tried is not remembered: after another's step has won, the game continues from there."""
    mine = answered_club.order("red", "bid coins=1", "-o", "mine.toml")
    assert answered_club.lpbe(HOST, "apply", "mars/game.toml", mine, "-o", "lost.toml").status == 0
    theirs = keep(answered_club, "theirs")
    answered_club.lpbe("cleo", "order", "theirs", "bid coins=0")
    assert answered_club.lpbe(HOST, "run", "theirs", env=NO_PIN).status == 0
    shutil.rmtree(answered_club.mars)
    theirs.rename(answered_club.mars)
    shutil.copy(answered_club.root / mine, answered_club.inbox / "2-red-0.toml")
    assert len(answered_club.run()["applied"]) == 1


def test_a_push_that_succeeded_is_remembered(answered_club: Club) -> None:
    """For steps that were made without a pin: it is extended once they are published."""
    answered_club.order("red", "bid coins=1")
    assert answered_club.lpbe(HOST, "run", "mars", env=NO_PIN).status == 0
    assert pinned_step(answered_club, HOST) == answered_club.game.state.seq - 1
    with surroundings(answered_club.environment(HOST), b""):
        remember(open_game(str(answered_club.mars)), b64(identity(HOST).sign_public))
    assert pinned_step(answered_club, HOST) == answered_club.game.state.seq


def test_the_host_who_begins_a_game_knows_it(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club")
    assert pinned_step(club, HOST) == club.game.state.seq
    assert club.lpbe(HOST, "run", "mars").err == ""


def test_a_machine_without_memory_says_so(answered_club: Club, tmp_path: Path) -> None:
    fresh = {"XDG_STATE_HOME": str(tmp_path / "ci")}
    assert "nobody would notice" in answered_club.lpbe(HOST, "run", "mars", env=fresh).err
    assert answered_club.lpbe(HOST, "run", "mars", env=fresh).err == ""
    assert "nobody would notice" in answered_club.lpbe(HOST, "run", "mars", "--json", env=NO_PIN).payload["warning"]
    assert "nobody would notice" in answered_club.lpbe(HOST, "run", "mars", "--json", "--no-pin").payload["warning"]


# doing without


def test_pins_can_be_left_alone(answered_club: Club) -> None:
    before = pin_file(answered_club, "ben").read_bytes()
    for how in ([["--no-pin"], {}], [[], NO_PIN]):
        options, env = how
        assert answered_club.lpbe("ben", "show", "before", *options, env=env).err == ""
        assert answered_club.lpbe("ben", "order", "before", "bid coins=2", *options, env=env).status == 0
    assert pin_file(answered_club, "ben").read_bytes() == before
    check_refused(answered_club.lpbe("ben", "order", "before", "bid coins=2", "--json"), "E_ROLLBACK")


def test_a_new_machine_goes_on_and_says_so(answered_club: Club, tmp_path: Path) -> None:
    fresh = {"XDG_STATE_HOME": str(tmp_path / "new")}
    first = answered_club.lpbe("ben", "order", "mars", "bid coins=2", env=fresh)
    assert first.status == 0
    assert answered_club.game.state.game[:16] in first.err
    assert answered_club.lpbe("ben", "order", "mars", "bid coins=3", env=fresh).err == ""


# a home that cannot be used


def test_who_signs_needs_a_home_that_can_be_written(answered_club: Club) -> None:
    blocked = answered_club.root / "blocked"
    blocked.write_text("a file where a folder should be\n")
    env = {"XDG_STATE_HOME": str(blocked)}
    with answered_club.untouched():
        for who, words in (("ben", ["order", "mars", "bid coins=2"]), (HOST, ["run", "mars"])):
            answer = answered_club.lpbe(who, *words, "--json", env=env)
            assert answer.status == 6
            assert "--no-pin" in answer.payload["hint"]
    assert answered_club.lpbe("ben", "show", "mars", env=env).status == 0
    answer = answered_club.lpbe(HOST, "new", "venus", "--game", "pebbles", "--seats", "red,blue", "--json", env=env)
    assert answer.status == 6
    assert not (answered_club.root / "venus").exists()


SMALL_DISK = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300)); sys.argv[0] = 'lpbe'; "


def test_a_full_disk_stops_who_signs_and_warns_who_reads(club: Club) -> None:
    """The pin is what does not fit; nothing else was started."""
    club.order("blue", "bid coins=1")
    club.run()
    before = pin_file(club, "ben").read_bytes()
    code = SMALL_DISK + "from lpbe.__main__ import main; main()"

    def call(*words: str) -> tuple[int, str, str]:
        env = club.environment("ben")
        done = subprocess.run(
            [sys.executable, "-B", "-c", code, *words], cwd=club.root, env=env, capture_output=True, text=True
        )
        return done.returncode, done.stdout, done.stderr

    with club.untouched():
        status, _, err = call("order", "mars", "bid coins=2")
        assert (status, "--no-pin" in err) == (6, True), err
        status, _, err = call("show", "mars")
        assert (status, "File too large" in err) == (0, True), err
    assert pin_file(club, "ben").read_bytes() == before
    assert [path.name for path in pin_file(club, "ben").parent.iterdir()] == [pin_file(club, "ben").name]


SPOILED = {
    "nothing": "",
    "no JSON": "{",
    "a list": "[]",
    "text for a head": '{"format":2,"head":"x"}',
    "of another game": None,
    "too long": '{"format":"' + "2" * 5000 + '"}',
    "another format": '{"format":3}',
}


@pytest.mark.parametrize("text", SPOILED.values(), ids=SPOILED)
def test_a_spoiled_pin_is_told_and_can_be_begun_anew(answered_club: Club, text: str | None) -> None:
    path = pin_file(answered_club, "ben")
    other = path.read_text().replace(answered_club.game.state.game, "00" * 32)
    path.write_text(other if text is None else text)
    answer = answered_club.lpbe("ben", "order", "mars", "bid coins=2", "--json")
    assert answer.status == 6
    assert answer.payload["file"] == str(path)
    assert "lpbe pin GAME --reset" in answer.payload["hint"]
    assert answered_club.lpbe("ben", "show", "mars").status == 0
    assert answered_club.lpbe("ben", "pin", "mars").status == 0
    answered_club.do("ben", "pin", "mars", "--reset", "--yes")
    assert answered_club.lpbe("ben", "order", "mars", "bid coins=2").status == 0


def test_a_link_in_place_of_a_pin_is_not_followed(answered_club: Club) -> None:
    path = pin_file(answered_club, "ben")
    path.rename(answered_club.root / "elsewhere.json")
    path.symlink_to(answered_club.root / "elsewhere.json")
    before = (answered_club.root / "elsewhere.json").read_bytes()
    answered_club.order("red", "bid coins=1")
    answered_club.run()
    assert answered_club.lpbe("ben", "order", "mars", "bid coins=2", "--json").status == 6
    assert (answered_club.root / "elsewhere.json").read_bytes() == before


# lpbe pin


def test_a_pin_is_shown(answered_club: Club) -> None:
    result = answered_club.do("ben", "pin", "mars")
    assert (result["pinned"], result["pinned_head"], result["follows"]) == (
        answered_club.game.state.seq,
        answered_club.head,
        "yes",
    )
    assert result["file"] == str(pin_file(answered_club, "ben"))
    old = answered_club.do("ben", "pin", "before")
    assert (old["follows"], old["pinned_head"]) == ("E_ROLLBACK", answered_club.head)
    assert "follows" not in answered_club.do("eve", "pin", "mars")


def test_both_heads_are_shown_before_a_pin_is_reset(answered_club: Club) -> None:
    before = json.loads((answered_club.root / "before" / "log.jsonl").read_text().splitlines()[-1])["head"]
    check_refused(answered_club.lpbe("ben", "pin", "before", "--reset", "--json"), "E_USAGE", 2)
    answer = answered_club.lpbe("ben", "pin", "before", "--reset", "--yes")
    assert answered_club.head in answer.out
    assert msgspec.convert(before, Head).id in answer.out
    assert pinned_step(answered_club, "ben") == before["seq"]
    assert answered_club.lpbe("ben", "order", "before", "bid coins=2").status == 0


def test_a_pin_that_is_looked_at_stays_as_it_is(answered_club: Club) -> None:
    before = pin_file(answered_club, "ben").read_bytes()
    answered_club.lpbe("ben", "pin", "before")
    answered_club.lpbe("ben", "pin", "mars")
    assert pin_file(answered_club, "ben").read_bytes() == before


# a new key


def test_a_new_key_knows_what_the_old_one_knew(answered_club: Club) -> None:
    """The folder from before the change is no way back for the new key either."""
    other = str(answered_club.home("eve") / "lpbe" / "key")
    answered_club.do("ben", "rekey", "mars", "--to", other)
    answered_club.run()
    keep(answered_club, "changed")
    assert answered_club.lpbe("ben", "order", "mars", "bid coins=2", "--key", other).err == ""
    answered_club.run()
    answered_club.do("ben", "show", "mars", "--key", other)
    check_refused(answered_club.lpbe("ben", "order", "changed", "bid coins=3", "--key", other, "--json"), "E_ROLLBACK")


def test_who_offers_to_referee_knows_the_game(answered_club: Club) -> None:
    """A game that is handed over continues from where the offer was made, and from no earlier step."""
    check_refused(answered_club.lpbe("ben", "handover", "before", "--offer", "--json"), "E_ROLLBACK")
    offer = answered_club.do("eve", "handover", "mars", "--offer")["offer"]
    assert pinned_step(answered_club, "eve") == answered_club.game.state.seq
    answered_club.do(HOST, "handover", "mars", "--to", offer)
    answered_club.run()
    assert answered_club.lpbe("eve", "run", "mars").err == ""
    assert pinned_step(answered_club, "eve") == answered_club.game.state.seq


# several at once


def processes(club: Club, who: str, *commands: list[str]) -> Iterator[tuple[int, str]]:
    env = club.environment(who)
    begun = [
        subprocess.Popen(
            [*LPBE, *words], cwd=club.root, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for words in commands
    ]
    for process in begun:
        out, err = process.communicate()
        assert "Traceback" not in err
        yield process.returncode, out


def test_two_runs_of_one_key_on_two_copies_make_one_truth(answered_club: Club) -> None:
    """Two clones and two inboxes at once: one run continues, and the other one learns that it is behind."""
    keep(answered_club, "clone")
    answered_club.order("red", "bid coins=1")
    answered_club.lpbe("cleo", "order", "clone", "bid coins=0")
    done = list(processes(answered_club, HOST, ["run", "mars", "--json"], ["run", "clone", "--json"]))
    assert sorted(status for status, _ in done) == [0, 4]
    assert [json.loads(out)["code"] for status, out in done if status] == ["E_ROLLBACK"]
    assert pinned_step(answered_club, HOST) == 8


def test_pins_that_another_process_holds_are_left_alone_by_who_reads(answered_club: Club) -> None:
    answered_club.order("green", "bid coins=1")
    answered_club.run()
    path = pin_file(answered_club, "ben")
    before = path.read_bytes()
    with folders.lock(str(path.parent)):
        answer = answered_club.lpbe("ben", "show", "mars")
    assert (answer.status, answer.err) == (0, "")
    assert path.read_bytes() == before


def test_many_commands_of_one_key_at_once_spoil_nothing(answered_club: Club) -> None:
    answered_club.order("green", "bid coins=1")
    words = [["order", "mars", f"bid coins={n}", "-o", f"{n}.toml"] for n in range(3)] + [["show", "mars"]] * 2
    ends = [status for status, _ in processes(answered_club, "ben", *words)]
    assert ends[3:] == [0, 0] and ends[:3].count(0) >= 1
    assert set(ends[:3]) <= {0, 5}, "an order whose rev another has taken meanwhile is refused, never signed twice"
    assert pinned_step(answered_club, "ben") == answered_club.game.state.seq
    answered_club.run()
    assert answered_club.lpbe("ben", "order", "mars", "bid coins=2").status == 0


def test_a_game_that_goes_on_meanwhile_is_not_called_old(answered_club: Club) -> None:
    """The pin may be ahead of what was read a moment ago, if the file has changed too."""
    stale = open_game(str(answered_club.mars))
    answered_club.order("red", "bid coins=1")
    answered_club.run()
    answered_club.do("ben", "show", "mars")
    from lpbe.app.session.pins import notice

    with surroundings(answered_club.environment("ben"), b""):
        assert notice(stale, b64(identity("ben").sign_public)) is None


# what it costs


def test_looking_ahead_loads_no_pins(answered_club: Club) -> None:
    letter = answered_club.order("red", "bid coins=1", "-o", "letter.toml")
    code = (
        "import sys; from lpbe.cli.entry import run; "
        f"assert run(['apply', 'mars/game.toml', '{letter}', '-o', 'next.toml', '--unsigned', '--report', 'r']) == 0; "
        "print([name for name in sys.modules if 'pins' in name or 'terms' in name or 'newest' in name])"
    )
    env = {**answered_club.environment(HOST), "PYTHONPATH": os.getcwd()}
    done = subprocess.run([sys.executable, "-c", code], cwd=answered_club.root, env=env, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done


def mail_orders(club: Club, who: str, *orders: str, env: dict[str, str] | None = None) -> Answer:
    """Return the e-mail with an order that a player made from a lone copy of the game file."""
    alone = club.root / "alone"
    alone.mkdir(exist_ok=True)
    shutil.copy(club.mars / "game.toml", alone)
    return club.lpbe(who, "order", "alone/game.toml", *orders, "--armor", "-o", "-", env=env)


def letter_in(club: Club, answer: Answer) -> Any:
    (club.root / "letter.txt").write_text(answer.out)
    return read_letter(str(club.root / "letter.txt")).letter


def test_two_orders_made_of_a_mailed_file_have_different_revs(club_at: Stages) -> None:
    """A host who holds one of them back cannot prove that their player cheated."""
    club = club_at("bidding")
    first, second = mail_orders(club, "ben", "bid coins=1"), mail_orders(club, "ben", "bid coins=2")
    assert [letter_in(club, answer).rev for answer in (first, second)] == [0, 1]
    assert "(rev 0)" in second.err and "(rev 0)" not in first.err
    for name, answer in {"one.txt": first, "two.txt": second}.items():
        (club.root / name).write_text(answer.out)
    (club.inbox / "2-blue-0.txt").write_text(first.out)
    club.run()
    assert club.lpbe("eve", "evidence", "one.txt", "two.txt", "--game", "mars").status != 0


def test_the_same_order_made_again_is_the_same_letter(club_at: Stages) -> None:
    club = club_at("bidding")
    assert mail_orders(club, "ben", "bid coins=1").out == mail_orders(club, "ben", "bid coins=1").out
    assert letter_in(club, mail_orders(club, "ben", "bid coins=2")).rev == 1


def test_a_rev_that_was_signed_is_not_signed_again(club_at: Stages) -> None:
    club = club_at("bidding")
    mail_orders(club, "ben", "bid coins=1")
    with club.untouched():
        answer = mail_orders(club, "ben", "bid coins=2", "--rev", "0")
    assert answer.status == 5 and "[E_ORDER_REV]" in answer.err and "--rev 1" in answer.err
    assert letter_in(club, mail_orders(club, "ben", "bid coins=2", "--rev", "3")).rev == 3


def test_what_was_signed_is_remembered_over_a_reset_and_a_restored_game(club_at: Stages) -> None:
    """A question that is asked again is answered with a new rev."""
    club = club_at("bidding")
    keep(club, "before")
    mail_orders(club, "ben", "bid coins=1")
    club.order("blue", "bid coins=2")
    for seat in ("red", "green"):
        club.order(seat, "bid coins=1")
    club.run()
    club.do("ben", "report", "mars")
    put_back(club, "before")
    club.do("ben", "pin", "mars", "--reset", "--yes")
    assert letter_in(club, mail_orders(club, "ben", "bid coins=3")).rev == 2


def test_without_a_pin_the_player_is_told_to_count(club_at: Stages) -> None:
    club = club_at("bidding")
    assert "--rev" in mail_orders(club, "ben", "bid coins=1", env=NO_PIN).err
    assert "--rev" not in mail_orders(club, "ben", "bid coins=1").err
    assert "--rev" not in club.lpbe("cleo", "order", "mars", "bid coins=1", env=NO_PIN).err


def two_letters(club: Club) -> list[str]:
    """Return orders of blue and green, either of which may come first."""
    club.order("blue", "bid coins=1")
    club.order("green", "bid coins=2")
    return [f"mars/inbox/2-{seat}-0.toml" for seat in ("blue", "green")]


def test_an_unsigned_step_shows_what_follows_and_is_no_game(club_at: Stages) -> None:
    club = club_at("bidding")
    letters = two_letters(club)
    with club.untouched():
        assert "step 7" in club.lpbe(HOST, "apply", "mars", letters[0], "--unsigned").out
        answers = [
            club.do(HOST, "apply", "mars", one, "--unsigned", "-o", f"{n}.toml") for n, one in enumerate(letters)
        ]
    assert answers[0]["seq"] == answers[1]["seq"] == 7 and answers[0]["head"] != answers[1]["head"]
    for command in ("verify", "report", "show"):
        check_refused(club.lpbe(HOST, command, "0.toml", "--json"), "E_SIG_FORMAT")
    assert club.lpbe("eve", "evidence", "0.toml", "1.toml").status != 0, "nobody is convicted"
    answer = club.lpbe(HOST, "apply", "mars", letters[0], "--unsigned", "-o", "x.toml", "--log", "x.jsonl", "--json")
    assert answer.code == "E_USAGE"


def test_a_second_signed_step_is_refused(club_at: Stages) -> None:
    club = club_at("bidding")
    letters = two_letters(club)
    club.do(HOST, "apply", "mars", letters[0], "-o", "0.toml")
    answer = club.lpbe(HOST, "apply", "mars", letters[1], "-o", "1.toml")
    assert answer.status == 4 and "--unsigned" in answer.err and not (club.root / "1.toml").exists()
    club.do(HOST, "apply", "mars", letters[0], "-o", "again.toml")
    assert (club.root / "again.toml").read_bytes() == (club.root / "0.toml").read_bytes(), "the same step is no other"
    with club.untouched():
        check_refused(club.lpbe(HOST, "apply", "mars", letters[1], "--json"), "E_FORK")
    club.do(HOST, "apply", "0.toml", letters[1], "-o", "both.toml")
    club.run()


def test_a_step_before_the_pinned_one_is_not_signed_again(club_at: Stages) -> None:
    club = club_at("bidding")
    letters = two_letters(club)
    keep(club, "before")
    club.run()
    check_refused(
        club.lpbe(HOST, "apply", "before", letters[1].replace("mars", "before"), "-o", "1.toml", "--json"), "E_FORK"
    )


def test_a_run_signs_no_second_step_beside_one_that_apply_has_signed(club_at: Stages) -> None:
    """Blue's order comes first in a run; green's was signed as that same step."""
    club = club_at("bidding")
    letters = two_letters(club)
    club.do(HOST, "apply", "mars", letters[1], "-o", "next.toml")
    for _ in range(2):
        with club.untouched():
            answer = club.lpbe(HOST, "run", "mars")
        assert answer.status == 4 and "restore GAME --from FILE" in answer.err + answer.out
    club.do(HOST, "restore", "mars", "--from", "next.toml")
    assert club.game.state.seq == 7
    club.run()
    assert club.game.state.seq == 8 and not list(club.inbox.iterdir())
    assert club.lpbe("eve", "evidence", "next.toml", "mars/game.toml").status != 0, "nobody is convicted"


def test_a_run_goes_on_once_the_host_gives_up_a_step_that_nobody_has(club_at: Stages) -> None:
    club = club_at("bidding")
    letters = two_letters(club)
    club.do(HOST, "apply", "mars", letters[1], "-o", "next.toml")
    (club.root / "next.toml").unlink()
    check_refused(club.lpbe(HOST, "run", "mars", "--json"), "E_FORK")
    club.do(HOST, "pin", "mars", "--reset", "--yes")
    club.run()
    assert club.game.state.seq == 8
