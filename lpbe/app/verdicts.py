"""What `verify` found, told as a story: what holds, what this level cannot show, and what a reader should know."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..kernel.audit.story import MAIL, Seated, Story, TimeChange, TimedOut
from ..kernel.audit.verdict import Verdict
from ..kernel.base.canon import Plain
from ..kernel.chain.records import GameFile, head_id
from .language import listener_language, localised, localised_message
from .terms import terms_lines

UNTRIED = "refused orders that were not tried again: {count}; whoever has one kept puts it into refused/"


def verdict_data(verdict: Verdict, game: GameFile) -> Plain:
    """The verdict for a program."""
    story: Plain = msgspec.to_builtins(verdict.story)
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
        "receipts": verdict.receipts,
        "untried": verdict.untried,
        "other_rules": verdict.other_rules,
        "unproven": on_trust(verdict, game),
        "terms": terms_lines(game.genesis, game.state, "en"),
        **{key: story[key] for key in ("replaced", "rekeyed", "handovers", "timeouts", "times", "moves", "late")},
    }


def on_trust(verdict: Verdict, game: GameFile) -> list[str]:
    """What is believed on somebody's word so far."""
    parts = []
    if verdict.signed and verdict.level < 2:
        parts += ["draws", "hidden"]
        parts += ["end"] if verdict.over and verdict.story.ended not in ("void", "agreed") else []
    parts += ["history"] if not verdict.history else []
    parts += ["players"] if not verdict.signed else []
    return [*parts, *(["mail"] if MAIL in verdict.held.values() or verdict.story.moves else [])]


def verdict_text(verdict: Verdict, game: GameFile) -> str:
    terms = terms_lines(game.genesis, game.state, listener_language())
    parts = (holding(verdict), open_questions(verdict, game), holders(verdict, game), happened(verdict.story), terms)
    return "\n".join(line for part in parts for line in part)


def holding(verdict: Verdict) -> Iterator[str]:
    """What holds."""
    level, steps = verdict.level, verdict.steps
    alone = "verified: level {level}, {steps} steps, this state only (no log beside it)"
    whole = "verified: level {level}, {steps} steps"
    yield localised(whole if verdict.history else alone, level=level, steps=steps)
    if verdict.other_rules:
        yield localised("the rules here are others than those it was begun with; lpbe migrate told what they come to")
    if verdict.level == 2:
        yield localised("every step was played again: draws, hidden choices and scores are what the rules give")
    elif verdict.history:
        yield localised("chain, signatures, deadlines and what was revealed hold, and give the table as it lies")
    if verdict.seats and verdict.signed:
        yield localised("the own part of {seats} agrees with the table and with what it signed", seats=verdict.seats)
    if verdict.receipts:
        yield localised("refused orders that were rightly refused: {count}", count=verdict.receipts)


def open_questions(verdict: Verdict, game: GameFile) -> Iterator[str]:
    """What this level cannot show, and what this version cannot check."""
    if verdict.unfinished:
        yield localised("unfinished: the last step is not in the log yet; lpbe run mends it")
    if not verdict.signed:
        yield localised("unsigned: an open game proves its play, not its players")
    elif verdict.level < 2:
        yield from undisclosed(verdict, game)
    if verdict.signed:
        yield localised("no log shows when a letter came, or one that was never answered")
    if verdict.story.late:
        late = [f"{seat} {count}" for seat, count in sorted(verdict.story.late.items())]
        yield localised("answers taken after their deadline, by the referee's clock: {seats}", seats=late)
    for note in verdict.notes:
        yield localised_message(note)
    if verdict.untried:
        yield localised(UNTRIED, count=verdict.untried)
    if verdict.others:
        steps = [str(seq) for seq in verdict.others]
        yield localised("reports of another version of lpbe, not checked: step {steps}", steps=steps)
    if verdict.ignored:
        yield localised("the reports were left out, as you asked")
    for bot, count in verdict.bots.items():
        yield localised("moves of {bot}, not checked: {count}; install the lpbe that has it", bot=bot, count=count)


def undisclosed(verdict: Verdict, game: GameFile) -> Iterator[str]:
    if not verdict.history:
        yield localised("without its log nothing shows how the game came to this")
    if game.last.public.disclosed:
        return
    if not verdict.over:
        yield localised("the secret is not disclosed yet: draws and hidden choices stay to be checked")
    elif verdict.story.ended in ("void", "agreed"):
        yield localised("the letters show how the game ended; its draws and hidden choices stay the referee's word")
    else:
        yield localised("the secret is kept: the end and the scores are the referee's word")


def holders(verdict: Verdict, game: GameFile) -> Iterator[str]:
    """Who sits where nobody of their own does."""
    for seat, holder in verdict.held.items():
        if holder == MAIL:
            count = verdict.story.moves.get(seat, 0)
            yield localised("{seat} plays by mail: its moves ({count}) are the referee's word", seat=seat, count=count)
        else:
            yield localised("{seat} is played by {bot}", seat=seat, bot=holder)
    if verdict.held and len(verdict.held) >= len(game.state.seats) - 1:
        yield localised("with every other seat held, the draws are not fair against the host")


def happened(story: Story) -> Iterator[str]:
    """What the log tells beside moves, in its order."""
    told = [
        *((one.seq, seated_line(one)) for one in story.replaced),
        *((one.seq, rekeyed_line(one)) for one in story.rekeyed),
        *((seq, handover_line(seq)) for seq in story.handovers),
        *((one.seq, timeout_line(one)) for one in story.timeouts),
        *((one.seq, time_line(one)) for one in story.times),
    ]
    return (line for _, line in sorted(told))


def rekeyed_line(one: Seated) -> str:
    return localised("step {step}: {seat} changed keys", step=one.seq, seat=one.seat)


def handover_line(seq: int) -> str:
    return localised("step {step}: another referee took over; the one before could foresee every draw", step=seq)


def seated_line(one: Seated) -> str:
    step, seat = one.seq, one.seat
    if one.held:
        after = "step {step}: {seat} was given to {bot} after {count} missed deadlines"
        return localised(after, step=step, seat=seat, bot=one.held, count=one.missed)
    if one.host:
        return localised("step {step}: {seat} was given to other keys by the host alone", step=step, seat=seat)
    agreed = "step {step}: {seat} was given to other keys, endorsed by {seats}"
    return localised(agreed, step=step, seat=seat, seats=one.endorsed)


def timeout_line(one: TimedOut) -> str:
    silent = "step {step}: time ran out at {until} ({at} by the referee's clock); no word of {seats}"
    answered = "step {step}: time ran out at {until} ({at} by the referee's clock); everybody had answered in advance"
    return localised(
        silent if one.silent else answered, step=one.seq, until=one.deadline, at=one.at, seats=one.silent or one.seats
    )


def time_line(one: TimeChange) -> str:
    step, before, to = one.seq, one.before, one.to
    if one.kind == "pause":
        return localised("step {step}: paused until {until}", step=step, until=to)
    if one.kind == "extend":
        moved = "step {step}: the deadline was moved from {before} to {until}"
        return localised(moved, step=step, before=before, until=to)
    if one.endorsed:
        agreed = "step {step}: the pace changed from {before} to {pace}, agreed by {seats}"
        return localised(agreed, step=step, before=before, pace=to, seats=one.endorsed)
    return localised("step {step}: the pace changed from {before} to {pace}", step=step, before=before, pace=to)
