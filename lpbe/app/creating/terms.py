"""The terms of a game in words: what its players agree to, and whom they have to believe."""

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
        yield Message("an open game: nothing is hidden and nobody needs a key, so anybody can play every seat")
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
        yield Message("with a content pack of the host's: {pack}", {"pack": genesis.pack[:12]})


def trust_terms(genesis: Genesis, state: StateRecord) -> Iterator[Message]:
    yield Message("a referee applies every letter and can look at all that is hidden, but cannot cheat unseen")
    if own := host_seats(genesis, state):
        yield Message("the host plays: {seats}; so a player can look at what the others hide", {"seats": own})
    if genesis.disclose:
        yield Message("when the game is over its secret is disclosed, and anybody can check every step")
    else:
        yield Message("the secret is kept when the game is over: end and scores stay the referee's word")


def time_terms(genesis: Genesis) -> Iterator[Message]:
    if isinstance(genesis.pace, UnsetType):
        yield Message("there are no deadlines")
        return
    yield Message("every answer has a deadline: {pace}; the referee's clock counts", {"pace": genesis.pace})
    yield Message("a start that is not reached in time makes the game void")
    if not isinstance(genesis.grace, UnsetType):
        yield Message("after a deadline there is some grace: {grace}", {"grace": genesis.grace})
    if genesis.vacation:
        yield Message("each seat has days of vacation: {days}", {"days": genesis.vacation})
    if isinstance(genesis.bot_after, UnsetType):
        yield Message("a seat that misses deadlines is answered for, and never given to a bot")
    else:
        after = {"count": genesis.bot_after}
        yield Message("after so many missed deadlines the host alone may give a seat to a bot: {count}", after)


def held_terms(state: StateRecord) -> Iterator[Message]:
    for seat in state.seats:
        if seat.held == MAIL:
            yield Message(
                "{seat} plays by mail: the referee signs for it and could play it, its moves are the referee's word, "
                "mail providers read its screen; it has no vote, and its draw adds no fairness",
                {"seat": seat.id},
            )
        elif not isinstance(seat.held, UnsetType):
            bot, _, version = bot_label(seat.held).partition("@")
            yield Message(
                "{seat} is played by a machine, which has no vote: bot '{bot}', version {version}",
                {"seat": seat.id, "bot": bot, "version": version},
            )


def replacing_terms(genesis: Genesis, state: StateRecord) -> Iterator[Message]:
    """Yield who can give a seat away: a host whose own votes are enough needs nobody."""
    people = [seat.id for seat in state.seats if not is_held(seat)]
    alone = [seat for seat in people if host_decides(genesis, state, seat)]
    if alone:
        yield Message("the host alone may give these seats to another person or key: {seats}", {"seats": alone})
    others = [seat for seat in people if seat not in alone]
    if others:
        voters = [spec.id for spec in genesis.seats if spec.id != others[0] and is_entitled(spec)]
        yield Message(
            "the host may give these seats to another person or key if enough of the other people agree: "
            "{seats} ({need} of {count})",
            {"seats": others, "need": required_votes(genesis, state, others[0]), "count": len(voters)},
        )


def host_decides(genesis: Genesis, state: StateRecord, seat: str) -> bool:
    own = set(electors(genesis, state, seat)) & set(host_seats(genesis, state))
    return required_votes(genesis, state, seat) <= len(own)


def host_seats(genesis: Genesis, state: StateRecord) -> list[str]:
    """Return the seats of the present referee."""
    sign = referee_keys(genesis, state).sign
    return [seat.id for seat in state.seats if seat.sign == sign]


def draw_terms(genesis: Genesis, state: StateRecord) -> Iterator[Message]:
    own = host_seats(genesis, state)
    if all(is_held(seat) or seat.id in own for seat in state.seats):
        yield Message("nobody but the host draws: the draws of this game are not fair against the host")
