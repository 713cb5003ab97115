"""The health of games and their mail, as text and as data."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ...kernel.base.canonical import Plain
from ...kernel.base.safe_text import one_line
from ...kernel.chain.deadlines import format_utc
from ..session.failures import error_data, failure_line
from ..session.locale import Locale, game_language
from ..session.open_game import position
from .health import MEGABYTE, GameHealth, Health, MailHealth, Need
from .mail_faults import advice_lines, cause_text, since_text
from .run_text import held_line, hold_data, with_names


class HealthReport(Struct, frozen=True):
    """What `lpbe health` prints."""

    health: Health
    locale: Locale

    def data(self) -> Plain:
        health = self.health
        return {
            "ok": not health.needs and not health.broken,
            "needs": [need_data(one) for one in health.needs],
            "games": [game_data(one) for one in health.games],
            "broken": [error_data(one) for one in health.broken],
            "mail": [mail_data(one) for one in health.mail],
            "unsent": sum(not one.refused for one in health.unsent),
            "refused": sum(one.refused for one in health.unsent),
            "disks": [{"path": one_line(one.path), "free_mb": one.free_bytes // MEGABYTE} for one in health.disks],
        }

    def text(self) -> str:
        """Return the whole report. If there are many games, list only those with something to report."""
        health = self.health
        many = len(health.games) > 1
        lines = [line for one in health.games for line in game_lines(one, self.locale, many)]
        lines += [failure_line(one, self.locale) for one in health.broken]
        lines += [mail_line(one, self.locale) for one in health.mail]
        lines += unsent_lines(health, self.locale)
        lines += [line for need in health.general for line in need_lines(need, self.locale)]
        return "\n".join([*lines, *self.summary_lines()])

    def summary_lines(self) -> Iterator[str]:
        health = self.health
        localise = self.locale.localise
        if len(health.games) > 1:
            over = sum(one.game.state.window.is_over for one in health.games)
            one_over = "{games} games, one of them over"
            some_over = "{games} games, {over} of them over" if over else "{games} games, none of them over"
            yield localise(one_over if over == 1 else some_over, games=len(health.games), over=over)
        count = len(health.needs) + len(health.broken)
        yield (
            localise("things that need your attention: {count}", count=count)
            if count
            else localise("nothing needs your attention")
        )


# one game


def game_lines(one: GameHealth, locale: Locale, many: bool) -> Iterator[str]:
    if many and not (one.needs or one.held or one.busy):
        return
    own = Locale(locale.lang or game_language(one.game), one.game.genesis.rules)
    yield f"{one.path}: {own.localise('{one}; {other}', one=game_position(one, own), other=run_part(one, own))}"
    if one.busy:
        yield f"  {own.localise('another process is working there right now')}"
    for need in one.needs:
        yield from (f"  {line}" for line in need_lines(need, own))
    yield from (f"  {held_line(hold, own)}" for hold in one.held)


def game_position(one: GameHealth, locale: Locale) -> str:
    state = one.game.state
    if state.window.is_over:
        return locale.localise("the game is over")
    return with_names(locale, "step {step}, waiting for {seats}", step=state.seq, seats=state.window.waiting)


def run_part(one: GameHealth, locale: Locale) -> str:
    if one.run is None:
        return locale.localise("no run is recorded on this computer")
    return locale.localise("last run {time}", time=format_utc(one.run.at))


def need_lines(need: Need, locale: Locale) -> list[str]:
    """Return the problem and, indented below it, the remedy."""
    seat = f"{need.seat}: " if need.seat else ""
    since = f", {since_text(need.since, locale)}" if need.since else ""
    return [f"{seat}{cause_text(need.cause, locale)}{since}", *advice_lines(need.cause, locale, need.path or "GAME")]


# mail


def mail_line(one: MailHealth, locale: Locale) -> str:
    """Return when this kind of mail was last tried, and whether it worked."""
    channel = one.channel
    name = "mail in" if one.incoming else "mail out"
    about = ", ".join(map(one_line, one.name.split("\n")))
    tried = format_utc(channel.tried)
    if not channel.failing_since:
        return locale.localise("{name} ({about}): last worked at {tried}", name=name, about=about, tried=tried)
    since = format_utc(channel.failing_since)
    template = "{name} ({about}): failed at {tried}, and has been failing since {since}"
    return locale.localise(template, name=name, about=about, tried=tried, since=since)


def unsent_lines(health: Health, locale: Locale) -> Iterator[str]:
    waiting = [one for one in health.unsent if not one.refused]
    refused = len(health.unsent) - len(waiting)
    if waiting:
        oldest = format_utc(min(one.since for one in waiting))
        yield locale.localise(
            "e-mails not sent yet: {count}, the oldest from {since}", count=len(waiting), since=oldest
        )
    if refused:
        yield locale.localise("e-mails that were rejected and kept: {count}", count=refused)


# for programs


def need_data(need: Need) -> Plain:
    found = {
        "urgency": need.urgency.value,
        "code": need.cause.code,
        "message": str(need.cause.message),
        "hint": str(need.cause.advice(need.path or "GAME")),
        "since": need.since,
        "path": need.path,
        "seat": need.seat,
    }
    return {name: value for name, value in found.items() if value}


def game_data(one: GameHealth) -> Plain:
    run = {"run": one.run.at, "failed": one.run.cause is not None} if one.run else {}
    held = [hold_data(hold) for hold in one.held]
    return {"path": one.path, **position(one.game), **run, "held": held, "busy": one.busy}


def mail_data(one: MailHealth) -> Plain:
    channel = one.channel
    cause = {"code": channel.cause.code, "message": str(channel.cause.message)} if channel.cause else {}
    times = {"tried": channel.tried, "worked": channel.worked, "failing": channel.failing_since}
    direction = "in" if one.incoming else "out"
    return {"way": direction, "name": one.name, **{name: time for name, time in times.items() if time}, **cause}
