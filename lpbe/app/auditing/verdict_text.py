"""The verdict of `lpbe verify` as text and as data: what is correct, and what this level cannot show."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from ...bots.levels import read_bot
from ...bots.strategies import BOTS, bot_label
from ...kernel.audit.findings import MAIL, LogSummary, SeatReassigned, TimeChange, TimeChangeKind, TimedOut, Verdict
from ...kernel.base.canonical import Plain
from ...kernel.chain.deadlines import format_utc
from ...kernel.chain.records import GameFile, head_id
from ...kernel.content.packs import words
from ...kernel.engine.events import EndReason
from ..creating.terms import span_message, terms_lines
from ..session.locale import Locale

UNTRIED = (
    "refused orders that could not be checked: {count}; put missing orders into refused/; whether rare "
    "characters are allowed depends on the version of Python"
)

AHEAD = (
    "the last step is dated {last}, ahead of this clock: either the referee's times are wrong, or this clock is slow"
)
UNCHECKED = (
    "moves of {bot} that could not be checked: {count}; to check them, install the version of lpbe that "
    "started the game"
)
SKIPPED = (
    "moves of {bot} that were not worked out again: {count}; the sample that was worked out is right. "
    "For all of them: lpbe verify GAME --every-bot-move"
)
TIMED_BOT = "moves of {bot} that cannot be checked: {count}; what it answers depends on how fast the machine was"
UNKNOWN_BOT = "moves of {bot} that could not be checked: {count}; lpbe has never had a bot of this name"


def verdict_data(verdict: Verdict, game: GameFile) -> Plain:
    """Return the verdict for a program."""
    story: Plain = msgspec.to_builtins(verdict.summary)
    ahead: Plain = {"ahead": verdict.ahead} if verdict.ahead else {}
    return {
        "game": game.state.game,
        "seq": game.state.seq,
        "head": head_id(game.last.head),
        "level": verdict.level,
        "steps": verdict.steps,
        "history": verdict.history,
        "signed": verdict.signed,
        "over": verdict.over,
        "complete": verdict.complete,
        "unfinished": verdict.unfinished,
        "held": list(verdict.held),
        "holders": verdict.held,
        "own": verdict.seats,
        "reports": verdict.reports,
        "unchecked": len(verdict.others),
        "unchecked_reports": verdict.others,
        "unchecked_bots": verdict.bots,
        "skipped_bots": verdict.skipped,
        "receipts": verdict.receipts,
        "untried": verdict.untried,
        "other_rules": verdict.other_rules,
        "unproven": on_trust(verdict, game),
        "terms": terms_lines(game.genesis, game.state, "en"),
        **{key: story[key] for key in ("replaced", "rekeyed", "handovers", "timeouts", "times", "moves", "late")},
        **ahead,
    }


def on_trust(verdict: Verdict, game: GameFile) -> list[str]:
    """Return what has not been proven so far."""
    parts = []
    if verdict.signed and verdict.level < 2:
        parts += ["draws", "hidden"]
        parts += ["end"] if verdict.over and verdict.summary.ended not in tuple(EndReason) else []
    parts += ["history"] if not verdict.history else []
    parts += ["players"] if not verdict.signed else []
    return [*parts, *(["mail"] if MAIL in verdict.held.values() or verdict.summary.moves else [])]


def verdict_text(verdict: Verdict, game: GameFile, locale: Locale) -> str:
    terms = terms_lines(game.genesis, game.state, locale.language)
    locale = replace(locale, game=game.genesis.rules)
    parts = (
        result_lines(verdict, locale),
        unproven_lines(verdict, game, locale),
        holder_lines(verdict, game, locale),
        event_lines(verdict.summary, locale),
        terms,
    )
    return "\n".join(line for part in parts for line in part)


def result_lines(verdict: Verdict, locale: Locale) -> Iterator[str]:
    """Yield what has been verified."""
    alone = "verified: level {level}, {steps} steps, this position only (there is no log next to it)"
    whole = "verified: level {level}, one step" if verdict.steps == 1 else "verified: level {level}, {steps} steps"
    yield locale.localise(whole if verdict.history else alone, level=verdict.level, steps=verdict.steps)
    if verdict.other_rules:
        yield locale.localise(
            "the rules here differ from those the game was started with; lpbe migrate has reported the effect"
        )
    if verdict.level == 2:
        yield locale.localise("every step was replayed: draws, hidden choices and scores are what the rules give")
    elif verdict.history:
        yield locale.localise(
            "the chain, the signatures, the deadlines and everything revealed "
            "are correct and lead to the current position"
        )
    if verdict.seats and verdict.signed:
        yield locale.localise_named(
            "the private information of {seats} matches the table and what was signed", seats=verdict.seats
        )
    if verdict.receipts:
        yield locale.localise("orders that were rightly refused: {count}", count=verdict.receipts)


def unproven_lines(verdict: Verdict, game: GameFile, locale: Locale) -> Iterator[str]:
    """Yield what this level cannot show, and what this version cannot check."""
    if verdict.unfinished:
        yield locale.localise("unfinished: the last step is not in the log yet; to repair it: lpbe run")
    if not verdict.signed:
        yield locale.localise("unsigned: an open game proves what was played, but not by whom")
    elif verdict.level < 2:
        yield from undisclosed_lines(verdict, game, locale)
    if verdict.signed:
        yield locale.localise("the log cannot prove when a message arrived, or that an unanswered one existed")
    if verdict.summary.late:
        terms = words(locale.game, locale.language).terms
        late = [f"{terms.get(seat, seat)} ({count})" for seat, count in sorted(verdict.summary.late.items())]
        yield locale.localise("answers accepted after their deadline, by the referee's clock: {seats}", seats=late)
    if verdict.ahead:
        yield locale.localise(AHEAD, last=format_utc(verdict.ahead))
    for note in verdict.notes:
        yield locale.localise_message(note, named=True)
    if verdict.untried:
        yield locale.localise(UNTRIED, count=verdict.untried)
    if verdict.others:
        steps = [str(seq) for seq in verdict.others]
        yield locale.localise("reports by another version of lpbe, not checked: step {steps}", steps=steps)
    if verdict.ignored:
        yield locale.localise("reports were not checked, as you asked")
    for bot, count in verdict.bots.items():
        name, _, limit = read_bot(bot)
        known = name in BOTS and "@" in bot
        template = TIMED_BOT if known and limit else UNCHECKED if known else UNKNOWN_BOT
        yield locale.localise(template, bot=bot_label(bot), count=count)
    for bot, count in verdict.skipped.items():
        yield locale.localise(SKIPPED, bot=bot_label(bot), count=count)


def undisclosed_lines(verdict: Verdict, game: GameFile, locale: Locale) -> Iterator[str]:
    if not verdict.history:
        yield locale.localise("without the log, nothing shows how the game got here")
    if game.last.public.disclosed:
        return
    if not verdict.over:
        yield locale.localise("the secret has not been disclosed yet, so draws and hidden choices could not be checked")
    elif verdict.summary.ended in tuple(EndReason):
        yield locale.localise(
            "the log shows how the game ended, but you have to trust the referee for its draws and hidden choices"
        )
    else:
        yield locale.localise(
            "the secret is not disclosed, so you have to trust the referee for the end and the scores"
        )


def holder_lines(verdict: Verdict, game: GameFile, locale: Locale) -> Iterator[str]:
    """Yield which seats are played by bots or by mail."""
    for seat, holder in verdict.held.items():
        if holder == MAIL:
            count = verdict.summary.moves.get(seat, 0)
            yield locale.localise_named(
                "{seat} plays by e-mail, so you have to trust the referee for these moves: {count}",
                seat=seat,
                count=count,
            )
        else:
            yield locale.localise_named("{seat} is played by the bot {bot}", seat=seat, bot=bot_label(holder))
    if verdict.held and len(verdict.held) >= len(game.state.seats) - 1:
        yield locale.localise_named("since nobody else plays, the draws are not protected against the host")


def event_lines(story: LogSummary, locale: Locale) -> Iterator[str]:
    """Yield everything in the log other than moves, in order."""
    lines = [
        *((one.seq, replacement_line(one, locale)) for one in story.replaced),
        *((one.seq, rekey_line(one, locale)) for one in story.rekeyed),
        *((seq, handover_line(seq, locale)) for seq in story.handovers),
        *((one.seq, timeout_line(one, locale)) for one in story.timeouts),
        *((one.seq, time_line(one, locale)) for one in story.times),
    ]
    return (line for _, line in sorted(lines))


def rekey_line(one: SeatReassigned, locale: Locale) -> str:
    return locale.localise_named("step {step}: {seat} changed keys", step=one.seq, seat=one.seat)


def handover_line(seq: int, locale: Locale) -> str:
    return locale.localise_named(
        "step {step}: another referee took over; the previous one could foresee every draw", step=seq
    )


def replacement_line(one: SeatReassigned, locale: Locale) -> str:
    step = one.seq
    seat = one.seat
    if one.held:
        after = "step {step}: the bot {bot} took over {seat}'s seat (missed deadlines: {count})"
        return locale.localise_named(after, step=step, seat=seat, bot=bot_label(one.held), count=one.missed)
    if one.host:
        return locale.localise_named(
            "step {step}: the host alone decided to give {seat}'s seat to another key", step=step, seat=seat
        )
    agreed = "step {step}: {seat}'s seat was given to another key, with the consent of {seats}"
    return locale.localise_named(agreed, step=step, seat=seat, seats=one.endorsed)


def timeout_line(one: TimedOut, locale: Locale) -> str:
    silent = "step {step}: time ran out at {until} ({at} by the referee's clock) without an answer from {seats}"
    answered = (
        "step {step}: time ran out at {until} ({at} by the referee's clock), but everybody had answered in advance"
    )
    return locale.localise_named(
        silent if one.unanswered else answered,
        step=one.seq,
        until=format_utc(one.deadline) if one.deadline else "",
        at=format_utc(one.at) if one.at else "",
        seats=one.unanswered or one.seats,
    )


def time_line(one: TimeChange, locale: Locale) -> str:
    step = one.seq
    to = one.to
    if one.kind == TimeChangeKind.PAUSE:
        return locale.localise_named("step {step}: paused until {until}", step=step, until=format_utc(to))
    if one.kind == TimeChangeKind.EXTEND:
        moved = "step {step}: the deadline was moved from {before} to {until}"
        return locale.localise_named(moved, step=step, before=format_utc(one.before), until=format_utc(to))
    if one.endorsed:
        agreed = "step {step}: the pace changed from {before} to {pace}, with the consent of {seats}"
        return locale.localise_named(
            agreed, step=step, before=span_message(one.before), pace=span_message(to), seats=one.endorsed
        )
    return locale.localise_named(
        "step {step}: the pace changed from {before} to {pace}",
        step=step,
        before=span_message(one.before),
        pace=span_message(to),
    )
