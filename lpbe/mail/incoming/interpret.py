"""Interpret an unsigned e-mail: typed orders come first, then a changed reply block, then `ok`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.base.errors import Failure, Rejected, Stale
from ...kernel.base.safe_text import quote
from ..reply_block import Block, without_comment
from .extract import Found
from .typed_orders import Typed, read_typed
from .wrapped_orders import IsOrder, Reading, read_lines


class Problem(StrEnum):
    """Why an e-mail is not an answer that can be used."""

    WRONG_LINE = "wrong-line"
    """A line is not an order."""
    AMBIGUOUS = "ambiguous"
    """Lines can be read in two ways."""
    CONTRADICTORY = "contradictory"
    """There are two different answers."""
    LIMITED = "limited"
    """Other words may take back or postpone the orders."""
    UNTOUCHED = "untouched"
    """The suggested answer is unchanged, and nobody said `ok`."""
    EMPTY = "empty"
    """All orders were deleted from the block."""
    CUT_OFF = "cut-off"
    """The end of the block is missing."""
    OUTDATED = "outdated"
    """It answers an earlier question."""
    NOTHING = "nothing"


class Meaning(Struct, frozen=True):
    """The lines that an e-mail asks for and the block whose code belongs to them, or the problem with it."""

    lines: list[str] = []
    problem: Problem | None = None
    block: Block | None = None
    about: list[str] = []
    """The lines that are wrong or ambiguous, or that were only talk."""

    @property
    def consistent(self) -> bool:
        """Return whether nothing in the e-mail is wrong or ambiguous."""
        doubtful = (Problem.WRONG_LINE, Problem.AMBIGUOUS, Problem.CONTRADICTORY, Problem.LIMITED)
        return self.problem not in doubtful


class Interpreter(Struct, frozen=True):
    """Finds out what e-mails mean, knowing which question is open and what is an order in this game."""

    window: int
    is_order: IsOrder
    is_ok: Callable[[str], bool]
    verbs: Sequence[str]
    sender_name: str

    def interpret(self, versions: Sequence[Found]) -> Meaning:
        """Interpret the versions of an e-mail (plain text, HTML): the first clear one counts if none contradicts it."""
        meanings = [self.interpret_version(found) for found in versions]
        answers = [one for one in meanings if one.consistent and one.lines]
        untouched = any(one.problem is Problem.UNTOUCHED for one in meanings)
        if answers and (untouched or len({squeeze(one.lines) for one in answers}) > 1):
            about = [" ; ".join(one.lines) for one in answers]
            return replace(answers[0], lines=[], problem=Problem.CONTRADICTORY, about=about)
        found_something = [one for one in meanings if one.problem is not Problem.NOTHING]
        return next(iter([*answers, *found_something, *meanings]), Meaning(problem=Problem.NOTHING))

    def interpret_version(self, found: Found) -> Meaning:
        """Interpret one version of an e-mail."""
        current = sorted(
            (block for block in found.blocks if block.mark.window == self.window), key=lambda block: -block.mark.rev
        )
        changed = [block for block in current if block.whole and not block.untouched]
        in_blocks = [without_comment(line.plain) for block in changed for line in block.lines]
        typed = read_typed(found.typed, self.is_order, self.verbs, self.sender_name, in_blocks)
        meaning = self.interpret_typed(found, typed) or self.interpret_blocks(found, typed, current)
        return meaning if meaning.block else replace(meaning, block=next(iter([*current, *found.blocks]), None))

    def interpret_typed(self, found: Found, typed: Typed) -> Meaning | None:
        """Interpret what was typed outside blocks; return nothing if that contains no orders other than `ok`."""
        if typed.wrong or typed.doubt:
            return unreadable(typed.wrong, typed.doubt)
        if typed.limit and typed.orders:
            return Meaning(problem=Problem.LIMITED, about=[typed.limit])
        if torn := [line.plain for line in found.orphans if self.is_order(line.plain)]:
            return Meaning(problem=Problem.AMBIGUOUS, about=torn)
        orders = [line for line in typed.orders if not self.is_ok(line)]
        return Meaning(lines=orders) if orders else None

    def interpret_blocks(self, found: Found, typed: Typed, current: Sequence[Block]) -> Meaning:
        """Interpret the blocks for the open question, if no orders except `ok` are typed beside them."""
        whole = [block for block in current if block.whole]
        changed = [block for block in whole if not block.untouched]
        said_ok = bool(typed.orders)
        if typed.odd and (current or said_ok):
            return Meaning(problem=Problem.WRONG_LINE, about=[typed.odd])
        if changed and typed.limit:
            return Meaning(problem=Problem.LIMITED, block=changed[0], about=[typed.limit])
        if changed:
            return self.interpret_changed([block for block in changed if block.mark.rev == changed[0].mark.rev])
        if whole and (said_ok or is_block_alone(found, typed)):
            return reading_meaning(read_lines(whole[0].lines, self.is_order), whole[0])
        if whole:
            return Meaning(problem=Problem.UNTOUCHED, block=whole[0], about=typed.talk)
        if current:
            return Meaning(problem=Problem.CUT_OFF, about=typed.talk)
        return Meaning(problem=Problem.OUTDATED if found.blocks else Problem.NOTHING, about=typed.talk)

    def interpret_changed(self, blocks: Sequence[Block]) -> Meaning:
        """Read changed blocks of one revision, which must not contradict one another."""
        readings = [self.read_block(block) for block in blocks]
        if len({tuple(one.orders) for one in readings if one.orders}) > 1:
            about = [" ; ".join(one.orders) for one in readings]
            return Meaning(problem=Problem.CONTRADICTORY, block=blocks[0], about=about)
        return reading_meaning(next((one for one in readings if one.orders), readings[0]), blocks[0])

    def read_block(self, block: Block) -> Reading:
        """Read a changed block: the answer is what was typed between the unchanged quoted lines."""
        own = block.own_lines
        if not any(without_comment(line.plain) for line in own):
            return read_lines(block.lines, self.is_order)
        if block.quote_untouched:
            return read_lines(own, self.is_order)
        quoted = [line for line in block.lines if line not in own]
        if read_lines(own, self.is_order).orders and read_lines(quoted, self.is_order).orders:
            return Reading(doubt=[line.plain for line in (quoted[0], own[0])])  # beside the quoted lines, or instead?
        return read_lines(block.lines, self.is_order)


def reading_meaning(reading: Reading, block: Block) -> Meaning:
    """Return the meaning of a block from what was read in it."""
    if reading.wrong or reading.doubt:
        return replace(unreadable(reading.wrong, reading.doubt), block=block)
    if not reading.orders:
        return Meaning(problem=Problem.EMPTY, block=block)
    return Meaning(lines=reading.orders, block=block)


def unreadable(wrong: str, doubt: Sequence[str]) -> Meaning:
    problem = Problem.WRONG_LINE if wrong else Problem.AMBIGUOUS
    return Meaning(problem=problem, about=[wrong, *doubt])


def squeeze(lines: Sequence[str]) -> str:
    """Return what stays the same wherever lines are broken."""
    return "".join("".join(lines).casefold().split())


def is_block_alone(found: Found, typed: Typed) -> bool:
    """Return whether the e-mail contains nothing but a block, as when a link in the report was followed."""
    silent = not found.quotes and not typed.talk and not typed.limit
    return silent and len(found.blocks) == 1 and not found.blocks[0].quoted


# the problem in words


def explain_problem(meaning: Meaning, reason: Failure | None = None) -> Rejected:
    """Return the refusal that says why an e-mail is not an order and what to do about it."""
    line = quote(next(filter(None, meaning.about), ""))
    match meaning.problem:
        case Problem.WRONG_LINE:
            return explain_wrong_line(line, reason)
        case Problem.AMBIGUOUS:
            return Rejected(
                "E_MAIL_LINE",
                "these lines can be read in two ways: {lines}",
                "e-mail programs break long lines: put an empty line between two orders, and # before each line "
                "of a comment",
                lines=" / ".join(f"'{quote(one)}'" for one in filter(None, meaning.about)),
            )
        case Problem.CONTRADICTORY:
            return contradictory()
        case Problem.LIMITED:
            return Rejected(
                "E_MAIL_LINE",
                "this line may withdraw or postpone your orders: '{line}'",
                "send only the orders you want, without that line",
                line=line,
            )
        case Problem.OUTDATED:
            return Stale(
                "E_ORDER_STALE",
                "this answers an old report: a different question is open now",
                "reply to the newest e-mail",
            )
        case Problem.CUT_OFF:
            return Rejected(
                "E_MAIL_LINE", "the answer is cut off", "keep both lines, BEGIN LPBE REPLY and END LPBE REPLY"
            )
        case Problem.EMPTY:
            return Rejected("E_MAIL_LINE", "there is no order left in the answer", "leave one, or write one above it")
        case _:
            return Rejected(
                "E_MAIL_NONE",
                "your e-mail contains no order: the suggested orders are unchanged",
                "write orders above them or change them; to send them as they are, write ok on a line of its own",
            )


def contradictory() -> Rejected:
    return Rejected("E_MAIL_LINE", "this e-mail contains two different answers", "send only the one you want")


def explain_wrong_line(line: str, reason: Failure | None) -> Rejected:
    """Say which line is not an order, with the order parser's reason and suggestion if there is one."""
    if reason is None:
        return Rejected(
            "E_MAIL_LINE",
            "this line is not an order: '{line}'",
            "leave an empty line between your orders and other words",
            line=line,
        )
    fault = Rejected("E_MAIL_LINE", "this line is not an order: '{line}'; {why}", line=line, why=reason.sentence)
    fault.advice = reason.advice
    return fault
