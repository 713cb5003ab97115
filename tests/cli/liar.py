"""A referee who lies with the true key: a game played again up to a step, that step spoiled, and played on from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from lpbe.games import rules_of
from lpbe.kernel.base.canon import ident, jcs
from lpbe.kernel.chain import compose as desk
from lpbe.kernel.chain.hidden import open_live, view_info
from lpbe.kernel.chain.letters import AnyLetter, letter_id, present
from lpbe.kernel.chain.records import Envelope, GameFile, Hidden, View
from lpbe.kernel.chain.seating import Genesis, spec_of
from lpbe.kernel.chain.step import Link, Referee, advance, bare_signature, begin, entry_of, extend, step_name
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import Identity, Secret, b64
from lpbe.kernel.crypto.seals import seal
from lpbe.kernel.disk import files
from lpbe.kernel.folder.folder import dump_game
from lpbe.kernel.folder.inbox import dump_letter
from lpbe.kernel.folder.log import log_line
from lpbe.kernel.folder.receipts import Receipt, ReceiptFile, Refusal
from lpbe.kernel.play import standing
from lpbe.kernel.play.table import answers_wanted
from tests import acts

from .house import HOST, PEOPLE, Answer, House, identity


def verify(house: House, *options: str, who: str = "eve") -> Answer:
    return house.lpbe(who, "verify", "mars", *options, "--json")


def headed(game: GameFile, who: str = HOST, **head: Any) -> GameFile:
    """The game under a head that fits its state and its public part, signed."""
    named = {"state": ident("state", game.state), "public": ident("public", game.last.public), "seq": game.state.seq}
    fresh = replace(game.last.head, **{**named, **head})
    sig = bare_signature(identity(who), sshsig.HEAD, jcs(fresh))
    return replace(game, last=replace(game.last, head=fresh, head_sig=sig))


def with_public(game: GameFile, **changes: Any) -> GameFile:
    return headed(replace(game, last=replace(game.last, public=replace(game.last.public, **changes))))


def with_state(game: GameFile, **changes: Any) -> GameFile:
    return headed(replace(game, state=replace(game.state, **changes)))


def with_view(house: House, game: GameFile, seat: str, change: Callable[[View], View]) -> GameFile:
    """One seat's own part tells something else; all the rest is true."""
    record = next(s for s in game.state.seats if s.id == seat)
    pair = house.secret.pair(game.state.game, present(record.seal))
    view = change(desk.open_view(game, seat, identity(PEOPLE[seat])))
    size = present(game.genesis.sizes).view
    false = b64(seal(pair, view_info(game.last.head.step, seat), view, size))
    return with_state(game, seals={**present(game.state.seals), seat: false})


def put_game(house: House, game: GameFile) -> None:
    (house.mars / "game.toml").write_bytes(dump_game(game, "game.toml"))


def put_log(house: House, lines: Iterable[bytes]) -> None:
    house.log.write_bytes(b"".join(line + b"\n" for line in lines))


def put_last(house: House, game: GameFile) -> None:
    """Another last step, in game file and log; reports are none of its business."""
    put_game(house, game)
    put_log(house, [*house.log.read_bytes().splitlines()[:-1], log_line(game)])
    (house.mars / "reports" / f"{game.state.seq:06}.txt").unlink(missing_ok=True)


def lies(house: House, change: Callable[[GameFile], GameFile]) -> Answer:
    """The last step as a liar tells it; what a stranger finds."""
    put_last(house, change(house.game))
    return verify(house)


class Liar:
    """Plays a recorded game again, lets a step be spoiled, and plays on: all signed, all in form."""

    def __init__(self, house: House, secret: Secret | None = None) -> None:
        self.house, self.rules = house, house.rules
        self.referee = Referee((secret or house.secret,), identity(HOST))
        self.steps: list[Link] = []

    def follow(self, seq: int) -> Liar:
        entries, genesis = self.house.entries, self.house.game.genesis
        self.steps = [begin(genesis, self.rules, self.referee, entries[0].head.at or None)]
        for entry in entries[1 : seq + 1]:
            self.add(entry.envelope, entry.head.at or None)
        return self

    @property
    def game(self) -> GameFile:
        return self.steps[-1].game

    @property
    def hidden(self) -> Hidden:
        return present_hidden(self.steps[-1])

    def add(self, envelope: Envelope, at: str | None = None) -> Liar:
        self.steps.append(extend(self.rules, self.steps[-1], envelope, self.referee, at))
        return self

    def force(self, envelope: Envelope, at: str | None = None) -> Liar:
        """A letter whose words this program would not take."""
        last = self.steps[-1]
        state, public, hidden = advance(self.rules, last, envelope, self.referee.secrets, at)
        entry = entry_of(step_name(last.game, envelope.order), state, public, self.referee.identity, at, envelope)
        self.steps.append(Link(GameFile(last.game.genesis, state, entry, last.game.sig), hidden))
        return self

    def begin(
        self, genesis: Genesis, signers: dict[str, Identity], first: Sequence[str], at: str | None = None
    ) -> Liar:
        """Another game with the same secret: everybody joins, those whom the referee knows are ready first."""
        self.rules = rules_of(genesis)
        self.steps = [begin(genesis, self.rules, self.referee, at)]
        for seat, who in signers.items():
            code = self.referee.secrets[0].invitation(seat) if spec_of(genesis, seat).invite else ""
            self.send(who, acts.join_letter(self.game, seat, who, f"{seat.capitalize()}y", "en", code), at)
        for seat in (*first, *(seat for seat in signers if seat not in first)):
            self.send(signers[seat], acts.ready_letter(self.game, seat, signers[seat]), at)
        return self

    def spoil(self, change: Callable[[GameFile], GameFile]) -> Liar:
        last = self.steps[-1]
        self.steps[-1] = Link(change(last.game), last.hidden)
        return self

    def send(self, signer: Identity, letter: AnyLetter, at: str | None = None) -> Liar:
        return self.add(desk.sign(signer, letter), at)

    def play(self, seat: str, signer: Identity, pick: int = -1) -> Liar:
        """The seat that is asked answers with one of its orders."""
        live = open_live(self.rules, self.game.state, self.hidden)
        assert live is not None
        order = list(standing.legal(live, answers_wanted(live)[seat], seat))[pick]
        plain = msgspec.to_builtins(order)
        return self.send(signer, acts.play_letter(self.game, seat, signer, [plain], [type(order).secret], 0))

    def play_on(self, signers: dict[str, Identity], steps: int = 60) -> Liar:
        for _ in range(steps):
            waiting = self.game.state.window.waiting
            if not waiting:
                break
            self.play(waiting[0], signers[waiting[0]])
        return self

    def publish(self) -> None:
        """The house then holds this game, and no report of another one."""
        put_log(self.house, [log_line(step.game) for step in self.steps])
        put_game(self.house, self.game)
        for report in (self.house.mars / "reports").glob("*.txt"):
            report.unlink()


def present_hidden(step: Link) -> Hidden:
    assert step.hidden is not None
    return step.hidden


def people(house: House) -> dict[str, Identity]:
    return {seat: identity(PEOPLE[seat]) for seat in house.seats}


def give_receipt(
    house: House, name: str, refused: Sequence[Refusal], who: str = HOST, seq: int | None = None, head: str = ""
) -> str:
    """A receipt as a referee signs it, whether it is true or not."""
    game = house.game
    number = game.state.seq if seq is None else seq
    receipt = Receipt(2, game.state.game, number, head or house.head, list(refused))
    signed = present(bare_signature(identity(who), sshsig.RECEIPT, jcs(receipt)))
    path = house.mars / "refused" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(files.dump(msgspec.to_builtins(ReceiptFile(receipt, signed)), name))
    return str(path)


def put_refused(house: House, envelope: Envelope, name: str = "0123456789abcdef-2-red-0.toml") -> None:
    path = house.mars / "refused" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(dump_letter(envelope, name))


def ended(winner: str) -> dict[str, Any]:
    return {"event": "ended", "scores": {winner: 99}, "winners": [winner]}


def signed_anew(game: GameFile, letter: AnyLetter) -> GameFile:
    """The last step as if the host had sent this letter in it."""
    sig = b64(sshsig.bare(identity(HOST).sign(sshsig.ORDER, jcs(letter))))
    return headed(replace(game, last=replace(game.last, order=letter, sig=sig)), order=letter_id(letter))
