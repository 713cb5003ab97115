"""lpbe mail in: mails become letters in inboxes, and answers that wait to be sent; nothing is done twice."""

from __future__ import annotations

import email
import email.policy
import json
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from lpbe.games import schema_of

from ..cli.forks import forks
from ..cli.house import House
from .hall import begin, block, code, quoted

ANSWERED = "On 11/16/26 09:12, lpbe wrote:\n"


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> House:
    return begin(tmp_path_factory.mktemp("in") / "one")


@pytest.fixture
def house(first: House, tmp_path: Path) -> House:
    return first.copy(tmp_path / "house")


def letter(body: str, number: int | str, sender: str = "ben@example.org", *more: str) -> bytes:
    head = [f"From: Ben <{sender}>", "To: lpbe@example.org", "Subject: Re: mars", f"Message-ID: <{number}@example.org>"]
    kind = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    return "\n".join([*head, *more, *kind, "", body]).encode()


def typed(house: House, words: str, seat: str = "blue", rev: int = 0) -> str:
    return f"{words}\n\n{ANSWERED}{quoted(block(house, seat, rev=rev))}"


def deal(house: House, data: bytes, *args: str, folders: tuple[str, ...] = ("mars",)) -> dict[str, Any]:
    answer = house.lpbe("ana", "mail", "in", *folders, *args, "--json", stdin=data)
    assert answer.status == 0, answer
    told = answer.told
    text = schema_of("answer-mail-in")
    assert text
    jsonschema.Draft202012Validator(json.loads(text)).validate(told)
    return told


def one(house: House, data: bytes, *args: str, folders: tuple[str, ...] = ("mars",)) -> dict[str, Any]:
    (mail,) = deal(house, data, *args, folders=folders)["mails"]
    return dict(mail)


def answer_in(mail: dict[str, Any]) -> EmailMessage:
    read = email.message_from_bytes(Path(mail["answer"]).read_bytes(), policy=email.policy.default)
    assert isinstance(read, EmailMessage)
    return read


def told(mail: dict[str, Any]) -> str:
    return " ".join(answer_in(mail).get_content().split())


def logged(house: House) -> list[dict[str, Any]]:
    path = house.home("ana") / "state" / "lpbe" / "mail" / "log.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


# mail seats


def test_what_a_mail_seat_types_is_filed_and_applied_by_the_next_run(house: House) -> None:
    mail = one(house, letter(typed(house, "select card 4"), 1))
    assert (mail["did"], mail["files"], mail["to"]) == ("filed", ["mars/inbox/2-blue-0.toml"], "ben@example.org")
    assert "Understood: select card 4" in told(mail)
    assert [step["seat"] for step in house.run()["applied"]] == ["blue"]
    assert logged(house)[-1]["did"] == "filed"


def test_the_same_mail_twice_is_one_mail(house: House) -> None:
    data = letter(typed(house, "select card 4"), 1)
    one(house, data)
    files = house.files()
    assert one(house, data)["did"] == "known"
    assert house.files() == files
    house.run()
    assert one(house, data)["did"] == "known"


def test_an_answer_that_waits_is_replaced_by_the_same_code_and_by_the_next(house: House) -> None:
    one(house, letter(typed(house, "select card 4"), 1))
    again = one(house, letter(typed(house, "select card 5"), 2))
    assert again["files"] == ["mars/inbox/2-blue-0.toml"]
    changed = one(house, letter(typed(house, "select card 6", rev=1), 3))
    assert changed["files"] == ["mars/inbox/2-blue-1.toml"]
    late = one(house, letter(typed(house, "select card 2"), 4))
    assert (late["did"], late["why"]) == ("refused", "E_ORDER_INVITE")
    done = house.run()
    assert [step["seat"] for step in done["applied"]] == ["blue"]
    assert house.game.state.window.accepted[0].rev == 1


def test_the_confirmation_is_itself_a_report_that_can_be_answered(house: House) -> None:
    mail = one(house, letter(typed(house, "select card 4"), 1))
    house.run()
    text = answer_in(mail).get_content().replace("select card 4", "select card 2")
    back = one(house, letter(quoted(text.splitlines()), 2))
    assert (back["did"], back["files"]) == ("filed", ["mars/inbox/2-blue-1.toml"])


def test_what_is_refused_leaves_the_code_good(house: House) -> None:
    with house.untouched():
        mail = one(house, letter(typed(house, "select card 9"), 1))
    assert mail["why"] == "E_MAIL_LINE" and "select card 9" in told(mail) and "still good" in told(mail)
    assert one(house, letter(typed(house, "select card 3"), 2))["did"] == "filed"


def test_the_answer_that_says_what_is_wrong_can_be_answered_itself(house: House) -> None:
    asked = answer_in(one(house, letter(typed(house, "selct card 4"), 1))).get_content().splitlines()
    above = one(house, letter(f"select card 4\n\n{ANSWERED}{quoted(asked)}", 2))
    assert (above["did"], above["files"]) == ("filed", ["mars/inbox/2-blue-0.toml"])
    filled = [*asked[:-1], "select card 5", asked[-1]]
    assert one(house, letter(quoted(filled), 3))["did"] == "filed"
    assert one(house, letter(quoted(asked), 4))["why"] == "E_MAIL_NONE"
    wrong = typed(house, "selct card 4").replace(code(house, "blue"), "AAAAAAAAAA")
    assert "BEGIN" not in answer_in(one(house, letter(wrong, 5))).get_content()


def test_a_command_in_an_answer_is_never_broken(house: House) -> None:
    orders = "move R1 H05 H06, R2 H07 H08, R3 H09 H10, R4 H11 H12"
    text = answer_in(one(house, letter(f"{orders}\n\n{quoted(block(house, 'red'))}", 1))).get_content()
    assert f"  lpbe order GAME '{orders}' --mail-to lpbe@example.org" in text.splitlines()


def test_a_used_code_is_told_to_the_address_on_record_alone(house: House) -> None:
    one(house, letter(typed(house, "select card 4"), 1))
    house.run()
    mail = one(house, letter(typed(house, "select card 5"), 2, "eve@example.net"))
    assert (mail["why"], mail["to"]) == ("E_ORDER_INVITE", "ben@example.org")


def test_a_french_seat_is_answered_in_french(house: House) -> None:
    mail = one(house, letter(typed(house, "choisir carte 9", "green"), 1, "cleo@example.org"))
    assert "cette ligne n'est pas un ordre" in told(mail).lower() and mail["to"] == "cleo@example.org"
    mail = one(house, letter(typed(house, "choisir carte 5", "green"), 2, "cleo@example.org"))
    assert "Votre courriel est arrivé" in told(mail)


def test_nothing_private_is_told_without_a_good_code(house: House) -> None:
    text = typed(house, "selct card 4").replace(code(house, "blue"), "AAAAAAAAAA")
    assert "select" not in told(one(house, letter(text, 1)))


def test_the_code_of_one_mail_seat_is_not_that_of_another(house: House) -> None:
    text = typed(house, "select card 4").replace(code(house, "blue"), code(house, "green"))
    with house.untouched():
        for sender in ("ben@example.org", "cleo@example.org"):
            mail = one(house, letter(text, sender, sender))
            assert (mail["why"], mail["to"]) == ("E_ORDER_INVITE", "ben@example.org")


def test_notes_policies_and_plans_go_beside_the_answer_or_alone(house: House) -> None:
    mail = one(house, letter(typed(house, "select card 4\nnote Hello there\npolicy exhaust=iron"), 1))
    assert sorted(Path(path).name for path in mail["files"]) == [
        "2-blue-0.toml",
        "note-blue-0.toml",
        "standing-blue-0.toml",
    ]
    alone = one(house, letter(typed(house, "plan exhaust iron"), 2))
    assert [Path(path).name for path in alone["files"]] == ["standing-blue-1.toml"]
    done = house.run()
    assert {step["seat"] for step in done["applied"]} == {"blue"} and len(done["applied"]) == 3
    assert "Hello there" in house.lpbe("ana", "report", "mars").out


def test_a_policy_that_cannot_be_is_answered_with_what_can(house: House) -> None:
    mail = one(house, letter(typed(house, "policy exhaust=unobtainium"), 1))
    assert mail["did"] == "refused" and "unobtainium" in told(mail)


# signed letters


def ordered(house: House, *args: str, who: str = "ana") -> str:
    answer = house.lpbe(who, *args, "--mail-to", "lpbe@example.org")
    assert answer.status == 0, answer
    return answer.out


def test_order_mail_prints_the_message_to_send(house: House) -> None:
    head, _, body = ordered(house, "order", "mars", "select card 2").partition("\n\n")
    assert head.splitlines()[0] == "To: lpbe@example.org" and f"Subject: lpbe {house.game.state.game[:12]} red" in head
    assert body.startswith("-----BEGIN LPBE ORDER-----")
    assert not list(house.inbox.glob("*red*"))
    mail = one(house, f"From: ana@example.org\n{head}\n\n{body}".encode())
    assert (mail["did"], mail["files"], mail["to"]) == ("filed", ["mars/inbox/2-red-0.toml"], "ana@example.org")
    assert house.run()["applied"][0]["seat"] == "red"


def test_order_mail_takes_no_address_that_is_none(house: House) -> None:
    answer = house.lpbe("ana", "order", "mars", "select card 2", "--mail-to", "a@b\nBcc: c@d", "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")
    assert "To:" not in house.lpbe("ana", "order", "mars", "select card 2", "--mail").out


def armoured(house: House) -> str:
    return ordered(house, "order", "mars", "select card 2").partition("\n\n")[2]


def attached(name: str, kind: str, data: bytes) -> bytes:
    made = EmailMessage()
    made["From"], made["Message-ID"], made["Subject"] = "Eve <eve@example.net>", f"<{name}@example.net>", "order"
    made.set_content("here it is\n")
    made.add_attachment(data, *kind.split("/"), filename=name)
    return made.as_bytes()


@pytest.mark.parametrize("sign", ["", "> ", "> > "])
def test_an_armoured_order_is_found_quoted_or_not_whoever_sends_it(house: House, sign: str) -> None:
    mail = one(house, letter(f"Hi\n\n{quoted(armoured(house).splitlines(), sign)}\nBen\n", 1, "eve@example.net"))
    assert (mail["did"], mail["seat"], mail["to"]) == ("filed", "red", "ana@example.org")


def test_an_attached_order_is_found_as_toml_as_json_and_as_text(house: House, tmp_path: Path) -> None:
    for name, kind in (("o.toml", "application/toml"), ("o.json", "application/json"), ("o.txt", "text/plain")):
        if name == "o.txt":
            data = armoured(house).encode()
        else:
            house.do("ana", "order", "mars", "select card 2", "-o", str(tmp_path / name))
            data = (tmp_path / name).read_bytes()
        mail = one(house, attached(name, kind, data))
        assert mail["did"] in ("filed", "again") and mail["seat"] == "red", name


def test_a_forwarded_order_is_found(house: House) -> None:
    made = EmailMessage()
    made["From"], made["Message-ID"] = "eve@example.net", "<fwd@example.net>"
    made.set_content("from Ana, who has no mail today\n")
    inner = EmailMessage()
    inner["From"] = "ana@example.org"
    inner.set_content(armoured(house))
    made.add_attachment(inner)
    assert one(house, made.as_bytes())["did"] == "filed"


def test_a_signed_order_comes_once(house: House) -> None:
    text = armoured(house)
    assert one(house, letter(text, 1))["did"] == "filed"
    assert one(house, letter(text, 2))["did"] == "again"
    house.run()
    with house.untouched():
        assert one(house, letter(text, 3))["did"] == "again"


def test_a_game_that_travels_with_an_order_is_no_order(house: House) -> None:
    data = attached("mars.toml", "application/toml", (house.mars / "game.toml").read_bytes())
    with house.untouched():
        assert one(house, data)["why"] == "stranger"


def test_someone_elses_signature_is_refused(house: House) -> None:
    house.do("ana", "order", "mars", "select card 2", "-o", "order.toml")
    forged = (house.root / "order.toml").read_text().replace('seat = "red"', 'seat = "blue"')
    with house.untouched():
        mail = one(house, attached("order.toml", "application/toml", forged.encode()))
    assert mail["did"] == "refused" and mail["to"] == "eve@example.net"


def test_an_old_order_is_refused_with_what_to_do(house: House) -> None:
    text = armoured(house)
    house.do("ana", "order", "mars", "select card 5")
    one(house, letter(typed(house, "select card 3"), 1))
    one(house, letter(typed(house, "choisir carte 4", "green"), 2, "cleo@example.org"))
    house.run()
    with house.untouched():
        mail = one(house, letter(text, 3))
    assert mail["why"] == "E_ORDER_STALE" and "window 2" in told(mail)


def test_joins_readies_and_notes_come_by_mail_too(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "one", seats=("red", "blue"))
    (invitation,) = house.do("ana", "invite", "mars")["invitations"].values()
    joined = ordered(house, "join", "mars", "--seat", "blue", "--name", "Ben", "--code", invitation, who="ben")
    assert one(house, letter(joined.partition("\n\n")[2], 1))["files"] == ["mars/inbox/0-blue-0.toml"]
    house.run()
    ready = ordered(house, "ready", "mars", who="ben")
    mail = one(house, letter(ready.partition("\n\n")[2], 2))
    assert (mail["did"], mail["to"]) == ("filed", "ben@example.org")
    house.run()
    assert house.game.state.window.kind == "play"
    note = ordered(house, "note", "mars", "Well met", who="ben")
    assert one(house, letter(note.partition("\n\n")[2], 3))["did"] == "filed"
    house.run()
    assert "Well met" in house.lpbe("ana", "report", "mars").out


def test_what_a_key_seat_types_is_answered_with_the_command(house: House) -> None:
    with house.untouched():
        mail = one(house, letter(f"select card 2\n\n{quoted(block(house, 'red'))}", 1))
    assert mail["why"] == "E_SIG_FORMAT" and "lpbe order GAME 'select card 2' --mail-to lpbe@example.org" in told(mail)


def test_a_key_seat_that_only_says_thanks_is_told_how_to_order(house: House) -> None:
    mail = one(house, letter(f"Thanks for the report, I will think about it.\n\n{quoted(block(house, 'red'))}", 1))
    assert mail["why"] == "E_MAIL_NONE" and "lpbe order GAME 'ORDERS' --mail-to lpbe@example.org" in told(mail)


def test_a_mail_of_twenty_megabytes_is_answered(house: House) -> None:
    text = typed(house, "Here is a photo of my planet, with all of its moons.")
    data = (
        letter(text, 1)
        .replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b")
        .replace(b"8bit\n\n", b"8bit\n\n--b\nContent-Type: text/plain\n\n")
    )
    data += b"\n--b\nContent-Type: image/png; name=moons.png\n\n" + b"x" * (20 << 20)
    with house.untouched():
        mail = one(house, data)
    assert mail["why"] == "E_MAIL_NONE" and "moons.png" in told(mail) and "only its beginning was read" in told(mail)


# boxes


def maildir(house: House, *mails: bytes) -> Path:
    box = house.root / "Maildir"
    for part in ("new", "cur", "tmp"):
        (box / part).mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(mails):
        (box / "new" / f"1794818467.{number}.host").write_bytes(data)
    return box


def test_a_maildir_keeps_its_mails_as_seen(house: House) -> None:
    mails = [letter(typed(house, "select card 4"), 1), letter("hello", 2, "eve@example.net")]
    box = maildir(house, *mails)
    assert [mail["did"] for mail in deal(house, b"", "--maildir", str(box))["mails"]] == ["filed", "ignored"]
    assert list((box / "new").iterdir()) == []
    assert sorted(path.name for path in (box / "cur").iterdir()) == [f"1794818467.{n}.host:2,S" for n in (0, 1)]
    assert sorted(path.read_bytes() for path in (box / "cur").iterdir()) == sorted(mails)
    assert deal(house, b"", "--maildir", str(box))["mails"] == []


def test_an_mbox_is_not_changed_and_not_read_twice(house: House) -> None:
    one_mail = letter(typed(house, "select card 4"), 1).replace(b"\nselect", b"\n>From the start\n\nselect")
    mbox = b"".join(b"From x Mon Nov 16 09:41:07 2026\n" + data + b"\n" for data in (one_mail, letter("hello", 2)))
    path = house.root / "mbox"
    path.write_bytes(mbox)
    assert [mail["did"] for mail in deal(house, b"", "--mbox", str(path))["mails"]] == ["filed", "asked"]
    assert [mail["did"] for mail in deal(house, b"", "--mbox", str(path))["mails"]] == ["known", "known"]
    assert path.read_bytes() == mbox


def test_boxes_that_are_none_are_told(house: House) -> None:
    (house.root / "junk").write_text("no mbox\n")
    for args, wanted in (
        (["--mbox", "junk"], "E_FILE_SYNTAX"),
        (["--mbox", "gone"], "E_FILE_MISSING"),
        (["--maildir", "mars"], "E_FILE_TYPE"),
    ):
        answer = house.lpbe("ana", "mail", "in", "mars", *args, "--json")
        assert (answer.status, answer.code) == (6, wanted)
    answer = house.lpbe("ana", "mail", "in", "mars", "--mbox", "a", "--maildir", "b", "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")


def test_nothing_on_standard_input_is_no_mail(house: House) -> None:
    answer = house.lpbe("ana", "mail", "in", "mars")
    assert (answer.status, answer.out) == (0, "there is no new mail\n")
    assert (
        house.lpbe("ana", "mail", "in", "mars", env={"LANG": "fr_FR.UTF-8"}).out == "il n'y a pas de nouveau courriel\n"
    )


# many games


def test_the_right_game_is_found_and_a_broken_one_stops_nobody(house: House) -> None:
    (house.root / "games" / "broken").mkdir(parents=True)
    house.mars.rename(house.root / "games" / "mars")
    text = (house.root / "games" / "mars" / "game.toml").read_text()
    (house.root / "games" / "broken" / "game.toml").write_text(text[: len(text) // 2])
    house.do("ana", "new", "games/venus", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--mail", "blue")
    moved = House(house.root, house.seats, house.nonce)
    (house.root / "mars").symlink_to("games/mars")
    answer = moved.lpbe("ana", "mail", "in", "games", "--json", stdin=letter(typed(moved, "select card 4"), 1))
    assert answer.status == 0, answer
    assert answer.told["mails"][0]["files"] == ["games/mars/inbox/2-blue-0.toml"]
    assert "broken" in answer.told["warning"]


def test_every_game_is_looked_at_once_whatever_mails_there_are(house: House) -> None:
    """Else who writes of games that there are not would have a host of many read all of them for each mail."""
    text = typed(house, "select card 4").replace(house.game.state.game[:12], "0" * 12)
    box = maildir(house, *(letter(text, n) for n in range(4)))
    call = ["mail", "in", house.mars, "--maildir", box]
    seen = forks().trace(house.home("ana"), *call, way="EIO", pins=True).seen
    assert seen.count(("open", str(house.mars / "game.toml"))) == 1
    assert len(list((box / "cur").iterdir())) == 4


def test_a_host_without_the_key_loses_no_mail(house: House) -> None:
    box = maildir(house, letter(typed(house, "select card 4"), 1), letter("hello", 2, "eve@example.net"))
    nobody = {"XDG_CONFIG_HOME": str(house.root / "nowhere")}
    players = str(house.home("ana") / "lpbe" / "players.toml")
    answer = house.lpbe("ana", "mail", "in", "mars", "--maildir", str(box), "--players", players, "--json", env=nobody)
    assert answer.status == 6
    assert [fault["code"] for fault in answer.told["failed"]] == ["E_KEY_ROLE"]
    assert len(list((box / "new").iterdir())) == 1
    assert [mail["did"] for mail in deal(house, b"", "--maildir", str(box))["mails"]] == ["filed"]


# answers


def test_answers_say_that_a_machine_wrote_them_and_thread(house: House) -> None:
    mail = one(house, letter(typed(house, "select card 4"), 1))
    made = answer_in(mail)
    assert made["In-Reply-To"] == "<1@example.org>" and made["Subject"] == "Re: mars"
    assert (made["Auto-Submitted"], made["To"]) == ("auto-replied", "ben@example.org")
    assert one(house, Path(mail["answer"]).read_bytes())["why"] == "own"


def test_nobody_is_answered_more_than_twenty_times_a_day(house: House) -> None:
    mails = [letter("hello", number) for number in range(23)]
    box = maildir(house, *mails)
    told = deal(house, b"", "--maildir", str(box), "--now", "2026-11-16T09:00:00Z")["mails"]
    assert [bool(mail.get("to")) for mail in told] == [True] * 20 + [False] * 3
    assert one(house, letter("hello", 50), "--now", "2026-11-17T09:00:00Z").get("to") == "ben@example.org"


def test_a_stranger_is_answered_once_if_the_mail_has_something_of_ours(house: House) -> None:
    text = armoured(house).replace("eyJ", "eyK", 1)
    answers = [one(house, letter(text, number, "eve@example.net")).get("to") for number in (1, 2)]
    assert answers == ["eve@example.net", None]
    assert one(house, letter("hello", 3, "eve@example.net"))["why"] == "stranger"


def test_the_robot_does_not_write_to_itself(house: House) -> None:
    mail = one(house, letter("-----BEGIN LPBE ORDER-----\n-----END LPBE ORDER-----", 1, "lpbe@example.org"))
    assert mail["did"] == "refused" and "to" not in mail


def test_a_header_of_a_mail_cannot_become_one_of_ours(house: House) -> None:
    data = letter("hello", 1).replace(b"Re: mars", b"=?utf-8?q?x=0D=0ABcc:_eve@example.net?=")
    made = answer_in(one(house, data))
    assert "Bcc" not in made and "eve" not in str(made["To"])


# players.toml


def test_addresses_are_noted_and_forgotten(house: House) -> None:
    path = house.home("ana") / "lpbe" / "players.toml"
    assert path.stat().st_mode & 0o777 == 0o600 and "ben@example.org" in path.read_text()
    house.do("ana", "mail", "address", "mars", "blue", "--forget")
    assert "ben@example.org" not in path.read_text()
    assert "to" not in one(house, letter(typed(house, "select card 4"), 1))


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
def test_what_is_no_address_is_not_noted(house: House, args: list[str], code: str) -> None:
    with house.untouched():
        answer = house.lpbe("ana", "mail", "address", "mars", *args, "--json")
    assert answer.code == code


def test_a_list_of_players_that_others_can_read_or_that_is_none_is_refused(house: House) -> None:
    path = house.home("ana") / "lpbe" / "players.toml"
    path.chmod(0o644)
    assert house.lpbe("ana", "mail", "in", "mars", "--json").code == "E_KEY_PERMS"
    path.chmod(0o600)
    path.write_text("[games.mars]\n")
    assert house.lpbe("ana", "mail", "in", "mars", "--json").code == "E_SCHEMA"
    (house.root / "repo" / ".git").mkdir(parents=True)
    (house.root / "repo" / "players.toml").write_text("")
    answer = house.lpbe("ana", "mail", "in", "mars", "--players", "repo/players.toml", "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")
