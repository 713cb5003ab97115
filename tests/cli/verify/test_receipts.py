"""Receipts: refusals that the referee signed are tried again, and unsigned ones prove nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel.base.canonical import Plain
from lpbe.kernel.chain.letter import letter_id, present
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.crypto.keys import b64, unb64
from lpbe.kernel.crypto.seals import seal
from lpbe.kernel.gamedir.inbox import dump_letter, read_letter
from lpbe.kernel.gamedir.receipts import Refusal, read_receipt_file, reason_info

from ...size_limits import some
from ..conftest import Stages, start_game
from ..world.club import HOST, LPBE, PEOPLE, Club, identity
from ..world.forged_history import give_receipt, put_refused, verify
from ..world.forged_letters import bid, join, play, sign_letter
from ..world.forked_commands import clean_environment
from ..world.person import Person


def make_order(club: Club, seat: str, orders: str, *options: str) -> Envelope:
    """Return an order as its player makes it, kept out of the inbox."""
    path = str(club.root / f"{seat}.toml")
    club.do(PEOPLE[seat], "order", "mars", orders, "-o", path, *options)
    return read_letter(path)


def played_out(club: Club) -> Club:
    """Play to the end with the same players."""
    club.play_on(40)
    assert club.game.state.window.kind == "over"
    return club


def refused_once(root: Path) -> Club:
    """Return a game in which blue's second order of one rev was refused and everybody played on."""
    club = start_game(root)
    second = make_order(club, "blue", "bid coins=2", "--no-pin")
    club.order("blue", "bid coins=1")
    club.run()
    (club.inbox / "again.toml").write_bytes((club.root / "blue.toml").read_bytes())
    result = club.run()
    assert [item["code"] for item in result["refused"]] == ["E_EQUIVOCATION"], result
    assert second.letter.seat == "blue"
    return played_out(club)


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Return the game of `refused_once`, to be copied."""
    return refused_once(tmp_path_factory.mktemp("refused") / "club")


def receipt_of(club: Club) -> Path:
    return next(path for path in sorted((club.mars / "refused").iterdir()) if path.name[:6].isdecimal())


def test_a_true_receipt_is_found_true(tmp_path: Path, refused: Club) -> None:
    club = refused.copy(tmp_path / "a")
    answer = verify(club)
    assert (answer.status, answer.payload["receipts"]) == (0, 1)
    assert "rightly refused: 1" in club.lpbe("eve", "verify", "mars").out


CODES = ("E_RULE", "E_TEXT", "E_ORDER_SIZE", "E_FILE_SIZE", "E_ORDER_AGAIN", "E_OURS")


@pytest.mark.parametrize("code", some(CODES, "E_RULE", "E_OURS"))
def test_a_valid_order_refused_by_a_false_receipt_is_found(code: str, club_at: Stages) -> None:
    """The referee says that blue's bid was against the rules, too long, or badly worded: no code is an excuse."""
    club = club_at("bidding")
    order = make_order(club, "blue", "bid coins=2")
    give_receipt(club, "000006.toml", [Refusal(letter_id(order.letter), club.head, code)])
    put_refused(club, order)
    assert verify(club).status == 3
    played_out(club)
    answer = verify(club, "--evidence", "proof.json")
    assert (answer.status, answer.code) == (4, "E_AUDIT_RECEIPT"), answer
    assert "step 6:" in answer.payload["message"]
    judged = club.do("eve", "evidence", "--check", "proof.json")
    assert (judged["convicts"], judged["code"]) == ("referee", "E_AUDIT_RECEIPT")


def test_an_order_refused_for_another_reason_is_found(tmp_path: Path, refused: Club) -> None:
    club = refused.copy(tmp_path / "a")
    file = read_receipt_file(str(receipt_of(club)))
    false = [replace(refusal, code="E_ORDER_STALE") for refusal in file.receipt.refused]
    give_receipt(club, receipt_of(club).name, false, seq=file.receipt.seq, head=file.receipt.head)
    assert (verify(club).status, verify(club).code) == (4, "E_AUDIT_RECEIPT")


def test_a_swapped_reason_is_no_receipt_at_all(tmp_path: Path, refused: Club) -> None:
    """Editing a receipt breaks its signature: it then says nothing, and proves nothing."""
    club = refused.copy(tmp_path / "a")
    path = receipt_of(club)
    text = path.read_text().replace("E_EQUIVOCATION", "E_ORDER_STALE")
    (club.root / "edited.toml").write_text(text)
    answer = club.lpbe("eve", "evidence", f"mars/refused/{path.name}", "edited.toml", "--game", "mars", "--json")
    assert (answer.status, answer.code) == (4, "E_SIG_INVALID")
    path.write_text(text)
    assert (verify(club).status, verify(club).payload["receipts"]) == (0, 0)


def test_two_codes_for_one_order_and_head_convict(tmp_path: Path, refused: Club) -> None:
    club = refused.copy(tmp_path / "a")
    file = read_receipt_file(str(receipt_of(club)))
    other = [replace(refusal, code="E_RULE") for refusal in file.receipt.refused]
    give_receipt(club, "000017.toml", other, seq=file.receipt.seq, head=file.receipt.head)
    one, two = f"mars/refused/{receipt_of(club).name}", "mars/refused/000017.toml"
    assert (verify(club).status, verify(club).code) == (4, "E_AUDIT_RECEIPT")
    result = club.do("eve", "evidence", one, two, "--game", "mars", "-o", "two.json")
    assert (result["kind"], result["convicts"], result["code"]) == ("receipts", "referee", "E_AUDIT_RECEIPT")
    assert club.do("eve", "evidence", "--check", "two.json")["convicts"] == "referee"
    same = club.lpbe("eve", "evidence", one, one, "--game", "mars", "--json")
    assert (same.status, same.code) == (2, "E_EVIDENCE")


def test_a_receipt_of_another_history_is_evidence_of_a_fork(club_at: Stages) -> None:
    club = club_at("bidding")
    order = make_order(club, "blue", "bid coins=2")
    give_receipt(club, "000006.toml", [Refusal(letter_id(order.letter), "7" * 64, "E_RULE")], head="7" * 64)
    assert (verify(club).status, verify(club).code) == (4, "E_FORK")


def test_a_receipt_of_a_later_step_tells_of_a_rollback(club_at: Stages) -> None:
    club = club_at("bidding")
    give_receipt(club, "000009.toml", [], seq=9, head="7" * 64)
    assert (verify(club).status, verify(club).code) == (4, "E_ROLLBACK")


@pytest.mark.parametrize("who", ["ben", "eve"])
def test_what_the_referee_did_not_sign_is_ignored(who: str, club_at: Stages) -> None:
    club = club_at("bidding")
    order = make_order(club, "blue", "bid coins=2")
    give_receipt(club, "000006.toml", [Refusal(letter_id(order.letter), club.head, "E_RULE")], who=who)
    give_receipt(club, "000009.toml", [], who=who, seq=9, head="7" * 64)
    put_refused(club, order)
    assert verify(club).status == 3
    (club.inbox / "2-blue-0.toml").write_bytes((club.root / "blue.toml").read_bytes())
    assert club.run()["refused"] == []
    assert verify(played_out(club)).status == 0


JUNK = (
    ("000001.toml", b"refused = 5\n"),
    ("000002.toml", b"[receipt]\nrefused = 5\n"),
    ("000003.toml", b"\xff\xfe"),
    ("000004.toml", b"[[receipt]]\n[[receipt]]\n"),
    ("000005.toml", b"receipt = 'x'\nsig = 7\n"),
    ("0123456789abcdef-2-red-0.toml", b"[order]\nkind = 'play'\n"),
    ("notes.txt", b"mine"),
    ("game.toml", b"x" * 5000),
)


def test_whatever_lies_in_refused_does_no_harm(tmp_path: Path, refused: Club) -> None:
    club = refused.copy(tmp_path / "a")
    for name, data in JUNK:
        (club.mars / "refused" / name).write_bytes(data)
    (club.mars / "refused" / "000099.toml").symlink_to("000001.toml")
    (club.mars / "refused" / "000098.toml").mkdir()
    answer = verify(club)
    assert (answer.status, answer.payload["receipts"]) == (0, 1)
    assert club.run()["refused"] == []


def test_an_order_under_a_broken_signature_is_not_what_was_refused(tmp_path: Path, refused: Club) -> None:
    """Its id does not depend on the signature: a planted copy would be refused for another reason."""
    club = refused.copy(tmp_path / "a")
    order = read_letter(str(club.root / "blue.toml"))
    blob = bytearray(unb64(str(order.sig)))
    blob[-1] ^= 1
    put_refused(club, Envelope(order.letter, b64(bytes(blob))), "planted.toml")
    answer = verify(club)
    assert (answer.status, answer.payload["receipts"]) == (0, 1)


def test_a_receipt_of_the_referee_before_the_last_still_counts(club_at: Stages) -> None:
    club = club_at("bidding")
    make_order(club, "blue", "bid coins=2")
    club.order("blue", "bid coins=1")
    club.run()
    (club.inbox / "again.toml").write_bytes((club.root / "blue.toml").read_bytes())
    club.run()
    offer = club.lpbe("eve", "handover", "mars", "--offer").out.strip()
    club.do(HOST, "handover", "mars", "--to", offer)
    club.run()
    while club.game.state.window.kind != "over":
        window = club.game.state.window
        for seat in window.waiting:
            club.order(seat, club.legal(seat)[0])
        club.do("eve", "run", "mars")
    answer = verify(club)
    assert (answer.status, answer.payload["receipts"], len(answer.payload["handovers"])) == (0, 1, 1)


def test_a_receipt_takes_nothings_place(club_at: Stages) -> None:
    """Whatever is in its place, a folder, a link or somebody's file, stays; the receipt gets another name."""
    club = club_at("bidding")
    make_order(club, "blue", "bid coins=2", "--no-pin")
    club.order("blue", "bid coins=1")
    club.run()
    refused, seq = club.mars / "refused", club.game.state.seq
    refused.mkdir(exist_ok=True)
    (refused / f"{seq:06}.toml").mkdir()
    (refused / f"{seq:06}-1.toml").symlink_to("nowhere")
    (refused / f"{seq:06}-2.toml").write_bytes(b"mine")
    (club.inbox / "again.toml").write_bytes((club.root / "blue.toml").read_bytes())
    assert club.run()["refused"][0]["code"] == "E_EQUIVOCATION"
    assert (refused / f"{seq:06}-2.toml").read_bytes() == b"mine"
    assert read_receipt_file(str(refused / f"{seq:06}-3.toml")).receipt.refused[0].code == "E_EQUIVOCATION"
    assert (verify(played_out(club)).status, verify(club).payload["receipts"]) == (0, 1)


def refused_for(root: Path, coins: int, why: Plain | None, code: str = "E_RULE") -> Club:
    """Refuse blue's bid at the present step, with the reason for blue alone."""
    club = start_game(root)
    order = sign_letter(play(club.game, "blue", "ben", bid(coins)), "ben")
    game, name = club.game, letter_id(order.letter)
    size = present(game.genesis.sizes).reason
    info = reason_info(game.state.game, "blue", club.head, name, code)
    pair = club.secret.pair(game.state.game, identity("ben").keys[1])
    reason = UNSET if why is None else b64(seal(pair, info, why, size))
    give_receipt(club, "000006.toml", [Refusal(name, club.head, code, reason)])
    put_refused(club, order)
    return club


def told_why(clause: str) -> Plain:
    return {"clause": clause, "message": "no", "values": {}}


@pytest.mark.parametrize(
    ("coins", "why", "status"),
    [
        (99, told_why("PEB-BID-01"), 3),
        (99, told_why("PEB-DIG-01"), 4),
        (99, None, 4),
        (2, told_why("PEB-BID-01"), 4),
    ],
    ids=["true", "another rule", "no reason", "no rule forbids it"],
)
def test_a_player_tries_a_refused_letter_again(tmp_path: Path, coins: int, why: Plain | None, status: int) -> None:
    """At a step that the player knows, before anything is disclosed: nobody else can."""
    club = refused_for(tmp_path / "a", coins, why)
    assert verify(club).status == 3
    answer = verify(club, who="ben")
    assert (answer.status, answer.code) == (status, "E_AUDIT_VIEW" if status == 4 else ""), answer
    assert verify(club, who="cleo").status == 3


def test_a_run_says_what_is_wrong_where_that_is_nobodys_secret(club_at: Stages) -> None:
    """An e-mail that was cut off, an order that was replaced; but not why the rules refuse one."""
    club = club_at("bidding")
    armoured = club.lpbe("ben", "order", "mars", "bid coins=1", "--armor", "-o", "-").out
    (club.inbox / "mail.txt").write_text("\n".join(armoured.splitlines()[:4]))
    order = sign_letter(play(club.game, "green", "cleo", bid(99)), "cleo")
    (club.inbox / "green.toml").write_bytes(dump_letter(order, "x.toml"))
    for coins in (1, 2):
        club.order("red", f"bid coins={coins}")
    lines = club.lpbe(HOST, "run", "mars").out.splitlines()
    assert "refused mail.txt: E_FILE_SYNTAX; the order is cut off; send the whole block, including both marks" in lines
    assert "refused 2-red-0.toml: E_ORDER_REV; replaced by rev 1" in lines
    assert "refused green.toml: E_RULE" in lines
    (club.inbox / "mail.txt").write_text("\n".join(armoured.splitlines()[:4]))
    assert "l'ordre est coup\u00e9" in club.lpbe(HOST, "run", "mars", env={"LPBE_LANG": "fr"}).out


def test_a_policy_that_plans_were_added_to_is_told_as_replaced(club_at: Stages) -> None:
    club = club_at("bidding")
    assert club.lpbe("ben", "policy", "mars", "keep=lowest").status == 0
    assert club.lpbe("ben", "order", "mars", "plan bid coins=2").status == 0
    lines = club.lpbe(HOST, "run", "mars").out.splitlines()
    assert "refused standing-blue-0.toml: E_ORDER_REV; replaced by rev 1" in lines
    assert "keep = lowest" in club.lpbe("ben", "report", "mars").out


def test_nobody_complains_of_an_honest_refusal(club_at: Stages) -> None:
    """Too many coins, a second order with one rev, an order that was replaced: now, and later in the game."""
    club = club_at("bidding")
    for rev, coins in enumerate((99, 1, 2)):
        order = sign_letter(play(club.game, "blue", "ben", bid(coins), rev=rev), "ben")
        (club.inbox / f"{rev}.toml").write_bytes(dump_letter(order, "x.toml"))
        club.run() if rev == 0 else None
        assert verify(club, who="ben").status == 3
    assert [item["code"] for item in club.run()["refused"]] == ["E_ORDER_REV"]
    assert verify(club, who="ben").status == 3
    assert verify(played_out(club), who="ben").status == 0


def test_a_name_of_another_script_is_no_excuse_for_refusing_orders(tmp_path: Path) -> None:
    """Judgements of unusual words differ; but an order of plain words contains no name to judge."""
    club = Club(tmp_path / "a")
    for who in (*PEOPLE.values(), "eve"):
        club.give_key(who)
    options = ["--game", "pebbles", "--seats", "red,blue,green", "--set", "pebbles.rounds=1", "--nonce", club.nonce]
    club.do(HOST, "new", "mars", *options, "--as", "red", "--name", "\u00c1na")
    club.join_all()
    club.ready_all()
    order = make_order(club, "blue", "bid coins=2")
    give_receipt(club, "000006.toml", [Refusal(letter_id(order.letter), club.head, "E_TEXT")])
    put_refused(club, order)
    assert (verify(played_out(club)).status, verify(club).code) == (4, "E_AUDIT_RECEIPT")


def test_words_that_another_python_may_refuse_convict_nobody(club_at: Stages) -> None:
    """Which letters of other scripts are allowed depends on the version of Python, so this refusal stays unchecked."""
    club = club_at("bidding")
    order = make_order(club, "blue", "bid coins=2", "--note", "до встречи")
    give_receipt(club, "000006.toml", [Refusal(letter_id(order.letter), club.head, "E_TEXT")])
    put_refused(club, order)
    answer = verify(played_out(club))
    assert (answer.status, answer.payload["receipts"], answer.payload["untried"]) == (3, 0, 1)


def test_words_that_this_python_refuses_too_are_tried_again(club_at: Stages) -> None:
    """A stranger who imitates Ana's name with a rare letter does not leave the game unchecked."""
    club = club_at("bidding")
    letter = join(club, "green", "eve")
    wish = sign_letter(replace(letter, args=replace(letter.args, name="\u0251na")), "eve")
    (club.inbox / "0.toml").write_bytes(dump_letter(wish, "0.toml"))
    assert [item["code"] for item in club.run()["refused"]] == ["E_TEXT"]
    answer = verify(played_out(club))
    assert (answer.status, answer.payload["receipts"], answer.payload["untried"]) == (0, 1, 0)


def test_what_was_not_tried_again_is_counted(tmp_path: Path, refused: Club) -> None:
    """The referee says that an order was refused, and keeps it: only its sender can show it."""
    club = refused.copy(tmp_path / "a")
    letter = next(path for path in (club.mars / "refused").iterdir() if path.name.endswith("-2-blue-0.toml"))
    letter.rename(club.root / "kept.toml")
    answer = verify(club)
    assert (answer.status, answer.payload["receipts"], answer.payload["untried"]) == (3, 0, 1)
    assert "refused orders that could not be checked: 1" in club.lpbe("eve", "verify", "mars").out


def test_a_flood_of_junk_costs_at_most_one_signature(tmp_path: Path) -> None:
    """Three thousand files, and a referee who signs with ssh-keygen: one receipt for everything that deserves one."""
    ana, ben = ssh_table(tmp_path)
    for coins in (1, 2):
        ben.call("order", "mars", f"bid coins={coins}", "-o", f"{coins}.toml")
    for number in range(3000):
        (tmp_path / "mars" / "inbox" / f"{number:04}.toml").write_bytes(b"junk %d" % number)
    for number in range(40):
        order = (tmp_path / f"{1 + number % 2}.toml").read_bytes()
        (tmp_path / "mars" / "inbox" / f"order{number}.toml").write_bytes(b"# %d\n" % number + order)
    env = {
        **clean_environment(),
        "XDG_CONFIG_HOME": str(ana.home),
        "PATH": f"{counted_ssh(tmp_path)}:{os.environ['PATH']}",
    }
    done = subprocess.run([*LPBE, "run", "mars", "--json"], cwd=tmp_path, env=env, capture_output=True, check=False)
    result = json.loads(done.stdout)
    assert done.returncode == 0 and len(result["applied"]) == 1 and len(result["refused"]) >= 3001, result
    calls = (tmp_path / "calls").read_text().splitlines()
    assert [line.split()[3] for line in calls] == ["lpbe-head-v2", "lpbe-receipt-v2"]
    assert len([path for path in (tmp_path / "mars" / "refused").iterdir() if path.suffix == ".junk"]) == 3000


def ssh_table(work: Path) -> tuple[Person, Person]:
    """Return a game whose host signs by ssh-keygen; bids are awaited."""
    ana, ben = Person(work / "ana", work, real=True), Person(work / "ben", work, real=True)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "id_ed25519"], cwd=work, check=True)
    ana.call("key", "new", "--ssh", "id_ed25519.pub")
    new = ["new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red"]
    code = ana.json(*new)["invitations"]["blue"]
    ben.call("join", "mars", "--seat", "blue", "--name", "Ben", "--code", code)
    ana.call("run", "mars")
    ben.call("ready", "mars")
    ana.call("run", "mars")
    return ana, ben


def counted_ssh(work: Path) -> Path:
    """Return a folder with an ssh-keygen that writes down how it is called, and calls the real one."""
    real, tools = shutil.which("ssh-keygen"), work / "bin"
    tools.mkdir()
    (tools / "ssh-keygen").write_text(f'#!/bin/sh\necho "$@" >> {work}/calls\nexec {real} "$@"\n')
    (tools / "ssh-keygen").chmod(0o755)
    return tools


def test_an_accented_letter_refused_for_its_text_is_tried_again(club_at: Stages) -> None:
    club = club_at("bidding")
    order = make_order(club, "blue", "bid coins=2", "--note", "à bientôt")
    give_receipt(club, "000006.toml", [Refusal(letter_id(order.letter), club.head, "E_TEXT")])
    put_refused(club, order)
    assert (verify(played_out(club)).status, verify(club).code) == (4, "E_AUDIT_RECEIPT")
