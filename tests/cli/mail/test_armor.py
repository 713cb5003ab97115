"""Orders in e-mails: whatever else an e-mail quotes, the order in it is found."""

from __future__ import annotations

import pytest

from ..conftest import Stages
from ..world.club import HOST, Club

BEGIN, END = "-----BEGIN LPBE ORDER-----", "-----END LPBE ORDER-----"


def armor_orders(club: Club, orders: str, *options: str) -> str:
    return club.lpbe("ben", "order", "mars", orders, "--armor", "-o", "-", *options).out


def check_bid_taken(club: Club, name: str, text: str) -> None:
    (club.inbox / name).write_text(text)
    done = club.run()
    assert ([step["seat"] for step in done["applied"]], done["refused"]) == (["blue"], [])


@pytest.mark.parametrize("note", [BEGIN, END, f"{BEGIN}\n{END}", f"I never know: {BEGIN}\nAAAA\n{END}\nis it so?"])
def test_a_note_that_quotes_the_marks_keeps_nobody_from_playing(club_at: Stages, note: str) -> None:
    """As a file, and as an e-mail."""
    club = club_at("bidding")
    club.order("blue", "bid coins=2", "--note", note)
    done = club.run()
    assert ([step["seat"] for step in done["applied"]], done["refused"]) == (["blue"], [])
    club = club_at("turn")
    text = armor_orders(club, club.legal("blue")[0], "--note", note)
    check_bid_taken(club, "mail.txt", f"{note}\n\n{text}\n{note}\n")


def test_a_note_that_quotes_a_whole_order_is_not_taken_for_it(club_at: Stages) -> None:
    club = club_at("bidding")
    other = club.lpbe("cleo", "order", "mars", "bid coins=1", "--armor", "-o", "-").out
    club.order("blue", "bid coins=2", "--note", "\n".join(other.split("\n")[:5]) + f"\n{END}")
    done = club.run()
    assert ([step["seat"] for step in done["applied"]], done["refused"]) == (["blue"], [])


@pytest.mark.parametrize("mail", ["{mine}\nCleo wrote:\n{quoted}", "Cleo wrote:\n{quoted}\n{mine}"])
def test_of_several_orders_in_a_mail_the_one_that_is_not_quoted_counts(club_at: Stages, mail: str) -> None:
    club = club_at("bidding")
    old = club.lpbe("cleo", "order", "mars", "bid coins=1", "--armor", "-o", "-").out
    quoted = "".join(f"> {line}\n" for line in old.splitlines())
    mine = armor_orders(club, "bid coins=2")
    check_bid_taken(club, "mail.txt", mail.format(mine=mine, quoted=quoted))


@pytest.mark.parametrize("text", [BEGIN, f"{END}\n{BEGIN}\n", f"{BEGIN}\nAAAA\n{END}\n", f"{BEGIN}\n{END}\n" * 1000])
def test_marks_without_an_order_are_refused(club_at: Stages, text: str) -> None:
    club = club_at("bidding")
    (club.root / "mail.txt").write_text(text)
    with club.untouched():
        answer = club.lpbe(HOST, "apply", "mars", "mail.txt", "--json")
    assert (answer.code, answer.status) == ("E_FILE_SYNTAX", 6)
