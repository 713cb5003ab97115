"""Play in progress: say what happens, plan what follows, stop where a seat must be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_

from msgspec import UNSET, Struct, UnsetType

from ..base.errors import Refused, Rejected
from . import standing
from .batches import (
    Progress,
    Rest,
    drop_drafts,
    has_planned,
    is_private_news,
    keep_rest,
    plans_of,
    unforeseen,
)
from .chance import Chance
from .events import (
    Answered,
    Asked,
    Drafted,
    Ended,
    Lapsed,
    Silent,
    Stopped,
    WindowClosed,
)
from .filing import file_plans, speak
from .phases import is_absent, phase_of
from .rulebook import surrounded
from .rules import (
    Agenda,
    AnyHeld,
    Event,
    Held,
    Offer,
    Order,
    Plan,
    Poll,
    Question,
    Seat,
    Standing,
    State,
    Step,
)

RUNAWAY = 100_000
"""How many steps may follow one another without a question: more is a mistake of the rules."""


class Table:
    """The state so far and the events that made it so."""

    __slots__ = ("book", "closed", "events", "openings", "over", "planned", "progress", "reactions", "rng", "state")

    def __init__(self, state: State, rng: Chance) -> None:
        self.book, self.state, self.rng = state.book, state, rng
        self.closed = state.seen_by(None)  # shares the components, so it is never stale
        self.reactions = self.book.reactions
        self.clear()

    def clear(self) -> None:
        """Nothing said, nothing planned: ready for the next batch."""
        self.events: list[Event] = []
        self.openings: list[tuple[Seat, AnyHeld]] = []
        self.planned: list[Step] = []
        self.progress = Progress()
        self.over = False

    def emit(self, event: Event) -> None:
        """State a fact. The end of the game is the last one: a rule that may have ended it looks at `over` first."""
        assert not self.over, f"{name_of(event)} is stated after the end of the game"
        self.progress.asking = None
        event.apply(self.state)
        self.events.append(event)
        if type(event) is Ended:
            assert event.why in (*self.book.endings, "agreed"), f"no module names the ending '{event.why}'"
            self.over = True
        if self.reactions:
            for react in self.reactions.get(type(event), ()):
                if not self.over:
                    react(self, event)

    def then(self, *steps: Step) -> None:
        """Plan steps: they run in this order, before anything planned earlier."""
        self.planned += steps

    def reveal(self, seat: Seat) -> None:
        """The rules make public what this seat chose in secret: show that it is what the seat signed."""
        held = self.progress.proofs.get(seat)
        if held and not isinstance(held.proof, UnsetType):
            self.openings.append((seat, held))

    def asked(self, question: Question) -> Sequence[Seat]:
        """Several seats at once in a poll, else the first one; found out once, until something is said."""
        now = self.progress
        if now.asking is not question:
            asked, now.asking = question.asks(self.closed), question
            now.wanted = asked if question.several else asked[:1]
        return now.wanted

    def push(self) -> None:
        if self.planned:
            steps = surrounded(self.planned, self.book.around) if self.book.around else self.planned
            self.state[Agenda].steps += reversed(steps)
            self.planned = []

    def settle(self) -> None:
        """Work through the agenda until a seat must be asked, or the game is over."""
        self.push()
        agenda = self.state[Agenda]
        for _ in range(RUNAWAY):
            if agenda.over:
                agenda.steps.clear()  # what was planned for later is nobody's any more
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
        """Answer in the seats' names where that is allowed; False when somebody must be asked."""
        asked = self.asked(question)
        if isinstance(question, Poll):
            return self.hear(question, asked)
        if asked:
            return self.answer_for(question, asked[0])
        self.state[Agenda].steps.pop()
        return True

    def hear(self, poll: Poll, asked: Sequence[Seat]) -> bool:
        """Several at once: the poll is closed when the last answer is in."""
        for seat in asked:
            if self.state[Standing, seat].answer is UNSET:
                self.stand_in(poll, seat)
        if any(self.state[Standing, seat].answer is UNSET for seat in asked):
            return False
        self.close(poll, asked)
        return True

    def answer_for(self, question: Question, seat: Seat) -> bool:
        found = standing.answer_in_name(self, question, seat)
        if found is None:
            return False
        self.answer(question, seat, found)
        return True

    def stand_in(self, poll: Poll, seat: Seat) -> None:
        if found := standing.answer_in_name(self, poll, seat):
            self.answer(poll, seat, found)

    def answer(self, question: Question, seat: Seat, found: standing.Found) -> None:
        """Answer in a seat's name: carried out at once, or kept until the last answer of a poll is in."""
        held, why = found
        self.emit(Answered(seat, held, why, window=question.several))
        if not question.several:
            self.carry_out(question, seat, held)

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
        """An answer that was good when it was given; another one may have made it illegal."""
        try:
            self.handler(poll, held.order).play(self, seat, poll, held.order)
        except Refused as late:
            self.emit(Lapsed(seat, late.clause, late.template, late.plain_values))

    def handler(self, question: Question, order: Order) -> Offer:
        offer = self.book.offers[type(question)].get(type(order))
        if offer is None:
            raise Rejected(
                "E_ORDER_KIND", "'{order}' does not answer this question", "see: lpbe legal", order=name_of(order)
            )
        return offer


def name_of(said: Order | Event) -> str:
    return str(type(said).__struct_config__.tag)


def answer_of(state: State, seat: Seat) -> AnyHeld:
    answer = state[Standing, seat].answer
    assert not isinstance(answer, UnsetType)
    return answer


def top(state: State) -> Question | None:
    """The question play waits at."""
    agenda = state[Agenda]
    if agenda.over or not agenda.steps:
        return None
    step: Question = agenda.steps[-1]
    assert step.waits, step
    return step


class Before(Struct, frozen=True):
    """How things stood before somebody did something: the agenda, what was asked, and the phase."""

    steps: Sequence[Step] = ()
    question: Question | None = None
    phase: int = 0

    @classmethod
    def of(cls, table: Table) -> Before:
        return cls(table.state[Agenda].steps.copy(), top(table.state), phase_of(table.state, 0))


def start(table: Table) -> None:
    """Set the game up and go on to the first question."""
    for module in table.book.modules:
        module.setup(table)
    table.settle()
    finish(table, Before())


def submit(
    table: Table,
    seat: Seat,
    batch: Sequence[AnyHeld],
    plans: Sequence[AnyHeld | Rejected] = (),
    draft: Sequence[Order] = (),
) -> None:
    """One batch of one seat, in place; the caller keeps the old state, for a batch illegal anywhere does nothing.

    What the seat plans comes in the batch or beside it; what it keeps for later is a draft, behind what is left.
    """
    before = Before.of(table)
    speak(table, seat)
    if table.state[Standing, seat].draft:
        table.emit(Drafted(seat, ()))
    if planned := [*plans_of(batch), *plans]:
        file_plans(table, seat, planned)
    orders = [held for held in batch if type(held.order) is not Plan]
    if not orders:
        raise Rejected("E_ORDER_KIND", "a batch must answer the question that is asked", "see: lpbe legal")
    rest = carry_out_batch(table, seat, orders)
    if not table.over:
        keep_rest(table, seat, rest, draft)
    finish(table, before)


def time_out(table: Table, seats: Sequence[Seat], phase: int) -> None:
    """Answer the open question for these seats: as they have said in advance, else by its default.

    Those of whom there is no word are called silent, and answered so until the phase is over or they speak.
    """
    before, question = Before.of(table), top(table.state)
    assert question
    if not table.pass_by(question):
        wanted = table.asked(question)
        late = [s for s in seats if s in wanted and table.state[Standing, s].answer is UNSET]
        words = {seat: standing.by_word(table.state, question, seat) for seat in late}
        if silent := tuple(seat for seat in late if words[seat] is None):
            table.emit(Silent(silent, phase))
        for seat in late:
            table.answer(question, seat, words[seat] or standing.by_silence(table, question, seat))
    table.settle()
    finish(table, before)


def finish(table: Table, before: Before) -> None:
    """Say where play stopped, and whom it asks if that is new."""
    after = table.state[Agenda].steps
    if not table.over:
        drop_drafts(table, phase_of(table.state, 0) != before.phase)
    keep = [*map(is_, before.steps, after), False].index(False)
    if keep < len(before.steps) or keep < len(after):
        table.events.append(Stopped(keep, tuple(after[keep:])))
    now = top(table.state)
    if now is not None and (table.progress.passed or now is not before.question):
        table.emit(asking(table, now))


def asking(table: Table, question: Question) -> Asked:
    seats, closed = table.asked(question), table.closed
    if not isinstance(question, Poll):
        return Asked(tuple(seats))
    waited = [seat for seat in seats if not surely(closed, question, seat)]
    return Asked(tuple(waited), True, question.replaces(closed))


def surely(closed: State, question: Question, seat: Seat) -> bool:
    """Everybody can see that this seat need not be waited for."""
    return is_absent(closed, seat) or standing.only_answer(closed, question, seat) is not None


def carry_out_batch(table: Table, seat: Seat, batch: Sequence[AnyHeld]) -> Rest:
    """Carry a batch out as far as its sender could foresee; return the rest.

    What comes after a surprise is never refused, or sending would be a way to peek: it comes back instead.
    """
    surprised = learned = False
    for n, held in enumerate(batch):
        table.progress.done = n
        question = question_to(table, seat)
        if question is None and n:
            return Rest(batch[n:], learned)
        if question is None:
            raise Rejected("E_ORDER_NOT_WAITING", "{seat} is not asked now", seat=seat)
        if surprised and standing.refusal(table.state, question, seat, held.order):
            return Rest(batch[n:], learned)
        since, drawn = len(table.events), len(table.rng.used)
        table.progress.after = type(question)
        (answer_poll if question.several else answer_question)(table, question, seat, held)
        if n + 1 == len(batch):
            break  # nothing is left that a surprise could stop
        news = table.events[since:]
        fresh = len(table.rng.used) > drawn or any(is_private_news(event, seat) for event in news)
        learned = learned or fresh
        if question.several:
            return Rest(batch[n + 1 :], learned)
        if fresh or any(unforeseen(event, seat) for event in news):
            surprised = True
            if not any(has_planned(event, seat) for event in news):
                return Rest(batch[n + 1 :], learned)
    return Rest()


def question_to(table: Table, seat: Seat) -> Question | None:
    """The open question, if it asks this seat."""
    question = top(table.state)
    return question if question is not None and seat in table.asked(question) else None


def answer_poll(table: Table, poll: Question, seat: Seat, held: AnyHeld) -> None:
    """Keep an answer until the last one is in; it must be good now."""
    table.handler(poll, held.order)
    if refused := standing.refusal(table.state, poll, seat, held.order):
        raise refused
    standing.check_answer(held.order)
    table.emit(Answered(seat, held, window=True))
    table.progress.done += 1
    table.settle()


def answer_question(table: Table, question: Question, seat: Seat, held: AnyHeld) -> None:
    """Carry an answer out, and all that follows from it up to the next question."""
    if table.handler(question, held.order).silent:
        raise standing.silence(held.order)
    table.progress.done += 1
    table.carry_out(question, seat, held)
    table.settle()


def asked_now(closed: State, question: Question) -> Sequence[Seat]:
    """Several seats at once in a poll, else the first one."""
    asked = question.asks(closed)
    return asked if question.several else asked[:1]


def play_batch(state: State, rng: Chance, seat: Seat, *orders: Order) -> Table:
    """One batch on a copy of the state."""
    table = Table(state.copy(), rng)
    submit(table, seat, [Held(order) for order in orders])
    return table


def answers_wanted(state: State) -> Mapping[Seat, Question]:
    """Who is asked what now, as the table alone tells."""
    question = top(state)
    if question is None:
        return {}
    return dict.fromkeys(asked_now(state.seen_by(None), question), question)
