"""A referee who cheats: false states, heads and logs, signed with the true key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from lpbe.kernel.base.canonical import ident, jcs
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.genesis import Genesis, game_id
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.records import (
    MIN_RECENT_HEADS,
    Entry,
    Envelope,
    GameFile,
    Head,
    Hidden,
    Public,
    StateRecord,
    head_id,
)
from lpbe.kernel.chain.sealed_state import hidden_part, open_full_state, private_part, seal_state, seal_view
from lpbe.kernel.chain.transition import ChainState, Referee, bare_signature, begin, extend
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.disk import files
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.model import State
from lpbe.kernel.engine.table import answers_wanted
from lpbe.kernel.gamedir.gamedir import dump_game
from lpbe.kernel.gamedir.log import log_line
from tests import letter_types

from .club import HOST, PEOPLE, Answer, Club, identity

Spoil = Callable[["CheatingReferee", ChainState], ChainState]


def sign_head(head: Head, who: str = HOST) -> str:
    return present(bare_signature(identity(who), sshsig.HEAD, jcs(head)))


def sign_fitting_head(game: GameFile, /, who: str = HOST, **head: Any) -> GameFile:
    """Return the game with a head that fits its state and its public part, signed."""
    last = game.last
    named = {"state": ident("state", game.state), "public": ident("public", last.public), "seq": game.state.seq}
    fresh = replace(last.head, **{**named, **head})
    return replace(game, last=replace(last, head=fresh, head_sig=sign_head(fresh, who)))


def with_state(game: GameFile, **changes: Any) -> GameFile:
    """Return another state under a head of the referee's."""
    return sign_fitting_head(replace(game, state=replace(game.state, **changes)))


def with_public(game: GameFile, public: Public) -> GameFile:
    return sign_fitting_head(replace(game, last=replace(game.last, public=public)))


def with_genesis(game: GameFile, **changes: Any) -> GameFile:
    """Return another genesis, signed, with a state that claims to belong to it."""
    genesis: Genesis = replace(game.genesis, **changes)
    sig = bare_signature(identity(HOST), sshsig.GENESIS, jcs(genesis))
    name = game_id(genesis)
    moved = replace(game, genesis=genesis, sig=sig, state=replace(game.state, game=name))
    return sign_fitting_head(moved, game=name, **({"prev": name} if game.state.seq == 0 else {}))


def put_game(club: Club, game: GameFile) -> None:
    (club.mars / "game.toml").write_bytes(dump_game(game, "game.toml"))


def put_log(club: Club, lines: Iterable[bytes]) -> None:
    club.log.write_bytes(b"".join(line + b"\n" for line in lines))


def put_relinked(club: Club, entries: list[Entry]) -> None:
    entries, game = relink_log(entries, club.game)
    put_log(club, [jcs(entry) for entry in entries])
    put_game(club, game)


def put_next(club: Club, game: GameFile) -> None:
    """A game file of the next step, and a log with its line."""
    put_game(club, game)
    put_log(club, [*club.log.read_bytes().splitlines(), log_line(game)])


def put_last(club: Club, game: GameFile) -> None:
    """A game file, and the log that ends with its step."""
    put_game(club, game)
    put_log(club, [*club.log.read_bytes().splitlines()[:-1], log_line(game)])


def relink_log(entries: list[Entry], game: GameFile) -> tuple[list[Entry], GameFile]:
    """Return a log whose heads follow each other again, and the game file that ends it."""
    out: list[Entry] = []
    for seq, entry in enumerate(entries):
        order = msgspec.UNSET if seq == 0 else ident("order", entry.letter)
        prev = head_id(out[-1].head) if out else entry.head.prev
        head = replace(entry.head, seq=seq, prev=prev, letter_id=order, public=ident("public", entry.public))
        out.append(replace(entry, head=head, head_sig=sign_head(head)))
    state = replace(
        game.state, seq=len(out) - 1, recent=[head_id(entry.head) for entry in out[:-1]][-MIN_RECENT_HEADS:]
    )
    ended = sign_fitting_head(replace(game, state=state, last=out[-1]))
    return [*out[:-1], ended.last], ended


class CheatingReferee:
    """Replays a recorded game up to a step, falsifies that step, and lets everybody continue."""

    def __init__(self, club: Club) -> None:
        self.club, self.rules = club, club.rules
        self.referee = Referee((club.secret,), identity(HOST))
        self.steps: list[ChainState] = []

    def cheat(self, seq: int, spoil: Spoil, more: int = 60) -> None:
        """Give the club the falsified game, as correct in form as the referee can make it."""
        self.follow(seq)
        self.steps[-1] = spoil(self, self.steps[-1])
        for _ in range(more):
            if not self.play_on():
                break
        put_log(self.club, [log_line(step.game) for step in self.steps])
        put_game(self.club, self.steps[-1].game)

    def follow(self, seq: int) -> None:
        entries, genesis = self.club.entries, self.club.game.genesis
        at = entries[0].head.at or None
        self.steps = [begin(genesis, self.rules, self.referee, at)]
        for entry in entries[1 : seq + 1]:
            self.add(Envelope(present(entry.letter), entry.sig), entry.head.at or None)

    def add(self, envelope: Envelope, at: str | None) -> None:
        self.steps.append(extend(self.rules, self.steps[-1], envelope, self.referee, at))

    def play_on(self) -> bool:
        """Let the next seat that is asked answer; return False at the end."""
        step = self.steps[-1]
        waiting = step.game.state.window.waiting
        if not waiting:
            return False
        seat, live = waiting[0], self.live(step)
        order = list(legality.legal_orders(live, answers_wanted(live)[seat], seat))[-1]
        who = identity(PEOPLE[seat])
        letter = letter_types.play_letter(step.game, seat, who, [msgspec.to_builtins(order)], [type(order).secret], 0)
        self.add(player_view.sign(who, letter), step.game.last.head.at or None)
        return True

    def live(self, step: ChainState) -> State:
        """Return the whole position of a step, hidden parts and all."""
        live = open_full_state(self.rules, step.game.state, present(step.hidden))
        assert live is not None
        return live

    def resealed(self, step: ChainState, live: State) -> ChainState:
        """Return the step with another hidden state, sealed to everybody as the rules say."""
        hidden = self.hidden(step, live)
        state = self.closed(step, live, hidden)
        return ChainState(sign_fitting_head(replace(step.game, state=state)), hidden)

    def hidden(self, step: ChainState, live: State) -> Hidden:
        before = present(step.hidden)
        views = {seat: replace(view, screen=private_part(live, seat)) for seat, view in before.views.items()}
        return Hidden(replace(before.inmost, box=hidden_part(live)), views)

    def closed(self, step: ChainState, live: State, hidden: Hidden) -> StateRecord:
        name = step.game.last.head.step
        return seal_state(step.game.genesis, step.game.state, live, hidden, name, self.referee.secrets)

    def lied_to(self, step: ChainState, seat: str, live: State) -> ChainState:
        """Give one seat a private part from another hidden state; everything else is true."""
        state, name = step.game.state, step.game.last.head.step
        record = next(s for s in state.seats if s.id == seat)
        assert self.referee.secret
        view, size = self.hidden(step, live).views[seat], present(step.game.genesis.sizes).view
        false = seal_view(record, view, name, self.referee.secret, size)
        state = replace(state, seals={**present(state.seals), seat: false})
        return ChainState(sign_fitting_head(replace(step.game, state=state)), step.hidden)


def verify(club: Club, *options: str) -> Answer:
    return club.lpbe("eve", "verify", "mars", "--evidence", "proof.json", *options, "--json")


def check_false(club: Club, answer: Answer, code: str, seq: int) -> None:
    """Check for exit code 4, the error code, the name of the step, and a bundle that agrees."""
    assert (answer.status, answer.code) == (4, code), answer
    assert f"step {seq}:" in answer.payload["message"]
    proof = files.parse_order((club.root / "proof.json").read_bytes(), "proof.json")
    assert (proof["kind"], proof["code"], proof["seq"]) == ("false-step", code, seq)
    assert proof["game"] == club.game.state.game
