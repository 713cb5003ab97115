"""`verify` tells a story: what holds, what it cannot show, what is unfinished, and what a referee lied about."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from lpbe.kernel.base.errors import Unauthentic
from lpbe.kernel.chain import acts
from lpbe.kernel.chain import compose as desk
from lpbe.kernel.chain.acts.handover import held_seat_keys
from lpbe.kernel.chain.acts.note import NoteArgs
from lpbe.kernel.chain.acts.pace import PaceArgs
from lpbe.kernel.chain.hidden import read_view
from lpbe.kernel.chain.letters import letter_id, present
from lpbe.kernel.chain.randomness import bot_chance
from lpbe.kernel.chain.records import GameFile, View
from lpbe.kernel.chain.seating import WindowRecord
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import Identity, Secret, b64
from lpbe.kernel.folder.folder import dump_game
from lpbe.kernel.folder.inbox import dump_letter
from lpbe.kernel.schemas.answers import Verified

from .conftest import DAYS, Stages, bidding
from .house import HOST, House, identity
from .liar import Liar, ended, headed, lies, people, put_game, put_last, put_log, verify, with_public, with_view

LATE = "2026-11-30T08:00:00Z"


def with_bot(root: Path, *options: str) -> House:
    return bidding(root, "--bot", "green", *options)


def over(game: GameFile, event: dict[str, Any], *, secret: str = "") -> GameFile:
    """The last step, with an end that the referee has made up."""
    table = {**game.state.table, "agenda": {**game.state.table["agenda"], "over": True}}
    window = WindowRecord(game.state.window.number, "over", game.state.seq)
    public = replace(game.last.public, events=[*game.last.public.events, event], disclosed=[secret] if secret else [])
    false = replace(game, state=replace(game.state, table=table, window=window), last=replace(game.last, public=public))
    return headed(false)


# what holds


def test_a_verdict_has_stable_keys(stages: Stages) -> None:
    for stage in ("new", "bids", "finished", "open", "held", "kept"):
        msgspec.convert(verify(stages(stage)).told, Verified)


@pytest.mark.parametrize(
    ("stage", "status", "words"),
    [
        ("bids", 3, "draws and hidden choices stay to be checked"),
        ("finished", 0, "every step was played again"),
        ("kept", 3, "the end and the scores are the referee's word"),
        ("held", 3, "green is played by bot:random@1"),
        ("open", 0, "unsigned: an open game proves its play, not its players"),
    ],
)
def test_it_says_what_a_level_shows_and_what_it_does_not(stages: Stages, stage: str, status: int, words: str) -> None:
    answer = stages(stage).lpbe("eve", "verify", "mars")
    assert (answer.status, answer.err) == (status, "")
    assert words in answer.out


def test_a_game_without_its_log_is_told_to_prove_little(house_at: Stages) -> None:
    house = house_at("finished")
    house.log.unlink()
    answer = house.lpbe("eve", "verify", "mars")
    assert answer.status == 3
    assert "without its log nothing shows how the game came to this" in answer.out
    assert "not disclosed" not in answer.out
    assert {"end", "history"} <= set(verify(house).told["unproven"])


def test_it_is_told_in_french(stages: Stages) -> None:
    answer = stages("kept").lpbe("eve", "verify", "mars", env={"LPBE_LANG": "fr"})
    assert "le secret est gardé : la fin et les scores sont la parole de l'arbitre" in answer.out


def test_it_writes_no_file_unless_it_is_told_where(house_at: Stages) -> None:
    house = house_at("finished")
    put_log(house, house.log.read_bytes().splitlines()[:-2])
    before = sorted(house.root.rglob("*"))
    assert house.lpbe("eve", "verify", "mars").status == 4
    assert sorted(house.root.rglob("*")) == before
    house.lpbe("eve", "verify", "mars", "--evidence", "proof.json")
    assert (house.root / "proof.json").exists()


def test_each_signature_is_checked_once(stages: Stages) -> None:
    """Genesis, every head, every letter: nothing is checked again when the game is played again."""
    house, calls = stages("finished"), []

    def count(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code is sshsig.verify.__code__:
            calls.append(frame)

    sys.setprofile(count)
    try:
        status = verify(house).status
    finally:
        sys.setprofile(None)
    steps = house.game.state.seq
    assert (status, len(calls)) == (0, 1 + (steps + 1) + steps)


# bots


def bot_turn(house: House) -> Liar:
    """A liar who has followed the game to the last time a bot was asked."""
    seats = [entry.order.seat if entry.order else "" for entry in house.entries]
    last = max(n for n, seat in enumerate(seats) if seat == "green")
    return Liar(house).follow(last - 1)


def finish_with_bot(root: Path) -> House:
    house = with_bot(root)
    house.play_on(40)
    return house


def test_a_game_with_a_bot_is_verified_with_its_moves(tmp_path: Path) -> None:
    answer = verify(finish_with_bot(tmp_path / "a"))
    assert (answer.status, answer.told["holders"]) == (0, {"green": "bot:random@1"})


def test_a_referee_who_plays_the_bot_is_found(tmp_path: Path) -> None:
    """Another legal order of the held seat, signed with the key that the referee has of it."""
    house = finish_with_bot(tmp_path / "a")
    said = {entry.head.order for entry in house.entries}
    for pick in range(4):
        liar = bot_turn(house).play("green", house.secret.held("green"), pick)
        if liar.game.last.head.order not in said:
            break
    liar.play_on({**people(house), "green": house.secret.held("green")})
    liar.publish()
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_AUDIT_BOT"), answer


def test_a_bots_letter_is_the_bots_to_the_last_byte(tmp_path: Path) -> None:
    house = finish_with_bot(tmp_path / "a")
    entry = next(entry for entry in reversed(house.entries) if entry.order and entry.order.seat == "green")
    liar, held = bot_turn(house), house.secret.held("green")
    liar.send(held, replace(present(entry.order), note="well played"))
    liar.play_on({**people(house), "green": held})
    liar.publish()
    assert (verify(house).status, verify(house).code) == (4, "E_AUDIT_BOT")


@pytest.mark.parametrize("bot", ["bot:greedy@999", "bot:greedy", "bot:cunning@1", "greedy", "robot:greedy@1"])
def test_a_bot_that_is_not_at_hand_is_named_and_never_taken_for_checked(tmp_path: Path, bot: str) -> None:
    """Another version, none, or a name that only looks like a bot: somebody else may have played."""
    house = with_bot(tmp_path / "a")
    genesis = house.game.genesis
    specs = [replace(spec, held=bot) if spec.held else spec for spec in genesis.seats]
    signers = {**people(house), "green": house.secret.held("green")}
    liar = Liar(house).begin(replace(genesis, seats=specs), signers, ("green", "red"))
    liar.play_on(signers)
    liar.publish()
    answer = verify(house)
    assert answer.status == 3 and not answer.told["complete"]
    assert list(answer.told["unchecked_bots"]) == [bot]
    assert f"moves of {bot}, not checked" in house.lpbe("eve", "verify", "mars").out


def test_a_bot_neither_speaks_nor_stops(tmp_path: Path) -> None:
    """At once, whoever looks: no secret need be disclosed for it."""
    house = with_bot(tmp_path / "a")
    held = house.secret.held("green")
    for letter in (acts.note_letter(house.game, "green", "hello", 0), acts.resign_letter(house.game, "green", 0)):
        Liar(house).follow(house.game.state.seq).send(held, letter).publish()
        answer = verify(house)
        assert (answer.status, answer.code) == (4, "E_AUDIT_BOT"), answer
        house = with_bot(tmp_path / type(letter).__name__)


@pytest.mark.parametrize("holder", ["mail", "greedy", "me"])
def test_the_referee_takes_no_seat_for_himself(house_at: Stages, holder: str) -> None:
    """After silence a bot may take over, which can be asked again; nobody whose moves are the referee's word."""
    house = house_at("bidding")
    keys = held_seat_keys(house.game, house.secret, "green")
    letter = acts.replace_letter(house.game, "green", keys, "", holder)
    (house.root / "take.toml").write_bytes(dump_letter(desk.sign(identity(HOST), letter), "take.toml"))
    answer = house.lpbe(HOST, "apply", "mars", "take.toml", "-o", "next.toml", "--json")
    assert (answer.status, answer.code) == (5, "E_ORDER_KIND")


def test_a_bot_is_never_late(tmp_path: Path) -> None:
    """The referee lets a deadline pass for a seat that he should have played."""
    house = with_bot(tmp_path / "a", "--pace", "2d", "--now", DAYS[0])
    liar = Liar(house).follow(house.game.state.seq)
    while liar.game.state.window.waiting != ["red", "blue", "green"]:
        liar.steps.pop()
    live = desk.open_state(liar.rules, liar.game, None, None)
    liar.send(identity(HOST), acts.timeout_letter(liar.game, live), LATE)
    liar.publish()
    assert (verify(house).status, verify(house).code) == (4, "E_AUDIT_BOT")


def test_a_bots_chance_hangs_on_everybodys_draw(tmp_path: Path) -> None:
    """Whoever chooses the nonce of a game cannot choose what a bot will do: another player draws something else."""
    house = with_bot(tmp_path / "a")
    found = set()
    for who in ("ben", "dan", "cleo"):
        signers = {**people(house), "blue": identity(who), "green": house.secret.held("green")}
        liar = Liar(house).begin(house.game.genesis, signers, ("green", "red"))
        state = liar.game.state
        found.add(bot_chance(liar.game.genesis, state.game, liar.hidden, "green", state.window.number))
    assert len(found) == 3


# secrets


def test_the_sealing_key_of_the_game_must_be_its_secrets(tmp_path: Path) -> None:
    """The referee seals with a key of which the disclosed secret tells nothing."""
    house = House.begin(tmp_path / "a")
    other = Identity(b"another sealing key of the game.")
    secret = Secret(house.secret.raw)
    secret.seal_secret, secret.seal_public = other.seal_secret, other.seal_public
    keys = replace(present(house.game.genesis.referee), seal=b64(other.seal_public))
    liar = Liar(house, secret).begin(replace(house.game.genesis, referee=keys), people(house), ("red",))
    liar.play_on(people(house))
    liar.publish()
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED"), answer


@pytest.mark.parametrize("with_log", [True, False])
def test_whoever_promises_disclosure_and_discloses_nothing_is_found(house_at: Stages, with_log: bool) -> None:
    house = house_at("finished")
    put_last(house, with_public(house.game, disclosed=[]))
    if not with_log:
        house.log.unlink()
    answer = verify(house, "--evidence", "proof.json")
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED")
    judged = house.do("eve", "evidence", "--check", "proof.json")
    assert (judged["convicts"], judged["code"]) == ("referee", "E_AUDIT_SEED")


def test_another_secret_than_the_committed_one_is_found(house_at: Stages) -> None:
    answer = lies(house_at("finished"), lambda game: with_public(game, disclosed=["77" * 32]))
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED")


def test_a_secret_shown_too_early_is_found(house_at: Stages) -> None:
    house = house_at("turn")
    answer = lies(house, lambda game: with_public(game, disclosed=[house.secret.raw.hex()]))
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED")


# the end


def test_a_forged_end_with_the_secret_is_found(house_at: Stages) -> None:
    house = house_at("turn")
    answer = lies(house, lambda game: over(game, ended("red"), secret=house.secret.raw.hex()))
    assert (answer.status, answer.code) == (4, "E_AUDIT_DIVERGES")


def test_a_forged_end_without_the_secret_is_told_to_be_unproven(tmp_path: Path) -> None:
    house = bidding(tmp_path / "a", "--keep-secret")
    answer = lies(house, lambda game: over(game, ended("red")))
    assert answer.status == 3 and "end" in answer.told["unproven"]
    assert "the end and the scores are the referee's word" in house.lpbe("ben", "verify", "mars").out


@pytest.mark.parametrize("why", ["agreed", "void"])
def test_nobody_has_agreed_to_an_end_without_saying_so(tmp_path: Path, why: str) -> None:
    house = bidding(tmp_path / "a", "--keep-secret")
    answer = lies(house, lambda game: over(game, {**ended("red"), "why": why}))
    assert (answer.status, answer.code) == (4, "E_AUDIT_DIVERGES")


@pytest.mark.parametrize(
    "event",
    [
        {"event": "resigned", "seat": "blue"},
        {"event": "stop-agreed", "seat": "blue"},
        {"event": "silent", "seats": ["blue"], "phase": 2},
        {"event": "replaced", "seat": "blue"},
    ],
)
def test_what_only_a_letter_can_do_is_not_believed_without_it(house_at: Stages, event: dict[str, Any]) -> None:
    house = house_at("bidding")
    events = [*house.game.last.public.events, event]
    answer = lies(house, lambda game: with_public(game, events=events))
    assert (answer.status, answer.code) == (4, "E_AUDIT_DIVERGES")
    assert "this step's letter cannot do" in answer.told["message"]


def test_a_game_that_time_ended_before_it_began_is_verified(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "a", "--pace", "2d", "--now", DAYS[0])
    assert house.run("--now", DAYS[9])["over"]
    answer = verify(house)
    assert (answer.status, answer.told["level"], answer.told["over"]) == (0, 2, True)
    assert answer.told["timeouts"][0]["deadline"] == DAYS[2]


# unfinished


def test_a_log_one_entry_short_is_unfinished(house_at: Stages) -> None:
    house = house_at("finished")
    whole = house.log.read_bytes()
    put_log(house, whole.splitlines()[:-1])
    answer = verify(house)
    assert (answer.status, answer.told["unfinished"], answer.told["level"]) == (3, True, 2)
    assert "lpbe run mends it" in house.lpbe("eve", "verify", "mars").out
    house.run()
    assert house.log.read_bytes() == whole
    assert verify(house).status == 0


@pytest.mark.parametrize("part", [1, 40, -1])
def test_a_torn_last_line_is_unfinished(house_at: Stages, part: int) -> None:
    house = house_at("bids")
    *lines, last = house.log.read_bytes().splitlines()
    house.log.write_bytes(b"".join(line + b"\n" for line in lines) + last[:part])
    answer = verify(house)
    assert (answer.status, answer.told["unfinished"]) == (3, True)


def test_a_new_game_without_a_line_is_unfinished(house_at: Stages) -> None:
    house = house_at("new")
    put_game(house, Liar(house).follow(0).game)
    house.log.write_bytes(b"")
    (house.mars / "reports" / "000001.txt").unlink(missing_ok=True)
    assert (verify(house).status, verify(house).told["unfinished"]) == (3, True)


def test_two_entries_short_is_a_cut_log(house_at: Stages) -> None:
    house = house_at("finished")
    put_log(house, house.log.read_bytes().splitlines()[:-2])
    assert (verify(house).status, verify(house).code) == (4, "E_STATE_LOG")


def test_an_unfinished_step_is_checked_all_the_same(house_at: Stages) -> None:
    house = house_at("finished")
    put_log(house, house.log.read_bytes().splitlines()[:-1])
    put_game(house, with_public(house.game, disclosed=["77" * 32]))
    assert (verify(house).status, verify(house).code) == (4, "E_AUDIT_SEED")


@pytest.mark.parametrize("back", [1, 4])
def test_a_game_file_put_back_is_a_rollback(house_at: Stages, back: int) -> None:
    house = house_at("finished")
    put_game(house, Liar(house).follow(house.game.state.seq - back).game)
    assert (verify(house).status, verify(house).code) == (4, "E_ROLLBACK")


def test_conflict_markers_are_told_as_that(house_at: Stages) -> None:
    house = house_at("bids")
    lines = house.log.read_bytes().splitlines()
    put_log(house, [*lines[:-1], b"<<<<<<< HEAD", lines[-1], b"=======", lines[-1], b">>>>>>> theirs"])
    answer = verify(house)
    assert answer.status == 6 and "conflict markers" in answer.told["message"]
    put_log(house, lines)
    text = dump_game(house.game, "game.toml")
    (house.mars / "game.toml").write_bytes(b"<<<<<<< HEAD\n" + text + b"=======\n" + text + b">>>>>>> theirs\n")
    answer = verify(house)
    assert answer.status == 6 and "conflict markers" in answer.told["message"]


# names and words


def unassigned() -> str:
    """A character that this Python does not know; a newer one may."""
    return next(chr(code) for code in range(0x370, 0x2FFF) if unicodedata.category(chr(code)) == "Cn")


def test_a_character_of_a_newer_unicode_convicts_nobody(house_at: Stages) -> None:
    house = house_at("bidding")
    letter = replace(acts.note_letter(house.game, "blue", "hello", 0), args=NoteArgs(f"hello {unassigned()}"))
    liar = Liar(house).follow(house.game.state.seq)
    liar.force(desk.sign(identity("ben"), letter)).publish()
    assert verify(house).status == 3
    liar.play_on(people(house)).publish()
    assert verify(house).status == 0


def test_a_name_of_a_newer_unicode_convicts_nobody(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "a")
    ben, code = identity("ben"), house.secret.invitation("blue")
    letter = acts.join_letter(house.game, "blue", ben, f"Be{unassigned()}n", "en", code)
    Liar(house).follow(house.game.state.seq).force(desk.sign(ben, letter)).publish()
    assert verify(house).status == 3


# draws


def forged_ready(house: House, proof: str) -> None:
    """The host's own draw in a log, exchanged and signed anew."""
    seq = next(n for n, entry in enumerate(house.entries) if entry.order and type(entry.order) is acts.Ready)
    liar = Liar(house).follow(seq)
    letter = acts.Ready(**{**fields(present(liar.game.last.order)), "args": acts.ready.ReadyArgs(proof)})
    liar.spoil(lambda game: signed_anew(game, letter))
    liar.publish()


def fields(letter: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(letter, name) for name in letter.__struct_fields__}


def signed_anew(game: GameFile, letter: acts.AnyLetter) -> GameFile:
    sig = b64(sshsig.bare(sshsig_of(letter)))
    return headed(replace(game, last=replace(game.last, order=letter, sig=sig)), order=letter_id(letter))


def sshsig_of(letter: acts.AnyLetter) -> bytes:
    from lpbe.kernel.base.canon import jcs

    return identity(HOST).sign(sshsig.ORDER, jcs(letter))


def test_a_draw_for_another_roster_or_game_is_found_in_a_log(stages: Stages, house_at: Stages) -> None:
    others = [present(entry.order) for entry in stages("other").entries[1:]]
    other = next(letter for letter in others if isinstance(letter, acts.Ready) and letter.seat == "red")
    house = house_at("bidding")
    forged_ready(house, other.args.proof)
    assert (verify(house).status, verify(house).code) == (4, "E_PROOF")


def spoiled(change: Callable[[bytes], bytes]) -> Callable[[bytes], str]:
    return lambda proof: b64(change(proof))


TORSION = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(
    "change",
    [
        spoiled(lambda proof: TORSION + proof[32:]),
        spoiled(lambda proof: bytes([1]) + bytes(31) + proof[32:]),
        spoiled(lambda proof: proof[:48] + (int.from_bytes(proof[48:], "little") + ORDER).to_bytes(32, "little")),
        spoiled(lambda proof: proof[:32] + bytes(48)),
        spoiled(lambda proof: proof[:-1]),
    ],
    ids=["torsion", "identity", "s-too-large", "zeros", "short"],
)
def test_a_false_draw_is_found_in_a_log(house_at: Stages, change: Callable[[bytes], str]) -> None:
    house = house_at("bidding")
    letters = [entry.order for entry in house.entries]
    own = next(letter for letter in letters if isinstance(letter, acts.Ready) and letter.seat == "red")
    from base64 import b64decode

    forged_ready(house, change(b64decode(own.args.proof)))
    assert (verify(house).status, verify(house).code) == (4, "E_PROOF")


# for one player alone


def with_screen(**parts: Any) -> Callable[[View], View]:
    return lambda view: replace(view, screen={**view.screen, **parts})


def test_a_false_private_part_is_found_by_its_player_and_tells_others_nothing(house_at: Stages) -> None:
    house = house_at("bidding")
    put_last(
        house, with_view(house, house.game, "blue", lambda view: replace(view, screen={**view.screen, "hand": {}}))
    )
    assert verify(house).status == 3
    answer = verify(house, "--evidence", "proof.json", who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW")
    assert "there are 0" in answer.told["message"] and "only your key shows this" not in answer.told["message"]
    bundle = (house.root / "proof.json").read_text()
    assert "there are 0" not in bundle and "pebble" not in bundle.replace('"pebbles"', "")
    assert house.do("eve", "evidence", "--check", "proof.json")["convicts"] == ""


@pytest.mark.parametrize("screen", [{"purse": {"coins": "six"}}, {"purse": [[]]}, {"no-such": {}}], ids=str)
def test_a_private_part_that_cannot_be_read_is_false(house_at: Stages, screen: dict[str, Any]) -> None:
    """The referee signed it: it is no fault of the file."""
    house = house_at("bidding")
    nonsense = with_view(house, house.game, "blue", lambda view: replace(view, screen={**view.screen, **screen}))
    put_last(house, nonsense)
    assert verify(house).status == 3
    answer = verify(house, who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW"), answer


def test_an_older_view_is_judged_from_the_file_that_was_kept(house_at: Stages) -> None:
    """Nobody but who kept the file of that step can show what it held."""
    house = house_at("bids")
    false = with_view(
        house,
        Liar(house).follow(6).game,
        "blue",
        lambda view: replace(view, screen={**view.screen, "purse": {"coins": 99}}),
    )
    liar = Liar(house).follow(6).spoil(lambda game: false)
    liar.play_on(people(house), 2)
    liar.publish()
    (house.root / "kept.toml").write_bytes(dump_game(false, "kept.toml"))
    assert verify(house, who="ben").status == 3
    answer = verify(house, "--before", "kept.toml", who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW")


def test_kept_files_are_looked_at_for_their_player_only(house_at: Stages, stages: Stages) -> None:
    house = house_at("bids")
    for name, game in (("kept.toml", house.game), ("other.toml", stages("other").game)):
        (house.root / name).write_bytes(dump_game(game, name))
    answer = verify(house, "--before", "kept.toml")
    assert (answer.status, answer.code) == (2, "E_USAGE")
    answer = verify(house, "--before", "other.toml", who="ben")
    assert (answer.status, answer.code) == (6, "E_STATE_GAME")
    house.log.unlink()
    assert verify(house, "--before", "kept.toml", who="ben").status == 3


# what a reader should know


def test_a_seat_that_the_others_gave_away_is_told_with_who_agreed(tmp_path: Path) -> None:
    house = bidding(tmp_path / "a")
    line = house.do("eve", "key", "show", "--for", "mars", "--seat", "green")["public"]
    house.do(HOST, "replace", "mars", "green", "--to", line)
    house.run()
    assert verify(house).told["replaced"] == []
    for who in (HOST, "ben"):
        house.do(who, "endorse", "mars")
        house.run()
    told = verify(house).told["replaced"]
    assert told == [{"seq": house.game.state.seq, "seat": "green", "endorsed": ["red", "blue"]}]
    assert "green was given to other keys, endorsed by red, blue" in house.lpbe("eve", "verify", "mars").out


def test_a_seat_that_the_host_gave_away_alone_is_told_so(tmp_path: Path) -> None:
    """Of two seats one is the host's own: his voice is the only one."""
    house = House.begin(tmp_path / "a", seats=("red", "blue"))
    house.join_all()
    house.ready_all()
    line = house.do("eve", "key", "show", "--for", "mars", "--seat", "blue")["public"]
    house.do(HOST, "replace", "mars", "blue", "--to", line)
    house.run()
    house.do(HOST, "endorse", "mars")
    house.run()
    assert verify(house).told["replaced"][0]["host"] is True
    assert "blue was given to other keys by the host alone" in house.lpbe("ben", "verify", "mars").out


def paced_house(root: Path, *options: str) -> House:
    house = House.begin(root, "--pace", "2d", *options, "--now", DAYS[0])
    house.join_all("--now", DAYS[0])
    house.ready_all("--now", DAYS[0])
    return house


def test_time_is_told_and_what_it_did(tmp_path: Path) -> None:
    """Deadlines that passed, a longer pace, a pause, a later deadline, and a bot after silence."""
    house = paced_house(tmp_path / "a", "--bot-after", "1", "--set", "pebbles.rounds=3")
    house.order("red", "bid coins=1")
    house.order("blue", "bid coins=2")
    house.run("--now", DAYS[5])
    assert house.game.state.window.kind == "play"
    told = verify(house).told["timeouts"][0]
    assert (told["seats"], told["silent"], told["deadline"]) == (["green"], ["green"], DAYS[2])
    liar = Liar(house).follow(house.game.state.seq)
    host, at = identity(HOST), DAYS[6]
    liar.send(host, acts.pace_letter(liar.game, "4d"), at)
    liar.send(host, acts.pause_letter(liar.game, DAYS[9]), at)
    liar.send(host, acts.extend_letter(liar.game, DAYS[20]), at)
    liar.publish()
    told = verify(house).told
    assert [(change["kind"], change["to"]) for change in told["times"]] == [
        ("pace", "4d"),
        ("pause", DAYS[9]),
        ("extend", DAYS[20]),
    ]
    assert [(one["seat"], one["held"], one["missed"]) for one in told["replaced"]] == [("green", "bot:greedy@1", 1)]
    text = house.lpbe("eve", "verify", "mars").out
    for words in (
        f"time ran out at {DAYS[2]} ({DAYS[5]} by the referee's clock); no word of green",
        "the pace changed from 2d to 4d",
        f"paused until {DAYS[9]}",
        "the deadline was moved from",
        "green was given to bot:greedy@1 after 1 missed deadlines",
        "green is played by bot:greedy@1",
    ):
        assert words in text


def test_answers_that_were_taken_late_are_counted(tmp_path: Path) -> None:
    """Whom a host waits for and whom he times out is his choice: everybody sees how he chose."""
    house = paced_house(tmp_path / "a")
    house.order("red", "bid coins=1")
    house.run("--now", DAYS[2])
    assert verify(house).told["late"] == {}
    house.order("blue", "bid coins=1")
    house.order("green", "bid coins=0")
    house.run("--now", DAYS[9])
    assert verify(house).told["late"] == {"blue": 1, "green": 1}
    told = house.lpbe("eve", "verify", "mars").out
    assert "answers taken after their deadline, by the referee's clock: blue 1, green 1" in told


def test_a_shorter_pace_by_the_referee_alone_is_found_in_a_log(tmp_path: Path) -> None:
    house = paced_house(tmp_path / "a")
    liar = Liar(house).follow(house.game.state.seq)
    liar.send(identity(HOST), acts.pace_letter(liar.game, "4d"), DAYS[0])
    letter = replace(present(liar.game.last.order), args=PaceArgs("1h"))
    state = replace(liar.game.state, pace="1h")
    liar.spoil(lambda game: signed_anew(replace(game, state=state), letter))
    liar.publish()
    assert (verify(house).status, verify(house).code) == (4, "E_ORDER_QUORUM")


def test_a_step_dated_later_than_it_was_seen_is_found_by_who_saw_it(tmp_path: Path) -> None:
    """Whoever dates a step ahead can time others out at once; a key remembers when it saw which step."""
    house = paced_house(tmp_path / "a")
    liar = Liar(house).follow(house.game.state.seq)
    liar.send(identity(HOST), acts.pace_letter(liar.game, "4d"), "2036-11-01T08:00:00Z")
    liar.publish()
    house.lpbe("ben", "show", "mars")
    answer = verify(house, who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW"), answer
    assert "2036-11-01T08:00:00Z" in answer.told["message"]
    assert verify(house, "--no-pin", who="ben").status == 3


# handover


def handed(root: Path) -> House:
    """Eve has taken over a game in which green is a bot; ben's order was made before."""
    house = with_bot(root)
    house.do("ben", "order", "mars", "bid coins=1", "-o", "late.toml")
    offer = house.lpbe("eve", "handover", "mars", "--offer").out.strip()
    house.do(HOST, "handover", "mars", "--to", offer)
    house.run()
    return house


def test_a_letter_on_the_way_is_accepted_by_the_new_referee(tmp_path: Path) -> None:
    house = handed(tmp_path / "a")
    (house.inbox / "late.toml").write_bytes((house.root / "late.toml").read_bytes())
    told = house.do("eve", "run", "mars")
    assert told["refused"] == [] and told["applied"]
    answer = verify(house)
    assert (answer.status, len(answer.told["handovers"])) == (3, 1)
    assert "the one before could foresee every draw" in house.lpbe("ben", "verify", "mars").out


def test_the_old_referee_opens_nothing_later_and_signs_for_nobody(tmp_path: Path) -> None:
    house = handed(tmp_path / "a")
    (house.inbox / "late.toml").write_bytes((house.root / "late.toml").read_bytes())
    assert house.do("eve", "run", "mars")["applied"]
    game = house.game
    for seat in ("blue", "green"):
        pair = house.secret.pair(game.state.game, present(next(s for s in game.state.seats if s.id == seat).seal))
        with pytest.raises(Unauthentic) as fault:
            read_view(game, seat, pair)
        assert fault.value.code == "E_SEAL_OPEN"
    old = house.secret.held("green")
    letter = acts.note_letter(game, "green", "hello", 0)
    (house.root / "forged.toml").write_bytes(dump_letter(desk.sign(old, letter), "forged.toml"))
    answer = house.lpbe("eve", "apply", "mars", "forged.toml", "-o", "next.toml", "--json")
    assert (answer.status, answer.code) == (5, "E_SIG_FORMAT")
    put_last(house, headed(game, who=HOST))
    assert (verify(house).status, verify(house).code) == (4, "E_SIG_INVALID")


def test_every_secret_of_a_game_that_was_handed_over_is_checked(tmp_path: Path) -> None:
    house = handed(tmp_path / "a")
    while house.game.state.window.kind != "over":
        for seat in house.game.state.window.waiting:
            house.order(seat, house.legal(seat)[0])
        house.do("eve", "run", "mars")
    assert verify(house).status == 0
    first, second = house.game.last.public.disclosed
    for secrets in ([first], [second, first], [first, "77" * 32], [first, first]):
        put_last(house, headed(with_public(house.game, disclosed=secrets), who="eve"))
        assert (verify(house).status, verify(house).code) == (4, "E_AUDIT_SEED")
