"""Level 1 of an audit: what a player can check with their own key before anything is disclosed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, UnsetType

from ..base.canonical import Plain, jcs
from ..base.errors import Diverged, Failure, Malformed, Message, MissingKey, NotVisible, Unauthentic, Value, WrongKey
from ..chain.commitments import Contents, check_plans, open_entries, read_sealing
from ..chain.deadlines import later
from ..chain.letter import letter_id, present
from ..chain.letters.play import Play
from ..chain.letters.standing import StandingLetter, policy_in
from ..chain.letters.timeout import Timeout, timed_out_seats
from ..chain.player_view import open_state
from ..chain.records import Entry, GameFile, View
from ..chain.transition import authenticate
from ..crypto.keys import unb64
from ..crypto.seals import unseal
from ..engine import auto_answers, legality
from ..engine.advance_orders import judge_policy
from ..engine.model import Question, Standing, State
from ..engine.rulebook import Rules
from ..engine.table import top
from .level0 import SeatLetter, read_events
from .opened_seat import OpenedSeat, SeatOpener, seal_key_by, view_by


class Sighting(Struct, frozen=True):
    """When a step was first seen here, by the clock of this computer."""

    seq: int
    head: str
    at: str


class ViewDiverged(Diverged):
    """A contradiction that only the holder of one key can see."""

    def __init__(self, seq: int, template: str, /, **values: Value) -> None:
        super().__init__("E_AUDIT_VIEW", seq, template, **values)
        self.advise("only your key shows this; others can judge it after the game is disclosed")


OpenedLetters = dict[str, tuple[SeatLetter, Contents]]
"""The player's own letters in a log, opened, by their ids, in order."""


def check_seat(
    rules: Rules,
    game: GameFile,
    seat: str,
    opener: SeatOpener,
    letters: Sequence[SeatLetter],
    entries: Sequence[Entry],
    before: Sequence[GameFile] = (),
    seen: Sequence[Sighting] = (),
) -> list[Message]:
    """Check that the seat's seal opens and agrees with the table and with everything this seat signed.

    Return messages about what could not be checked.
    """
    view = open_checked_view(rules, game, seat, opener)
    mine = [letter for letter in letters if letter.seal == seal_key_by(opener, game, seat)]
    opened = {letter_id(one.letter): (one, open_letter_of_seat(game, one, opener)) for one in mine}
    if entries:
        check_standing(rules, game, view, letters, opened)
    for earlier in before:
        check_before(rules, earlier, seat, opener, entries)
    check_times(entries, seen)
    shown = {earlier.state.seq + 1 for earlier in before}
    return list(unproven_steps(seat, letters, opened, [entry for entry in entries if entry.head.seq not in shown]))


def open_checked_view(rules: Rules, game: GameFile, seat: str, opener: SeatOpener) -> View:
    """Return the private view of a seat, if it can be read and fits the table."""
    try:
        view = view_by(opener, game, seat)
        check_view(rules, game, seat, view)
    except (MissingKey, WrongKey):
        raise
    except Malformed as fault:
        raise ViewDiverged(
            game.state.seq, "your private part cannot be read: {reason}", reason=fault.sentence
        ) from None
    return view


def check_view(rules: Rules, game: GameFile, seat: str, view: View) -> None:
    """Check that the private view agrees with what everybody can see."""
    state = open_state(rules, game, seat, view)
    for complaint in rules.book.complaints(state, seat) if state is not None else ():
        raise ViewDiverged(game.state.seq, "your private part does not match the table: {reason}", reason=complaint)


def open_letter_of_seat(game: GameFile, own: SeatLetter, opener: SeatOpener) -> Contents:
    """Open a letter of the player in the log; check that it contains exactly what it commits to."""
    if isinstance(opener, OpenedSeat):
        return opened_contents(own, opener)
    letter = own.letter
    hidden = present(letter.hidden)
    size = letter.seal_size(game.genesis)
    for key in reversed(own.referees):
        pair = opener.pair(letter.game, key)
        try:
            sealing = read_sealing(unseal(pair, letter.info(hidden.plans), unb64(hidden.seal), size))
        except Failure:
            continue
        try:
            check_plans(letter, pair, sealing.plans)
            return Contents(open_entries(letter, pair, sealing.v), sealing.plans, sealing.draft)
        except Failure as fault:
            raise ViewDiverged(own.seq, "one of your orders: {reason}", reason=fault.sentence) from None
    raise unopened_letter(own)


def opened_contents(own: SeatLetter, opened: OpenedSeat) -> Contents:
    """Return the content of a letter that its player opened elsewhere, after the same checks."""
    found = opened.letters.get(letter_id(own.letter))
    if found is None:
        raise unopened_letter(own)
    try:
        return found.contents(own.letter)
    except Failure as fault:
        raise ViewDiverged(own.seq, "one of your orders: {reason}", reason=fault.sentence) from None


def unopened_letter(own: SeatLetter) -> ViewDiverged:
    return ViewDiverged(own.seq, "an order of yours that nobody can open was accepted")


def check_standing(
    rules: Rules, game: GameFile, view: View, letters: Sequence[SeatLetter], opened: OpenedLetters
) -> None:
    """Check that policy, plans, draft and answer are those of the last letters, except for what was used."""
    seq = game.state.seq
    standing = view.screen.get("standing", {})
    others = {letter_id(one.letter) for one in letters} - opened.keys()
    check_policy(rules, seq, standing.get("policy", {}), letters, opened)
    since = max((own.seq for own, contents in opened.values() if files_plans(own, contents)), default=0)
    for one in standing.get("plan", []):
        check_held(rules, seq, with_letter_id(view, one), opened, others, since)
    if "answer" in standing:  # it may be a plan that has been used since then and taken back later
        check_held(rules, seq, standing["answer"], opened, others, 0)
    check_draft(rules, seq, standing.get("draft", []), letters, opened)


def files_plans(own: SeatLetter, contents: Contents) -> bool:
    """Return whether a letter replaces the plans of its seat."""
    return isinstance(own.letter, StandingLetter) or bool(contents.plans)


def check_policy(rules: Rules, seq: int, found: Plain, letters: Sequence[SeatLetter], opened: OpenedLetters) -> None:
    """Check that the policy in the view is the last one that was sent."""
    sent = [one for one in letters if isinstance(one.letter, StandingLetter)]
    if not sent and found:
        raise ViewDiverged(seq, "there is a policy behind your screen, but you never sent one")
    last = opened.get(letter_id(sent[-1].letter)) if sent else None
    if last and jcs(found) != jcs(sent_policy(rules, last)):
        raise ViewDiverged(seq, "the policy behind your screen is not the last one you sent")


def sent_policy(rules: Rules, sent: tuple[SeatLetter, Contents]) -> Plain:
    """Return the part of a policy that the rules can read; its sender was informed in private about the rest."""
    own, contents = sent
    return judge_policy(rules.book, own.letter.seat, policy_in(contents.entries[0][0]))[0]


def with_letter_id(view: View, held: Plain) -> Plain:
    """Add the id of its letter to a waiting plan: the view stores it once for all of them."""
    filed = "" if isinstance(view.filed, UnsetType) else view.filed.letter_id
    return {**held, "proof": {"order": filed, **held["proof"]}} if "proof" in held else held


def check_held(rules: Rules, seq: int, held: Plain, opened: OpenedLetters, others: set[str], since: int) -> None:
    """Check that a stored order with a proof is the one in the letter that the proof names, if that can be opened."""
    proof = held.get("proof", {})
    named = proof.get("order", "")
    is_plan = "r" not in proof or "others" in proof
    if not proof or named in others:
        return
    own, contents = opened.get(named, (None, Contents([])))
    if own is None or (is_plan and own.seq < since):
        raise ViewDiverged(seq, "something behind your screen was never sent by you, or you have withdrawn it")
    sent = contents.plans if is_plan else [raw for raw, _ in contents.entries]
    place = proof["index"]
    if place >= len(sent) or not same_order(rules, sent[place], held["order"]):
        raise ViewDiverged(seq, "an order behind your screen differs from the one you sent")


def check_draft(
    rules: Rules, seq: int, draft: list[Plain], letters: Sequence[SeatLetter], opened: OpenedLetters
) -> None:
    """Check that the draft comes from the last batch."""
    last = next((one for one in reversed(letters) if isinstance(one.letter, Play)), None)
    known = opened.get(letter_id(last.letter)) if last else None
    if last and not known:
        return
    sent = [*(raw for raw, _ in known[1].entries), *known[1].draft] if known else []
    if any(not any(same_order(rules, one, order) for one in sent) for order in draft):
        raise ViewDiverged(seq, "the draft behind your screen is not from the last orders you sent")


def same_order(rules: Rules, one: Plain, other: Plain) -> bool:
    """Return whether two orders mean the same, however they are written."""
    if one == other:
        return True
    try:
        return jcs(rules.book.read_orders([one])) == jcs(rules.book.read_orders([other]))
    except Failure:
        return False


def check_before(rules: Rules, game: GameFile, seat: str, opener: SeatOpener, entries: Sequence[Entry]) -> None:
    """Check a game file of an earlier step: its view, and what was done next in this seat's name."""
    authenticate(game)
    seq = game.state.seq
    if entries and (seq >= len(entries) or entries[seq].head != game.last.head):
        raise Unauthentic(
            "E_FORK",
            "step {step} of this game is different in the file you kept",
            "keep both files: lpbe evidence proves who signed two contradictory statements",
            step=seq,
        )
    view = open_checked_view(rules, game, seat, opener)
    if seq + 1 < len(entries):
        check_timeout(rules, seat, open_state(rules, game, seat, view), entries[seq + 1])


def check_timeout(rules: Rules, seat: str, state: State | None, entry: Entry) -> None:
    """Refuse a timeout of a seat that had a plan or a policy for the question."""
    question = top(state) if state else None
    if not isinstance(entry.letter, Timeout) or state is None or question is None:
        return
    if seat in timed_out_seats(read_events(rules, entry)) and can_answer(state, question, seat):
        raise ViewDiverged(entry.head.seq, "you were timed out although your plan or policy should have answered")


def can_answer(state: State, question: Question, seat: str) -> bool:
    """Return whether a plan or policy of the seat answers, as far as the seat itself can see."""
    try:
        planned = [held.order for held in state[Standing, seat].plan if question.takes_plans(state.seen_by(None), seat)]
        fits = any(legality.refusal(state, question, seat, order) is None for order in planned)
        answer = auto_answers.by_policy(state, question, seat) or auto_answers.by_late_policy(state, question, seat)
        return fits or answer is not None
    except NotVisible:
        return False


def check_times(entries: Sequence[Entry], seen: Sequence[Sighting]) -> None:
    """Refuse a step that claims to be later than it was first seen; clocks may differ by an hour."""
    for sighting in seen:
        head = entries[sighting.seq].head if sighting.seq < len(entries) else None
        if head and head.id == sighting.head and head.at and head.at > hour_after(sighting.at):
            raise ViewDiverged(
                sighting.seq, "this step is dated {at}, but you saw it at {seen}", at=head.at, seen=sighting.at
            )


def hour_after(at: str) -> str:
    """Return the time one hour later."""
    return later(at, "1h")


def unproven_steps(
    seat: str, letters: Sequence[SeatLetter], opened: OpenedLetters, entries: Sequence[Entry]
) -> Iterator[Message]:
    """Yield what this level cannot prove to a player."""
    if len(opened) < len(letters):
        count = len(letters) - len(opened)
        yield Message(
            "orders of {seat} that were sealed by another key and not opened: {count}", {"seat": seat, "count": count}
        )
    late = [
        entry.head.seq for entry in entries if isinstance(entry.letter, Timeout) and seat in entry.letter.args.seats
    ]
    if late:
        template = "timeouts of {seat} that were not compared with plans and policy: step {steps} (--before FILE)"
        yield Message(template, {"seat": seat, "steps": [str(seq) for seq in late]})
