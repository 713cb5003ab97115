"""Level 1: what a player can check with the own key, before anything is disclosed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, UnsetType

from ..base.canon import Plain, jcs
from ..base.errors import ClosedDrawer, Failure, Malformed, Message, Unauthentic, Value
from ..chain.acts.play import Play
from ..chain.acts.standing import StandingLetter, policy_in
from ..chain.acts.timeout import Timeout
from ..chain.compose import open_state, open_view
from ..chain.letters import letter_id, present
from ..chain.openings import Contents, check_plans, open_entries, read_sealing
from ..chain.records import Entry, GameFile, View
from ..chain.step import authenticate
from ..chain.times import later
from ..crypto.keys import Identity, unb64
from ..crypto.seals import unseal
from ..play import standing
from ..play.filing import judge_policy
from ..play.rulebook import Rules
from ..play.rules import Question, Standing, State
from ..play.table import top
from .story import silent_in
from .verdict import Diverged
from .walk import OwnLetter, read_events


class Sighting(Struct, frozen=True):
    """When a step was first seen here, by this machine's clock."""

    seq: int
    head: str
    at: str


class Complaint(Diverged):
    """Something is false that only the holder of one key can see."""

    def __init__(self, seq: int, template: str, /, **values: Value) -> None:
        super().__init__("E_AUDIT_VIEW", seq, template, **values)
        self.advise("only your key shows this; others can judge it when the game is disclosed")


Opened = dict[str, tuple[OwnLetter, Contents]]
"""The own letters of a log, opened, by their ids, in order."""


def check_own(
    rules: Rules,
    game: GameFile,
    seat: str,
    identity: Identity,
    letters: Sequence[OwnLetter],
    entries: Sequence[Entry],
    before: Sequence[GameFile] = (),
    seen: Sequence[Sighting] = (),
) -> list[Message]:
    """Level 1: the own seal opens and agrees with the table, and with everything this seat signed.

    What could not be shown is returned in words.
    """
    view = own_view(rules, game, seat, identity)
    mine = [letter for letter in letters if letter.seal == identity.keys[1]]
    opened = {letter_id(one.letter): (one, open_own(game, one, identity)) for one in mine}
    if entries:
        check_standing(rules, game, view, letters, opened)
    for earlier in before:
        check_before(rules, earlier, seat, identity, entries)
    check_times(entries, seen)
    shown = {earlier.state.seq + 1 for earlier in before}
    return list(unshown(seat, letters, opened, [entry for entry in entries if entry.head.seq not in shown]))


def own_view(rules: Rules, game: GameFile, seat: str, identity: Identity) -> View:
    """What lies behind the own screen, which can be read and fits the table."""
    try:
        view = open_view(game, seat, identity)
        judge_view(rules, game, seat, view)
    except Malformed as fault:
        if fault.code in ("E_KEY_MISSING", "E_SEAL_OPEN"):
            raise
        raise Complaint(game.state.seq, "your own part cannot be read: {reason}", reason=fault.sentence) from None
    return view


def judge_view(rules: Rules, game: GameFile, seat: str, view: View) -> None:
    """What everybody can count must be what lies behind the own screen."""
    state = open_state(rules, game, seat, view)
    for complaint in rules.book.complaints(state, seat) if state is not None else ():
        raise Complaint(game.state.seq, "your own part does not fit the table: {reason}", reason=complaint)


def open_own(game: GameFile, own: OwnLetter, identity: Identity) -> Contents:
    """A letter of one's own as the log has it: it says what it commits to, and nothing else."""
    letter = own.letter
    hidden, size = present(letter.hidden), letter.seal_size(game.genesis)
    for key in reversed(own.referees):
        pair = identity.pair(letter.game, key)
        try:
            sealing = read_sealing(unseal(pair, letter.info(hidden.plans), unb64(hidden.seal), size))
        except Failure:
            continue
        try:
            check_plans(letter, pair, sealing.plans)
            return Contents(open_entries(letter, pair, sealing.v), sealing.plans, sealing.draft)
        except Failure as fault:
            raise Complaint(own.seq, "a letter of yours: {reason}", reason=fault.sentence) from None
    raise Complaint(own.seq, "a letter of yours was accepted that nobody can open")


def check_standing(rules: Rules, game: GameFile, view: View, letters: Sequence[OwnLetter], opened: Opened) -> None:
    """Policy, plans, draft and answer are those of the last letters, less what was used."""
    seq, said = game.state.seq, view.screen.get("standing", {})
    others = {letter_id(one.letter) for one in letters} - opened.keys()
    check_policy(rules, seq, said.get("policy", {}), letters, opened)
    since = max((own.seq for own, contents in opened.values() if files_plans(own, contents)), default=0)
    for one in said.get("plan", []):
        check_held(rules, seq, named_by(view, one), opened, others, since)
    if "answer" in said:  # it may be a plan that has been used since then and taken back later
        check_held(rules, seq, said["answer"], opened, others, 0)
    check_draft(rules, seq, said.get("draft", []), letters, opened)


def files_plans(own: OwnLetter, contents: Contents) -> bool:
    return isinstance(own.letter, StandingLetter) or bool(contents.plans)


def check_policy(rules: Rules, seq: int, found: Plain, letters: Sequence[OwnLetter], opened: Opened) -> None:
    sent = [one for one in letters if isinstance(one.letter, StandingLetter)]
    if not sent and found:
        raise Complaint(seq, "a policy stands behind your screen, and you never sent one")
    last = opened.get(letter_id(sent[-1].letter)) if sent else None
    if last and jcs(found) != jcs(sent_policy(rules, last)):
        raise Complaint(seq, "the policy behind your screen is not the one you sent last")


def sent_policy(rules: Rules, sent: tuple[OwnLetter, Contents]) -> Plain:
    """As much of it as the rules can read: what is wrong with the rest was told in private."""
    own, contents = sent
    return judge_policy(rules.book, own.letter.seat, policy_in(contents.entries[0][0]))[0]


def named_by(view: View, held: Plain) -> Plain:
    """A plan with the letter that it came with, which the view tells once for all that wait."""
    filed = "" if isinstance(view.filed, UnsetType) else view.filed.order
    return {**held, "proof": {"order": filed, **held["proof"]}} if "proof" in held else held


def check_held(rules: Rules, seq: int, held: Plain, opened: Opened, others: set[str], since: int) -> None:
    """An order that is kept with a proof is what the letter says that the proof names, if it can be opened here."""
    proof = held.get("proof", {})
    named, is_plan = proof.get("order", ""), "r" not in proof or "others" in proof
    if not proof or named in others:
        return
    own, contents = opened.get(named, (None, Contents([])))
    if own is None or (is_plan and own.seq < since):
        raise Complaint(seq, "something stands behind your screen that you never sent, or have taken back")
    sent = contents.plans if is_plan else [raw for raw, _ in contents.entries]
    place = proof["index"]
    if place >= len(sent) or not same_order(rules, sent[place], held["order"]):
        raise Complaint(seq, "an order stands behind your screen that is not as you sent it")


def check_draft(rules: Rules, seq: int, draft: list[Plain], letters: Sequence[OwnLetter], opened: Opened) -> None:
    """What is kept for later is of the last batch."""
    last = next((one for one in reversed(letters) if isinstance(one.letter, Play)), None)
    known = opened.get(letter_id(last.letter)) if last else None
    if last and not known:
        return
    sent = [*(raw for raw, _ in known[1].entries), *known[1].draft] if known else []
    if any(not any(same_order(rules, one, order) for one in sent) for order in draft):
        raise Complaint(seq, "a draft stands behind your screen that is not of your last letter")


def same_order(rules: Rules, one: Plain, other: Plain) -> bool:
    """Whether they say the same, however they are written."""
    if one == other:
        return True
    try:
        return jcs(rules.book.read_orders([one])) == jcs(rules.book.read_orders([other]))
    except Failure:
        return False


def check_before(rules: Rules, game: GameFile, seat: str, identity: Identity, entries: Sequence[Entry]) -> None:
    """A game file of an earlier step: the view it holds, and what was then done in this seat's name."""
    authenticate(game)
    seq = game.state.seq
    if entries and (seq >= len(entries) or entries[seq].head != game.last.head):
        raise Unauthentic(
            "E_FORK",
            "step {step} of this game is another one in the file you kept",
            "keep both files: lpbe evidence proves who signed two truths",
            step=seq,
        )
    view = own_view(rules, game, seat, identity)
    if seq + 1 < len(entries):
        check_silence(rules, seat, open_state(rules, game, seat, view), entries[seq + 1])


def check_silence(rules: Rules, seat: str, state: State | None, entry: Entry) -> None:
    """Whoever had a plan or a policy for the question is not silent."""
    question = top(state) if state else None
    if not isinstance(entry.order, Timeout) or state is None or question is None:
        return
    if seat in silent_in(read_events(rules, entry)) and speaks(state, question, seat):
        raise Complaint(entry.head.seq, "you are called silent, and your plan or policy answers")


def speaks(state: State, question: Question, seat: str) -> bool:
    """Whether something said in advance answers, as far as the seat itself can see."""
    try:
        planned = [held.order for held in state[Standing, seat].plan if question.takes_plans(state.seen_by(None), seat)]
        fits = any(standing.refusal(state, question, seat, order) is None for order in planned)
        said = standing.by_policy(state, question, seat) or standing.by_word(state, question, seat)
        return fits or said is not None
    except ClosedDrawer:
        return False


def check_times(entries: Sequence[Entry], seen: Sequence[Sighting]) -> None:
    """A step that was seen here cannot have been made later; clocks differ by some minutes."""
    for sighting in seen:
        head = entries[sighting.seq].head if sighting.seq < len(entries) else None
        if head and head.id == sighting.head and head.at and head.at > hour_after(sighting.at):
            raise Complaint(sighting.seq, "this step says {at}, and you saw it at {seen}", at=head.at, seen=sighting.at)


def hour_after(at: str) -> str:
    return later(at, "1h")


def unshown(seat: str, letters: Sequence[OwnLetter], opened: Opened, entries: Sequence[Entry]) -> Iterator[Message]:
    """What this level cannot show to a player."""
    if len(opened) < len(letters):
        count = len(letters) - len(opened)
        yield Message("letters of {seat} that another key sealed, not opened: {count}", {"seat": seat, "count": count})
    late = [entry.head.seq for entry in entries if isinstance(entry.order, Timeout) and seat in entry.order.args.seats]
    if late:
        template = "time-outs of {seat} that plan and policy were not held against: step {steps} (--before FILE)"
        yield Message(template, {"seat": seat, "steps": [str(seq) for seq in late]})
