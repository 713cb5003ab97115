"""What a run over one folder or many did: for a person, for a program, and as an exit code."""

from __future__ import annotations

from ..app.hosting import Fell, Ran
from ..app.language import listener_language, localised, localised_message, set_listener
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Failure, Message, Value
from ..kernel.base.text import one_line, quote
from ..kernel.chain.times import utc_text
from ..kernel.folder.run import RefusedFile
from .faults import exit_code, fault_keys, fault_line, ours
from .output import flush_warnings, say, say_error, say_json, take_warnings, warn

WORST = (70, 4, 6, 2, 5, 75)
"""Of several things that went wrong the one that a person must look at first decides."""


def warn_of_no_pin(ran: Ran) -> None:
    if not ran.pinned:
        warn(localised("no pin of this game is kept here: that the whole folder was put back could not be noticed"))


def told_of(ran: Ran) -> Plain:
    ahead = {"ahead": ran.ahead} if ran.ahead else {}
    done = {"applied": ran.done.applied, "refused": ran.done.refused, "mended": ran.mended}
    return {**done, **ahead, **ran.position}


def refused_line(ran: Ran, item: RefusedFile) -> str:
    """With the words, where they are nobody's secret."""
    words = [localised_message(part) for part in ran.told.get(item.file, ())]
    code = f"{item.code}; {'; '.join(words)}" if words else item.code
    return localised("refused {file}: {code}", file=item.file, code=code)


def summary(ran: Ran) -> str:
    """A line for each thing done, and the position."""
    lines = [localised("completed {path}", path=path) for path in ran.mended]
    lines += [with_names("step {step}: {seat}", step=item.seq, seat=item.seat) for item in ran.done.applied]
    lines += [refused_line(ran, item) for item in ran.done.refused]
    if ran.ahead:
        told = "the last step is dated {last}, ahead of this clock: nobody is timed out"
        lines.append(localised(told, last=utc_text(ran.ahead)))
    return "\n".join([*lines, position_line(ran)])


def position_line(ran: Ran) -> str:
    seq, window = ran.seq, ran.window
    if window.kind == "over":
        return localised("step {step}, window {window}: the game is over", step=seq, window=window.number)
    told = "step {step}, window {window}: waiting for {seats}"
    return with_names(told, step=seq, window=window.number, seats=window.waiting)


def with_names(template: str, /, **values: Value) -> str:
    """A sentence of ours; seats by their names to who does not read English, where they are called by their ids."""
    return localised_message(Message(template, values), worded=listener_language() != "en")


def tell_all(as_json: bool, ends: list[Ran | Fell], more: Plain | None = None) -> int:
    """What became of many games: those where nothing happened are only counted."""
    ran = [end for end in ends if isinstance(end, Ran)]
    fell = [end for end in ends if isinstance(end, Fell)]
    for one in ran:
        warn_of_no_pin(one)
    if as_json:
        games = [game_keys(one) for one in ran]
        say_json({"ok": not fell, "games": games, **broken(fell), **(more or {}), **take_warnings()})
    else:
        tell_people(ran, fell)
    return worst([exit_code(one.fault) for one in fell])


def game_keys(ran: Ran) -> Plain:
    return {"folder": one_line(ran.folder), **told_of(ran)}


def broken(fell: list[Fell]) -> dict[str, list[Plain]]:
    return {"broken": [{"folder": one_line(one.folder), **told_fault(one.fault)} for one in fell]}


def told_fault(fault: Exception) -> Plain:
    return fault_keys(fault) if isinstance(fault, Failure) else {"code": "E_OURS", "message": ours(fault)["message"]}


def worst(codes: list[int]) -> int:
    return next((code for code in WORST if code in codes), 0)


def tell_people(ran: list[Ran], fell: list[Fell]) -> None:
    for one in ran:
        if one.changed:
            set_listener(one.lang, one.rules)
            say_lines(one.folder, summary(one))
    set_listener("")
    flush_warnings()
    for end in fell:
        say_error(f"{quote(end.folder)}: {why(end.fault)}")
    changed = sum(one.changed for one in ran)
    told = "{games} games, {changed} changed, {broken} broken"
    say_lines("", localised(told, games=len(ran) + len(fell), changed=changed, broken=len(fell)))


def say_lines(folder: str, text: str) -> None:
    for line in text.splitlines():
        say(f"{one_line(folder)}: {line}" if folder else line)


def why(fault: Exception) -> str:
    if isinstance(fault, Failure):
        return fault_line(fault)
    return localised("this is a mistake of ours: {where}", where=ours(fault)["message"])
