"""Attacks on joining and on draws: stolen invitations, games that imitate others, second rosters, weak keys."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel.base.canonical import ident, jcs, kdf
from lpbe.kernel.chain import genesis as genesis_records
from lpbe.kernel.chain.genesis import RefereeKeys, first_secret, game_id, given_seat, roster_of, with_seat
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.letters.handover import Handover, handover_letter, make_offer
from lpbe.kernel.chain.letters.join import Join
from lpbe.kernel.chain.letters.play import play_letter
from lpbe.kernel.chain.letters.ready import Ready, check_seat_draw, ready_letter
from lpbe.kernel.chain.player_view import sign
from lpbe.kernel.chain.records import Envelope, GameFile, Hidden, StateRecord
from lpbe.kernel.chain.sealed_state import seal_state
from lpbe.kernel.chain.transition import bare_envelope, bare_signature
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import Identity, Secret, b64, unb64
from lpbe.kernel.crypto.seals import unseal
from lpbe.kernel.crypto.vrf import check_draw, draw_public, prove_draw
from lpbe.kernel.gamedir.gamedir import dump_game, load, locate
from lpbe.kernel.gamedir.inbox import dump_letter, read_letter

from ..conftest import DAYS, Stages
from ..world.club import HOST, Answer, Club, identity

P = 2**255 - 19
ORDER_8 = "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"
WEAK_SEALS = {
    "zero": bytes(32),
    "one": (1).to_bytes(32, "little"),
    "order eight": bytes.fromhex(ORDER_8),
    "p - 1": (P - 1).to_bytes(32, "little"),
    "p": P.to_bytes(32, "little"),
    "p + 9": (P + 9).to_bytes(32, "little"),
    "bit 255": (9 | 1 << 255).to_bytes(32, "little"),
    "all ones": b"\xff" * 32,
}
WEAK_SIGNS = {"identity": (1).to_bytes(32, "little"), "zero": bytes(32), "all ones": b"\xff" * 32}
FRESH = {"LPBE_NO_PIN": "1"}
"""As on another machine, without any pins."""


def check_refused(answer: Answer, code: str, status: int) -> None:
    assert (answer.status, answer.code) == (status, code), answer


def save_letter(club: Club, envelope: Envelope, name: str = "attack.toml", folder: str = ".") -> str:
    path = club.root / folder / name
    path.write_bytes(dump_letter(envelope, name))
    return str(path)


def sign_head(game: GameFile, by: Identity) -> GameFile:
    """Return a head that fits whatever the state says, signed."""
    head = replace(game.last.head, game=game.state.game, state=ident("state", game.state))
    return replace(game, last=replace(game.last, head=head, head_sig=bare_signature(by, sshsig.HEAD, jcs(head))))


def signed_game(game: GameFile, host: Identity) -> GameFile:
    """Everything a referee signs, signed by this one, whatever the game says."""
    state = replace(game.state, game=game_id(game.genesis))
    sig = bare_signature(host, sshsig.GENESIS, jcs(game.genesis))
    return sign_head(replace(game, state=state, sig=sig), host)


def with_referee(club: Club, **keys: str) -> str:
    """Return a game that begins with other keys of the referee."""
    genesis = club.game.genesis
    begun = replace(genesis, referee=replace(present(genesis.referee), **keys))
    return put(club, signed_game(replace(club.game, genesis=begun), identity(HOST)))


def put(club: Club, game: GameFile, name: str = "copy") -> str:
    """Return the folder of the game, with another game file in it."""
    folder = Path(shutil.copytree(club.mars, club.root / name))
    (folder / "game.toml").write_bytes(dump_game(game, "game.toml"))
    return name


# the invitation


@pytest.fixture
def new(club_at: Stages) -> Club:
    return club_at("new")


def joined_by(club: Club, who: str, seat: str, folder: str = "mars") -> Join:
    """Return a join as the command writes it, from the inbox."""
    code = club.secret.invitation(seat)
    club.do(who, "join", folder, "--seat", seat, "--name", who.capitalize(), "--code", code)
    letter = read_letter(str(club.root / folder / "inbox" / f"0-{seat}-0.toml")).letter
    assert isinstance(letter, Join)
    return letter


def steal_proof(letter: Join, thief: Identity, **changes: Any) -> Envelope:
    """Return a join with other keys and somebody else's proof."""
    game, seat = letter.game, letter.seat
    own = {
        "sign": thief.keys[0],
        "seal": thief.keys[1],
        "draw": b64(draw_public(thief.draw_seed(game))),
        "tie": thief.tie(game, seat),
        "name": "Ben",
    }
    return sign(thief, replace(letter, args=replace(letter.args, **{**own, **changes})))


def test_an_invitation_is_good_for_the_keys_it_was_used_with(new: Club) -> None:
    """The proof is in a public inbox; a copy under other keys, sorted first, used to take the seat."""
    letter = joined_by(new, "ben", "blue")
    save_letter(new, steal_proof(letter, identity("eve")), "!.toml", "mars/inbox")
    done = new.run()
    assert [(item["file"], item["code"]) for item in done["refused"]] == [("!.toml", "E_ORDER_INVITE")]
    assert given_seat(new.game.state, "blue").sign == identity("ben").keys[0]


@pytest.mark.parametrize("kept", ["seal", "draw", "tie", "name"])
def test_a_proof_with_one_own_part_is_none(new: Club, kept: str) -> None:
    """Even with the victim's sealing key, or with everything of the victim's except the signing key."""
    letter = joined_by(new, "ben", "blue")
    theirs = {part: getattr(letter.args, part) for part in ("seal", "draw", "tie", "name")}
    for changes in ({kept: theirs[kept]}, {**theirs, "name": letter.args.name}):
        path = save_letter(new, steal_proof(letter, identity("eve"), **changes))
        check_refused(new.lpbe(HOST, "apply", "mars", path, "--json"), "E_ORDER_INVITE", 5)


def test_a_proof_is_good_for_one_seat(new: Club) -> None:
    letter = joined_by(new, "ben", "blue")
    path = save_letter(new, sign(identity("ben"), replace(letter, seat="green")))
    check_refused(new.lpbe(HOST, "apply", "mars", path, "--json"), "E_ORDER_INVITE", 5)


def test_a_join_does_not_hold_the_code(new: Club) -> None:
    joined_by(new, "ben", "blue")
    text = (new.inbox / "0-blue-0.toml").read_text()
    code = new.secret.invitation("blue")
    assert code not in text
    assert code.replace("-", "") not in text


# a game that imitates another

SIGNING = (["order", "bid coins=3"], ["policy", "keep=lowest"], ["resign", "--yes"], ["bot"])


def look_alike(game: GameFile, thief: str = "eve", **state: Any) -> tuple[GameFile, Secret]:
    """Return a game with the same table, seats and keys under the thief, who can seal anything."""
    host = identity(thief)
    genesis = genesis_records.with_referee(game.genesis, host)
    altered = replace(game, genesis=genesis, state=replace(game.state, **state))
    return signed_game(altered, host), first_secret(host.seed, genesis)


@pytest.mark.parametrize("command", [["show"], ["report"], ["legal"], *SIGNING], ids=lambda words: words[0])
def test_a_look_alike_is_neither_opened_nor_signed_nor_sealed_for(club_at: Stages, command: list[str]) -> None:
    club = club_at("bidding")
    name = put(club, look_alike(club.game)[0])
    check_refused(club.lpbe("ben", command[0], name, *command[1:], "--json"), "E_GAME_STRANGE", 4)
    assert list((club.root / name / "inbox").iterdir()) == []


def test_only_the_tie_keeps_a_card_from_the_stranger(club_at: Stages) -> None:
    """The maker of a look-alike can read whatever the command would write for it: so nothing may be written."""
    club = club_at("bidding")
    game, secret = look_alike(club.game)
    ben = identity("ben")
    letter = play_letter(game, "blue", ben, [{"order": "bid", "coins": 3}], [True], 0)
    hidden = present(letter.hidden)
    pair = secret.pair(game.state.game, ben.keys[1])
    text = unseal(pair, letter.info(hidden.plans), unb64(hidden.seal), letter.seal_size(game.genesis))
    assert b'"coins":3' in text


STRIPPED: dict[str, Callable[[StateRecord], StateRecord]] = {
    "without a tie": lambda state: with_seat(state, replace(given_seat(state, "blue"), tie=UNSET)),
    "without tie and sealing key": lambda state: with_seat(
        state, replace(given_seat(state, "blue"), tie=UNSET, seal=UNSET)
    ),
    "as if nobody had joined": lambda state: replace(
        with_seat(state, replace(given_seat(state, "blue"), tie=UNSET, seal=UNSET)),
        window=replace(state.window, kind="join"),
    ),
}


@pytest.mark.parametrize("strip", STRIPPED.values(), ids=STRIPPED)
@pytest.mark.parametrize("command", SIGNING, ids=lambda words: words[0])
def test_a_look_alike_that_leaves_the_tie_out_gets_nothing(
    club_at: Stages, strip: Callable[[StateRecord], StateRecord], command: list[str]
) -> None:
    club = club_at("bidding")
    state = strip(club.game.state)
    seals = {seat: seal for seat, seal in present(state.seals).items() if seat != "blue"}
    name = put(club, look_alike(replace(club.game, state=replace(state, seals=seals)))[0])
    answer = club.lpbe("ben", command[0], name, *command[1:], "--json")
    strange = (4, "E_GAME_STRANGE") if state.window.kind == "play" else (answer.status, answer.code)
    assert (answer.status, answer.code) == strange
    assert answer.status in (4, 5, 6), answer
    assert list((club.root / name / "inbox").iterdir()) == []


def test_nobody_gets_ready_for_a_look_alike(club_at: Stages) -> None:
    club = club_at("joined")
    name = put(club, look_alike(club.game)[0])
    check_refused(club.lpbe("ben", "ready", name, "--json"), "E_GAME_STRANGE", 4)


def test_a_tie_is_not_given_out_for_a_look_alike(club_at: Stages) -> None:
    """Otherwise a stranger could ask for what is missing: the line with which a host assigns a seat."""
    club = club_at("bidding")
    name = put(club, look_alike(club.game)[0])
    check_refused(club.lpbe("ben", "key", "show", "--for", name, "--seat", "blue", "--json"), "E_GAME_STRANGE", 4)
    assert club.game.state.game[:16] in club.lpbe("eve", "key", "show", "--for", "mars", "--seat", "blue").err


def test_a_look_alike_catches_no_invitation(new: Club) -> None:
    """Ben joins the stranger's game with his code: what she gets is worthless in the real game."""
    name = put(new, look_alike(new.game)[0])
    caught = joined_by(new, "ben", "blue", name)
    assert (
        new.secret.invitation("blue").replace("-", "") not in (new.root / name / "inbox" / "0-blue-0.toml").read_text()
    )
    here = replace(caught, game=new.game.state.game, seen=new.head)
    for thief, letter in (
        (identity("eve"), steal_proof(here, identity("eve"))),
        (identity("ben"), sign(identity("ben"), here)),
    ):
        path = save_letter(new, letter)
        check_refused(new.lpbe(HOST, "apply", "mars", path, "--json"), "E_ORDER_INVITE", 5)
        assert thief


def test_a_look_alike_is_named_before_anybody_joins_it(new: Club) -> None:
    name = put(new, look_alike(new.game)[0])
    result = new.lpbe("ben", "join", name, "--seat", "blue", "--code", new.secret.invitation("blue")).out
    assert new.game.state.game not in result
    assert sshsig.public_line(identity("eve").sign_public) in result


def test_a_referee_goes_on_with_no_genesis_that_another_signed(club_at: Stages) -> None:
    """A copy of the terms, with the secret commitment, under a stranger's key: the host's key is not its referee."""
    club = club_at("bidding")
    genesis = club.game.genesis
    keys = RefereeKeys(identity("eve").keys[0], present(genesis.referee).seal)
    copy = signed_game(replace(club.game, genesis=replace(genesis, referee=keys)), identity("eve"))
    name = put(club, copy)
    for command in ("run", "invite", "disclose"):
        check_refused(club.lpbe(HOST, command, name, "--json"), "E_KEY_ROLE", 6)


def test_the_secret_of_a_new_referee_is_of_one_game(club_at: Stages) -> None:
    """In a game of her own, Eve repeats the offer Dan made for this one: his run there must not show his secret."""
    club = club_at("bidding")
    offer = make_offer(club.game, identity("dan"))
    false, secret = look_alike(club.game)
    blank = Hidden()
    step = false.last.head.step
    sealed = seal_state(false.genesis, replace(false.state, seals=UNSET, drawer=UNSET), None, blank, step, (secret,))
    false = signed_game(replace(false, state=sealed), identity("eve"))
    letter = handover_letter(false, offer, (secret,), 0)
    assert isinstance(letter, Handover)
    envelope = bare_envelope(sign(identity("eve"), letter))
    handed = replace(false, state=replace(false.state, handovers=[sign(identity("eve"), letter)]))
    last = replace(handed.last, letter=letter, sig=envelope.sig)
    handed = replace(handed, last=replace(last, head=replace(last.head, letter_id=ident("order", letter))))
    name = put(club, signed_game(handed, identity("eve")))
    for command in ("run", "invite"):
        check_refused(club.lpbe("dan", command, name, "--json"), "E_KEY_ROLE", 6)


# a second roster


@pytest.fixture
def rosters(club_at: Stages) -> Club:
    """Return `mars` and `other`: the same game, in which green belongs to Cleo or to Dan. Only the host knows why."""
    club = club_at("new")
    joined_by(club, "ben", "blue")
    shutil.copytree(club.mars, club.root / "other")
    for folder, who in (("mars", "cleo"), ("other", "dan")):
        joined_by(club, who, "green", folder)
        assert club.lpbe(HOST, "run", folder, env=FRESH).status == 0
    return club


def game_in(club: Club, name: str) -> GameFile:
    return load(locate(str(club.root / name)))


def test_a_key_is_ready_for_one_roster_of_a_game(rosters: Club) -> None:
    rosters.do("ben", "ready", "mars")
    with rosters.untouched():
        check_refused(rosters.lpbe("ben", "ready", "other", "--json"), "E_FORK", 4)
    assert list((rosters.root / "other" / "inbox").iterdir()) == []


def test_who_is_talked_into_a_reset_still_shows_one_draw(rosters: Club) -> None:
    rosters.do("ben", "ready", "mars")
    rosters.do("ben", "pin", "other", "--reset", "--yes")
    answer = rosters.lpbe("ben", "ready", "other", "--json")
    check_refused(answer, "E_FORK", 4)
    assert "agreed to play with other players" in answer.payload["message"]


def shown_for(club: Club, folder: str) -> Ready:
    """Return what Ben's key shows on a machine that remembers nothing."""
    assert club.lpbe("ben", "ready", folder, env=FRESH).status == 0
    letter = read_letter(str(club.root / folder / "inbox" / "1-blue-0.toml")).letter
    assert isinstance(letter, Ready)
    return letter


def value_of(game: GameFile, letter: Ready) -> bytes:
    seat = replace(given_seat(game.state, letter.seat), proof=letter.args.proof)
    return check_seat_draw(seat, roster_of(game.state))


def test_another_roster_draws_another_value_on_any_machine(rosters: Club) -> None:
    one, two = shown_for(rosters, "mars"), shown_for(rosters, "other")
    assert value_of(rosters.game, one) != value_of(game_in(rosters, "other"), two)
    assert value_of(rosters.game, shown_for(rosters, "mars")) == value_of(rosters.game, one)


def test_a_proof_for_one_roster_is_none_for_another(rosters: Club) -> None:
    letter = shown_for(rosters, "mars")
    moved = replace(letter, seen=game_in(rosters, "other").last.head.id)
    path = save_letter(rosters, sign(identity("ben"), moved))
    check_refused(rosters.lpbe(HOST, "apply", "other", path, "--json", env=FRESH), "E_PROOF", 5)


def foreseen(club: Club, message: Callable[[str], bytes]) -> int:
    """Return how many roots a host can foresee who knows Ben's value for this roster, and tries two dozen keys."""
    game, ben, raw = club.game, identity("ben"), club.secret.raw
    name, blue = game.state.game, given_seat(game.state, "blue")

    def value(who: Identity, text: bytes) -> bytes:
        return check_draw(draw_public(who.draw_seed(name)), text, prove_draw(who.draw_seed(name), text))

    assert unb64(present(blue.draw)) == draw_public(ben.draw_seed(name))
    known, count = value(ben, message(roster_of(game.state))), 0
    for host in (Identity(bytes([number]) * 32) for number in range(24)):
        keys = {"sign": host.keys[0], "seal": host.keys[1], "draw": b64(draw_public(host.draw_seed(name)))}
        roster = roster_of(with_seat(game.state, replace(given_seat(game.state, "red"), **keys)))
        own = value(host, message(roster))
        guess, true = (kdf(raw, "rng-root", name, roster, own, his) for his in (known, value(ben, message(roster))))
        count += guess == true
    return count


def test_the_host_cannot_choose_a_roster_for_its_draws(rosters: Club) -> None:
    """Each key she tries makes another roster, and gives Ben another value; otherwise she could choose."""
    assert value_of(rosters.game, shown_for(rosters, "mars"))
    assert foreseen(rosters, lambda roster: rosters.game.state.game.encode()) == 24
    assert foreseen(rosters, lambda roster: roster.encode()) == 0


# the last word


def apart(club: Club) -> str:
    """Return a game file alone: everybody has joined, and the host has not been ready yet."""
    letters = [club.inbox / "0-red-0.toml"]
    for who, seat in (("ben", "blue"), ("cleo", "green")):
        joined_by(club, who, seat)
        letters.append(club.inbox / f"0-{seat}-0.toml")
    shutil.copy(club.mars / "game.toml", club.root / "lone.toml")
    for letter in letters:
        assert club.lpbe(HOST, "apply", "lone.toml", str(letter), "-o", "lone.toml").status == 0
    return "lone.toml"


def test_nobody_is_ready_before_the_host(new: Club) -> None:
    name = apart(new)
    check_refused(new.lpbe("ben", "ready", name, "-o", "letter.toml", "--json"), "E_ORDER_EARLY", 5)
    assert new.lpbe(HOST, "ready", name, "-o", "letter.toml").status == 0


def test_a_host_who_has_seen_the_others_draw_is_too_late(club_at: Stages) -> None:
    """She forges a step in which the others were ready first: her own letter is refused by whoever applies it."""
    club = club_at("joined")
    red = replace(given_seat(club.game.state, "red"), proof=UNSET)
    state = with_seat(club.game.state, red)
    for seat, who in (("blue", "ben"), ("green", "cleo")):
        proof = ready_letter(club.game, seat, identity(who)).args.proof
        state = with_seat(state, replace(given_seat(state, seat), proof=proof))
    state = replace(state, window=replace(state.window, waiting=["red"]))
    name = put(club, signed_game(replace(club.game, state=state), identity(HOST)))
    with club.untouched():
        answer = club.lpbe(HOST, "ready", name, "-o", "letter.toml", "--json", env=FRESH)
        check_refused(answer, "E_ORDER_STALE", 5)
        letter = sign(identity(HOST), ready_letter(game_in(club, name), "red", identity(HOST)))
        check_refused(
            club.lpbe(HOST, "apply", f"{name}/game.toml", save_letter(club, letter), "-o", "x.toml", "--json"),
            "E_ORDER_STALE",
            5,
        )


def test_a_start_that_is_not_reached_makes_the_game_void(tmp_path: Path) -> None:
    """Nobody's draw is replaced, whether by a timeout, a substitute or a later letter."""
    club = Club.begin(tmp_path / "club", "--pace", "2d", "--now", DAYS[0])
    club.join_all("--now", DAYS[0])
    club.do("ben", "ready", "mars")
    club.run("--now", DAYS[1])
    green = given_seat(club.game.state, "green")
    club.lpbe("cleo", "ready", "mars", "-o", "late.toml")
    line = club.lpbe("eve", "key", "show", "--for", "mars", "--seat", "green", "--json").payload["public"]
    check_refused(club.lpbe(HOST, "replace", "mars", "green", "--to", line, "--json"), "E_ORDER_EARLY", 5)
    check_refused(
        club.lpbe("cleo", "rekey", "mars", "--to", str(club.home("eve") / "lpbe" / "key"), "--json"),
        "E_ORDER_EARLY",
        5,
    )
    club.run("--now", DAYS[9])
    state = club.game.state
    assert (state.window.kind, state.table) == ("over", {})
    assert club.game.last.public.events[-1]["event"] == "ended"
    assert club.game.last.public.events[-1]["why"] == "void"
    assert given_seat(state, "green").draw == green.draw
    check_refused(club.lpbe(HOST, "apply", "mars", "late.toml", "--json", "--now", DAYS[9]), "E_ORDER_STALE", 5)


# weak keys


@pytest.mark.parametrize("raw", WEAK_SEALS.values(), ids=WEAK_SEALS)
def test_a_game_with_a_weak_sealing_key_is_false(club_at: Stages, raw: bytes) -> None:
    club = club_at("new")
    keys = replace(present(club.game.genesis.referee), seal=b64(raw))
    name = put(club, signed_game(replace(club.game, genesis=replace(club.game.genesis, referee=keys)), identity(HOST)))
    joining = ["join", name, "--seat", "blue", "--code", club.secret.invitation("blue")]
    for words in (["show", name], joining, ["verify", name], ["run", name]):
        check_refused(club.lpbe(HOST if words[0] == "run" else "ben", *words, "--json"), "E_KEY_WEAK", 4)


@pytest.mark.parametrize("raw", WEAK_SIGNS.values(), ids=WEAK_SIGNS)
def test_a_game_with_a_weak_signing_key_is_false(club_at: Stages, raw: bytes) -> None:
    club = club_at("new")
    keys = replace(present(club.game.genesis.referee), sign=b64(raw))
    name = put(club, signed_game(replace(club.game, genesis=replace(club.game.genesis, referee=keys)), identity(HOST)))
    for words in (["show", name], ["verify", name]):
        check_refused(club.lpbe("ben", *words, "--json"), "E_KEY_WEAK", 4)


@pytest.mark.parametrize("raw", WEAK_SEALS.values(), ids=WEAK_SEALS)
def test_a_game_handed_to_a_weak_key_is_false(club_at: Stages, raw: bytes) -> None:
    """The old referee signs what nobody would accept as a letter, and writes a state that follows it."""
    club = club_at("bidding")
    good = handover_letter(club.game, make_offer(club.game, identity("dan")), (club.secret,), 0)
    letter = sign(identity(HOST), replace(good, args=replace(good.args, seal=b64(raw))))
    state = replace(club.game.state, handovers=[letter])
    name = put(club, sign_head(replace(club.game, state=state), identity("dan")))
    for words in (["show", name], ["order", name, "bid coins=1"]):
        check_refused(club.lpbe("ben", *words, "--json", env=FRESH), "E_KEY_WEAK", 4)


@pytest.mark.parametrize("raw", WEAK_SEALS.values(), ids=WEAK_SEALS)
def test_a_letter_with_a_weak_sealing_key_is_refused(new: Club, raw: bytes) -> None:
    letter = joined_by(new, "ben", "blue")
    path = save_letter(new, steal_proof(letter, identity("ben"), seal=b64(raw)))
    check_refused(new.lpbe(HOST, "apply", "mars", path, "--json"), "E_KEY_WEAK", 5)


@pytest.mark.parametrize("raw", WEAK_SIGNS.values(), ids=WEAK_SIGNS)
@pytest.mark.parametrize("part", ["sign", "draw"])
def test_a_letter_with_another_weak_key_is_refused(new: Club, raw: bytes, part: str) -> None:
    letter = joined_by(new, "ben", "blue")
    path = save_letter(new, steal_proof(letter, identity("ben"), **{part: b64(raw)}))
    check_refused(new.lpbe(HOST, "apply", "mars", path, "--json"), "E_KEY_WEAK", 5)


def test_keys_of_others_are_refused(new: Club) -> None:
    """The game's own, another seat's, and another spelling of another seat's."""
    cleo = joined_by(new, "cleo", "green")
    new.run()
    letter = joined_by(new, "ben", "blue")
    spelt = (int.from_bytes(unb64(cleo.args.seal), "little") | 1 << 255).to_bytes(32, "little")
    cases = [
        ({"seal": present(new.game.genesis.referee).seal}, "E_KEY_REUSED"),
        ({"seal": cleo.args.seal}, "E_KEY_REUSED"),
        ({"draw": cleo.args.draw}, "E_KEY_REUSED"),
        ({"seal": b64(spelt)}, "E_KEY_WEAK"),
    ]
    for changes, code in cases:
        path = save_letter(new, steal_proof(letter, identity("ben"), **changes))
        check_refused(new.lpbe(HOST, "apply", "mars", path, "--json"), code, 5)


def test_a_weak_offer_is_refused(club_at: Stages) -> None:
    club = club_at("bidding")
    good = handover_letter(club.game, make_offer(club.game, identity("dan")), (club.secret,), 0)
    cases = [(b64(raw), "E_KEY_WEAK") for raw in WEAK_SEALS.values()]
    cases += [(present(club.game.genesis.referee).seal, "E_KEY_REUSED"), (identity("ben").keys[1], "E_KEY_REUSED")]
    for seal, code in cases:
        letter = replace(good, args=replace(good.args, seal=seal))
        path = save_letter(club, sign(identity(HOST), letter))
        check_refused(club.lpbe(HOST, "apply", "mars", path, "--json"), code, 5)


# keys that change hands


def test_a_rekeyed_player_is_no_stranger(club_at: Stages) -> None:
    club = club_at("bidding")
    club.do("ben", "rekey", "mars", "--to", str(club.home("eve") / "lpbe" / "key"))
    club.run()
    assert club.do("eve", "show", "mars")["seat"] == "blue"
    assert club.lpbe("eve", "order", "mars", "bid coins=2").status == 0
    assert club.run()["refused"] == []
    check_refused(club.lpbe("ben", "order", "mars", "bid coins=2", "--json"), "E_KEY_ROLE", 6)


def test_a_replacement_is_no_stranger(club_at: Stages) -> None:
    club = club_at("bidding")
    line = club.do("eve", "key", "show", "--for", "mars", "--seat", "green")["public"]
    club.do(HOST, "replace", "mars", "green", "--to", line, "--name", "Eve")
    club.run()
    for who in (HOST, "ben"):
        club.do(who, "endorse", "mars")
    club.run()
    assert club.do("eve", "show", "mars")["seat"] == "green"
    assert club.lpbe("eve", "order", "mars", "bid coins=2").status == 0
    assert club.run()["refused"] == []


def test_keys_for_another_seat_are_refused(club_at: Stages) -> None:
    """A host who mixes up the lines gives the seat to nobody."""
    club = club_at("bidding")
    line = club.do("eve", "key", "show", "--for", "mars", "--seat", "blue")["public"]
    with club.untouched():
        answer = club.lpbe(HOST, "replace", "mars", "green", "--to", line, "--name", "Eve", "--json")
    check_refused(answer, "E_SIG_INVALID", 5)


# pins and forged files


def test_a_forged_file_spoils_no_pin(club_at: Stages) -> None:
    """Only what the referee signed is remembered, so nobody else can make a key refuse its own game."""
    club = club_at("bidding")
    club.order("blue", "bid coins=1")
    state = replace(club.game.state, seq=club.game.state.seq + 99)
    head = replace(club.game.last.head, seq=state.seq, state=ident("state", state))
    false = replace(club.game, state=state, last=replace(club.game.last, head=head))
    name = put(club, false)
    for words in (["show", name], ["order", name, "bid coins=1"], ["verify", name]):
        check_refused(club.lpbe("ben", *words, "--json"), "E_SIG_INVALID", 4)
    assert club.lpbe("ben", "order", "mars", "bid coins=2").status == 0
