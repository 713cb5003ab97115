"""The letters of a mail seat, made by the referee from what was typed: orders, plans, policies and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from ..app.advance import said_in_advance, write_advance
from ..app.desk import Desk
from ..app.filing import next_note, replaced_rev, waiting_revs
from ..app.foresight import foresee
from ..app.game import OpenGame, time_to_write
from ..app.language import listener_language, localised
from ..app.orders import check_asked, check_room, fitting_draft, parse_batch, within_letter
from ..app.policy import policy_with
from ..app.telling import Filing, filing_lines
from ..kernel.base.canon import data
from ..kernel.base.errors import Failure, Rejected
from ..kernel.chain.acts.note import check_words, note_letter
from ..kernel.chain.checks import check_letter
from ..kernel.chain.compose import sign
from ..kernel.chain.mail import check_code, mail_letter
from ..kernel.chain.openings import travels_sealed
from ..kernel.chain.records import Envelope
from ..kernel.chain.step import Referee
from ..kernel.chain.writing import Beside
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.crypto.keys import Identity
from ..kernel.play.dry_run import worth_signing
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Order, Plan
from ..kernel.play.table import top
from ..kernel.words.grammar import LANGUAGES, typed_orders
from ..kernel.words.sentences import phrase
from ..kernel.words.templates import order_text
from ..kernel.words.typist import ANYBODY
from .leaving import act_of, acts_of
from .reading import is_closing, unadorned

OK = frozenset(["ok", "okay", "o.k", "d'accord"])
SHORTEST = 3
SHELVES = {"note": "notes", "policy": "policies", "consigne": "policies"}


class Wish(Struct, frozen=True):
    """Lines of a mail, by what they are."""

    orders: list[str] = []
    notes: list[str] = []
    policies: list[str] = []
    acts: list[str] = []
    """What is said about the game itself."""


class Letters(Struct, frozen=True):
    """What becomes of a mail: letters, and what they come to in words."""

    envelopes: list[Envelope] = []
    told: list[str] = []
    orders: list[str] = []
    """The answer as orders are printed, for a block that changes it."""
    rev: int = -1
    """Which answer it is; below 0 where the question is not answered."""


def is_ok(text: str) -> bool:
    """The ready answer is taken as it stands; who says so may add thanks."""
    word, _, rest = unadorned(text).casefold().rstrip(" .!").partition(" ")
    return word.rstrip(" .,!") in OK and (not rest or is_closing(rest, ""))


def sort_lines(rules: Rules, lines: Sequence[str]) -> Wish:
    wish = Wish()
    for line in lines:
        word, _, rest = line.partition(" ")
        shelf = SHELVES.get(word.casefold().rstrip(":"))
        if shelf and rest.strip():
            getattr(wish, shelf).append(rest.strip())
        elif act := act_of(rules, line):
            wish.acts.append(act)
        elif not is_ok(line):
            wish.orders.append(line)
    return wish


def may_be_meant(rules: Rules, text: str) -> bool:
    """Whether a line is something that can be asked for by mail: whether it may be done is another matter.

    Orders may be shortened, but not to a letter or two: people write those for other reasons too.
    """
    wish = sort_lines(rules, [text])
    if is_ok(text) or wish.notes or wish.acts:
        return True
    if wish.policies:
        return "=" in wish.policies[0]
    if any(sum(map(str.isalnum, part.split()[0])) < SHORTEST for part in text.split(";") if part.strip()):
        return False
    try:
        return bool(typed_orders(rules, text, ANYBODY))
    except Failure:
        return False


def why_not(opened: OpenGame, referee: Referee, seat: str, lines: Sequence[str]) -> Failure | None:
    """Why the first of these lines is no order, and what its writer may have meant."""
    line = next(filter(None, lines), "")
    try:
        if line:
            parse_batch(Desk(opened, referee.secrets[-1].held(seat), seat), line)
    except Failure as fault:
        return fault
    return None


def verbs(opened: OpenGame) -> list[str]:
    """The first words of orders, in every language."""
    all_words = [packs.words(opened.rules.game.name, lang) for lang in LANGUAGES]
    found = {template.split()[0].casefold() for words in all_words for template in words.orders.values()}
    return sorted([*found, *SHELVES])


def newest_filed(opened: OpenGame, seat: str) -> int:
    """Which answer of the seat to the open question waits in the inbox."""
    return max(waiting_revs(opened, f"{opened.game.state.window.number}-{seat}-"), default=-1)


def good_code(opened: OpenGame, referee: Referee, seat: str, code: str) -> int:
    return check_code(opened.game, referee.secrets, seat, code, newest_filed(opened, seat))


def said(lines: Sequence[str]) -> str:
    """The text that the mark of the letter is made of."""
    return "\n".join(lines)


def letters_of(opened: OpenGame, referee: Referee, seat: str, lines: Sequence[str], code: str) -> Letters:
    """All that the lines ask for, or the first reason why not: then nothing of it is done, and the code stays good."""
    good_code(opened, referee, seat, code)
    wish, identity = sort_lines(opened.rules, lines), referee.secrets[-1].held(seat)
    desk = Desk(opened, identity, seat)
    batch = parse_batch(desk, "\n".join(wish.orders)) if wish.orders else []
    answers = any(not isinstance(order, Plan) for order in batch)
    made = play(desk, referee, batch, code, lines) if answers else Letters()
    plans = [] if answers else [order.then for order in batch if isinstance(order, Plan)]
    more = [*standing(desk, wish.policies, plans), *notes(desk, identity, wish.notes), *acts(desk, identity, wish.acts)]
    return replace(
        made,
        envelopes=[*made.envelopes, *(envelope for envelope, _ in more)],
        told=[*made.told, *(told for _, told in more)],
    )


def play(desk: Desk, referee: Referee, batch: list[Order], code: str, lines: Sequence[str]) -> Letters:
    """The answer to what is asked, after a dry run."""
    check_asked(desk)
    check_one(desk, batch)
    game, lang = desk.opened.game, listener_language()
    outlook = within_letter(desk, batch, foresee(desk, batch, lang))
    kept = worth_signing(batch, outlook)
    later = fitting_draft(desk, kept, outlook)
    check_room(desk, kept, "")
    now = [order for order in kept if not isinstance(order, Plan)]
    beside = Beside(
        [data(order.then) for order in kept if isinstance(order, Plan)], [data(order) for order in later], ""
    )
    orders, secret = [data(order) for order in now], [travels_sealed(order) for order in now]
    filed = newest_filed(desk.opened, desk.seat)
    letter = mail_letter(game, referee.secrets, desk.seat, orders, secret, code, said(lines), beside, filed)
    envelope = checked(desk, sign(desk.identity, letter))
    words = packs.words(desk.opened.rules.game.name, lang)
    earlier = replaced_rev(desk.opened, desk.seat, letter.rev + 1)
    filing = Filing(
        kept, replace(outlook, draft=later), outlook.draft[len(later) :], "", UNSET if earlier is None else earlier
    )
    told = [line for line in filing_lines(desk, words, filing) if line]
    return Letters([envelope], told, [order_text(words, data(order)) for order in kept], letter.rev)


def check_one(desk: Desk, batch: Sequence[Order]) -> None:
    """Who is asked along with others answers once: of two answers of a kind nobody knows which is meant."""
    question = top(desk.state) if desk.state else None
    first, *others = [order for order in batch if not isinstance(order, Plan)]
    if question and question.several and any(type(one) is type(first) and one != first for one in others):
        raise Rejected("E_MAIL_LINE", "there are two different answers in this mail", "send the one that you mean")


def standing(desk: Desk, settings: Sequence[str], plans: Sequence[Order]) -> Iterator[tuple[Envelope, str]]:
    """A policy with some lines set anew, and plans without an answer; what is not named stays as it was."""
    if not settings and not plans:
        return
    if desk.state is None:
        raise Rejected("E_ORDER_EARLY", "the game has not started")
    policy = policy_with(desk, settings) if settings else said_in_advance(desk).policy
    orders = [data(order) for order in plans] or list(said_in_advance(desk).plans)
    words = packs.words(desk.opened.rules.game.name, listener_language())
    yield write_advance(desk, policy, orders), "\n".join(told_in_advance(words, settings, plans))


def told_in_advance(words: Words, settings: Sequence[str], plans: Sequence[Order]) -> Iterator[str]:
    if settings:
        yield localised("your policy is set: {lines}", lines=", ".join(settings))
    if plans:
        yield phrase(words, "planned", orders="; ".join(order_text(words, data(order)) for order in plans))


def notes(desk: Desk, identity: Identity, texts: Sequence[str]) -> Iterator[tuple[Envelope, str]]:
    first = next_note(desk.opened, desk.seat) if texts else 0
    for number, text in enumerate(texts, first):
        letter = note_letter(desk.opened.game, desk.seat, check_words(text), number)
        yield checked(desk, sign(identity, letter)), localised("your note to the table: {text}", text=text)


def acts(desk: Desk, identity: Identity, meant: Sequence[str]) -> Iterator[tuple[Envelope, str]]:
    for letter, told in acts_of(desk, meant):
        yield checked(desk, sign(identity, letter)), told


def checked(desk: Desk, envelope: Envelope) -> Envelope:
    game = desk.opened.game
    check_letter(
        game.genesis, game.state, desk.opened.head, envelope, time_to_write(game.genesis, None, game.last.head)
    )
    return envelope
