"""A referee who lies with the true key: a game replayed up to a step, that step falsified, and continued from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from lpbe.games import rules_of
from lpbe.kernel.base.canonical import ident, jcs
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.genesis import Genesis, spec_of
from lpbe.kernel.chain.letter import AnyLetter, letter_id, present
from lpbe.kernel.chain.records import Envelope, GameFile, Hidden, View
from lpbe.kernel.chain.sealed_state import open_full_state, view_info
from lpbe.kernel.chain.transition import (
    ChainState,
    Referee,
    advance,
    bare_signature,
    begin,
    extend,
    make_entry,
    step_name,
)
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import Identity, Secret, b64
from lpbe.kernel.crypto.seals import seal
from lpbe.kernel.disk import files
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.table import answers_wanted
from lpbe.kernel.gamedir.gamedir import dump_game
from lpbe.kernel.gamedir.inbox import dump_letter
from lpbe.kernel.gamedir.log import log_line
from lpbe.kernel.gamedir.receipts import Receipt, ReceiptFile, Refusal
from tests import letter_types

from .club import HOST, PEOPLE, Answer, Club, identity


def verify(club: Club, *options: str, who: str = "eve") -> Answer:
    return club.lpbe(who, "verify", "mars", *options, "--json")


def sign_head(game: GameFile, who: str = HOST, **head: Any) -> GameFile:
    """Return the game under a head that fits its state and its public part, signed."""
    named = {"state": ident("state", game.state), "public": ident("public", game.last.public), "seq": game.state.seq}
    fresh = replace(game.last.head, **{**named, **head})
    sig = bare_signature(identity(who), sshsig.HEAD, jcs(fresh))
    return replace(game, last=replace(game.last, head=fresh, head_sig=sig))


def with_public(game: GameFile, **changes: Any) -> GameFile:
    return sign_head(replace(game, last=replace(game.last, public=replace(game.last.public, **changes))))


def with_state(game: GameFile, **changes: Any) -> GameFile:
    return sign_head(replace(game, state=replace(game.state, **changes)))


def with_view(club: Club, game: GameFile, seat: str, change: Callable[[View], View]) -> GameFile:
    """Give one seat another private part; everything else is true."""
    record = next(s for s in game.state.seats if s.id == seat)
    pair = club.secret.pair(game.state.game, present(record.seal))
    view = change(player_view.open_view(game, seat, identity(PEOPLE[seat])))
    size = present(game.genesis.sizes).view
    false = b64(seal(pair, view_info(game.last.head.step, seat), view, size))
    return with_state(game, seals={**present(game.state.seals), seat: false})


def put_game(club: Club, game: GameFile) -> None:
    (club.mars / "game.toml").write_bytes(dump_game(game, "game.toml"))


def put_log(club: Club, lines: Iterable[bytes]) -> None:
    club.log.write_bytes(b"".join(line + b"\n" for line in lines))


def put_last(club: Club, game: GameFile) -> None:
    """Replace the last step, in game file and log, but not in the reports."""
    put_game(club, game)
    put_log(club, [*club.log.read_bytes().splitlines()[:-1], log_line(game)])
    (club.mars / "reports" / f"{game.state.seq:06}.txt").unlink(missing_ok=True)


def verify_forged(club: Club, change: Callable[[GameFile], GameFile]) -> Answer:
    """Forge the last step; return what a stranger finds."""
    put_last(club, change(club.game))
    return verify(club)


class HistoryForger:
    """Replays a recorded game, lets a step be falsified, and continues: all of it signed and correct in form."""

    def __init__(self, club: Club, secret: Secret | None = None) -> None:
        self.club, self.rules = club, club.rules
        self.referee = Referee((secret or club.secret,), identity(HOST))
        self.steps: list[ChainState] = []

    def follow(self, seq: int) -> HistoryForger:
        entries, genesis = self.club.entries, self.club.game.genesis
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

    def add(self, envelope: Envelope, at: str | None = None) -> HistoryForger:
        self.steps.append(extend(self.rules, self.steps[-1], envelope, self.referee, at))
        return self

    def force(self, envelope: Envelope, at: str | None = None) -> HistoryForger:
        """Apply a letter whose words this program would refuse."""
        last = self.steps[-1]
        state, public, hidden = advance(self.rules, last, envelope, self.referee.secrets, at)
        entry = make_entry(step_name(last.game, envelope.letter), state, public, self.referee.identity, at, envelope)
        self.steps.append(ChainState(GameFile(last.game.genesis, state, entry, last.game.sig), hidden))
        return self

    def begin(
        self, genesis: Genesis, signers: dict[str, Identity], first: Sequence[str], at: str | None = None
    ) -> HistoryForger:
        """Start another game with the same secret: everybody joins, and the referee's own seats are ready first."""
        self.rules = rules_of(genesis)
        self.steps = [begin(genesis, self.rules, self.referee, at)]
        for seat, who in signers.items():
            code = self.referee.secrets[0].invitation(seat) if spec_of(genesis, seat).invite else ""
            self.send(who, letter_types.join_letter(self.game, seat, who, f"{seat.capitalize()}y", "en", code), at)
        for seat in (*first, *(seat for seat in signers if seat not in first)):
            self.send(signers[seat], letter_types.ready_letter(self.game, seat, signers[seat]), at)
        return self

    def spoil(self, change: Callable[[GameFile], GameFile]) -> HistoryForger:
        last = self.steps[-1]
        self.steps[-1] = ChainState(change(last.game), last.hidden)
        return self

    def send(self, signer: Identity, letter: AnyLetter, at: str | None = None) -> HistoryForger:
        return self.add(player_view.sign(signer, letter), at)

    def play(self, seat: str, signer: Identity, pick: int = -1) -> HistoryForger:
        """Let the seat that is asked answer with one of its orders."""
        live = open_full_state(self.rules, self.game.state, self.hidden)
        assert live is not None
        order = list(legality.legal_orders(live, answers_wanted(live)[seat], seat))[pick]
        plain = msgspec.to_builtins(order)
        return self.send(signer, letter_types.play_letter(self.game, seat, signer, [plain], [type(order).secret], 0))

    def play_on(self, signers: dict[str, Identity], steps: int = 60) -> HistoryForger:
        for _ in range(steps):
            waiting = self.game.state.window.waiting
            if not waiting:
                break
            self.play(waiting[0], signers[waiting[0]])
        return self

    def publish(self) -> None:
        """Give the club this game, and no report of another one."""
        put_log(self.club, [log_line(step.game) for step in self.steps])
        put_game(self.club, self.game)
        for report in (self.club.mars / "reports").glob("*.txt"):
            report.unlink()


def present_hidden(step: ChainState) -> Hidden:
    assert step.hidden is not None
    return step.hidden


def people(club: Club) -> dict[str, Identity]:
    return {seat: identity(PEOPLE[seat]) for seat in club.seats}


def give_receipt(
    club: Club, name: str, refused: Sequence[Refusal], who: str = HOST, seq: int | None = None, head: str = ""
) -> str:
    """Return a receipt as a referee signs it, whether it is true or not."""
    game = club.game
    number = game.state.seq if seq is None else seq
    receipt = Receipt(2, game.state.game, number, head or club.head, list(refused))
    signed = present(bare_signature(identity(who), sshsig.RECEIPT, jcs(receipt)))
    path = club.mars / "refused" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(files.dump(msgspec.to_builtins(ReceiptFile(receipt, signed)), name))
    return str(path)


def put_refused(club: Club, envelope: Envelope, name: str = "0123456789abcdef-2-red-0.toml") -> None:
    path = club.mars / "refused" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(dump_letter(envelope, name))


def end_event(winner: str) -> dict[str, Any]:
    return {"event": "ended", "scores": {winner: 99}, "winners": [winner]}


def signed_anew(game: GameFile, letter: AnyLetter) -> GameFile:
    """Return the last step as if the host had sent this letter in it."""
    sig = b64(sshsig.strip_frame(identity(HOST).sign(sshsig.ORDER, jcs(letter))))
    return sign_head(replace(game, last=replace(game.last, letter=letter, sig=sig)), letter_id=letter_id(letter))
