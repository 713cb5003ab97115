"""The results of a run over one game or many, as text and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Message, Value
from ...kernel.base.safe_text import one_line
from ...kernel.chain.deadlines import format_utc
from ...kernel.gamedir.referee_run import RefusedFile
from ..session.failures import error_data, error_line
from ..session.locale import Locale
from .mail_holds import Hold
from .run_folders import RunFailure, RunResult


class OneRun(Struct, frozen=True):
    """The result of a run over one game."""

    ran: RunResult
    locale: Locale
    more: Plain
    """Further facts for a program: the commits of a run in a repository."""

    def data(self) -> Plain:
        return {**run_data(self.ran), **self.more}

    def text(self) -> str:
        return run_text(self.ran, self.locale)


class ManyRuns(Struct, frozen=True):
    """The results of a run over many games. Games where nothing happened are only counted."""

    ends: Sequence[RunResult | RunFailure]
    locale: Locale
    more: Plain

    @property
    def ran(self) -> list[RunResult]:
        return [end for end in self.ends if isinstance(end, RunResult)]

    @property
    def failures(self) -> list[RunFailure]:
        return [end for end in self.ends if isinstance(end, RunFailure)]

    def data(self) -> Plain:
        games = [{"folder": one_line(one.folder), **run_data(one)} for one in self.ran]
        broken = [{"folder": one_line(one.folder), **error_data(one.fault)} for one in self.failures]
        return {"ok": not broken, "games": games, "broken": broken, **self.more}

    def changed_lines(self) -> Iterator[str]:
        """Return what happened, in the language of each game."""
        for one in self.ran:
            if one.changed or one.held:
                text = run_text(one, Locale(self.locale.lang or one.lang, one.rules))
                yield from (f"{one_line(one.folder)}: {line}" for line in text.splitlines())

    def failure_lines(self) -> Iterator[str]:
        for one in self.failures:
            yield f"{one_line(one.folder)}: {error_line(one.fault, self.locale)}"

    def text(self) -> str:
        """Return how many games there were."""
        changed = sum(one.changed for one in self.ran)
        many = "{games} games, {changed} changed, {broken} broken"
        template = "one game, {changed} changed, {broken} broken" if len(self.ends) == 1 else many
        return self.locale.localise(template, games=len(self.ends), changed=changed, broken=len(self.failures))


def run_data(ran: RunResult) -> Plain:
    ahead = {"ahead": ran.ahead} if ran.ahead else {}
    done = {"applied": ran.done.applied, "refused": ran.done.refused, "mended": ran.repaired}
    held = {"held": [hold_data(one) for one in ran.held]} if ran.held else {}
    return {**done, **ahead, **held, **ran.position}


def hold_data(hold: Hold) -> Plain:
    until = {"until": hold.until} if hold.until else {}
    cause = hold.cause
    return {"seat": hold.seat, "since": hold.since, "code": cause.code, "message": str(cause.message), **until}


def run_text(ran: RunResult, locale: Locale) -> str:
    """Return a line for each thing done, and the position."""
    lines = [locale.localise("completed {path}", path=path) for path in ran.repaired]
    lines += [with_names(locale, "step {step}: {seat}", step=item.seq, seat=item.seat) for item in ran.done.applied]
    lines += [refused_line(ran, item, locale) for item in ran.done.refused]
    if ran.ahead:
        template = "the last step is dated {last}, ahead of this clock, so no deadline can pass"
        lines.append(locale.localise(template, last=format_utc(ran.ahead)))
    lines += [held_line(hold, locale) for hold in ran.held]
    return "\n".join([*lines, position_line(ran, locale)])


def held_line(hold: Hold, locale: Locale) -> str:
    """Return which seat is not timed out, and why."""
    template = "{seat} is not timed out: {why} [{code}], since {since}"
    since = format_utc(hold.since)
    return with_names(locale, template, seat=hold.seat, why=hold.cause.message, code=hold.cause.code, since=since)


def refused_line(ran: RunResult, item: RefusedFile, locale: Locale) -> str:
    """Return which file was refused, with the reason unless it is secret."""
    reasons = [locale.localise_message(part) for part in ran.reasons.get(item.file, ())]
    code = f"{item.code}; {'; '.join(reasons)}" if reasons else item.code
    return locale.localise("refused {file}: {code}", file=item.file, code=code)


def position_line(ran: RunResult, locale: Locale) -> str:
    seq = ran.seq
    window = ran.window
    if window.is_over:
        return locale.localise("step {step}, question {window}: the game is over", step=seq, window=window.number)
    template = "step {step}, question {window}: waiting for {seats}"
    return with_names(locale, template, step=seq, window=window.number, seats=window.waiting)


def with_names(locale: Locale, template: str, /, **values: Value) -> str:
    """Return a sentence with the names of seats."""
    return locale.localise_message(Message(template, values), named=True)
