"""Random games with random attacks in between: accepted letters verify, and refused ones change nothing."""

from __future__ import annotations

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from lpbe.kernel.audit import verify
from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.genesis import MAX_LETTERS_PER_WINDOW
from lpbe.kernel.chain.key_proofs import prove_keys
from lpbe.kernel.chain.letter_builder import referee_key
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.chain.letters.rekey import Rekey
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.crypto.keys import Identity, b64
from tests import letter_types

from ...size_limits import examples
from ..party import Party, person


class Game(RuleBasedStateMachine):
    @initialize(seats=st.sampled_from([("red", "blue"), ("red", "blue", "green")]), moss=st.booleans())
    def begin(self, seats: tuple[str, ...], moss: bool) -> None:
        self.party = Party(seats, ("moss",) if moss else (), {"pebbles": {"rounds": 1}}).start()
        self.sent: list[Envelope] = []
        self.fresh = 0

    def waits(self) -> bool:
        return bool(self.party.waiting)

    def refused(self, envelope: Envelope, *codes: str) -> None:
        """The attack gives one of its codes, and the game stays as it was."""
        before = jcs(self.party.game)
        try:
            self.party.send(envelope)
        except Rejected as fault:
            assert fault.code in codes, (fault.code, codes)
        else:
            raise AssertionError(f"accepted, expected {codes}")
        assert jcs(self.party.game) == before

    def some_order(self, chance: st.DataObject) -> Envelope:
        seat = chance.draw(st.sampled_from(self.party.waiting))
        order = chance.draw(st.sampled_from(self.party.legal(seat)))
        return self.party.order(seat, msgspec.json.decode(msgspec.json.encode(order)))

    @precondition(lambda self: self.waits())
    @rule(chance=st.data())
    def somebody_answers(self, chance: st.DataObject) -> None:
        envelope = self.some_order(chance)
        self.party.send(envelope)
        self.sent.append(envelope)

    @precondition(lambda self: self.waits())
    @rule(chance=st.data(), bid=st.integers(0, 6))
    def somebody_sets_a_policy(self, chance: st.DataObject, bid: int) -> None:
        window = self.party.game.state.window.number
        free = [s.id for s in self.party.game.state.seats if s.standing.sent_in(window) < MAX_LETTERS_PER_WINDOW]
        if free:
            self.party.policy(chance.draw(st.sampled_from(free)), {"pebbles": {"bid": bid}})

    @precondition(lambda self: self.waits())
    @rule(chance=st.data())
    def somebody_changes_keys(self, chance: st.DataObject) -> None:
        window = self.party.game.state.window.number
        free = [s.id for s in self.party.game.state.seats if s.free.sent_in(window) < Rekey.max_per_window]
        if not free:
            return
        seat = chance.draw(st.sampled_from(free))
        self.fresh += 1
        new = person(f"{seat} {self.fresh}")
        rev = next(s.free.next for s in self.party.game.state.seats if s.id == seat)
        self.party.send(self.party.sign(seat, letter_types.rekey_letter(self.party.game, seat, new, rev)))
        self.party.people[seat] = new

    @precondition(lambda self: self.waits() and len(self.party.seats) == 3)
    @rule(chance=st.data())
    def a_seat_gets_another_player(self, chance: st.DataObject) -> None:
        seat = chance.draw(st.sampled_from(list(self.party.seats)))
        self.fresh += 1
        new = person(f"new {seat} {self.fresh}")
        keys = prove_keys(new, self.party.game.state.game, seat, referee_key(self.party.game))
        letter = letter_types.replace_letter(self.party.game, seat, keys, "", "")
        asked = self.party.send(self.party.sign("referee", letter))
        of = asked.state.replacing[-1].letter_id
        for other in self.party.seats:
            if other != seat:
                rev = next(s.free.next for s in self.party.game.state.seats if s.id == other)
                self.party.send(self.party.sign(other, letter_types.endorse_letter(self.party.game, other, of, rev)))
        self.party.people[seat] = new

    @precondition(lambda self: self.sent)
    @rule(chance=st.data())
    def an_old_order_is_sent_again(self, chance: st.DataObject) -> None:
        old = chance.draw(st.sampled_from(self.sent))
        codes = ("E_ORDER_STALE", "E_ORDER_NOT_WAITING", "E_SIG_FORMAT", "E_EQUIVOCATION", "E_ORDER_REV")
        if old.letter.window == self.party.game.state.window.number and old.letter.seat in self.party.waiting:
            codes = ("E_SIG_FORMAT",)  # its sender was replaced, and is asked again
        self.refused(old, *codes)

    @precondition(lambda self: self.waits())
    @rule(chance=st.data(), note=st.sampled_from(["hello", "x"]))
    def an_order_is_edited_after_signing(self, chance: st.DataObject, note: str) -> None:
        envelope = self.some_order(chance)
        self.refused(replace(envelope, letter=replace(envelope.letter, note=note)), "E_SIG_INVALID")

    @precondition(lambda self: self.waits())
    @rule(chance=st.data())
    def somebody_signs_for_another(self, chance: st.DataObject) -> None:
        envelope = self.some_order(chance)
        thief: Identity = person("thief")
        self.refused(player_view.sign(thief, envelope.letter), "E_SIG_FORMAT")

    @precondition(lambda self: self.waits())
    @rule(chance=st.data(), coins=st.integers(50, 99))
    def a_secret_is_against_the_rules(self, chance: st.DataObject, coins: int) -> None:
        seat = chance.draw(st.sampled_from(self.party.waiting))
        self.refused(self.party.order(seat, {"order": "bid", "coins": coins}), "E_RULE", "E_ORDER_KIND")

    @precondition(lambda self: self.waits())
    @rule(chance=st.data())
    def a_sealed_part_is_moved_to_another_place(self, chance: st.DataObject) -> None:
        envelope = self.some_order(chance)
        letter = envelope.letter
        assert isinstance(letter, Play)
        if letter.hidden and letter.hidden.seal:
            moved = replace(letter, rev=letter.rev + 1)
            self.refused(self.party.sign(letter.seat, moved), "E_SEAL_OPEN", "E_COMMIT_MISMATCH")

    @precondition(lambda self: self.waits())
    @rule(chance=st.data())
    def an_order_names_a_history_that_never_was(self, chance: st.DataObject) -> None:
        letter = replace(self.some_order(chance).letter, seen="ab" * 32)
        self.refused(self.party.sign(letter.seat, letter), "E_ORDER_FORK")

    @invariant()
    def the_game_is_verified(self) -> None:
        if not hasattr(self, "party"):
            return
        verdict = verify.verify(self.party.rules, self.party.game, self.party.log)
        assert verdict.level == (2 if verdict.over else 0)
        for record in self.party.game.state.seats:
            assert record.sign == b64(self.party.people[record.id].sign_public)


Game.TestCase.settings = settings(examples(30), stateful_step_count=25, suppress_health_check=list(HealthCheck))
TestGame = Game.TestCase
