"""Times: written in one form, compared as text, and only made longer by those who may not make them shorter."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.app.hosting.host_letters import parse_until
from lpbe.kernel.base.errors import Malformed, Misused
from lpbe.kernel.chain.deadlines import format_time, format_utc, is_span, later, parse_time, shift_time

times = st.datetimes(datetime(1, 1, 1), datetime(9900, 1, 1)).map(lambda time: time.replace(microsecond=0))


@given(times)
def test_a_time_is_written_in_one_form_and_read_again(time: datetime) -> None:
    assert parse_time(format_time(time)) == time and len(format_time(time)) == 20


@given(times, times)
def test_times_are_compared_as_text(one: datetime, other: datetime) -> None:
    assert (format_time(one) < format_time(other)) == (one < other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2026-1-1T08:00:00Z",
        "2026-01-01T8:00:00Z",
        "2026-01-01 08:00:00Z",
        "2026-01-01T08:00:00",
        "2026-02-30T08:00:00Z",
        "2026-01-01T08:00:60Z",
        "26-01-01T08:00:00Z",
        "٢٠٢٦-01-01T08:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T08:00:00Z\n",
    ],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_time(text)
    assert refused.value.code == "E_SCHEMA"


@given(times, st.integers(1, 9999))
def test_a_span_is_days_or_hours(time: datetime, amount: int) -> None:
    for unit, span in (("d", timedelta(days=amount)), ("h", timedelta(hours=amount))):
        if time.year < 9800:
            assert later(format_time(time), f"{amount}{unit}") == format_time(time + span)


def test_the_end_of_time_is_refused() -> None:
    for beyond in (
        lambda: later("9999-12-31T00:00:00Z", "2d"),
        lambda: shift_time("9999-12-31T00:00:00Z", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
    ):
        with pytest.raises(Malformed, match="too far in the future"):
            beyond()


@given(st.text(max_size=6))
def test_a_span_is_what_the_terms_can_hold(text: str) -> None:
    amount = text[:-1]
    wanted = amount in {str(n) for n in range(1, 10_000)} and text[-1:] in ("d", "h")
    assert is_span(text) == wanted


@pytest.mark.parametrize("span", ["1d", "9999h", "12h"])
def test_spans(span: str) -> None:
    assert is_span(span)


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-05T08:00:00Z",
        "2026-01-05T09:00:00+01:00",
        "2026-01-05T08:00Z",
        "2026-01-05 08:00 UTC",
        " 2026-01-05T03:00-05:00 ",
        "2d",
        "+2d",
        "48h",
    ],
)
def test_people_write_one_moment_in_many_ways(text: str) -> None:
    assert parse_until(text, "2026-01-03T08:00:00Z") == "2026-01-05T08:00:00Z"


@pytest.mark.parametrize(
    "text", ["", "UTC", " UTC", "2026-01-05", "0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00", "d"]
)
def test_a_moment_without_a_zone_or_out_of_time_is_none(text: str) -> None:
    with pytest.raises(Misused) as refused:
        parse_until(text, "2026-01-03T08:00:00Z")
    assert refused.value.code == "E_USAGE"


def test_people_read_minutes_and_the_zone() -> None:
    assert format_utc("2026-01-05T08:00:59Z") == "2026-01-05 08:00 UTC"
