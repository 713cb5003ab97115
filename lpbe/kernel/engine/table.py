"""Play in progress: emit events, plan steps, and stop where a seat must be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_

from msgspec import UNSET, Struct, UnsetType

from ..base.errors import NotWaiting, Refused, Rejected, WrongKind
from . import auto_answers, capacity, legality
from .advance_orders import file_plans, mark_returned
from .auto_answers import is_absent
from .batches import (
    BatchRest,
    Progress,
    drop_drafts,
    is_planned,
    is_private_news,
    is_unforeseen,
    keep_rest,
    planned_orders,
)
from .chance import Chance
from .events import Answered, Asked, Drafted, Ended, EndReason, Lapsed, Silent, Stopped, WindowClosed
from .extension_points import surround
from .model import Agenda, AnyHeld, Event, Held, Offer, Order, Plan, Poll, Question, Seat, Standing, State, Step
from .rulebook import phase_of

MAX_STEPS_BETWEEN_QUESTIONS = 100_000
"""More steps in a row without a question are a mistake in the rules."""


class Table:
    """The current state, and the events since the last batch."""

    __slots__ = ("book", "closed", "events", "openings", "over", "planned", "progress", "reactions", "rng", "state")

    def __init__(self, state: State, rng: Chance) -> None:
        self.book = state.book
        self.state = state
        self.rng = rng
        self.closed = state.seen_by(None)  # shares the components, so it is never stale
        self.reactions = self.book.reactions
        self.clear()

    def clear(self) -> None:
        """Forget events and planned steps, ready for the next batch."""
        self.events: list[Event] = []
        self.openings: list[tuple[Seat, AnyHeld]] = []
        self.planned: list[Step] = []
        self.progress = Progress()
        self.over = False

    def emit(self, event: Event) -> None:
        """Apply and record an event.

        Nothing may follow `Ended`: a rule that may have ended the game checks `over` first.
        """
        assert not self.over, f"{name_of(event)} is emitted after the end of the game"
        reactions = self.reactions[type(event)]
        self.progress.asking = None
        event.apply(self.state)
        self.events.append(event)
        if type(event) is Ended:
            assert event.why in (*self.book.endings, EndReason.AGREED), f"no module names the ending '{event.why}'"
            self.over = True
        for react in reactions:
            if not self.over:
                react(self, event)

    def then(self, *steps: Step) -> None:
        """Plan steps: they run in this order, before anything planned earlier."""
        self.planned += steps

    def reveal(self, seat: Seat) -> None:
        """Record that the rules make public what this seat chose in secret, to prove that the seat signed it."""
        held = self.progress.proofs.get(seat)
        if held and not isinstance(held.proof, UnsetType):
            self.openings.append((seat, held))

    def asked_seats(self, question: Question) -> Sequence[Seat]:
        """Return the seats a question asks: all of a poll, else the first one. Cached until the next event."""
        now = self.progress
        if now.asking is not question:
            asked = question.asks(self.closed)
            now.asking = question
            now.wanted = asked if question.several else asked[:1]
        return now.wanted

    def push(self) -> None:
        if self.planned:
            self.state[Agenda].steps += reversed(surround(self.planned, self.book.around))
            self.planned = []

    def settle(self) -> None:
        """Work through the agenda until a seat must be asked, or the game is over."""
        self.push()
        agenda = self.state[Agenda]
        for _ in range(MAX_STEPS_BETWEEN_QUESTIONS):
            if agenda.over:
                agenda.steps.clear()  # nobody needs the steps that were planned for later any more
            if not agenda.steps:
                return
            step = agenda.steps[-1]
            if not step.waits:
                agenda.steps.pop()
                step.run(self)
                self.push()
            elif not self.pass_by(step):
                return
        raise AssertionError("runaway agenda")

    def pass_by(self, question: Question) -> bool:
        """Answer in the seats' names where possible; return False when somebody must be asked."""
        asked = self.asked_seats(question)
        if isinstance(question, Poll):
            return self.settle_poll(question, asked)
        if asked:
            return self.answer_for(question, asked[0])
        self.state[Agenda].steps.pop()
        return True

    def settle_poll(self, poll: Poll, asked: Sequence[Seat]) -> bool:
        """Answer a poll in the seats' names and close it when the last answer is in; return whether it was closed."""
        for seat in asked:
            if self.state[Standing, seat].answer is UNSET:
                self.stand_in(poll, seat)
        if any(self.state[Standing, seat].answer is UNSET for seat in asked):
            return False
        self.close(poll, asked)
        return True

    def answer_for(self, question: Question, seat: Seat) -> bool:
        found = auto_answers.answer_in_name(self, question, seat)
        if found is None:
            return False
        self.answer(question, seat, found)
        return True

    def stand_in(self, poll: Poll, seat: Seat) -> None:
        if found := auto_answers.answer_in_name(self, poll, seat):
            self.answer(poll, seat, found)

    def answer(self, question: Question, seat: Seat, found: auto_answers.AutoAnswer) -> None:
        """Answer in a seat's name: at once, or kept until the last answer of a poll is in."""
        self.emit(Answered(seat, found.held, found.why, window=question.several))
        if not question.several:
            self.carry_out(question, seat, found.held)

    def carry_out(self, question: Question, seat: Seat, held: AnyHeld) -> None:
        self.progress.passed = True
        self.progress.proofs = {seat: held}
        self.handler(question, held.order).play(self, seat, question, held.order)
        self.state[Agenda].steps.pop()
        self.push()

    def close(self, poll: Poll, asked: Sequence[Seat]) -> None:
        kept = {seat: answer_of(self.state, seat) for seat in asked}
        self.progress.passed = True
        self.progress.proofs = kept
        for seat, held in kept.items():
            if not self.over:
                self.carry_out_kept(poll, seat, held)
        if not self.over:
            poll.close(self, {seat: held.order for seat, held in kept.items()})
        if kept and not self.over:
            self.emit(WindowClosed())
        self.state[Agenda].steps.pop()
        self.push()

    def carry_out_kept(self, poll: Poll, seat: Seat, held: AnyHeld) -> None:
        """Carry out an answer to a poll, which an earlier answer may have made illegal."""
        try:
            self.handler(poll, held.order).play(self, seat, poll, held.order)
        except Refused as late:
            self.emit(Lapsed(seat=seat, clause=late.clause, reason=late.template, values=late.plain_values))

    def handler(self, question: Question, order: Order) -> Offer:
        offer = self.book.offers[type(question)].get(type(order))
        if offer is None:
            raise WrongKind(
                "E_ORDER_KIND", "'{order}' does not answer this question", "see: lpbe legal", order=name_of(order)
            )
        return offer


def name_of(value: Order | Event) -> str:
    return str(type(value).__struct_config__.tag)


def answer_of(state: State, seat: Seat) -> AnyHeld:
    answer = state[Standing, seat].answer
    assert not isinstance(answer, UnsetType)
    return answer


def top(state: State) -> Question | None:
    """Return the open question, or None after the end."""
    agenda = state[Agenda]
    if agenda.over or not agenda.steps:
        return None
    step: Question = agenda.steps[-1]
    assert step.waits, step
    return step


class StartPoint(Struct, frozen=True):
    """The agenda, the open question and the phase before somebody acted."""

    steps: Sequence[Step] = ()
    question: Question | None = None
    phase: int = 0

    @classmethod
    def of(cls, table: Table) -> StartPoint:
        return cls(table.state[Agenda].steps.copy(), top(table.state), phase_of(table.state, 0))


def start(table: Table) -> None:
    """Set the game up and play to the first question."""
    for module in table.book.modules:
        module.setup(table)
    table.settle()
    finish(table, StartPoint())


def submit(
    table: Table,
    seat: Seat,
    batch: Sequence[AnyHeld],
    plans: Sequence[AnyHeld | Rejected] = (),
    draft: Sequence[Order] = (),
) -> None:
    """Play one batch of one seat in place; the caller keeps the old state, as an illegal batch must change nothing.

    Plans come in the batch or beside it; the draft is what the seat keeps for later, after the rest of the batch.
    """
    before = StartPoint.of(table)
    mark_returned(table, seat)
    if table.state[Standing, seat].draft:
        table.emit(Drafted(seat, ()))
    if planned := [*planned_orders(batch), *plans]:
        file_plans(table, seat, planned)
    orders = [held for held in batch if type(held.order) is not Plan]
    if not orders:
        raise WrongKind("E_ORDER_KIND", "the first order must answer the open question", "see: lpbe legal")
    rest = carry_out_batch(table, seat, orders)
    if not table.over:
        keep_rest(table, seat, rest, draft)
    finish(table, before)


def time_out(table: Table, seats: Sequence[Seat], phase: int) -> None:
    """Answer the open question for these seats, by their standing orders or else by its default.

    Seats without standing orders for it have timed out: they get defaults until the phase ends or they are back.
    """
    before = StartPoint.of(table)
    question = top(table.state)
    assert question
    if not table.pass_by(question):
        wanted = table.asked_seats(question)
        late = [s for s in seats if s in wanted and table.state[Standing, s].answer is UNSET]
        answers = {seat: auto_answers.by_late_policy(table.state, question, seat) for seat in late}
        if unanswered := tuple(seat for seat in late if answers[seat] is None):
            table.emit(Silent(unanswered, phase))
        for seat in late:
            table.answer(question, seat, answers[seat] or auto_answers.by_timeout(table, question, seat))
    table.settle()
    finish(table, before)


def finish(table: Table, before: StartPoint) -> None:
    """Record where play stopped, and the new question, if it is new."""
    after = table.state[Agenda].steps
    if not table.over:
        drop_drafts(table, phase_of(table.state, 0) != before.phase)
    keep = [*map(is_, before.steps, after), False].index(False)
    if keep < len(before.steps) or keep < len(after):
        table.events.append(Stopped(keep, tuple(after[keep:])))
    now = top(table.state)
    if now is not None and (table.progress.passed or now is not before.question):
        table.emit(asked_event(table, now))


def asked_event(table: Table, question: Question) -> Asked:
    seats = table.asked_seats(question)
    closed = table.closed
    if not isinstance(question, Poll):
        return Asked(tuple(seats))
    waited = [seat for seat in seats if not is_not_awaited(closed, question, seat)]
    return Asked(tuple(waited), True, question.replaces(closed))


def is_not_awaited(closed: State, question: Question, seat: Seat) -> bool:
    """Return whether everybody can see that nobody has to wait for this seat."""
    return is_absent(closed, seat) or legality.only_answer(closed, question, seat) is not None


def carry_out_batch(table: Table, seat: Seat, batch: Sequence[AnyHeld]) -> BatchRest:
    """Carry out a batch as far as its sender could foresee it, and return the rest.

    What follows a surprise is returned and never refused: a refusal would let the sender peek.
    """
    surprised = learned = False
    for n, held in enumerate(batch):
        table.progress.done = n
        question = question_to(table, seat)
        if question is None and n:
            return BatchRest(batch[n:], learned)
        if question is None:
            raise NotWaiting("E_ORDER_NOT_WAITING", "{seat} has nothing to answer right now", seat=seat)
        if surprised and legality.refusal(table.state, question, seat, held.order):
            return BatchRest(batch[n:], learned)
        since = len(table.events)
        drawn = len(table.rng.used)
        (answer_poll if question.several else answer_question)(table, question, seat, held)
        if n + 1 == len(batch):
            break  # nothing is left that a surprise could stop
        news = table.events[since:]
        fresh = len(table.rng.used) > drawn or any(is_private_news(event, seat) for event in news)
        learned = learned or fresh
        if question.several:
            return BatchRest(batch[n + 1 :], learned)
        if fresh or any(is_unforeseen(event, seat) for event in news):
            surprised = True
            if not any(is_planned(event, seat) for event in news):
                return BatchRest(batch[n + 1 :], learned)
    return BatchRest()


def question_to(table: Table, seat: Seat) -> Question | None:
    """Return the open question, if it asks this seat."""
    question = top(table.state)
    return question if question is not None and seat in table.asked_seats(question) else None


def answer_poll(table: Table, poll: Question, seat: Seat, held: AnyHeld) -> None:
    """Keep an answer until the last one is in; it must be legal now."""
    table.handler(poll, held.order)
    table.progress.after = type(poll)
    if refused := legality.refusal(table.state, poll, seat, held.order):
        raise refused
    capacity.check_answer_size(held.order)
    table.emit(Answered(seat, held, window=True))
    table.progress.done += 1
    table.settle()


def answer_question(table: Table, question: Question, seat: Seat, held: AnyHeld) -> None:
    """Carry out an answer, and all that follows from it up to the next question."""
    if table.handler(question, held.order).timeout_only:
        raise legality.timeout_only_refusal(held.order)
    table.progress.after = type(question)
    table.progress.done += 1
    table.carry_out(question, seat, held)
    table.settle()


def seats_asked(closed: State, question: Question) -> Sequence[Seat]:
    """Return the seats a question asks: all of a poll, else the first one."""
    asked = question.asks(closed)
    return asked if question.several else asked[:1]


def play_batch(state: State, rng: Chance, seat: Seat, *orders: Order) -> Table:
    """Play one batch on a copy of the state."""
    table = Table(state.copy(), rng)
    submit(table, seat, [Held(order) for order in orders])
    return table


def answers_wanted(state: State) -> Mapping[Seat, Question]:
    """Return which seats are asked which question now, from the public state alone."""
    question = top(state)
    if question is None:
        return {}
    return dict.fromkeys(seats_asked(state.seen_by(None), question), question)
