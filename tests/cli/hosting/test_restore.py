"""`lpbe restore`: an old backup is brought to the newest signed state, and nobody signs a step twice."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from ..conftest import DAYS, Stages
from ..world.club import HOST, Club
from ..world.forked_commands import KILLED, Server


@pytest.fixture
def club(club_at: Stages) -> Club:
    """Return a paced game of which `old` is a backup and `new.toml` the copy of a player, three steps later."""
    club = club_at("paced")
    shutil.copytree(club.mars, club.root / "old")
    for seat in ("red", "blue", "green"):
        club.order(seat, "bid coins=1")
    club.run("--now", DAYS[2])
    club.do("ben", "copy", "mars", "-o", "new.toml")
    return club


def put_back(club: Club) -> None:
    shutil.rmtree(club.mars)
    shutil.copytree(club.root / "old", club.mars)


def as_mail(club: Club) -> Path:
    mail = EmailMessage()
    mail["Subject"] = "your turn"
    mail.set_content("The game is attached.")
    mail.add_attachment((club.root / "new.toml").read_bytes(), "application", "toml", filename="x.toml")
    path = club.root / "new.eml"
    path.write_bytes(mail.as_bytes())
    return path


@pytest.mark.parametrize("source", ["new.toml", "new.eml", "whole"])
def test_a_backup_is_brought_to_the_newest_state_byte_for_byte(club: Club, source: str) -> None:
    as_mail(club)
    shutil.copytree(club.mars, club.root / "whole")
    newest = club.files("game.toml", "log.jsonl")
    put_back(club)
    refused = club.lpbe(HOST, "run", "mars", "--json")
    assert (refused.status, refused.code) == (4, "E_ROLLBACK")
    assert "lpbe restore GAME --from COPY" in refused.payload["hint"]
    answer = club.do(HOST, "restore", "mars", "--from", source)
    assert club.files("game.toml", "log.jsonl") == newest
    assert answer["seq"] - answer["before"] == 3 and len(answer["unreported"]) == 2
    assert club.run("--now", DAYS[2])["applied"] == []
    assert club.lpbe("eve", "verify", "mars").status == 3
    assert club.lpbe("eve", "evidence", "mars", "new.toml", "-o", "proof.json").status == 2


def test_restoring_twice_changes_nothing(club: Club) -> None:
    put_back(club)
    club.do(HOST, "restore", "mars", "--from", "new.toml")
    with club.untouched():
        assert club.do(HOST, "restore", "mars", "--from", "new.toml", "old")["files"] == []


def test_a_restore_that_was_killed_after_the_log_is_completed_by_the_next(club: Club) -> None:
    newest = club.files("game.toml", "log.jsonl")
    put_back(club)
    club.log.write_bytes(newest["log.jsonl"])
    assert club.lpbe(HOST, "run", "mars", "--no-pin", "--json").code == "E_ROLLBACK"
    club.do(HOST, "restore", "mars", "--from", "new.toml")
    assert club.files("game.toml", "log.jsonl") == newest


def test_another_branch_is_refused(club: Club) -> None:
    put_back(club)
    club.order("red", "bid coins=2", "--no-pin")
    club.do(HOST, "run", "mars", "--no-pin", "--now", DAYS[3])
    with club.untouched():
        answer = club.lpbe(HOST, "restore", "mars", "--from", "new.toml", "--json")
    assert (answer.status, answer.code) == (4, "E_FORK")


def test_another_game_is_refused(club: Club, stages: Stages) -> None:
    with club.untouched():
        answer = club.lpbe(HOST, "restore", "mars", "--from", str(stages("other").mars), "--json")
    assert (answer.status, answer.code) == (6, "E_STATE_GAME")


def fork(club: Club) -> None:
    """Run the old backup before it is restored: red makes another bid, and one step exists twice."""
    put_back(club)
    club.order("red", "bid coins=2", "--no-pin")
    club.do(HOST, "run", "mars", "--no-pin", "--now", DAYS[3])


def test_the_branch_that_the_players_have_can_be_adopted(club: Club) -> None:
    newest = club.files("game.toml", "log.jsonl")
    fork(club)
    step, own = club.game.state.seq, club.files("game.toml")["game.toml"]
    refused = club.lpbe(HOST, "restore", "mars", "--from", "new.toml", "--json")
    assert refused.code == "E_FORK" and "--adopt" in refused.payload["hint"]
    answer = club.do(HOST, "restore", "mars", "--from", "new.toml", "--adopt")
    assert club.files("game.toml", "log.jsonl") == newest
    assert answer["lost"] == [step] and answer["letters"] == [{"seat": "red", "kind": "play"}]
    assert Path(answer["kept"]).read_bytes() == own, "the host does not destroy what others may show"
    assert club.run("--now", DAYS[3])["applied"] == [], "the pin follows too"


def test_letters_of_a_lost_branch_that_still_count_are_filed_again(club: Club) -> None:
    """The players have red's bid; in the lost branch green's bid came first, and only the host has it."""
    put_back(club)
    club.order("red", "bid coins=1", "--no-pin")
    club.do(HOST, "run", "mars", "--no-pin", "--now", DAYS[2])
    club.do("ben", "copy", "mars", "-o", "short.toml")
    put_back(club)
    club.order("green", "bid coins=3", "--no-pin")
    club.do(HOST, "run", "mars", "--no-pin", "--now", DAYS[2])
    answer = club.do(HOST, "restore", "mars", "--from", "short.toml", "--adopt")
    assert len(answer["filed"]) == 1
    assert [one["seat"] for one in club.run("--now", DAYS[3])["applied"]] == ["green"]


def lose_game(club: Club) -> None:
    shutil.rmtree(club.mars)


def empty(club: Club) -> None:
    lose_game(club)
    club.mars.mkdir()


def tear_game(club: Club) -> None:
    put_back(club)
    game = club.mars / "game.toml"
    game.write_bytes(game.read_bytes()[:700])


def no_log(club: Club) -> None:
    club.log.unlink()


def log_cut(club: Club) -> None:
    club.log.write_bytes(club.log.read_bytes()[:-40])


@pytest.mark.parametrize("harm", [lose_game, empty, tear_game, no_log, log_cut])
def test_a_damaged_folder_is_restored(club: Club, harm: Callable[[Club], None]) -> None:
    newest = club.files("game.toml", "log.jsonl")
    shutil.copytree(club.mars, club.root / "whole")
    harm(club)
    club.do(HOST, "restore", "mars", "--from", "old", "new.toml", "whole")
    assert club.files("game.toml", "log.jsonl") == newest
    assert club.run("--now", DAYS[2])["applied"] == []


def test_a_folder_of_sent_mail_is_read_whole(club: Club) -> None:
    """Most of its e-mails contain no game."""
    newest = club.files("game.toml", "log.jsonl")
    sent = club.root / "Sent"
    for part in ("new", "cur", "tmp"):
        (sent / part).mkdir(parents=True)
    shutil.copy(as_mail(club), sent / "cur" / "17.host:2,S")
    (sent / "cur" / "18.host:2,S").write_bytes(b"Subject: hello\n\nno game\n")
    (sent / "new" / "19.host").write_bytes(b"\x00\xff")
    put_back(club)
    assert club.do(HOST, "restore", "mars", "--from", "Sent")["unusable"] == []
    assert club.files("game.toml", "log.jsonl") == newest


def test_what_cannot_be_used_is_left_out_and_named(club: Club) -> None:
    newest = club.files("game.toml", "log.jsonl")
    (club.root / "plain.eml").write_bytes(b"Subject: hello\n\nno game\n")
    put_back(club)
    answer = club.do(HOST, "restore", "mars", "--from", "plain.eml", "new.toml", "missing.toml")
    assert answer["unusable"] == ["plain.eml", "missing.toml"]
    assert club.files("game.toml", "log.jsonl") == newest
    put_back(club)
    words = club.lpbe(HOST, "restore", "mars", "--from", "new.toml", "plain.eml", env={"LPBE_LANG": "fr"}).out
    assert "laissé de côté : plain.eml" in words


def test_a_folder_is_not_made_for_copies_that_do_not_do(club: Club) -> None:
    (club.root / "plain.eml").write_bytes(b"Subject: hello\n\nno game\n")
    assert club.lpbe(HOST, "restore", "venus", "--from", "plain.eml").status == 6
    assert not (club.root / "venus").exists()


def test_none_newer_goes_without_copies_and_nothing_else_does(club: Club) -> None:
    assert club.lpbe(HOST, "restore", "mars").status == 2
    assert club.lpbe(HOST, "restore", "mars", "--none-newer", "--from", "new.toml").status == 2
    with club.untouched():
        assert club.do(HOST, "restore", "mars", "--none-newer")["seq"] == club.game.state.seq


def test_none_newer_goes_on_from_an_old_folder_that_its_referee_remembers_otherwise(club: Club) -> None:
    """There is no copy left: without this the key would refuse every run for ever."""
    seen = club.game.state.seq
    put_back(club)
    assert club.lpbe(HOST, "run", "mars", "--json").code == "E_ROLLBACK"
    answer = club.do(HOST, "restore", "mars", "--none-newer")
    assert (answer["seq"], answer["pinned"]) == (club.game.state.seq, seen)
    club.order("red", "bid coins=2")
    assert len(club.run("--now", DAYS[2])["applied"]) == 1
    assert "pinned" not in club.do(HOST, "restore", "mars", "--none-newer")


@pytest.mark.parametrize(("lang", "said"), [("en", "your key had seen step"), ("fr", "votre clé avait vu l'étape")])
def test_none_newer_says_what_signing_twice_can_lead_to(club: Club, lang: str, said: str) -> None:
    put_back(club)
    assert said in club.lpbe(HOST, "restore", "mars", "--none-newer", env={"LPBE_LANG": lang}).out


def test_a_copy_without_the_steps_in_between_is_refused(club: Club) -> None:
    shutil.copy(club.mars / "game.toml", club.root / "lone.toml")
    put_back(club)
    with club.untouched():
        answer = club.lpbe(HOST, "restore", "mars", "--from", "lone.toml", "--json")
    assert (answer.status, answer.code) == (6, "E_FILE_MISSING")


def test_a_changed_copy_is_refused(club: Club) -> None:
    copy = club.root / "new.toml"
    copy.write_text(copy.read_text().replace("bid", "bad", 1))
    put_back(club)
    with club.untouched():
        assert club.lpbe(HOST, "restore", "mars", "--from", "new.toml").status in (4, 6)


def test_mail_out_sends_nothing_of_an_old_backup(club: Club) -> None:
    club.do(HOST, "mail", "address", "mars", "blue", "ben@example.org")
    put_back(club)
    answer = club.lpbe(HOST, "mail", "out", "mars", "--to", f"maildir:{club.root}/out", "--json")
    assert (answer.status, answer.payload["made"], answer.payload["sent"]) == (4, [], 0)
    assert "lpbe restore GAME --from COPY" in answer.payload["warning"]


def restore_at(club: Club, server: Server, at: int, way: str) -> int:
    """Restore the game, with something happening at some point; return the exit code."""
    done = server.call(club.home(HOST), "restore", club.mars, "--from", club.root / "new.toml", at=at, way=way)
    assert "Traceback" not in done.err
    return done.code


def test_a_restore_that_is_killed_at_any_instant_is_completed_by_the_next(club: Club, server: Server) -> None:
    newest = club.files("game.toml", "log.jsonl")
    put_back(club)
    trace = server.trace(club.home(HOST), "restore", club.mars, "--from", club.root / "new.toml")
    for at, way in trace.instants:
        put_back(club)
        assert restore_at(club, server, at, way) == KILLED
        assert club.lpbe(HOST, "run", "mars", "--now", DAYS[2], "--json").status in (0, 4), "no false step"
        club.do(HOST, "restore", "mars", "--from", "new.toml")
        assert club.files("game.toml", "log.jsonl") == newest
        assert club.run("--now", DAYS[2])["applied"] == []


def test_a_restore_on_a_full_disk_says_so_and_can_be_repeated(club: Club, server: Server) -> None:
    newest = club.files("game.toml", "log.jsonl")
    put_back(club)
    trace = server.trace(club.home(HOST), "restore", club.mars, "--from", club.root / "new.toml")
    for at, (name, _) in enumerate(trace.seen, 1):
        put_back(club)
        if name in ("open", "write", "replace"):
            assert restore_at(club, server, at, "full") in (6, 74), (at, name)
        club.do(HOST, "restore", "mars", "--from", "new.toml")
        assert club.files("game.toml", "log.jsonl") == newest


@pytest.mark.parametrize("name", ["log.jsonl", "reports"])
def test_a_link_in_a_restored_folder_is_not_followed(club: Club, name: str) -> None:
    put_back(club)
    outside = club.root / "outside"
    if (club.mars / name).is_dir():
        (club.mars / name).rename(outside)
    else:
        (club.mars / name).replace(outside)
    (club.mars / name).symlink_to(outside)
    before = outside.read_bytes() if outside.is_file() else sorted(outside.iterdir())
    club.lpbe(HOST, "restore", "mars", "--from", "new.toml", "old", "--json")
    assert before == (outside.read_bytes() if outside.is_file() else sorted(outside.iterdir()))


BOMBS = {
    "nested tables": b"genesis = " + b"{a=" * 5000,
    "a dotted key": b"genesis" + b".a" * 30000 + b" = 1",
    "not text": b"genesis = \xff\xfe\x00",
    "too large": b"genesis = 1\n" + b"#\n" * 1_200_000,
    "another shape": b"genesis = []\nstate = 1\n",
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_mail_with_a_bomb_beside_the_copy_still_restores(club: Club, bomb: bytes) -> None:
    """A player sends the host an e-mail that contains more than the game."""
    newest = club.files("game.toml", "log.jsonl")
    put_back(club)
    mail = EmailMessage()
    mail.set_content("two files")
    mail.add_attachment(bomb, "application", "toml", filename="a.toml")
    mail.add_attachment((club.root / "new.toml").read_bytes(), "application", "toml", filename="b.toml")
    (club.root / "two.eml").write_bytes(mail.as_bytes())
    club.do(HOST, "restore", "mars", "--from", "two.eml")
    assert club.files("game.toml", "log.jsonl") == newest
