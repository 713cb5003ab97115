"""`lpbe evidence`: whom two files convict, whom they do not, and that a bundle alone is enough."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.canon import jcs
from lpbe.kernel.chain import compose as desk
from lpbe.kernel.chain.letters import letter_id
from lpbe.kernel.chain.records import Envelope, read_entry
from lpbe.kernel.folder.folder import dump_game
from lpbe.kernel.folder.inbox import dump_letter, read_letter
from lpbe.kernel.folder.log import log_line
from lpbe.kernel.folder.receipts import Refusal
from tests import acts

from .conftest import Stages, bidding, bids
from .house import HOST, PEOPLE, Answer, House, identity
from .liar import Liar, give_receipt, headed, people, put_last, verify, with_public

Order = dict[str, int | str]


def ask(house: House, *args: str) -> Answer:
    return house.lpbe("eve", "evidence", *args, "--json")


def checked(house: House, bundle: str) -> Answer:
    """What somebody finds who has nothing but the bundle."""
    alone = house.root / "alone"
    alone.mkdir(exist_ok=True)
    shutil.copy(house.root / bundle, alone / "bundle.json")
    return house.lpbe("dan", "evidence", "--check", "alone/bundle.json", "--json")


def put(house: House, name: str, envelope: Envelope) -> str:
    (house.root / name).write_bytes(dump_letter(envelope, name))
    return name


def bid(house: House, seat: str, coins: int, rev: int = 0, who: str = "") -> Envelope:
    signer = identity(who or PEOPLE[seat])
    order: Order = {"order": "bid", "coins": coins}
    return desk.sign(signer, acts.play_letter(house.game, seat, signer, [order], [True], rev))


# two letters


def equivocating(root: Path) -> House:
    """Blue signs two bids with one rev; one of them is played, the other one is kept by somebody."""
    house = bidding(root)
    put(house, "one.toml", bid(house, "blue", 1))
    put(house, "two.toml", bid(house, "blue", 2))
    (house.inbox / "2-blue-0.toml").write_bytes((house.root / "one.toml").read_bytes())
    house.run()
    return house


def test_two_letters_convict_their_seat_once_the_game_is_disclosed(tmp_path: Path) -> None:
    house = equivocating(tmp_path / "a")
    early = ask(house, "one.toml", "two.toml", "--game", "mars", "-o", "early.json").told
    assert (early["convicts"], early["says"]) == ("", "two letters, to be judged at disclosure")
    assert checked(house, "early.json").told["convicts"] == ""
    house.play_on(40)
    told = ask(house, "one.toml", "two.toml", "--game", "mars", "-o", "late.json").told
    assert (told["kind"], told["convicts"], told["code"]) == ("letters", "blue", "E_EQUIVOCATION")
    assert checked(house, "late.json").told["convicts"] == "blue"


def unproven(answer: Answer) -> str:
    assert (answer.status, answer.code) == (2, "E_EVIDENCE"), answer
    return str(answer.told["message"])


def test_a_letter_with_a_receipt_convicts_nobody(tmp_path: Path) -> None:
    house = equivocating(tmp_path / "a")
    (house.inbox / "again.toml").write_bytes((house.root / "two.toml").read_bytes())
    assert house.run()["refused"][0]["code"] == "E_EQUIVOCATION"
    house.play_on(40)
    assert "has a receipt" in unproven(ask(house, "one.toml", "two.toml", "--game", "mars"))


def test_a_receipt_that_nobody_signed_saves_nobody(tmp_path: Path) -> None:
    house = equivocating(tmp_path / "a")
    second = letter_id(read_letter(str(house.root / "two.toml")).order)
    give_receipt(house, "000007.toml", [Refusal(second, house.head, "E_RULE")], who="ben")
    house.play_on(40)
    assert ask(house, "one.toml", "two.toml", "--game", "mars").told["convicts"] == "blue"


def test_who_was_shown_two_forks_is_not_convicted(tmp_path: Path) -> None:
    """The host shows blue two histories; each answer is honest where it was given."""
    house = bids_open(tmp_path / "a")
    other = house.copy(tmp_path / "b")
    house.order("red", "bid coins=1")
    other.order("red", "bid coins=3")
    for one in (house, other):
        one.run()
    put(house, "one.toml", bid(house, "blue", 1))
    put(house, "two.toml", bid(other, "blue", 2))
    (house.inbox / "2-blue-0.toml").write_bytes((house.root / "one.toml").read_bytes())
    house.run()
    house.play_on(40)
    assert "in no state" in unproven(ask(house, "one.toml", "two.toml", "--game", "mars"))
    fork = ask(house, "mars/game.toml", "../b/mars/game.toml", "-o", "fork.json")
    assert fork.told["convicts"] == "referee"


def bids_open(root: Path) -> House:
    return bidding(root)


def test_letters_of_which_none_is_in_the_log_convict_nobody(tmp_path: Path) -> None:
    house = bidding(tmp_path / "a")
    put(house, "one.toml", bid(house, "blue", 1))
    put(house, "two.toml", bid(house, "blue", 2))
    assert "neither" in unproven(ask(house, "one.toml", "two.toml", "--game", "mars"))


@pytest.mark.parametrize(
    ("coins", "rev", "who", "words"),
    [(1, 0, "", "not two orders"), (2, 1, "", "not two orders"), (2, 0, "eve", "in no state"), (99, 0, "", "refused")],
    ids=["the-same", "another-rev", "anothers-key", "against-the-rules"],
)
def test_what_is_no_contradiction_convicts_nobody(tmp_path: Path, coins: int, rev: int, who: str, words: str) -> None:
    house = equivocating(tmp_path / "a")
    before = Liar(house).follow(6)
    made = House(house.root)
    signer = identity(who or "ben")
    order: Order = {"order": "bid", "coins": coins}
    letter = acts.play_letter(before.game, "blue", signer, [order], [True], rev)
    put(made, "two.toml", desk.sign(signer, letter))
    house.play_on(40)
    assert words in unproven(ask(house, "one.toml", "two.toml", "--game", "mars"))


def test_free_letters_and_two_readies_convict_nobody(tmp_path: Path) -> None:
    house = bidding(tmp_path / "a")
    ben = identity("ben")
    for name, text in (("one.toml", "yes"), ("two.toml", "no")):
        put(house, name, desk.sign(ben, acts.note_letter(house.game, "blue", text, 0)))
    (house.inbox / "note.toml").write_bytes((house.root / "one.toml").read_bytes())
    house.run()
    assert "only answers" in unproven(ask(house, "one.toml", "two.toml", "--game", "mars"))
    ready = next(entry for entry in house.entries if isinstance(entry.order, acts.Ready) and entry.order.seat == "blue")
    assert isinstance(ready.order, acts.Ready)
    put(house, "three.toml", desk.sign(ben, ready.order))
    put(house, "four.toml", desk.sign(ben, replace(ready.order, args=replace(ready.order.args, proof="AAAA"))))
    assert "only answers" in unproven(ask(house, "three.toml", "four.toml", "--game", "mars"))


def test_letters_of_a_held_seat_convict_nobody(tmp_path: Path) -> None:
    """Once the secret is disclosed anybody can sign for the seats that the referee held."""
    house = bidding(tmp_path / "a", "--bot", "green")
    house.play_on(40)
    assert verify(house).status == 0
    entry = next(entry for entry in house.entries if isinstance(entry.order, acts.Play) and entry.order.seat == "green")
    played = entry.order
    assert isinstance(played, acts.Play)
    held = house.secret.held("green")
    before = Liar(house).follow(entry.head.seq - 1)
    forged = acts.play_letter(before.game, "green", held, [{"order": "bid", "coins": 0}], [True], 0, "forged")
    put(house, "one.toml", Envelope(played, desk.sign(held, played).sig))
    put(house, "two.toml", desk.sign(held, forged))
    assert "in no state" in unproven(ask(house, "one.toml", "two.toml", "--game", "mars"))


# two histories


def forked(root: Path) -> tuple[House, House]:
    """Two histories of one game that part at the first bid."""
    house = bidding(root / "a")
    other = house.copy(root / "b")
    house.order("red", "bid coins=1")
    other.order("red", "bid coins=3")
    for one in (house, other):
        one.run()
    return house, other


def test_two_heads_of_one_step_convict_the_referee(tmp_path: Path) -> None:
    house, _ = forked(tmp_path)
    told = ask(house, "mars", "../b/mars", "-o", "fork.json").told
    assert (told["convicts"], told["code"]) == ("referee", "E_FORK")
    assert checked(house, "fork.json").told["convicts"] == "referee"
    assert "state" not in json.loads((house.root / "fork.json").read_bytes())["heads"][0]


@pytest.mark.parametrize("logs", [True, False])
@pytest.mark.parametrize("turned", [True, False])
def test_forks_of_different_steps_convict_the_referee(tmp_path: Path, logs: bool, turned: bool) -> None:
    """The newer file lists the heads before it, and the older one is not among them."""
    house, other = forked(tmp_path)
    other.order("blue", "bid coins=1")
    other.run()
    assert other.game.state.seq == house.game.state.seq + 1
    if not logs:
        house.log.unlink()
        other.log.unlink()
    pair = ["mars/game.toml", "../b/mars/game.toml"]
    told = ask(house, *(reversed(pair) if turned else pair), "-o", "fork.json").told
    assert (told["convicts"], told["code"]) == ("referee", "E_FORK")
    assert checked(house, "fork.json").told["convicts"] == "referee"


def test_a_line_that_nobody_signed_hides_no_fork(tmp_path: Path) -> None:
    """A log with a forged line before the step where the histories part."""
    house, other = forked(tmp_path)
    lines = other.log.read_bytes().splitlines()
    entry = read_entry(lines[3])
    lines[3] = jcs(replace(entry, head=replace(entry.head, state="7" * 64)))
    other.log.write_bytes(b"".join(line + b"\n" for line in lines))
    told = ask(house, "mars", "../b/mars", "-o", "fork.json").told
    assert (told["convicts"], told["code"]) == ("referee", "E_FORK")
    assert f"two different steps {house.game.state.seq} " in told["says"]


def test_two_steps_of_one_history_are_no_contradiction(tmp_path: Path) -> None:
    house = bids(tmp_path / "a")
    (house.root / "before.toml").write_bytes(dump_game(Liar(house).follow(6).game, "before.toml"))
    assert "one history" in unproven(ask(house, "before.toml", "mars"))
    assert "one history" in unproven(ask(house, "mars", "mars"))


def test_two_games_are_no_contradiction(stages: Stages, tmp_path: Path) -> None:
    shutil.copytree(stages("other").mars, tmp_path / "other")
    house = stages("bids").copy(tmp_path / "a")
    assert "different games" in unproven(ask(house, "mars", "../other"))


# bundles


def test_a_forged_bundle_convicts_nobody(tmp_path: Path) -> None:
    """Every byte of a bundle that speaks against somebody is checked."""
    house, _ = forked(tmp_path)
    ask(house, "mars", "../b/mars", "-o", "fork.json")
    bundle = json.loads((house.root / "fork.json").read_bytes())
    spoilt = []
    for change in ({"seq": 99}, {"prev": "7" * 64}, {"state": "7" * 64}):
        heads = [bundle["heads"][0], {**bundle["heads"][1], "head": {**bundle["heads"][1]["head"], **change}}]
        spoilt.append({**bundle, "heads": heads})
    spoilt += [{**bundle, "heads": [bundle["heads"][0]] * 2}, {**bundle, "genesis_sig": bundle["heads"][0]["sig"]}]
    spoilt += [
        {**bundle, "genesis": {**bundle["genesis"], "lang": "fr"}},
        {**bundle, "kind": "letters"},
        {},
        {"kind": []},
    ]
    for number, false in enumerate(spoilt):
        (house.root / "false.json").write_text(json.dumps(false))
        assert checked(house, "false.json").status == 6, number


def test_a_broken_game_file_is_no_proof_against_the_referee(tmp_path: Path) -> None:
    """Whoever spoils a file can make `verify` fail, and a bundle of it: that convicts nobody."""
    house = bids(tmp_path / "a")
    lines = house.log.read_bytes().splitlines()
    lines[-1] = lines[-1].replace(b'"rev":0', b'"rev":1')
    house.log.write_bytes(b"\n".join(lines) + b"\n")
    assert verify(house, "--evidence", "proof.json").status == 4
    assert json.loads((house.root / "proof.json").read_bytes())["convicts"] == ""
    assert checked(house, "proof.json").status == 6


def test_a_step_that_the_referee_never_signed_is_no_proof(tmp_path: Path) -> None:
    house = bids(tmp_path / "a")
    put_last(house, with_public(house.game, events=[{"event": "resigned", "seat": "blue"}]))
    assert verify(house, "--evidence", "proof.json").status == 4
    assert checked(house, "proof.json").told["convicts"] == "referee"
    bundle = json.loads((house.root / "proof.json").read_bytes())
    false = headed(house.game, who="eve")
    bundle["log"][-1], bundle["file"]["last"] = log_line(false).decode(), json.loads(log_line(false))
    (house.root / "proof.json").write_text(json.dumps(bundle))
    assert checked(house, "proof.json").status == 6


def test_a_false_step_convicts_by_its_bundle_alone(tmp_path: Path) -> None:
    house = bidding(tmp_path / "a")
    liar = Liar(house).follow(house.game.state.seq)
    table = {**liar.game.state.table, "supply": {**liar.game.state.table["supply"], "coins": 3}}
    liar.spoil(lambda game: headed(replace(game, state=replace(game.state, table=table))))
    liar.publish()
    assert verify(house, "--evidence", "proof.json").status == 4
    assert checked(house, "proof.json").told["code"] == "E_AUDIT_DIVERGES"
    assert people(house)


def spoil_at_random(value: Any, chance: random.Random) -> Any:
    """One place of a bundle, left out or exchanged."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        if chance.random() < 0.2:
            return {name: part for name, part in value.items() if name != key}
        return {**value, key: spoil_at_random(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [*value[:at], spoil_at_random(value[at], chance), *value[at + 1 :]]
    return chance.choice([None, 7, -1, "", "x", [], {}, [{}], "AAAA", "7" * 64])


def test_no_spoiled_bundle_convicts_or_breaks_anything(tmp_path: Path) -> None:
    house, _ = forked(tmp_path)
    ask(house, "mars", "../b/mars", "-o", "fork.json")
    other = equivocating(tmp_path / "c")
    ask(other, "one.toml", "two.toml", "--game", "mars", "-o", "letters.json")
    put_last(other, with_public(other.game, events=[{"event": "resigned", "seat": "blue"}]))
    verify(other, "--evidence", "step.json")
    told = [house.root / "fork.json", other.root / "letters.json", other.root / "step.json"]
    chance, statuses = random.Random(5), set()
    for number in range(150):
        bundle = json.loads(told[number % 3].read_bytes())
        (house.root / "false.json").write_text(json.dumps(spoil_at_random(bundle, chance)))
        statuses.add(checked(house, "false.json").status)
    assert statuses <= {0, 6}, statuses


@pytest.mark.parametrize("text", ['{"a":' * 50_000, '{"a":' * 50_000 + "1" + "}" * 50_000, "[" * 50_000])
def test_a_bundle_without_a_bottom_is_none(stages: Stages, tmp_path: Path, text: str) -> None:
    (tmp_path / "deep.json").write_text(text)
    answer = ask(stages("bids"), "--check", str(tmp_path / "deep.json"))
    assert (answer.status, answer.code) == (6, "E_EVIDENCE")


def test_an_open_game_convicts_nobody(stages: Stages, tmp_path: Path) -> None:
    house = stages("open").copy(tmp_path / "a")
    put_last(
        house, replace(house.game, last=replace(house.game.last, public=replace(house.game.last.public, events=[])))
    )
    assert verify(house, "--evidence", "proof.json").status == 4
    assert checked(house, "proof.json").status == 6


def test_help_says_what_is_missing(stages: Stages) -> None:
    answer = stages("bids").lpbe(HOST, "evidence", "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")
