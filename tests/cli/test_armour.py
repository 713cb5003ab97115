"""Orders in mails: whatever else a mail quotes, the order in it is found."""

from __future__ import annotations

import pytest

from .conftest import Stages
from .house import HOST, House

BEGIN, END = "-----BEGIN LPBE ORDER-----", "-----END LPBE ORDER-----"


def armoured(house: House, orders: str, *options: str) -> str:
    return house.lpbe("ben", "order", "mars", orders, "--armor", "-o", "-", *options).out


def bid_taken(house: House, name: str, text: str) -> None:
    (house.inbox / name).write_text(text)
    done = house.run()
    assert ([step["seat"] for step in done["applied"]], done["refused"]) == (["blue"], [])


@pytest.mark.parametrize("note", [BEGIN, END, f"{BEGIN}\n{END}", f"I never know: {BEGIN}\nAAAA\n{END}\nis it so?"])
def test_a_note_that_quotes_the_marks_keeps_nobody_from_playing(house_at: Stages, note: str) -> None:
    """As a file, and as a mail."""
    house = house_at("bidding")
    house.order("blue", "bid coins=2", "--note", note)
    done = house.run()
    assert ([step["seat"] for step in done["applied"]], done["refused"]) == (["blue"], [])
    house = house_at("turn")
    text = armoured(house, house.legal("blue")[0], "--note", note)
    bid_taken(house, "mail.txt", f"{note}\n\n{text}\n{note}\n")


def test_a_note_that_quotes_a_whole_order_is_not_taken_for_it(house_at: Stages) -> None:
    house = house_at("bidding")
    other = house.lpbe("cleo", "order", "mars", "bid coins=1", "--armor", "-o", "-").out
    house.order("blue", "bid coins=2", "--note", "\n".join(other.split("\n")[:5]) + f"\n{END}")
    done = house.run()
    assert ([step["seat"] for step in done["applied"]], done["refused"]) == (["blue"], [])


@pytest.mark.parametrize("mail", ["{mine}\nCleo wrote:\n{quoted}", "Cleo wrote:\n{quoted}\n{mine}"])
def test_of_several_orders_in_a_mail_the_one_that_is_not_quoted_counts(house_at: Stages, mail: str) -> None:
    house = house_at("bidding")
    old = house.lpbe("cleo", "order", "mars", "bid coins=1", "--armor", "-o", "-").out
    quoted = "".join(f"> {line}\n" for line in old.splitlines())
    mine = armoured(house, "bid coins=2")
    bid_taken(house, "mail.txt", mail.format(mine=mine, quoted=quoted))


@pytest.mark.parametrize("text", [BEGIN, f"{END}\n{BEGIN}\n", f"{BEGIN}\nAAAA\n{END}\n", f"{BEGIN}\n{END}\n" * 1000])
def test_marks_without_an_order_are_refused(house_at: Stages, text: str) -> None:
    house = house_at("bidding")
    (house.root / "mail.txt").write_text(text)
    with house.untouched():
        told = house.lpbe(HOST, "apply", "mars", "mail.txt", "--json")
    assert (told.code, told.status) == ("E_FILE_SYNTAX", 6)
