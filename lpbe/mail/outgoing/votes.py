"""What players have to agree on (a replacement, a shorter pace, the end of the game): who votes and who is notified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct, UnsetType

from ...app.reading.history import available_steps
from ...app.session.open_game import OpenGame
from ...kernel.chain.genesis import WindowKind, bots_in, electors, names_of, required_votes
from ...kernel.chain.letters.endorse import Endorse
from ...kernel.chain.letters.pace import endorsers
from ...kernel.chain.records import GameFile, StateRecord
from ...kernel.content.packs import Words
from ...kernel.language.sentences import phrase
from ...report.content.step_sentences import span_text
from ...report.document import Lines, Reply


class ProposalKind(StrEnum):
    """What is proposed. The values are part of Message-IDs and of the names of phrases."""

    REPLACE = "replace"
    PACE = "pace"
    STOP = "stop"


class Proposal(Struct, frozen=True):
    """Something to be agreed on: its id, the seat it is about, and the seats that have agreed so far."""

    kind: ProposalKind
    id: str
    target: str
    agreed: list[str]


class VoteReader(Struct, frozen=True):
    """The reader of an e-mail about a proposal, and how they answer it."""

    seat: str
    file: str
    """The name of the game file for commands."""
    send_option: str
    """The option that makes a command print an e-mail."""
    block: list[str]
    """An empty reply block, if the e-mail has no other one and its reader has no key."""
    plays_by_mail: bool


def open_proposals(opened: OpenGame) -> Iterator[Proposal]:
    """Yield everything that is waiting for somebody's agreement."""
    genesis, state = opened.game.genesis, opened.game.state
    for pending in state.replacing:
        yield Proposal(ProposalKind.REPLACE, id=pending.letter_id, target=pending.args.seat, agreed=pending.endorsed)
    required = required_votes(genesis, state, "")
    for pace in state.agreed:
        if (agreed := endorsers(genesis, state, pace.of)) and len(agreed) < required:
            yield Proposal(ProposalKind.PACE, id=pace.of, target="", agreed=agreed)
    if (stopping := roster(state, "stopping")) and state.window.kind == WindowKind.PLAY:
        yield Proposal(ProposalKind.STOP, id=stopping[0], target="", agreed=stopping)


def roster(state: StateRecord, part: str) -> list[str]:
    """Return a list of seats stored in the game, such as those that agree to stop."""
    return list(state.table.get("roster", {}).get(part, ()))


def has_vote(game: GameFile, proposal: Proposal, seat: str) -> bool:
    """Return whether the seat has a vote: a mail seat has none, but a game stops only if all its players agree."""
    state = game.state
    if proposal.kind is ProposalKind.STOP:
        return seat in roster(state, "seats") and seat not in [*roster(state, "resigned"), *bots_in(state)]
    return seat in electors(game.genesis, state, proposal.target)


def is_notified(game: GameFile, proposal: Proposal, seat: str) -> bool:
    """Return whether the seat gets an e-mail: not if it agreed or a bot plays it, unless it votes or is affected."""
    if seat in proposal.agreed:
        return False
    if has_vote(game, proposal, seat) or seat == proposal.target:
        return True
    return proposal.kind is not ProposalKind.STOP and seat not in bots_in(game.state)


def proposal_blocks(opened: OpenGame, words: Words, proposal: Proposal, reader: VoteReader) -> Iterator[Lines | Reply]:
    """Yield what an e-mail says about a proposal, and what to do to agree."""
    key = f"mail.vote.{proposal.kind}"
    values = phrase_values(opened, words, proposal)
    names = names_of(opened.game.state)
    if proposal.kind is ProposalKind.STOP and reader.plays_by_mail:
        lead = phrase(words, f"{key}.typed", names, **values)
        yield Reply(lead, [], "", [], reader.block) if reader.block else Lines([lead])
    elif reader.seat == proposal.target:
        yield Lines([phrase(words, f"{key}.own", names, **values)])
    elif not has_vote(opened.game, proposal, reader.seat):
        yield Lines([phrase(words, f"{key}.told", names, **values)])
    else:
        yield Reply(phrase(words, key, names, **values), [], "", [agree_command(opened, proposal, reader)])


def phrase_values(opened: OpenGame, words: Words, proposal: Proposal) -> dict[str, str | int | Sequence[str]]:
    if proposal.kind is ProposalKind.STOP:
        return {"seats": proposal.agreed}
    required = required_votes(opened.game.genesis, opened.game.state, proposal.target)
    counts: dict[str, str | int | Sequence[str]] = {"wanted": required, "count": len(proposal.agreed)}
    if proposal.kind is ProposalKind.PACE:
        return {**counts, "pace": span_text(words, proposed_pace(opened, proposal))}
    return {**counts, "target": proposal.target}


def agree_command(opened: OpenGame, proposal: Proposal, reader: VoteReader) -> str:
    """Return the command that signs the agreement and prints the e-mail to send."""
    match proposal.kind:
        case ProposalKind.REPLACE:
            command = f"endorse {reader.file} --of {proposal.target}"
        case ProposalKind.PACE:
            command = f"endorse {reader.file} --pace {proposed_pace(opened, proposal)}"
        case ProposalKind.STOP:
            command = f"stop {reader.file} --yes"
    return f"lpbe {command} {reader.send_option}"


def proposed_pace(opened: OpenGame, proposal: Proposal) -> str:
    """Return the proposed pace, found in the letters: the game itself stores only a hash of it."""
    letters = [entry.letter for entry in available_steps(opened)]
    found = [one.args.pace for one in letters if isinstance(one, Endorse) and one.args.of == proposal.id]
    return next((pace for pace in found if not isinstance(pace, UnsetType)), "")
