"""Small courtesies of the command line: confirmation of what cannot be undone, typed files, languages, full lists."""

from __future__ import annotations

import os
import pty
import sys
from pathlib import Path

import pytest

from lpbe.games.living_planet.actions.actions import CallScientist
from lpbe.kernel.content.packs import words
from lpbe.kernel.engine.dry_run import effect, gauges
from lpbe.kernel.engine.legality import legal_orders, refusal
from lpbe.kernel.engine.model import Agenda, Order
from lpbe.kernel.language.effects import Effects
from lpbe.report.content.choices import MAX_LISTED, choices_by_kind, sample

from ...living_planet.positions import position
from ..playing.test_hot_seat import read_until
from ..world.club import HOST, Club
from ..world.open_game import Table


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club.begin(tmp_path / "club", seats=("red", "blue"))
    code = club.do(HOST, "invite", "mars")["invitations"]["blue"]
    club.do("ben", "join", "mars", "--seat", "blue", "--name", "Ben", "--lang", "fr", "--code", code)
    club.run()
    club.ready_all()
    return club


def test_without_a_terminal_nobody_resigns_by_chance(club: Club) -> None:
    with club.untouched():
        answer = club.lpbe(HOST, "resign", "mars")
    assert answer.status == 2
    assert "leaving a game is final and needs your confirmation, but there is no terminal to ask for it" in answer.err
    assert "lpbe resign GAME --yes" in answer.err
    assert club.do(HOST, "resign", "mars", "--yes")["files"] == ["mars/inbox/free-red-0.toml"]


def test_who_has_left_is_told_so(club: Club) -> None:
    club.do(HOST, "resign", "mars", "--yes")
    club.run()
    with club.untouched():
        answer = club.lpbe(HOST, "resign", "mars", "--yes", "--json")
    assert (answer.status, answer.code) == (5, "E_ORDER_STALE")


@pytest.mark.parametrize(("typed", "files"), [(b"n\n", 0), (b"y\n", 1)])
def test_at_a_terminal_who_resigns_is_asked(club: Club, typed: bytes, files: int) -> None:
    process, terminal = pty.fork()
    if not process:
        os.chdir(club.root)
        os.environ.update(club.environment(HOST))
        os.execv(sys.executable, [sys.executable, "-m", "lpbe", "resign", "mars"])
    try:
        read_until(terminal, b"leave the game for good as red? [y/N]: ")
        os.write(terminal, typed)
        read_until(terminal, b"free-red-0.toml" if files else b"nothing was sent")
    finally:
        os.waitpid(process, 0)
        os.close(terminal)
    assert len(list(club.inbox.glob("free-*"))) == files


@pytest.mark.parametrize("name", ["orders.txt", "orders", "-"])
def test_a_file_may_hold_orders_as_they_are_typed(club: Club, name: str) -> None:
    text = "# my bid\nbid 2\n"
    if name != "-":
        (club.root / name).write_text(text)
    answer = club.lpbe(HOST, "order", "mars", "-f", name, "--json", stdin=text.encode())
    assert answer.status == 0 and answer.payload["texts"] == ["bid 2"]


def test_a_file_of_data_is_still_read_as_data(club: Club) -> None:
    (club.root / "o.txt").write_text('[[batch]]\norder = "bid"\ncoins = 2\n')
    (club.root / "o.json").write_text('{"batch":[{"order":"bid","coins":3}]}')
    (club.root / "o.toml").write_text("bid 2\n")
    assert club.do(HOST, "try", "mars", "-f", "o.txt")["draft"] == []
    assert club.do(HOST, "order", "mars", "-f", "o.json")["texts"] == ["bid 3"]
    assert club.lpbe(HOST, "order", "mars", "-f", "o.toml").status == 6
    (club.root / "bad.txt").write_bytes(b"bid \xff\n")
    assert club.lpbe(HOST, "order", "mars", "-f", "bad.txt").status == 6


def test_the_language_that_was_wished_reaches_errors(club: Club) -> None:
    assert "pièces" in club.lpbe("ben", "try", "mars", "miser 99").err
    assert club.lpbe("ben", "try", "mars", "miser 99", "--lang", "en").err == "you have only 6 coins [PEB-BID-01]\n"
    assert "unknown order" in club.lpbe("ben", "try", "mars", "sauter", "--lang", "en").err
    assert "ordre inconnu « sauter »" in club.lpbe("ben", "try", "mars", "sauter").err, (
        "and the next command is as before"
    )
    fr = {"LANG": "fr_FR.UTF-8"}
    assert "there is no clause" in club.lpbe("eve", "rule", "XX-1", "--lang", "en", env=fr).err
    assert "'none': no such file or folder" in club.lpbe("eve", "report", "none", "--lang", "en", env=fr).err
    assert "il n'y a pas d'article" in club.lpbe("eve", "rule", "XX-1", "--lang", "fr").err


def test_bots_have_one_name(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for n, name in enumerate(("greedy", "bot:greedy")):
        made = ["new", f"m{n}", "--game", "pebbles", "--seats", "red,blue", "--open", "--bot", f"blue={name}"]
        table.done(*made)
    answer = table.say("new", "m2", "--game", "pebbles", "--seats", "red,blue", "--open", "--bot", "blue=gredy")
    assert (
        answer.err == "there is no bot 'gredy' [E_SCHEMA]\n  known: random, cautious, beginner, greedy, club, master\n"
    )
    out = table.done("simulate", "--game", "pebbles", "--games", "1", "--bots", "greedy,random").out
    assert "greedy" in out and "bot:" not in out
    assert "bot:" not in table.done("replace", "--help").out


def test_a_list_that_is_cut_says_how_to_see_the_rest(tmp_path: Path) -> None:
    table = Table.begin(tmp_path)
    for seat, card in (("red", 6), ("blue", 5)):
        table.done("order", "mars", f"select card {card}", "--as", seat)
    table.done("run", "mars")
    leader = table.json("show", "mars", "--as", "red")["window"]["waiting"][0]
    out = table.done("legal", "mars", "--as", leader).out
    assert "12 more like these; to see them all: lpbe legal mars --all" in out
    assert "lpbe legal mars --all" in table.done("report", "mars", "--as", leader).out
    assert table.done("legal", "mars", "--all", "--as", leader).out.count("    dice ") == 24


def test_a_list_that_is_cut_keeps_what_brings_most() -> None:
    """Six market cards and a purse full of cubes: too much to list, and one sale is the best."""
    cards = ["oil+1", "oil+2", "iron+3", "iron-2", "oil+3", "vibranium+1"]
    steps = [{"step": "act", "seat": "red"}, {"step": "deal", "seat": "red", "volume": 6}]
    purse = {"money": 30, "cubes": {"oil": 6, "iron": 2, "vibranium": 4, "mycelium": 3, "electricity": 1}}
    state = position({"agenda": {"steps": steps}, "red": {"hand": {"market": cards}, "purse": purse}}).state
    question = state[Agenda].steps[-1]
    orders = list(legal_orders(state, question, "red"))
    assert len(orders) > 3 * MAX_LISTED

    def money(order: Order) -> int:
        outcome = effect(state, question, "red", order)
        assert outcome
        return gauges(outcome.state, "red")["money"]

    shown = sample(Effects(words("living-planet", "en"), state, question, "red"), orders, MAX_LISTED)
    assert len(shown) == MAX_LISTED
    assert max(map(money, shown)) == max(map(money, orders))
    assert [order for order in orders if order in shown] == shown, "in the order of the list"


def test_who_has_but_one_answer_is_told_why_it_is_asked() -> None:
    """An arrival could be paid with a cube behind the screen; asking nobody would show that there is none."""
    steps = [{"step": "produce", "seat": "red"}]
    dice = {"dice": {"red": 6, "blue": 6, "yellow": 6, "green": 6}}
    state = position({"agenda": {"steps": steps}, "turn": dice, "map": {"teams": False}}).state
    question = state[Agenda].steps[-1]
    for lang, answer in (("en", "This is your only option."), ("fr", "C'est votre seule possibilité.")):
        effects = Effects(words("living-planet", lang), state, question, "red")
        listed = choices_by_kind(effects, legal_orders(state, question, "red"), "lpbe legal")
        (group,) = listed.groups
        assert len(group.items) == 1 and group.rest.startswith(answer)


def test_without_any_key_it_is_said_so(club: Club) -> None:
    for command in ("legal", "policy"):
        answer = club.lpbe("nobody", command, "mars")
        assert (answer.status, answer.err.splitlines()[0]) == (6, "there is no key here [E_KEY_MISSING]")
    assert "this key has no seat" in club.lpbe("eve", "legal", "mars").err


def test_verify_writes_no_proof_that_nobody_asked_for(club: Club) -> None:
    game = club.mars / "game.toml"
    game.write_text(game.read_text().replace('lang = "fr"', 'lang = "en"'))
    before = sorted(club.root.iterdir())
    answer = club.lpbe("eve", "verify", "mars")
    assert answer.status == 4 and "lpbe verify GAME --evidence FILE" in answer.err
    assert sorted(club.root.iterdir()) == before
    assert club.lpbe("eve", "verify", "mars", "--evidence", "proof.json").status == 4
    assert (club.root / "proof.json").exists()


@pytest.fixture
def leading(tmp_path: Path) -> Table:
    """Return a game where everybody has played card 3, and red leads and is asked for the dice."""
    table = Table.begin(tmp_path, "--set", "living-planet.first_leader=red")
    for seat in ("red", "blue"):
        table.done("order", "mars", "select card 3", "--as", seat)
    table.done("run", "mars")
    return table


def test_what_is_expected_hangs_on_the_orders_before(leading: Table) -> None:
    answer = leading.say("try", "mars", "dice red blue yellow green; jump", "--as", "red").err
    assert "'dice'" not in answer and "'subsidy'" in answer
    answer = leading.say("try", "mars", "jump", "--as", "red").err
    assert "'dice'" in answer and "'double'" not in answer, "card 3 doubles nothing"


def test_what_is_wrong_is_told_in_the_language_of_the_first_word(leading: Table) -> None:
    answer = leading.say("try", "mars", "build a mine on H24", "--as", "red").err
    assert "type one of these: 'build iron mine at H24', 'build vibranium mine at H24'" in answer
    answer = leading.say("try", "mars", "build a mien on H24", "--as", "red").err
    assert "unexpected 'mien' after 'build'" in answer and "antisismique" not in answer
    answer = leading.say("try", "mars", "construire une mine", "--as", "red").err
    assert "after 'construire mine'" in answer, "an article tells nothing"


@pytest.mark.parametrize(
    ("effect", "answer"),
    [
        (0, "the effect of the Leader's card has already been used this turn"),
        (4, "only the Leader can do this, with card 3"),
    ],
)
def test_card_3_that_a_policy_has_used_is_said_to_be_spent(effect: int, answer: str) -> None:
    state = position({"agenda": {"steps": [{"step": "act", "seat": "red"}]}, "turn": {"effect": effect}}).state
    refused = refusal(state, state[Agenda].steps[-1], "red", CallScientist())
    assert refused and (refused.message, refused.code) == (answer, "E_RULE")


def test_the_order_that_answers_nothing_is_named_and_not_the_one_before(leading: Table) -> None:
    answer = leading.say("try", "mars", "dice red blue yellow green; select card 2", "--as", "red")
    assert answer.status == 5
    assert answer.err.startswith("'select card 2' does not answer the question: take actions [E_ORDER_KIND]")


def test_lpbe_alone_prints_its_help_and_nothing_else(club: Club) -> None:
    answer = club.lpbe("eve")
    assert answer.status == 2 and answer.err == "" and answer.out == club.lpbe("eve", "--help").out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--seats", "red,blue"],
            "Missing option '--game'. Choose from: living-planet, pebbles, planet-2116 [E_USAGE]\n",
        ),
        (["--game", "living-plant"], "there is no game 'living-plant' [E_USAGE]\n  did you mean 'living-planet'?\n"),
        (["--game", "chess"], "there is no game 'chess' [E_USAGE]\n  games: living-planet, pebbles"),
        (
            ["--game", "living-planet"],
            "living-planet needs 2 to 4 seats [E_USAGE]\n  name the seats: --seats red,blue\n",
        ),
    ],
)
def test_a_game_that_is_not_named_rightly_is_named_in_the_answer(club: Club, options: list[str], message: str) -> None:
    answer = club.lpbe("eve", "new", "venus", *options)
    assert (answer.status, answer.out) == (2, "") and answer.err.startswith(message)


def test_a_game_that_all_seats_play_needs_no_list_of_them(club: Club) -> None:
    club.do("eve", "new", "earth", "--game", "2116", "--as", "planet")
    seats = club.do("eve", "show", "earth")["window"]["waiting"]
    assert len(seats) == 4 and "planet" in seats


def test_a_folder_of_games_is_told_from_a_folder_without(club: Club) -> None:
    (club.root / "games").mkdir()
    (club.root / "empty").mkdir()
    club.mars.rename(club.root / "games" / "mars")
    assert "name the game: games/mars\n" in club.lpbe(HOST, "report", "games").err
    assert "name the game" not in club.lpbe(HOST, "report", "empty").err
    assert club.lpbe(HOST, "todo", "empty").out == "there is no game here\n"
    assert club.lpbe("eve", "todo", "games").out == "you have nothing to do\n"


def test_options_of_a_letter_are_explained_one_by_one(club: Club) -> None:
    text = club.lpbe("ben", "order", "--help").out
    assert text.index("--armor") < text.index("--mail ") < text.index("--mail-to")
    assert "The same" not in text


def test_the_noted_addresses_of_a_game_are_listed(club: Club) -> None:
    club.do(HOST, "mail", "address", "mars", "referee", "lpbe@example.org")
    answer = club.lpbe(HOST, "mail", "address", "mars", "blue", "Ben <ben@example.org>", "--lang", "fr")
    assert answer.out.splitlines()[0] == "blue: Ben <ben@example.org>, fr, html"
    listed = club.lpbe(HOST, "mail", "address", "mars").out.splitlines()
    assert listed[:3] == ["referee: lpbe@example.org", "red: no address", "blue: Ben <ben@example.org>, fr, html"]
    assert club.do(HOST, "mail", "address", "mars")["addresses"]["blue"]["lang"] == "fr"


@pytest.mark.parametrize("typed", ["dice red blue yellow", "dice red red blue yellow"])
def test_the_die_that_is_missing_is_named(leading: Table, typed: str) -> None:
    answer = leading.say("try", "mars", typed, "--as", "red").err
    assert "each of the four dice goes into one column; missing: Green [LP-LEADER-05]" in answer


def test_a_comma_between_orders_is_answered_by_the_sign_that_belongs_there(leading: Table) -> None:
    answer = leading.say("try", "mars", "dice red blue yellow green; subsidy, take fate", "--as", "red").err
    assert "separate orders with a semicolon (;)." in answer
