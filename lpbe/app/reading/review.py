"""Look back on a finished game: the decisions of a seat that cost most, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ...bots.levels import Level
from ...bots.reasons import Comparison, compare
from ...bots.search import duel, search, sure_gain
from ...bots.strategies import find_bot
from ...kernel.audit.findings import Progress
from ...kernel.audit.level0 import read_log
from ...kernel.audit.level2 import disclosed_secrets, each_step
from ...kernel.audit.verify import with_last_step
from ...kernel.base.canonical import Plain, kdf, to_plain
from ...kernel.base.errors import Failure, MissingFile, TooEarly
from ...kernel.base.wrapping import wrap
from ...kernel.chain.commitments import open_letter, read_batch
from ...kernel.chain.genesis import names_of
from ...kernel.chain.letters.play import Play
from ...kernel.chain.player_view import open_state
from ...kernel.chain.records import GameFile
from ...kernel.chain.transition import ChainState
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.crypto.keys import Secrets
from ...kernel.engine.chance import Rng
from ...kernel.engine.dry_run import look_ahead
from ...kernel.engine.game import Game
from ...kernel.engine.model import Order, Seat, State
from ...kernel.engine.rulebook import Rules
from ...kernel.gamedir.gamedir import locate
from ...kernel.language.sentences import phrase
from ...kernel.language.templates import order_text
from ...report.content.choices import question_for
from ..auditing.examine import Taken, check_spelling, take
from ..ordering.advice import MAX_PARTS, part_texts, require_level
from ..session.locale import game_language
from ..session.open_game import OpenGame, position, rules_for
from ..session.seats import own_seat
from ..session.session import Session

MAX_DECISIONS = 3
"""How many decisions are shown."""


class Decision(Struct, frozen=True):
    """An order as it was given: the step, and what its sender saw."""

    seq: int
    state: State
    order: Order


class CostlyDecision(Struct, frozen=True):
    """A decision, the order that would have been better, and by how much for sure."""

    seq: int
    comparison: Comparison
    """The better order beside the one that was given."""
    cost: int
    """The mean difference less its standard error, in thousandths of a hundredth."""

    def data(self, words: Words) -> Plain:
        one = self.comparison
        return {
            "seq": self.seq,
            "given": to_plain(one.other),
            "better": to_plain(one.order),
            "worlds": one.worlds,
            "difference": one.total,
            "parts": dict(one.parts),
            "text": self.text(words),
        }

    def text(self, words: Words) -> str:
        one = self.comparison
        given, better = (order_text(words, to_plain(order)) for order in (one.other, one.order))
        parts = ", ".join(list(part_texts(words, one.parts))[:MAX_PARTS])
        more = {"parts": parts} if parts else {}
        return phrase(words, "review.line", seq=self.seq, given=given, better=better, worlds=one.worlds, **more)


class Review(Struct, frozen=True):
    """What a bot thinks of the decisions of a seat."""

    game: GameFile
    words: Words
    seat: Seat
    bot: str
    decisions: int
    """How many decisions it looked at."""
    costly: list[CostlyDecision]
    """The costliest first."""

    def data(self) -> Plain:
        return {
            **position(self.game),
            "seat": self.seat,
            "bot": self.bot,
            "decisions": self.decisions,
            "costly": [one.data(self.words) for one in self.costly],
        }

    def text(self) -> str:
        key = "review.head" if self.costly else "review.none"
        head = phrase(self.words, key, names_of(self.game.state), seat=self.seat, count=self.decisions)
        return "\n".join([head, *(line for one in self.costly for line in wrap(one.text(self.words), "- ", "  "))])


def review_game(
    session: Session, path: str, seat: str | None, bot: str, lang: str | None, progress: Progress
) -> Review:
    """Let a bot look at every decision of a seat, with what the seat could see then.

    A game with sealed orders must be disclosed; it is replayed, so what is false in it is refused.
    """
    level = require_level(find_bot(bot))
    taken = take_finished(path)
    game = taken.game
    rules = rules_for(taken.place, game.genesis)
    session.opened = OpenGame(taken.place, game, rules, session.keep_pins)
    chosen = seat_of_interest(session, game, seat)
    words = packs.words(rules.game.name, lang or game_language(game))
    found = list(decisions(rules, taken, chosen, progress))
    costly = [one for decision in found if (one := judge(level, rules.game, decision, chosen, progress))]
    return Review(game, words, chosen, bot, len(found), sorted(costly, key=lambda one: -one.cost)[:MAX_DECISIONS])


def take_finished(path: str) -> Taken:
    """Take a game that is over and hides nothing any more, with its log."""
    taken = take(locate(path))
    check_spelling(taken)
    game = taken.game
    if taken.lines is None:
        raise MissingFile(
            "E_FILE_MISSING",
            "a review needs the log of the game, which is missing here",
            "give the game folder that contains log.jsonl",
        ).in_file(taken.place.game)
    sealed = game.genesis.trust == "referee" and not game.last.public.disclosed
    if sealed or not game.state.window.is_over:
        raise TooEarly("E_ORDER_EARLY", "a game can be reviewed once it is over and its secrets are disclosed")
    return taken


def seat_of_interest(session: Session, game: GameFile, seat: str | None) -> Seat:
    """Return the seat that is named; everybody may look at anybody's play once all is disclosed."""
    known = [one.id for one in game.state.seats]
    return seat if seat in known else own_seat(game, session.identity, seat)


def decisions(rules: Rules, taken: Taken, seat: Seat, progress: Progress) -> Iterator[Decision]:
    """Yield every decision of a seat, while the game is replayed."""
    game = taken.game
    secrets = disclosed_secrets(game) if game.genesis.trust == "referee" else ()
    entries, _ = with_last_step(game, read_log(taken.lines or []))
    for step, entry, known in each_step(rules, game, entries, secrets):
        letter = entry.letter
        if isinstance(letter, Play) and letter.seat == seat:
            yield from decisions_in(rules, step, letter, known, entry.head.seq)
        progress(entry.head.seq)


def decisions_in(rules: Rules, step: ChainState, letter: Play, secrets: Secrets, seq: int) -> Iterator[Decision]:
    """Yield each order of a letter with what its sender saw, as far as the sender could foresee the next question."""
    view = step.hidden.views.get(letter.seat) if step.hidden else None
    state = open_state(rules, step.game, letter.seat, view)
    batch = read_batch(rules, step.game.genesis, open_letter(step.game, letter, secrets).entries)
    for held in batch:
        question = question_for(state, letter.seat)
        if state is None or question is None or type(held.order) not in state.book.offers[type(question)]:
            return
        yield Decision(seq, state, held.order)
        try:
            outlook = look_ahead(state, letter.seat, [held.order])
        except Failure:
            return
        state = None if outlook.depends else outlook.state


def judge(level: Level, game: Game, decision: Decision, seat: Seat, progress: Progress) -> CostlyDecision | None:
    """Return the decision if another order is clearly better: first find the best one, then compare just these two."""
    state = decision.state
    question = question_for(state, seat)
    assert question
    progress(decision.seq)
    root = kdf(b"review", "decision", decision.seq)
    found = search(level, game, state, question, seat, Rng(kdf(root, "search")))
    best = found.chosen.order
    if best == decision.order or len(found.tried) == 1:
        return None
    given, better = duel(level, game, state, seat, (decision.order, best), Rng(kdf(root, "duel"))).tried
    cost = sure_gain(better.totals(), given.totals())
    return CostlyDecision(decision.seq, compare(better, given), cost) if cost > 0 else None
