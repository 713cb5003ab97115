"""The terms of a game in words: what its players agree to, and whom they have to trust."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import UnsetType

from ...bots.strategies import bot_label
from ...kernel.base.errors import Message
from ...kernel.chain.genesis import electors, is_entitled, is_held, required_votes
from ...kernel.chain.letter_checks import referee_keys
from ...kernel.content import packs
from ...kernel.language.translate import translate_message

if TYPE_CHECKING:
    from ...kernel.chain.genesis import Genesis
    from ...kernel.chain.records import StateRecord

MAIL = "mail"


def terms_lines(genesis: Genesis, state: StateRecord, lang: str) -> list[str]:
    """Return all terms of a game, one sentence each, in the language of a reader."""
    words = packs.words(genesis.rules, lang)
    return [translate_message(message, lang, words) for message in terms(genesis, state)]


def terms(genesis: Genesis, state: StateRecord) -> Iterator[Message]:
    yield from rules_terms(genesis)
    if genesis.trust == "open":
        yield Message("an open game: nothing is hidden and nobody needs a key, so anyone can play any seat")
    else:
        yield from trust_terms(genesis, state)
    yield from time_terms(genesis)
    yield from held_terms(state)
    if genesis.trust == "referee":
        yield from replacing_terms(genesis, state)
        yield from draw_terms(genesis, state)


def rules_terms(genesis: Genesis) -> Iterator[Message]:
    played = (genesis.rules, *genesis.expansions)
    yield Message("rules: {rules}, version {version}", {"rules": played, "version": genesis.rules_version})
    for module, given in genesis.options.items():
        for name, value in given.items():
            yield Message("option: {option} = {value}", {"option": f"{module}.{name}", "value": str(value)})
    if not isinstance(genesis.pack, UnsetType):
        yield Message("with a content pack from the host: {pack}", {"pack": genesis.pack[:12]})


def trust_terms(genesis: Genesis, state: StateRecord) -> Iterator[Message]:
    yield Message(
        "the host processes every message and can see hidden information, but cannot cheat without being detected"
    )
    if own := host_seats(genesis, state):
        yield Message("the host also plays ({seats}), so a player can see what the others hide", {"seats": own})
    if genesis.disclose:
        yield Message("after the game its secret is disclosed, and anyone can check every step")
    else:
        yield Message(
            "the secret stays secret after the game, so you have to trust the host for the end and the scores"
        )


def time_terms(genesis: Genesis) -> Iterator[Message]:
    if isinstance(genesis.pace, UnsetType):
        yield Message("there are no deadlines")
        return
    yield Message("time for each answer: {pace}, by the host's clock", {"pace": span_message(genesis.pace)})
    yield Message("if the game does not start in time, it is void")
    if not isinstance(genesis.grace, UnsetType):
        yield Message("there is a grace period after each deadline: {grace}", {"grace": span_message(genesis.grace)})
    if genesis.vacation:
        yield Message("days of vacation per seat: {days}", {"days": genesis.vacation})
    if isinstance(genesis.bot_after, UnsetType):
        yield Message("a seat that misses deadlines gets default answers and is never given to a bot")
    else:
        after = {"count": genesis.bot_after}
        yield Message("number of missed deadlines after which the host alone can give a seat to a bot: {count}", after)


def span_message(span: str) -> Message:
    """Return a time such as 2d or 12h in words."""
    count = int(span[:-1])
    if span.endswith("d"):
        return Message("1 day") if count == 1 else Message("{count} days", {"count": count})
    return Message("1 hour") if count == 1 else Message("{count} hours", {"count": count})


def held_terms(state: StateRecord) -> Iterator[Message]:
    for seat in state.seats:
        if seat.held == MAIL:
            yield Message(
                "{seat} plays by e-mail: the host signs for this seat and could play it, so you have to trust "
                "the host for its moves; e-mail providers can read its screen; the seat has no vote, and its "
                "draw does not make the game fairer",
                {"seat": seat.id},
            )
        elif not isinstance(seat.held, UnsetType):
            bot, _, version = bot_label(seat.held).partition("@")
            yield Message(
                "{seat} is played by the bot '{bot}', version {version}, which has no vote",
                {"seat": seat.id, "bot": bot, "version": version},
            )


def replacing_terms(genesis: Genesis, state: StateRecord) -> Iterator[Message]:
    """Yield who can reassign a seat. A host whose own votes are enough decides alone."""
    people = [seat.id for seat in state.seats if not is_held(seat)]
    alone = [seat for seat in people if host_decides(genesis, state, seat)]
    if alone:
        yield Message("seats that the host alone can give to another person or key: {seats}", {"seats": alone})
    others = [seat for seat in people if seat not in alone]
    if others:
        voters = [spec.id for spec in genesis.seats if spec.id != others[0] and is_entitled(spec)]
        yield Message(
            "with the consent of other players (votes needed: {need} of {count}), the host can give these seats to "
            "another person or key: {seats}",
            {"seats": others, "need": required_votes(genesis, state, others[0]), "count": len(voters)},
        )


def host_decides(genesis: Genesis, state: StateRecord, seat: str) -> bool:
    own = set(electors(genesis, state, seat)) & set(host_seats(genesis, state))
    return required_votes(genesis, state, seat) <= len(own)


def host_seats(genesis: Genesis, state: StateRecord) -> list[str]:
    """Return the seats of the current referee."""
    sign = referee_keys(genesis, state).sign
    return [seat.id for seat in state.seats if seat.sign == sign]


def draw_terms(genesis: Genesis, state: StateRecord) -> Iterator[Message]:
    own = host_seats(genesis, state)
    if all(is_held(seat) or seat.id in own for seat in state.seats):
        yield Message("only the host draws in this game, so its draws are not protected against the host")
