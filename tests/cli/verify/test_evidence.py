"""`lpbe evidence`: who is shown to have cheated, who is not, and that a bundle alone is enough."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letter import letter_id
from lpbe.kernel.chain.records import Envelope, read_entry
from lpbe.kernel.gamedir.gamedir import dump_game
from lpbe.kernel.gamedir.inbox import dump_letter, read_letter
from lpbe.kernel.gamedir.log import log_line
from lpbe.kernel.gamedir.receipts import Refusal
from tests import letter_types

from ..conftest import Stages, bids, start_game
from ..world.club import HOST, PEOPLE, Answer, Club, identity
from ..world.forged_history import HistoryForger, give_receipt, people, put_last, sign_head, verify, with_public

Order = dict[str, int | str]


def ask(club: Club, *args: str) -> Answer:
    return club.lpbe("eve", "evidence", *args, "--json")


def check_bundle(club: Club, bundle: str) -> Answer:
    """Return the verdict of somebody who has only the bundle."""
    alone = club.root / "alone"
    alone.mkdir(exist_ok=True)
    shutil.copy(club.root / bundle, alone / "bundle.json")
    return club.lpbe("dan", "evidence", "--check", "alone/bundle.json", "--json")


def put(club: Club, name: str, envelope: Envelope) -> str:
    (club.root / name).write_bytes(dump_letter(envelope, name))
    return name


def bid(club: Club, seat: str, coins: int, rev: int = 0, who: str = "") -> Envelope:
    signer = identity(who or PEOPLE[seat])
    order: Order = {"order": "bid", "coins": coins}
    return player_view.sign(signer, letter_types.play_letter(club.game, seat, signer, [order], [True], rev))


# two letters


def club_with_two_bids(root: Path) -> Club:
    """Return a club where blue signs two bids with one rev; one is played, and somebody keeps the other."""
    club = start_game(root)
    put(club, "one.toml", bid(club, "blue", 1))
    put(club, "two.toml", bid(club, "blue", 2))
    (club.inbox / "2-blue-0.toml").write_bytes((club.root / "one.toml").read_bytes())
    club.run()
    return club


def test_two_letters_convict_their_seat_once_the_game_is_disclosed(tmp_path: Path) -> None:
    club = club_with_two_bids(tmp_path / "a")
    early = ask(club, "one.toml", "two.toml", "--game", "mars", "-o", "early.json").payload
    assert (early["convicts"], early["says"]) == ("", "two orders; they can be judged after the secret is disclosed")
    assert check_bundle(club, "early.json").payload["convicts"] == ""
    club.play_on(40)
    result = ask(club, "one.toml", "two.toml", "--game", "mars", "-o", "late.json").payload
    assert (result["kind"], result["convicts"], result["code"]) == ("letters", "blue", "E_EQUIVOCATION")
    assert check_bundle(club, "late.json").payload["convicts"] == "blue"


def unproven(answer: Answer) -> str:
    assert (answer.status, answer.code) == (2, "E_EVIDENCE"), answer
    return str(answer.payload["message"])


def test_a_letter_with_a_receipt_convicts_nobody(tmp_path: Path) -> None:
    club = club_with_two_bids(tmp_path / "a")
    (club.inbox / "again.toml").write_bytes((club.root / "two.toml").read_bytes())
    assert club.run()["refused"][0]["code"] == "E_EQUIVOCATION"
    club.play_on(40)
    assert "has a receipt" in unproven(ask(club, "one.toml", "two.toml", "--game", "mars"))


def test_a_receipt_that_nobody_signed_saves_nobody(tmp_path: Path) -> None:
    club = club_with_two_bids(tmp_path / "a")
    second = letter_id(read_letter(str(club.root / "two.toml")).letter)
    give_receipt(club, "000007.toml", [Refusal(second, club.head, "E_RULE")], who="ben")
    club.play_on(40)
    assert ask(club, "one.toml", "two.toml", "--game", "mars").payload["convicts"] == "blue"


def test_who_was_shown_two_forks_is_not_convicted(tmp_path: Path) -> None:
    """The host shows blue two histories; each answer is honest in its own history."""
    club = bids_open(tmp_path / "a")
    other = club.copy(tmp_path / "b")
    club.order("red", "bid coins=1")
    other.order("red", "bid coins=3")
    for one in (club, other):
        one.run()
    put(club, "one.toml", bid(club, "blue", 1))
    put(club, "two.toml", bid(other, "blue", 2))
    (club.inbox / "2-blue-0.toml").write_bytes((club.root / "one.toml").read_bytes())
    club.run()
    club.play_on(40)
    assert "no position" in unproven(ask(club, "one.toml", "two.toml", "--game", "mars"))
    fork = ask(club, "mars/game.toml", "../b/mars/game.toml", "-o", "fork.json")
    assert fork.payload["convicts"] == "referee"


def bids_open(root: Path) -> Club:
    return start_game(root)


def test_letters_of_which_none_is_in_the_log_convict_nobody(tmp_path: Path) -> None:
    club = start_game(tmp_path / "a")
    put(club, "one.toml", bid(club, "blue", 1))
    put(club, "two.toml", bid(club, "blue", 2))
    assert "neither" in unproven(ask(club, "one.toml", "two.toml", "--game", "mars"))


@pytest.mark.parametrize(
    ("coins", "rev", "who", "words"),
    [
        (1, 0, "", "not two answers"),
        (2, 1, "", "not two answers"),
        (2, 0, "eve", "no position"),
        (99, 0, "", "refused"),
    ],
    ids=["the-same", "another-rev", "anothers-key", "against-the-rules"],
)
def test_what_is_no_contradiction_convicts_nobody(tmp_path: Path, coins: int, rev: int, who: str, words: str) -> None:
    club = club_with_two_bids(tmp_path / "a")
    before = HistoryForger(club).follow(6)
    made = Club(club.root)
    signer = identity(who or "ben")
    order: Order = {"order": "bid", "coins": coins}
    letter = letter_types.play_letter(before.game, "blue", signer, [order], [True], rev)
    put(made, "two.toml", player_view.sign(signer, letter))
    club.play_on(40)
    assert words in unproven(ask(club, "one.toml", "two.toml", "--game", "mars"))


def test_free_letters_and_two_readies_convict_nobody(tmp_path: Path) -> None:
    club = start_game(tmp_path / "a")
    ben = identity("ben")
    for name, text in (("one.toml", "yes"), ("two.toml", "no")):
        put(club, name, player_view.sign(ben, letter_types.note_letter(club.game, "blue", text, 0)))
    (club.inbox / "note.toml").write_bytes((club.root / "one.toml").read_bytes())
    club.run()
    assert "only answers" in unproven(ask(club, "one.toml", "two.toml", "--game", "mars"))
    ready = next(
        entry for entry in club.entries if isinstance(entry.letter, letter_types.Ready) and entry.letter.seat == "blue"
    )
    assert isinstance(ready.letter, letter_types.Ready)
    put(club, "three.toml", player_view.sign(ben, ready.letter))
    put(club, "four.toml", player_view.sign(ben, replace(ready.letter, args=replace(ready.letter.args, proof="AAAA"))))
    assert "only answers" in unproven(ask(club, "three.toml", "four.toml", "--game", "mars"))


def test_letters_of_a_held_seat_convict_nobody(tmp_path: Path) -> None:
    """Once the secret is disclosed, anybody can sign for the seats that the referee held."""
    club = start_game(tmp_path / "a", "--bot", "green")
    club.play_on(40)
    assert verify(club).status == 0
    entry = next(
        entry for entry in club.entries if isinstance(entry.letter, letter_types.Play) and entry.letter.seat == "green"
    )
    played = entry.letter
    assert isinstance(played, letter_types.Play)
    held = club.secret.held_identity("green")
    before = HistoryForger(club).follow(entry.head.seq - 1)
    forged = letter_types.play_letter(before.game, "green", held, [{"order": "bid", "coins": 0}], [True], 0, "forged")
    put(club, "one.toml", Envelope(played, player_view.sign(held, played).sig))
    put(club, "two.toml", player_view.sign(held, forged))
    assert "no position" in unproven(ask(club, "one.toml", "two.toml", "--game", "mars"))


# two histories


def fork_history(root: Path) -> tuple[Club, Club]:
    """Return two histories of one game that diverge at the first bid."""
    club = start_game(root / "a")
    other = club.copy(root / "b")
    club.order("red", "bid coins=1")
    other.order("red", "bid coins=3")
    for one in (club, other):
        one.run()
    return club, other


def test_two_heads_of_one_step_convict_the_referee(tmp_path: Path) -> None:
    club, _ = fork_history(tmp_path)
    result = ask(club, "mars", "../b/mars", "-o", "fork.json").payload
    assert (result["convicts"], result["code"]) == ("referee", "E_FORK")
    assert check_bundle(club, "fork.json").payload["convicts"] == "referee"
    assert "state" not in json.loads((club.root / "fork.json").read_bytes())["heads"][0]


@pytest.mark.parametrize("logs", [True, False])
@pytest.mark.parametrize("turned", [True, False])
def test_forks_of_different_steps_convict_the_referee(tmp_path: Path, logs: bool, turned: bool) -> None:
    """The newer file lists the heads before it, and the older one is not among them."""
    club, other = fork_history(tmp_path)
    other.order("blue", "bid coins=1")
    other.run()
    assert other.game.state.seq == club.game.state.seq + 1
    if not logs:
        club.log.unlink()
        other.log.unlink()
    pair = ["mars/game.toml", "../b/mars/game.toml"]
    result = ask(club, *(reversed(pair) if turned else pair), "-o", "fork.json").payload
    assert (result["convicts"], result["code"]) == ("referee", "E_FORK")
    assert check_bundle(club, "fork.json").payload["convicts"] == "referee"


def test_a_line_that_nobody_signed_hides_no_fork(tmp_path: Path) -> None:
    """A log with a forged line before the step at which the histories diverge."""
    club, other = fork_history(tmp_path)
    lines = other.log.read_bytes().splitlines()
    entry = read_entry(lines[3])
    lines[3] = jcs(replace(entry, head=replace(entry.head, state="7" * 64)))
    other.log.write_bytes(b"".join(line + b"\n" for line in lines))
    result = ask(club, "mars", "../b/mars", "-o", "fork.json").payload
    assert (result["convicts"], result["code"]) == ("referee", "E_FORK")
    assert f"two different steps {club.game.state.seq} " in result["says"]


def test_two_steps_of_one_history_are_no_contradiction(tmp_path: Path) -> None:
    club = bids(tmp_path / "a")
    (club.root / "before.toml").write_bytes(dump_game(HistoryForger(club).follow(6).game, "before.toml"))
    assert "the same history" in unproven(ask(club, "before.toml", "mars"))
    assert "the same history" in unproven(ask(club, "mars", "mars"))


def test_two_games_are_no_contradiction(stages: Stages, tmp_path: Path) -> None:
    shutil.copytree(stages("other").mars, tmp_path / "other")
    club = stages("bids").copy(tmp_path / "a")
    assert "different games" in unproven(ask(club, "mars", "../other"))


# bundles


def test_a_forged_bundle_convicts_nobody(tmp_path: Path) -> None:
    """Every byte of a bundle that accuses somebody is checked."""
    club, _ = fork_history(tmp_path)
    ask(club, "mars", "../b/mars", "-o", "fork.json")
    bundle = json.loads((club.root / "fork.json").read_bytes())
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
        (club.root / "false.json").write_text(json.dumps(false))
        assert check_bundle(club, "false.json").status == 6, number


def test_a_broken_game_file_is_no_proof_against_the_referee(tmp_path: Path) -> None:
    """Whoever damages a file can make `verify` fail, and make a bundle of it: that proves nothing against anybody."""
    club = bids(tmp_path / "a")
    lines = club.log.read_bytes().splitlines()
    lines[-1] = lines[-1].replace(b'"rev":0', b'"rev":1')
    club.log.write_bytes(b"\n".join(lines) + b"\n")
    assert verify(club, "--evidence", "proof.json").status == 4
    assert json.loads((club.root / "proof.json").read_bytes())["convicts"] == ""
    assert check_bundle(club, "proof.json").status == 6


def test_a_step_that_the_referee_never_signed_is_no_proof(tmp_path: Path) -> None:
    club = bids(tmp_path / "a")
    put_last(club, with_public(club.game, events=[{"event": "resigned", "seat": "blue"}]))
    assert verify(club, "--evidence", "proof.json").status == 4
    assert check_bundle(club, "proof.json").payload["convicts"] == "referee"
    bundle = json.loads((club.root / "proof.json").read_bytes())
    false = sign_head(club.game, who="eve")
    bundle["log"][-1], bundle["file"]["last"] = log_line(false).decode(), json.loads(log_line(false))
    (club.root / "proof.json").write_text(json.dumps(bundle))
    assert check_bundle(club, "proof.json").status == 6


def test_a_false_step_convicts_by_its_bundle_alone(tmp_path: Path) -> None:
    club = start_game(tmp_path / "a")
    forger = HistoryForger(club).follow(club.game.state.seq)
    table = {**forger.game.state.table, "supply": {**forger.game.state.table["supply"], "coins": 3}}
    forger.spoil(lambda game: sign_head(replace(game, state=replace(game.state, table=table))))
    forger.publish()
    assert verify(club, "--evidence", "proof.json").status == 4
    assert check_bundle(club, "proof.json").payload["code"] == "E_AUDIT_DIVERGES"
    assert people(club)


def spoil_at_random(value: Any, chance: random.Random) -> Any:
    """Remove or exchange one place of a bundle."""
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
    club, _ = fork_history(tmp_path)
    ask(club, "mars", "../b/mars", "-o", "fork.json")
    other = club_with_two_bids(tmp_path / "c")
    ask(other, "one.toml", "two.toml", "--game", "mars", "-o", "letters.json")
    put_last(other, with_public(other.game, events=[{"event": "resigned", "seat": "blue"}]))
    verify(other, "--evidence", "step.json")
    result = [club.root / "fork.json", other.root / "letters.json", other.root / "step.json"]
    chance, statuses = random.Random(5), set()
    for number in range(150):
        bundle = json.loads(result[number % 3].read_bytes())
        (club.root / "false.json").write_text(json.dumps(spoil_at_random(bundle, chance)))
        statuses.add(check_bundle(club, "false.json").status)
    assert statuses <= {0, 6}, statuses


@pytest.mark.parametrize("text", ['{"a":' * 50_000, '{"a":' * 50_000 + "1" + "}" * 50_000, "[" * 50_000])
def test_a_bundle_without_a_bottom_is_none(stages: Stages, tmp_path: Path, text: str) -> None:
    (tmp_path / "deep.json").write_text(text)
    answer = ask(stages("bids"), "--check", str(tmp_path / "deep.json"))
    assert (answer.status, answer.code) == (6, "E_EVIDENCE")


def test_an_open_game_convicts_nobody(stages: Stages, tmp_path: Path) -> None:
    club = stages("open").copy(tmp_path / "a")
    put_last(club, replace(club.game, last=replace(club.game.last, public=replace(club.game.last.public, events=[]))))
    assert verify(club, "--evidence", "proof.json").status == 4
    assert check_bundle(club, "proof.json").status == 6


def test_help_says_what_is_missing(stages: Stages) -> None:
    answer = stages("bids").lpbe(HOST, "evidence", "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")
