"""lpbe mail in: e-mails become letters in inboxes and answers waiting to be sent; nothing is done twice."""

from __future__ import annotations

import binascii
import email
import email.policy
import json
import os
import time
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from lpbe.games import schema_of

from ..cli.world.club import Club
from ..cli.world.forked_commands import forks
from .game_folder import begin, block, code, quoted

NOW = ("--now", "2026-11-16T09:00:00Z")
ANSWERED = "On 11/16/26 09:12, lpbe wrote:\n"


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begin(tmp_path_factory.mktemp("in") / "one")


@pytest.fixture
def club(first: Club, tmp_path: Path) -> Club:
    return first.copy(tmp_path / "club")


def letter(body: str, number: int | str, sender: str = "ben@example.org", *more: str) -> bytes:
    head = [f"From: Ben <{sender}>", "To: lpbe@example.org", "Subject: Re: mars", f"Message-ID: <{number}@example.org>"]
    kind = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    return "\n".join([*head, *more, *kind, "", body]).encode()


def typed(club: Club, words: str, seat: str = "blue", rev: int = 0) -> str:
    return f"{words}\n\n{ANSWERED}{quoted(block(club, seat, rev=rev))}"


def mail_in(club: Club, data: bytes, *args: str, folders: tuple[str, ...] = ("mars",)) -> dict[str, Any]:
    answer = club.lpbe("ana", "mail", "in", *folders, *args, "--json", stdin=data)
    assert answer.status == 0, answer
    payload = answer.payload
    text = schema_of("answer-mail-in")
    assert text
    jsonschema.Draft202012Validator(json.loads(text)).validate(payload)
    return payload


def one(club: Club, data: bytes, *args: str, folders: tuple[str, ...] = ("mars",)) -> dict[str, Any]:
    (mail,) = mail_in(club, data, *args, folders=folders)["mails"]
    return dict(mail)


def answer_in(mail: dict[str, Any]) -> EmailMessage:
    read = email.message_from_bytes(Path(mail["answer"]).read_bytes(), policy=email.policy.default)
    assert isinstance(read, EmailMessage)
    return read


def reply_text(mail: dict[str, Any]) -> str:
    return " ".join(answer_in(mail).get_content().split())


def logged(club: Club) -> list[dict[str, Any]]:
    path = club.home("ana") / "state" / "lpbe" / "mail" / "log.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


# mail seats


def test_what_a_mail_seat_types_is_filed_and_applied_by_the_next_run(club: Club) -> None:
    mail = one(club, letter(typed(club, "select card 4"), 1))
    assert (mail["did"], mail["files"], mail["to"]) == ("filed", ["mars/inbox/2-blue-0.toml"], "ben@example.org")
    assert "Understood: select card 4" in reply_text(mail)
    assert [step["seat"] for step in club.run()["applied"]] == ["blue"]
    assert logged(club)[-1]["did"] == "filed"


def test_the_same_mail_twice_is_one_mail(club: Club) -> None:
    data = letter(typed(club, "select card 4"), 1)
    one(club, data)
    files = club.files()
    assert one(club, data)["did"] == "known"
    assert club.files() == files
    club.run()
    assert one(club, data)["did"] == "known"


def test_an_answer_that_waits_is_replaced_by_the_same_code_and_by_the_next(club: Club) -> None:
    one(club, letter(typed(club, "select card 4"), 1))
    again = one(club, letter(typed(club, "select card 5"), 2))
    assert again["files"] == ["mars/inbox/2-blue-0.toml"]
    changed = one(club, letter(typed(club, "select card 6", rev=1), 3))
    assert changed["files"] == ["mars/inbox/2-blue-1.toml"]
    late = one(club, letter(typed(club, "select card 2"), 4))
    assert (late["did"], late["why"]) == ("refused", "E_ORDER_INVITE")
    done = club.run()
    assert [step["seat"] for step in done["applied"]] == ["blue"]
    assert club.game.state.window.accepted[0].rev == 1


def dated(club: Club, words: str, number: int, date: str, rev: int = 0) -> bytes:
    return letter(typed(club, words, rev=rev), number, "ben@example.org", f"Date: {date}")


def test_of_two_answers_the_one_that_was_written_last_counts(club: Club) -> None:
    """A server that delays e-mails delivers the older one later."""
    assert one(club, dated(club, "select card 4", 1, "Mon, 16 Nov 2026 10:00:00 +0100"))["did"] == "filed"
    with club.untouched():
        late = one(club, dated(club, "select card 5", 2, "Mon, 16 Nov 2026 08:59:59 +0000"))
    assert (late["did"], late["why"]) == ("refused", "E_ORDER_STALE")
    assert "another answer since" in reply_text(late)
    assert one(club, dated(club, "select card 6", 3, "Mon, 16 Nov 2026 09:00:00 +0000"))["did"] == "filed"
    changed = one(club, dated(club, "select card 2", 4, "Mon, 16 Nov 2026 07:00:00 +0000", rev=1))
    assert changed["did"] == "filed", "who answers the confirmation has read it"


def test_a_wrong_clock_locks_nobody_out(club: Club) -> None:
    assert one(club, dated(club, "select card 4", 1, "Fri, 16 Nov 2035 10:00:00 +0100"), *NOW)["did"] == "filed"
    assert one(club, dated(club, "select card 5", 2, "Mon, 16 Nov 2026 09:01:00 +0000"), *NOW)["did"] == "filed"
    for number, date in enumerate(("yesterday", "Mon, 99 Nov 99999 99:99:99 +9999", ""), 3):
        assert one(club, dated(club, f"select card {number}", number, date), *NOW)["did"] == "filed"


def test_the_confirmation_is_itself_a_report_that_can_be_answered(club: Club) -> None:
    mail = one(club, letter(typed(club, "select card 4"), 1))
    club.run()
    text = answer_in(mail).get_content().replace("select card 4", "select card 2")
    back = one(club, letter(quoted(text.splitlines()), 2))
    assert (back["did"], back["files"]) == ("filed", ["mars/inbox/2-blue-1.toml"])


def test_what_is_refused_leaves_the_code_good(club: Club) -> None:
    with club.untouched():
        mail = one(club, letter(typed(club, "select card 9"), 1))
    assert mail["why"] == "E_MAIL_LINE" and "select card 9" in reply_text(mail) and "still valid" in reply_text(mail)
    assert one(club, letter(typed(club, "select card 3"), 2))["did"] == "filed"


def test_the_answer_that_says_what_is_wrong_can_be_answered_itself(club: Club) -> None:
    asked = answer_in(one(club, letter(typed(club, "selct card 4"), 1))).get_content().splitlines()
    above = one(club, letter(f"select card 4\n\n{ANSWERED}{quoted(asked)}", 2))
    assert (above["did"], above["files"]) == ("filed", ["mars/inbox/2-blue-0.toml"])
    filled = [*asked[:-1], "select card 5", asked[-1]]
    assert one(club, letter(quoted(filled), 3))["did"] == "filed"
    assert one(club, letter(quoted(asked), 4))["why"] == "E_MAIL_NONE"
    wrong = typed(club, "selct card 4").replace(code(club, "blue"), "AAAAAAAAAA")
    assert "BEGIN" not in answer_in(one(club, letter(wrong, 5))).get_content()


def test_a_command_in_an_answer_is_never_broken(club: Club) -> None:
    orders = "move R1 H05 H06, R2 H07 H08, R3 H09 H10, R4 H11 H12"
    text = answer_in(one(club, letter(f"{orders}\n\n{quoted(block(club, 'red'))}", 1))).get_content()
    assert f"  lpbe order GAME '{orders}' --mail-to lpbe@example.org" in text.splitlines()


def test_a_used_code_is_told_to_the_address_on_record_alone(club: Club) -> None:
    one(club, letter(typed(club, "select card 4"), 1))
    club.run()
    mail = one(club, letter(typed(club, "select card 5"), 2, "eve@example.net"))
    assert (mail["why"], mail["to"]) == ("E_ORDER_INVITE", "ben@example.org")


def test_a_french_seat_is_answered_in_french(club: Club) -> None:
    mail = one(club, letter(typed(club, "choisir carte 9", "green"), 1, "cleo@example.org"))
    assert "cette ligne n'est pas un ordre" in reply_text(mail).lower() and mail["to"] == "cleo@example.org"
    mail = one(club, letter(typed(club, "choisir carte 5", "green"), 2, "cleo@example.org"))
    assert "Votre courriel est arrivé" in reply_text(mail)


def test_nothing_private_is_told_without_a_good_code(club: Club) -> None:
    text = typed(club, "selct card 4").replace(code(club, "blue"), "AAAAAAAAAA")
    assert "select" not in reply_text(one(club, letter(text, 1)))


def test_the_code_of_one_mail_seat_is_not_that_of_another(club: Club) -> None:
    text = typed(club, "select card 4").replace(code(club, "blue"), code(club, "green"))
    with club.untouched():
        for sender in ("ben@example.org", "cleo@example.org"):
            mail = one(club, letter(text, sender, sender))
            assert (mail["why"], mail["to"]) == ("E_ORDER_INVITE", "ben@example.org")


def test_notes_policies_and_plans_go_beside_the_answer_or_alone(club: Club) -> None:
    mail = one(club, letter(typed(club, "select card 4\nnote Hello there\npolicy exhaust=iron"), 1))
    assert sorted(Path(path).name for path in mail["files"]) == [
        "2-blue-0.toml",
        "note-blue-0.toml",
        "standing-blue-0.toml",
    ]
    alone = one(club, letter(typed(club, "plan exhaust iron"), 2))
    assert [Path(path).name for path in alone["files"]] == ["standing-blue-1.toml"]
    done = club.run()
    assert {step["seat"] for step in done["applied"]} == {"blue"} and len(done["applied"]) == 3
    assert "Hello there" in club.lpbe("ana", "report", "mars").out


def test_a_policy_that_cannot_be_is_answered_with_what_can(club: Club) -> None:
    mail = one(club, letter(typed(club, "policy exhaust=unobtainium"), 1))
    assert mail["did"] == "refused" and "unobtainium" in reply_text(mail)


# signed letters


def ordered(club: Club, *args: str, who: str = "ana") -> str:
    answer = club.lpbe(who, *args, "--mail-to", "lpbe@example.org")
    assert answer.status == 0, answer
    return answer.out


def test_order_mail_prints_the_message_to_send(club: Club) -> None:
    head, _, body = ordered(club, "order", "mars", "select card 2").partition("\n\n")
    assert head.splitlines()[0] == "To: lpbe@example.org" and f"Subject: lpbe {club.game.state.game[:12]} red" in head
    assert body.startswith("-----BEGIN LPBE ORDER-----")
    assert not list(club.inbox.glob("*red*"))
    mail = one(club, f"From: ana@example.org\n{head}\n\n{body}".encode())
    assert (mail["did"], mail["files"], mail["to"]) == ("filed", ["mars/inbox/2-red-0.toml"], "ana@example.org")
    assert club.run()["applied"][0]["seat"] == "red"


def test_order_mail_takes_no_address_that_is_none(club: Club) -> None:
    answer = club.lpbe("ana", "order", "mars", "select card 2", "--mail-to", "a@b\nBcc: c@d", "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")
    assert "To:" not in club.lpbe("ana", "order", "mars", "select card 2", "--mail").out


def armoured(club: Club) -> str:
    return ordered(club, "order", "mars", "select card 2").partition("\n\n")[2]


def attached(name: str, kind: str, data: bytes) -> bytes:
    made = EmailMessage()
    made["From"], made["Message-ID"], made["Subject"] = "Eve <eve@example.net>", f"<{name}@example.net>", "order"
    made.set_content("here it is\n")
    made.add_attachment(data, *kind.split("/"), filename=name)
    return made.as_bytes()


@pytest.mark.parametrize("sign", ["", "> ", "> > "])
def test_an_armoured_order_is_found_quoted_or_not_whoever_sends_it(club: Club, sign: str) -> None:
    mail = one(club, letter(f"Hi\n\n{quoted(armoured(club).splitlines(), sign)}\nBen\n", 1, "eve@example.net"))
    assert (mail["did"], mail["seat"], mail["to"]) == ("filed", "red", "ana@example.org")


def test_an_attached_order_is_found_as_toml_as_json_and_as_text(club: Club, tmp_path: Path) -> None:
    for name, kind in (("o.toml", "application/toml"), ("o.json", "application/json"), ("o.txt", "text/plain")):
        if name == "o.txt":
            data = armoured(club).encode()
        else:
            club.do("ana", "order", "mars", "select card 2", "-o", str(tmp_path / name))
            data = (tmp_path / name).read_bytes()
        mail = one(club, attached(name, kind, data))
        assert mail["did"] in ("filed", "again") and mail["seat"] == "red", name


def test_an_attached_order_is_found_in_uuencode(club: Club) -> None:
    club.do("ana", "order", "mars", "select card 2", "-o", "o.toml")
    data = (club.root / "o.toml").read_bytes()
    lines = [binascii.b2a_uu(data[at : at + 45]).decode() for at in range(0, len(data), 45)]
    coded = "".join(["begin 644 o.toml\n", *lines, "`\nend\n"])
    head = "Content-Type: application/toml; name=o.toml\nContent-Transfer-Encoding: x-uuencode\n"
    part = f"--b\n{head}\n{coded}\n--b--\n"
    mail = letter("", "uu", "ana@example.org").replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b")
    assert one(club, mail + part.encode())["did"] == "filed"


def test_a_forwarded_order_is_found(club: Club) -> None:
    made = EmailMessage()
    made["From"], made["Message-ID"] = "eve@example.net", "<fwd@example.net>"
    made.set_content("from Ana, who has no mail today\n")
    inner = EmailMessage()
    inner["From"] = "ana@example.org"
    inner.set_content(armoured(club))
    made.add_attachment(inner)
    assert one(club, made.as_bytes())["did"] == "filed"


def test_a_signed_order_comes_once(club: Club) -> None:
    text = armoured(club)
    assert one(club, letter(text, 1))["did"] == "filed"
    assert one(club, letter(text, 2))["did"] == "again"
    club.run()
    with club.untouched():
        assert one(club, letter(text, 3))["did"] == "again"


def test_a_game_that_travels_with_an_order_is_no_order(club: Club) -> None:
    data = attached("mars.toml", "application/toml", (club.mars / "game.toml").read_bytes())
    with club.untouched():
        assert one(club, data)["why"] == "stranger"


def test_someone_elses_signature_is_refused(club: Club) -> None:
    club.do("ana", "order", "mars", "select card 2", "-o", "order.toml")
    forged = (club.root / "order.toml").read_text().replace('seat = "red"', 'seat = "blue"')
    with club.untouched():
        mail = one(club, attached("order.toml", "application/toml", forged.encode()))
    assert mail["did"] == "refused" and mail["to"] == "eve@example.net"


def test_an_order_that_cannot_be_assigned_is_answered_in_the_language_of_its_sender(club: Club) -> None:
    """Cut off, damaged where it names its game, or for a game that is not played here; green's player reads French."""
    text = armoured(club)
    cut = one(club, letter(text.partition("-----END")[0], "cut", "cleo@example.org"))
    assert cut["did"] == "refused" and "L'ordre est coupé" in reply_text(cut)
    club.do("ana", "order", "mars", "select card 2", "-o", "order.toml")
    whole = (club.root / "order.toml").read_text()
    game = club.game.state.game
    hurt = whole.replace(game, f"{game[:5]}{'0' if game[5] != '0' else '1'}{game[6:]}")
    made = attached("order.toml", "application/toml", hurt.encode()).replace(b"eve@example.net", b"cleo@example.org")
    damaged = one(club, made)
    assert (damaged["did"], damaged["why"]) == ("refused", "E_SIG_INVALID")
    assert "L'ordre a été endommagé en chemin" in reply_text(damaged)


def test_an_old_order_is_refused_with_what_to_do(club: Club) -> None:
    text = armoured(club)
    club.do("ana", "order", "mars", "select card 5")
    one(club, letter(typed(club, "select card 3"), 1))
    one(club, letter(typed(club, "choisir carte 4", "green"), 2, "cleo@example.org"))
    club.run()
    with club.untouched():
        mail = one(club, letter(text, 3))
    assert mail["why"] == "E_ORDER_STALE" and "question 2" in reply_text(mail)


def test_joins_readies_and_notes_come_by_mail_too(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "one", seats=("red", "blue"))
    (invitation,) = club.do("ana", "invite", "mars")["invitations"].values()
    joined = ordered(club, "join", "mars", "--seat", "blue", "--name", "Ben", "--code", invitation, who="ben")
    assert one(club, letter(joined.partition("\n\n")[2], 1))["files"] == ["mars/inbox/0-blue-0.toml"]
    club.run()
    ready = ordered(club, "ready", "mars", who="ben")
    mail = one(club, letter(ready.partition("\n\n")[2], 2))
    assert (mail["did"], mail["to"]) == ("filed", "ben@example.org")
    club.run()
    assert club.game.state.window.kind == "play"
    note = ordered(club, "note", "mars", "Well met", who="ben")
    assert one(club, letter(note.partition("\n\n")[2], 3))["did"] == "filed"
    club.run()
    assert "Well met" in club.lpbe("ana", "report", "mars").out


def test_what_a_key_seat_types_is_answered_with_the_command(club: Club) -> None:
    with club.untouched():
        mail = one(club, letter(f"select card 2\n\n{quoted(block(club, 'red'))}", 1))
    assert mail["why"] == "E_SIG_FORMAT" and "lpbe order GAME 'select card 2' --mail-to lpbe@example.org" in reply_text(
        mail
    )


def test_a_key_seat_that_only_says_thanks_is_told_how_to_order(club: Club) -> None:
    mail = one(club, letter(f"Thanks for the report, I will think about it.\n\n{quoted(block(club, 'red'))}", 1))
    assert mail["why"] == "E_MAIL_NONE" and "lpbe order GAME 'ORDERS' --mail-to lpbe@example.org" in reply_text(mail)


def test_a_mail_of_twenty_megabytes_is_answered(club: Club) -> None:
    text = typed(club, "Here is a photo of my planet, with all of its moons.")
    data = (
        letter(text, 1)
        .replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b")
        .replace(b"8bit\n\n", b"8bit\n\n--b\nContent-Type: text/plain\n\n")
    )
    data += b"\n--b\nContent-Type: image/png; name=moons.png\n\n" + b"x" * (20 << 20)
    with club.untouched():
        mail = one(club, data)
    assert (
        mail["why"] == "E_MAIL_NONE"
        and "moons.png" in reply_text(mail)
        and "only the beginning was read" in reply_text(mail)
    )


# boxes


def maildir(club: Club, *mails: bytes) -> Path:
    box = club.root / "Maildir"
    for part in ("new", "cur", "tmp"):
        (box / part).mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(mails):
        (box / "new" / f"1794818467.{number}.host").write_bytes(data)
    return box


def test_a_maildir_keeps_its_mails_and_shows_as_seen_what_concerns_a_game(club: Club) -> None:
    mails = [letter(typed(club, "select card 4"), 1), letter("hello", 2, "eve@example.net")]
    box = maildir(club, *mails)
    assert [mail["did"] for mail in mail_in(club, b"", "--maildir", str(box))["mails"]] == ["filed", "ignored"]
    assert [path.name for path in (box / "cur").iterdir()] == ["1794818467.0.host:2,S"]
    assert [path.name for path in (box / "new").iterdir()] == ["1794818467.1.host"]
    assert (box / "cur" / "1794818467.0.host:2,S").read_bytes() == mails[0]
    assert mail_in(club, b"", "--maildir", str(box))["mails"] == []


@pytest.mark.parametrize("flags", [":2,", ":2,S", ":2,RS"])
def test_a_mail_that_somebody_has_looked_at_is_read_all_the_same(club: Club, flags: str) -> None:
    box = maildir(club, letter(typed(club, "select card 4"), 1))
    (box / "new" / "1794818467.0.host").rename(box / "cur" / f"1794818467.0.host{flags}")
    assert [mail["did"] for mail in mail_in(club, b"", "--maildir", str(box))["mails"]] == ["filed"]
    (box / "cur" / f"1794818467.0.host{flags}").rename(box / "cur" / "1794818467.0.host:2,FS")
    assert mail_in(club, b"", "--maildir", str(box))["mails"] == []


def test_the_first_time_old_mails_that_were_looked_at_are_passed_over(club: Club) -> None:
    box = maildir(club, letter(typed(club, "select card 4"), 1), letter(typed(club, "select card 5"), 2))
    for number, days in ((0, 15), (1, 13)):
        old = box / "cur" / f"1794818467.{number}.host:2,S"
        (box / "new" / f"1794818467.{number}.host").rename(old)
        os.utime(old, times=(time.time() - days * 86400,) * 2)
    assert [mail["id"] for mail in mail_in(club, b"", "--maildir", str(box))["mails"]] == ["<2@example.org>"]
    assert mail_in(club, b"", "--maildir", str(box))["mails"] == []


def test_an_mbox_is_not_changed_and_not_read_twice(club: Club) -> None:
    one_mail = letter(typed(club, "select card 4"), 1).replace(b"\nselect", b"\n>From the start\n\nselect")
    mbox = b"".join(b"From x Mon Nov 16 09:41:07 2026\n" + data + b"\n" for data in (one_mail, letter("hello", 2)))
    path = club.root / "mbox"
    path.write_bytes(mbox)
    assert [mail["did"] for mail in mail_in(club, b"", "--mbox", str(path))["mails"]] == ["filed", "asked"]
    assert [mail["did"] for mail in mail_in(club, b"", "--mbox", str(path))["mails"]] == ["known", "known"]
    assert path.read_bytes() == mbox


def test_boxes_that_are_none_are_told(club: Club) -> None:
    (club.root / "junk").write_text("no mbox\n")
    for args, wanted in (
        (["--mbox", "junk"], "E_FILE_SYNTAX"),
        (["--mbox", "gone"], "E_FILE_MISSING"),
        (["--maildir", "mars"], "E_FILE_TYPE"),
    ):
        answer = club.lpbe("ana", "mail", "in", "mars", *args, "--json")
        assert (answer.status, answer.code) == (6, wanted)
    answer = club.lpbe("ana", "mail", "in", "mars", "--mbox", "a", "--maildir", "b", "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")


def test_nothing_on_standard_input_is_no_mail(club: Club) -> None:
    answer = club.lpbe("ana", "mail", "in", "mars")
    assert (answer.status, answer.out) == (0, "there are no new e-mails\n")
    assert (
        club.lpbe("ana", "mail", "in", "mars", env={"LANG": "fr_FR.UTF-8"}).out == "il n'y a pas de nouveau courriel\n"
    )


# many games


def test_the_right_game_is_found_and_a_broken_one_stops_nobody(club: Club) -> None:
    (club.root / "games" / "broken").mkdir(parents=True)
    club.mars.rename(club.root / "games" / "mars")
    text = (club.root / "games" / "mars" / "game.toml").read_text()
    (club.root / "games" / "broken" / "game.toml").write_text(text[: len(text) // 2])
    club.do("ana", "new", "games/venus", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--mail", "blue")
    moved = Club(club.root, club.seats, club.nonce)
    (club.root / "mars").symlink_to("games/mars")
    answer = moved.lpbe("ana", "mail", "in", "games", "--json", stdin=letter(typed(moved, "select card 4"), 1))
    assert answer.status == 0, answer
    assert answer.payload["mails"][0]["files"] == ["games/mars/inbox/2-blue-0.toml"]
    assert "broken" in answer.payload["warning"]


def test_every_game_is_looked_at_once_whatever_mails_there_are(club: Club) -> None:
    """Otherwise a host of many games would read all of them for each e-mail about a game that does not exist."""
    text = typed(club, "select card 4").replace(club.game.state.game[:12], "0" * 12)
    box = maildir(club, *(letter(text, n) for n in range(4)))
    call = ["mail", "in", club.mars, "--maildir", box]
    seen = forks().trace(club.home("ana"), *call, way="EIO", pins=True).seen
    assert seen.count(("open", str(club.mars / "game.toml"))) == 2, "for its id, and for the language of the sender"
    assert len(list((box / "cur").iterdir())) == 4


def test_a_host_without_the_key_loses_no_mail(club: Club) -> None:
    box = maildir(club, letter(typed(club, "select card 4"), 1), letter("hello", 2, "eve@example.net"))
    nobody = {"XDG_CONFIG_HOME": str(club.root / "nowhere")}
    players = str(club.home("ana") / "lpbe" / "players.toml")
    answer = club.lpbe("ana", "mail", "in", "mars", "--maildir", str(box), "--players", players, "--json", env=nobody)
    assert answer.status == 6
    assert [fault["code"] for fault in answer.payload["failed"]] == ["E_KEY_ROLE"]
    assert len(list((box / "new").iterdir())) == 2
    assert [mail["did"] for mail in mail_in(club, b"", "--maildir", str(box))["mails"]] == ["filed"]


# answers


def test_answers_say_that_a_machine_wrote_them_and_thread(club: Club) -> None:
    mail = one(club, letter(typed(club, "select card 4"), 1))
    made = answer_in(mail)
    assert made["In-Reply-To"] == "<1@example.org>" and made["Subject"] == "Re: mars"
    assert (made["Auto-Submitted"], made["To"]) == ("auto-replied", "ben@example.org")
    assert one(club, Path(mail["answer"]).read_bytes())["why"] == "own"


def test_nobody_is_answered_more_than_twenty_times_a_day(club: Club) -> None:
    mails = [letter("hello", number) for number in range(23)]
    box = maildir(club, *mails)
    processed = mail_in(club, b"", "--maildir", str(box), "--now", "2026-11-16T09:00:00Z")["mails"]
    assert [bool(mail.get("to")) for mail in processed] == [True] * 20 + [False] * 3
    assert one(club, letter("hello", 50), "--now", "2026-11-17T09:00:00Z").get("to") == "ben@example.org"


def test_a_stranger_is_answered_once_if_the_mail_has_something_of_ours(club: Club) -> None:
    text = armoured(club).replace("eyJ", "eyK", 1)
    answers = [one(club, letter(text, number, "eve@example.net")).get("to") for number in (1, 2)]
    assert answers == ["eve@example.net", None]
    assert one(club, letter("hello", 3, "eve@example.net"))["why"] == "stranger"


def test_the_host_does_not_reply_to_itself(club: Club) -> None:
    mail = one(club, letter("-----BEGIN LPBE ORDER-----\n-----END LPBE ORDER-----", 1, "lpbe@example.org"))
    assert mail["did"] == "refused" and "to" not in mail


def test_a_header_of_a_mail_cannot_become_one_of_ours(club: Club) -> None:
    data = letter("hello", 1).replace(b"Re: mars", b"=?utf-8?q?x=0D=0ABcc:_eve@example.net?=")
    made = answer_in(one(club, data))
    assert "Bcc" not in made and "eve" not in str(made["To"])


# players.toml


def test_addresses_are_noted_and_forgotten(club: Club) -> None:
    path = club.home("ana") / "lpbe" / "players.toml"
    assert path.stat().st_mode & 0o777 == 0o600 and "ben@example.org" in path.read_text()
    club.do("ana", "mail", "address", "mars", "blue", "--forget")
    assert "ben@example.org" not in path.read_text()
    assert "to" not in one(club, letter(typed(club, "select card 4"), 1))


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["blue", "nonsense"], "E_USAGE"),
        (["blue", "a@b\nc"], "E_USAGE"),
        (["blue"], "E_USAGE"),
        (["blue", "x@example.org", "--forget"], "E_USAGE"),
        (["pink", "x@example.org"], "E_SEAT"),
        (["blue", "x@example.org", "--players", "mars/players.toml"], "E_USAGE"),
    ],
)
def test_what_is_no_address_is_not_noted(club: Club, args: list[str], code: str) -> None:
    with club.untouched():
        answer = club.lpbe("ana", "mail", "address", "mars", *args, "--json")
    assert answer.code == code


def test_a_list_of_players_that_others_can_read_or_that_is_none_is_refused(club: Club) -> None:
    path = club.home("ana") / "lpbe" / "players.toml"
    path.chmod(0o644)
    assert club.lpbe("ana", "mail", "in", "mars", "--json").code == "E_KEY_PERMS"
    path.chmod(0o600)
    path.write_text("[games.mars]\n")
    assert club.lpbe("ana", "mail", "in", "mars", "--json").code == "E_SCHEMA"
    (club.root / "repo" / ".git").mkdir(parents=True)
    (club.root / "repo" / "players.toml").write_text("")
    answer = club.lpbe("ana", "mail", "in", "mars", "--players", "repo/players.toml", "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")
