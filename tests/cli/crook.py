"""A referee who cheats: false states, heads and logs, signed with the true key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from lpbe.kernel.base.canon import ident, jcs
from lpbe.kernel.chain import compose as desk
from lpbe.kernel.chain.drawers import screen_of, write_box
from lpbe.kernel.chain.hidden import close_drawers, open_live, seal_view
from lpbe.kernel.chain.letters import present
from lpbe.kernel.chain.records import RECENT, Entry, Envelope, GameFile, Head, Hidden, Public, StateRecord, head_id
from lpbe.kernel.chain.seating import Genesis, game_id
from lpbe.kernel.chain.step import Link, Referee, bare_signature, begin, extend
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.disk import files
from lpbe.kernel.folder.folder import dump_game
from lpbe.kernel.folder.log import log_line
from lpbe.kernel.play import standing
from lpbe.kernel.play.rules import State
from lpbe.kernel.play.table import answers_wanted
from tests import acts

from .house import HOST, PEOPLE, Answer, House, identity

Spoil = Callable[["Crook", Link], Link]


def sign_head(head: Head, who: str = HOST) -> str:
    return present(bare_signature(identity(who), sshsig.HEAD, jcs(head)))


def headed(game: GameFile, /, who: str = HOST, **head: Any) -> GameFile:
    """The game with a head that fits its state and its public part, signed."""
    last = game.last
    named = {"state": ident("state", game.state), "public": ident("public", last.public), "seq": game.state.seq}
    fresh = replace(last.head, **{**named, **head})
    return replace(game, last=replace(last, head=fresh, head_sig=sign_head(fresh, who)))


def with_state(game: GameFile, **changes: Any) -> GameFile:
    """Another state under a head of the referee's."""
    return headed(replace(game, state=replace(game.state, **changes)))


def with_public(game: GameFile, public: Public) -> GameFile:
    return headed(replace(game, last=replace(game.last, public=public)))


def with_genesis(game: GameFile, **changes: Any) -> GameFile:
    """Another genesis, signed, with a state that claims to belong to it."""
    genesis: Genesis = replace(game.genesis, **changes)
    sig = bare_signature(identity(HOST), sshsig.GENESIS, jcs(genesis))
    name = game_id(genesis)
    moved = replace(game, genesis=genesis, sig=sig, state=replace(game.state, game=name))
    return headed(moved, game=name, **({"prev": name} if game.state.seq == 0 else {}))


def put_game(house: House, game: GameFile) -> None:
    (house.mars / "game.toml").write_bytes(dump_game(game, "game.toml"))


def put_log(house: House, lines: Iterable[bytes]) -> None:
    house.log.write_bytes(b"".join(line + b"\n" for line in lines))


def put_relinked(house: House, entries: list[Entry]) -> None:
    entries, game = relinked(entries, house.game)
    put_log(house, [jcs(entry) for entry in entries])
    put_game(house, game)


def put_next(house: House, game: GameFile) -> None:
    """A game file of the next step, and a log with its line."""
    put_game(house, game)
    put_log(house, [*house.log.read_bytes().splitlines(), log_line(game)])


def put_last(house: House, game: GameFile) -> None:
    """A game file, and the log that ends with its step."""
    put_game(house, game)
    put_log(house, [*house.log.read_bytes().splitlines()[:-1], log_line(game)])


def relinked(entries: list[Entry], game: GameFile) -> tuple[list[Entry], GameFile]:
    """A log whose heads follow each other again, and the game file that ends it."""
    out: list[Entry] = []
    for seq, entry in enumerate(entries):
        order = msgspec.UNSET if seq == 0 else ident("order", entry.order)
        prev = head_id(out[-1].head) if out else entry.head.prev
        head = replace(entry.head, seq=seq, prev=prev, order=order, public=ident("public", entry.public))
        out.append(replace(entry, head=head, head_sig=sign_head(head)))
    state = replace(game.state, seq=len(out) - 1, recent=[head_id(entry.head) for entry in out[:-1]][-RECENT:])
    ended = headed(replace(game, state=state, last=out[-1]))
    return [*out[:-1], ended.last], ended


class Crook:
    """Plays a recorded game again up to a step, spoils that step, and lets everybody play on."""

    def __init__(self, house: House) -> None:
        self.house, self.rules = house, house.rules
        self.referee = Referee((house.secret,), identity(HOST))
        self.steps: list[Link] = []

    def cheat(self, seq: int, spoil: Spoil, more: int = 60) -> None:
        """The house then holds the spoiled game, as true in form as the referee can make it."""
        self.follow(seq)
        self.steps[-1] = spoil(self, self.steps[-1])
        for _ in range(more):
            if not self.play_on():
                break
        put_log(self.house, [log_line(step.game) for step in self.steps])
        put_game(self.house, self.steps[-1].game)

    def follow(self, seq: int) -> None:
        entries, genesis = self.house.entries, self.house.game.genesis
        at = entries[0].head.at or None
        self.steps = [begin(genesis, self.rules, self.referee, at)]
        for entry in entries[1 : seq + 1]:
            self.add(Envelope(present(entry.order), entry.sig), entry.head.at or None)

    def add(self, envelope: Envelope, at: str | None) -> None:
        self.steps.append(extend(self.rules, self.steps[-1], envelope, self.referee, at))

    def play_on(self) -> bool:
        """The next seat that is asked answers; False at the end."""
        step = self.steps[-1]
        waiting = step.game.state.window.waiting
        if not waiting:
            return False
        seat, live = waiting[0], self.live(step)
        order = list(standing.legal(live, answers_wanted(live)[seat], seat))[-1]
        who = identity(PEOPLE[seat])
        letter = acts.play_letter(step.game, seat, who, [msgspec.to_builtins(order)], [type(order).secret], 0)
        self.add(desk.sign(who, letter), step.game.last.head.at or None)
        return True

    def live(self, step: Link) -> State:
        """The whole position of a step, hidden parts and all."""
        live = open_live(self.rules, step.game.state, present(step.hidden))
        assert live is not None
        return live

    def resealed(self, step: Link, live: State) -> Link:
        """The step with another hidden state, sealed to everybody as the rules say."""
        hidden = self.hidden(step, live)
        state = self.closed(step, live, hidden)
        return Link(headed(replace(step.game, state=state)), hidden)

    def hidden(self, step: Link, live: State) -> Hidden:
        before = present(step.hidden)
        views = {seat: replace(view, screen=screen_of(live, seat)) for seat, view in before.views.items()}
        return Hidden(replace(before.inmost, box=write_box(live)), views)

    def closed(self, step: Link, live: State, hidden: Hidden) -> StateRecord:
        name = step.game.last.head.step
        return close_drawers(step.game.genesis, step.game.state, live, hidden, name, self.referee.secrets)

    def lied_to(self, step: Link, seat: str, live: State) -> Link:
        """One seat's own part tells of another hidden state; all else is true."""
        state, name = step.game.state, step.game.last.head.step
        record = next(s for s in state.seats if s.id == seat)
        assert self.referee.secret
        view, size = self.hidden(step, live).views[seat], present(step.game.genesis.sizes).view
        false = seal_view(record, view, name, self.referee.secret, size)
        state = replace(state, seals={**present(state.seals), seat: false})
        return Link(headed(replace(step.game, state=state)), step.hidden)


def verify(house: House, *options: str) -> Answer:
    return house.lpbe("eve", "verify", "mars", "--evidence", "proof.json", *options, "--json")


def check_false(house: House, answer: Answer, code: str, seq: int) -> None:
    """Exit 4, the code, the step named, and a bundle that says the same."""
    assert (answer.status, answer.code) == (4, code), answer
    assert f"step {seq}:" in answer.told["message"]
    proof = files.parse_order((house.root / "proof.json").read_bytes(), "proof.json")
    assert (proof["kind"], proof["code"], proof["seq"]) == ("false-step", code, seq)
    assert proof["game"] == house.game.state.game
