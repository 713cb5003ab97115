"""A game of one person against bots: what is asked, what can be looked at by a word, and what can be taken back."""

from __future__ import annotations

from itertools import chain, repeat
from pathlib import Path

import pytest

from lpbe.app.local.play_choices import PlayChoices
from lpbe.app.session.open_game import open_game
from lpbe.kernel.base.errors import Failure
from lpbe.kernel.chain.records import head_id
from lpbe.kernel.gamedir.gamedir import locate
from lpbe.kernel.gamedir.log import cut_log, log_lines

from .keyboards import Keyboard, accepting, play_here

LEADS = ("living-planet.first_leader=red",)


def position(folder: Path) -> tuple[int, str]:
    game = open_game(str(folder / "game")).game
    return game.state.seq, head_id(game.last.head)


def log_length(folder: Path) -> int:
    return sum(1 for _ in log_lines(locate(str(folder / "game")).log))


# words


@pytest.mark.parametrize(
    ("lang", "typed", "answer"),
    [
        ("en", "board", "-- Board ---"),
        ("en", "market", "Market\n  MC and cubes"),
        ("en", "players", "Players (chips"),
        ("en", "score", "-- How the players stand ---"),
        ("en", "history", "-- Since your last order ---"),
        ("en", "log 2", "-- What happened ---"),
        ("en", "hand", "-- Behind your screen ---"),
        ("en", "hint", "select card "),
        ("en", "rules broker", "LP-"),
        ("en", "policy", "policy default"),
        ("en", "policy all", "[living-planet]"),
        ("en", "help", "undo"),
        ("fr", "plateau", "-- Plateau ---"),
        ("fr", "bourse", "Bourse\n"),
        ("fr", "joueurs", "Joueurs (jetons"),
        ("fr", "score", "-- Où en sont les joueurs ---"),
        ("fr", "historique", "-- Depuis votre dernier ordre ---"),
        ("fr", "journal", "-- Ce qui s'est passé ---"),
        ("fr", "main", "-- Derrière votre écran ---"),
        ("fr", "conseil", "choisir carte "),
        ("fr", "règles courtier", "LP-"),
        ("fr", "consigne", "consigne défaut"),
        ("fr", "aide", "annuler"),
    ],
)
def test_a_word_shows_what_is_not_on_the_screen(tmp_path: Path, lang: str, typed: str, answer: str) -> None:
    played = play_here(tmp_path, Keyboard([typed, "quit"]), lang=lang)
    assert answer in "\n".join(played.shown[1:]) and len(played.drawn) == 1


def test_words_that_make_no_sense_are_explained(tmp_path: Path) -> None:
    text = play_here(tmp_path, Keyboard(["market", "log x", "policy x", "undo", "quit"]), game="pebbles").text
    assert "this game has no such table" in text and "how many steps?" in text and "policy is NAME=VALUE" in text
    assert "there is nothing to take back" in text


def test_a_policy_answers_from_now_on(tmp_path: Path) -> None:
    played = play_here(
        tmp_path,
        Keyboard(["policy default", "policy", "policy exhaust=iron", "policy", "policy clear", "policy", "quit"]),
    )
    assert "protect = always" in played.text and "exhaust = iron" in played.text
    assert played.shown[-2].startswith("Your policy, which answers questions before you are asked: nothing")


def test_no_word_begins_an_order() -> None:
    """Otherwise an order could not be typed."""
    from lpbe.app.local import play_words
    from lpbe.games import GAMES, game_of
    from lpbe.kernel.content import packs
    from lpbe.kernel.language.template_matcher import plain_spelling

    taken = {
        plain_spelling(word)
        for name, value in vars(play_words).items()
        if name.isupper() and isinstance(value, tuple)
        for word in value
    }
    for name in GAMES:
        assert game_of(name)
        for lang in ("en", "fr"):
            verbs = {plain_spelling(template.split()[0]) for template in packs.words(name, lang).orders.values()}
            assert not verbs & taken, (name, lang, verbs & taken)


# fewer questions


def test_an_action_implies_that_the_die_is_kept(tmp_path: Path) -> None:
    """A fate token lets a player change their die before each row; who types an action does not want that."""
    asked = "Your turn: keep the die or use a fate token"
    keyboard = Keyboard(accepting(200), until=asked)
    play_here(tmp_path, keyboard, seed="02" * 32)
    assert asked in keyboard.screens[-1]
    played = play_here(tmp_path, Keyboard(["subsidy", "quit"]), seed=None)
    assert "You get " in played.screens[-1] and asked not in played.screens[-1]


def test_what_makes_no_difference_is_not_asked(tmp_path: Path) -> None:
    """The order in which hexes go under the deck, nobody ever notices."""
    played = play_here(tmp_path, Keyboard(accepting(25)))
    assert "under the deck" in played.text and "put hexes back under the deck" not in played.text


# taking back


def test_undo_leads_back_to_the_very_position_and_another_order_may_follow(tmp_path: Path) -> None:
    play_here(tmp_path, Keyboard(["select card 4", "dice red blue yellow green", "quit"]), settings=LEADS)
    before = position(tmp_path)
    first = play_here(tmp_path, Keyboard(["explore", "quit"]))
    assert position(tmp_path)[0] > before[0]
    second = play_here(tmp_path, Keyboard(["undo", "quit"]))
    assert position(tmp_path) == before and log_length(tmp_path) == before[0] + 1
    assert first.screens[0] == second.screens[-1], "in a new run, by playing the log again"
    reports = sorted(path.name for path in (tmp_path / "game" / "reports").iterdir())
    assert reports[-1] == f"{before[0]:06}.txt"
    third = play_here(tmp_path, Keyboard(["subsidy", "undo", "explore", "quit"]))
    assert third.screens[-1] == first.screens[-1], "the same order leads to the same draw: nothing is pretended"


def test_undo_again_and_again_leads_to_the_beginning(tmp_path: Path) -> None:
    begun = position_after(tmp_path, ["quit"])
    play_here(tmp_path, Keyboard(chain(repeat("ok", 20), repeat("undo", 40), ["quit"])))
    assert position(tmp_path) == begun
    assert "there is nothing to take back" in play_here(tmp_path, Keyboard(["undo", "quit"])).text


def position_after(folder: Path, typed: list[str]) -> tuple[int, str]:
    play_here(folder, Keyboard(typed))
    return position(folder)


def test_with_other_people_nothing_is_taken_back(tmp_path: Path) -> None:
    played = play_here(tmp_path, Keyboard(["", "ok", "", "undo", "quit"]), seats="red,blue")
    assert "only in a game against bots" in played.text and position(tmp_path)[0] == 1


def test_an_undo_that_was_interrupted_is_completed(tmp_path: Path) -> None:
    """The game file goes back first; a log that is ahead of it is cut when the game is opened again."""
    play_here(tmp_path, Keyboard(["select card 4", "quit"]), settings=LEADS)
    game = (tmp_path / "game" / "game.toml").read_bytes()
    play_here(tmp_path, Keyboard(["dice red blue yellow green", "explore", "quit"]))
    (tmp_path / "game" / "game.toml").write_bytes(game)
    before = position(tmp_path)
    played = play_here(tmp_path, Keyboard(["quit"]))
    assert position(tmp_path) == before and log_length(tmp_path) == before[0] + 1 and played.drawn
    place = locate(str(tmp_path / "game"))
    assert not cut_log(place, open_game(place.folder).game), "nothing more to cut"


# the end


def test_after_the_end_the_page_is_there_an_order_can_be_taken_back_and_another_game_begun(tmp_path: Path) -> None:
    played = play_here(tmp_path, Keyboard(accepting(200)), game="pebbles", own="blue", lang="en")
    end = played.text.split("Won by")[1]
    assert "game/replay.html" in end and (tmp_path / "game" / "replay.html").stat().st_size
    over = position(tmp_path)
    back = play_here(tmp_path, Keyboard(["quit"], at_the_end="undo"))
    assert position(tmp_path)[0] < over[0] and "Your turn: " in back.text
    again = play_here(tmp_path, Keyboard(chain(repeat("ok", 3), ["quit"]), at_the_end="yes"))
    assert "game-2" in again.shown[-1]
    first, second = (open_game(str(tmp_path / name)).game.genesis for name in ("game", "game-2"))
    assert (first.rules, first.options, first.expansions) == (second.rules, second.options, second.expansions)
    assert [seat.held for seat in first.seats] == [seat.held for seat in second.seats] and first.seed != second.seed


def test_another_game_has_the_options_of_the_first(tmp_path: Path) -> None:
    from lpbe.app.local.after_game import same_again

    settings = ("living-planet.first_leader=red", "living-planet.protection.range=1")
    play_here(tmp_path, Keyboard(["quit"]), settings=settings, expansions=("arboria",), own="red")
    genesis = open_game(str(tmp_path / "game")).game.genesis
    again = same_again(genesis, PlayChoices())
    other = tmp_path / "other"
    other.mkdir()
    play_here(
        other,
        Keyboard(["quit"]),
        **{name: getattr(again, name) for name in ("game", "seats", "bots", "expansions", "settings")},
    )
    new = open_game(str(other / "game")).game.genesis
    assert (new.options, new.expansions, new.seats) == (genesis.options, genesis.expansions, genesis.seats)


# folders


@pytest.mark.parametrize("broken", [b"", b"format = 2\n", b"\xff\xfe"])
def test_a_broken_folder_is_refused_and_left_alone(tmp_path: Path, broken: bytes) -> None:
    play_here(tmp_path, Keyboard(["quit"]))
    path = tmp_path / "game" / "game.toml"
    path.write_bytes(broken)
    with pytest.raises(Failure):
        play_here(tmp_path, Keyboard(["ok", "quit"]))
    assert path.read_bytes() == broken


def test_a_folder_with_the_log_of_another_game_is_refused(tmp_path: Path) -> None:
    play_here(tmp_path, Keyboard(["ok", "quit"]))
    log = tmp_path / "game" / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"seq":1', b'"seq":9'))
    with pytest.raises(Failure):
        play_here(tmp_path, Keyboard(["ok", "quit"]))
