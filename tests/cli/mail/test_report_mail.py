"""`lpbe report --format eml`: an e-mail with a copy of the game, for players and for others."""

from __future__ import annotations

import json
import re
import shlex
from email import message_from_string
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import default
from html import unescape
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.app.reading.publish_report import ADDRESS, ATOM, LABEL
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.gamedir.gamedir import load, locate

from ...report.mails import read
from ..conftest import Stages
from ..hosting.test_custom_packs import NEW, PACK
from ..world.club import Club
from ..world.person import Person
from .test_portable_copy import assert_same

REPLY = re.compile(r"\n-- Your answer, ready.*?(?=\n-- )", re.DOTALL)
"""It is pasted if there is an e-mail, and filed if there is a folder."""
NOW = ("--now", "2026-11-16T08:00:00Z")


def mail_report(club: Club, who: str, *options: str) -> EmailMessage:
    assert club.lpbe(who, "report", "mars", "--format", "eml", "-o", "mail.eml", *NOW, *options).out == "mail.eml\n"
    return read((club.root / "mail.eml").read_bytes())


def save_attachment(club: Club, mail: EmailMessage) -> Path:
    """Save the attached game in a folder of its own, as a mail program does."""
    (attached,) = [part for part in mail.iter_attachments() if part.get_content_type() == "application/toml"]
    folder = club.root / "downloads"
    folder.mkdir(exist_ok=True)
    path = folder / str(attached.get_filename())
    path.write_bytes(attached.get_content())
    return path


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def test_whoever_has_only_the_mail_misses_nothing(club_at: Stages) -> None:
    """The attached file contains the same as the e-mail, is what `lpbe copy` writes, and can be used for orders."""
    club = club_at("turn")
    mail = mail_report(club, "ben")
    path = save_attachment(club, mail)
    club.do("ben", "copy", "mars", "-o", "copy.toml")
    assert path.read_bytes() == (club.root / "copy.toml").read_bytes() and b"[[tail]]" in path.read_bytes()
    game: GameFile = load(locate(str(path)))
    assert path.name == f"pebbles-{game.state.game[:12]}-{game.state.seq}.toml"
    (club.root / path.name).write_bytes(path.read_bytes())
    seen, own = text_of(mail).partition("\n-- Attached ")[0], club.lpbe("ben", "report", path.name).out
    assert_same(*(REPLY.sub("", text) for text in (seen, own)))
    (command,) = re.findall(r"(?ms)^    lpbe (order .*? --armor -o -)$", seen)
    assert path.name in command and "Save the attached game" in seen
    armoured = club.lpbe("ben", *shlex.split(command)).out
    (club.inbox / "ben.txt").write_text(armoured)
    assert club.do("ana", "run", "mars")["applied"]


def test_what_is_private_is_in_the_mail_of_its_seat_alone(club_at: Stages) -> None:
    club = club_at("turn")
    own, public = mail_report(club, "ben"), mail_report(club, "eve")
    assert "Behind your screen" in text_of(own) and "for Ben only" in text_of(own)
    for part in public.walk():
        seen = part.get_content() if not part.is_multipart() else ""
        assert "your screen" not in str(seen) and "for Ben only" not in str(seen) and "you can do" not in str(seen)
    for mail in (own, public):
        state = load(locate(str(save_attachment(club, mail)))).state
        assert not state.clear and set(state.seals or {}) == {"red", "blue", "green"}


def test_a_mail_with_a_private_part_is_not_written_into_the_game_folder(club_at: Stages) -> None:
    club = club_at("turn")
    with club.untouched():
        assert club.lpbe("ben", "report", "mars", "--format", "eml", "-o", "mars/m.eml", "--json").code == "E_USAGE"


def test_headers_are_as_the_options_say(club_at: Stages) -> None:
    club = club_at("turn")
    options = ["--to", "ben@example.org", "--from", "robot@example.org", "--reply-to", "ana@example.org"]
    mail = mail_report(club, "ben", *options)
    assert (mail["To"], mail["From"], mail["Reply-To"]) == (options[1], f"lpbe <{options[3]}>", options[5])
    assert str(mail["Date"]) == "Mon, 16 Nov 2026 08:00:00 +0000"
    assert mail["Subject"].startswith("Pebbles ") and mail["Subject"].endswith("- your turn: take actions")
    assert (
        mail["Message-ID"] == mail_report(club, "ben", *options)["Message-ID"] != mail_report(club, "ana")["Message-ID"]
    )
    html = mail.get_body(("html",))
    assert html and "mailto:ana@example.org?subject=Re%3A%20Pebbles" in html.get_content()


def test_a_page_says_how_to_sign_and_mail_an_answer_not_how_to_mail_an_unsigned_one(club_at: Stages) -> None:
    club = club_at("turn")
    page = club.lpbe("ben", "report", "mars", "--format", "html", "--reply-to", "ana@example.org").out
    command = " --mail-to 'ana@example.org'"
    assert "mailto:" not in page and 'data-do="send-command"' in page and 'data-do="send-mailto"' not in page
    assert command in unescape(page).split('<pre class="command">')[1].split("</pre>")[0]
    data = json.loads(page.split('id="page-data">')[1].split("</script>")[0])
    assert (data["send"]["mode"], data["send"]["option"]) == ("command", command.strip())
    plain = club.lpbe("ben", "report", "mars", "--format", "html").out
    assert "--mail-to" not in plain


def test_an_answer_that_waits_makes_another_mail(club_at: Stages) -> None:
    club = club_at("turn")
    before = mail_report(club, "ben")
    club.order("blue", "dig")
    after = mail_report(club, "ben")
    assert after["Message-ID"] != before["Message-ID"] and after["Subject"].endswith("- your answer is in")


def test_in_french_all_of_it_is_french(club_at: Stages) -> None:
    mail = mail_report(club_at("turn"), "ben", "--lang", "fr", "--reply-to", "ana@example.org")
    assert mail["Content-Language"] == "fr" and "- à vous : " in mail["Subject"]
    assert "-- Ci-joint ---" in text_of(mail)


def test_it_can_be_piped_and_told_to_programs(club_at: Stages) -> None:
    club = club_at("turn")
    with club.untouched():
        printed = club.lpbe("ben", "report", "mars", "--format", "eml", *NOW).out
        seen = club.lpbe("ben", "report", "mars", "--format", "eml", *NOW, "--json").payload["report"]
    assert printed == seen and printed.isascii()
    piped = cast(EmailMessage, message_from_string(printed, policy=default))
    assert text_of(piped) == text_of(mail_report(club, "ben"))


MISUSED = [
    ["--to", "ben@example.org"],
    ["--from", "ben@example.org", "--format", "html"],
    ["--now", "2026-11-16T08:00:00Z", "--format", "text"],
    ["--reply-to", "ben@example.org", "--format", "markdown"],
    ["--format", "eml", "--ascii"],
    ["--format", "eml", "--to", "ben"],
    ["--format", "eml", "--to", "a@b.c\r\nBcc: eve@example.org"],
    ["--format", "eml", "--from", "Ben <ben@example.org>"],
    ["--format", "eml", "--to", "a@b.c,d@e.f"],
    ["--format", "eml", "--reply-to", "..@example.org"],
    ["--format", "eml", "--reply-to", "\u202eben@example.org"],
    ["--format", "eml", "--to", "a" * 65 + "@example.org"],
]


@pytest.mark.parametrize("options", MISUSED, ids=" ".join)
def test_what_is_no_address_or_no_mail_is_refused_and_nothing_is_written(stages: Stages, options: list[str]) -> None:
    club = stages("turn")
    with club.untouched():
        refused = club.lpbe("ben", "report", "mars", *options, "-o", "never.eml", "--json")
    assert (refused.status, refused.code) == (2, "E_USAGE") and not (club.root / "never.eml").exists()


@pytest.mark.parametrize("now", ["yesterday", "2026-13-01T00:00:00Z", "2999-01-01T00:00:00Z", "a\r\nBcc: x"])
def test_a_time_is_a_time_that_has_come(stages: Stages, now: str) -> None:
    assert stages("turn").lpbe("ben", "report", "mars", "--format", "eml", "--now", now).status in (6, 75)


@given(
    st.from_regex(rf"{ATOM}(\.{ATOM})?@{LABEL}(\.{LABEL})?", fullmatch=True).filter(
        lambda one: re.fullmatch(ADDRESS, one)
    )
)
def test_what_is_taken_for_an_address_is_one(address: str) -> None:
    assert Address(addr_spec=address).addr_spec == address


def test_a_mail_before_the_start_and_after_the_end(stages: Stages) -> None:
    for stage, seen in (("joined", "- your turn: say that you are ready"), ("finished", " with ")):
        printed = stages(stage).lpbe("ben", "report", "mars", "--format", "eml", *NOW).out
        assert seen in str(message_from_string(printed, policy=default)["Subject"])


def test_a_game_with_content_of_its_own_comes_with_that_too(tmp_path: Path) -> None:
    ana = Person(tmp_path / "ana", tmp_path)
    (tmp_path / "box.toml").write_text(PACK)
    ana.call(*NEW, "--content", "box.toml")
    ana.call("report", "mars", "--format", "eml", "-o", "mail.eml", *NOW)
    mail = read((tmp_path / "mail.eml").read_bytes())
    (tmp_path / "downloads").mkdir()
    for part in mail.iter_attachments():
        (tmp_path / "downloads" / str(part.get_filename())).write_bytes(part.get_content())
    game, pack = sorted((tmp_path / "downloads").iterdir())
    assert pack.read_bytes() == (tmp_path / "mars" / "pack.toml").read_bytes()
    assert "pack.toml: the content pack of this game." in text_of(mail)
    assert ana.json("show", str(game))["seq"] == ana.json("show", "mars")["seq"]
