"""Orders as people type them."""

from __future__ import annotations

from random import Random

import pytest

from lpbe.games import book_of, game_of
from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.base.errors import Misused
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import Order
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.language.order_parser import Part, Typist, parse_order, parse_orders
from lpbe.kernel.language.template_matcher import Patience
from lpbe.kernel.language.templates import Bracket, Slot, Word, order_text, pieces

from ...size_limits import sizes

LP = Rules(game_of("living-planet"), book_of("living-planet", ()))
PEBBLES = Rules(game_of("pebbles"), book_of("pebbles", ("moss",)))
LANGUAGES = ("en", "fr")

MEANT: list[tuple[str, list[dict[str, object]]]] = [
    (
        "build oil drill 3 at H05.2 with R1; subsidy",
        [
            {"order": "build", "building": "oil_drill", "value": 3, "place": "H05.2", "team": "R1"},
            {"order": "subsidy"},
        ],
    ),
    (
        "construire forage pétrolier 3 en H05.2 avec R1 ; subvention",
        [
            {"order": "build", "building": "oil_drill", "value": 3, "place": "H05.2", "team": "R1"},
            {"order": "subsidy"},
        ],
    ),
    ("bu oil 3 H05.2", [{"order": "build", "building": "oil_drill", "value": 3, "place": "H05.2"}]),
    ("SELECT  Card 4", [{"order": "select-card", "card": 4}]),
    ("choisir carte 6", [{"order": "select-card", "card": 6}]),
    ("sel 4", [{"order": "select-card", "card": 4}]),
    (
        "dice blue, red yellow green\ndouble oil",
        [
            {"order": "arrange-dice", "dice": ["blue", "red", "yellow", "green"]},
            {"order": "name-double", "resource": "oil"},
        ],
    ),
    ("DES bleu rouge jaune vert", [{"order": "arrange-dice", "dice": ["blue", "red", "yellow", "green"]}]),
    (
        "place h05 at @1,-2 turn 3 with b1; return H11 H02; heal B1",
        [
            {"order": "place-hex", "hex": "H05", "at": "1,-2", "turn": 3, "team": "B1"},
            {"order": "return-hexes", "hexes": ["H11", "H02"]},
            {"order": "heal", "teams": ["B1"]},
        ],
    ),
    ("place nothing # the deck is bad\n\n# and now\nreturn", [{"order": "place-nothing"}, {"order": "return-hexes"}]),
    ("move R1 to H05.2, R1 to H06.", [{"order": "move", "steps": ["R1:H05.2", "R1:H06"]}]),
    ("Move: R1 A R2 A.1", [{"order": "move", "steps": ["R1:A", "R2:A.1"]}]),
    ("trade card four", [{"order": "trade", "use_card4": True}]),
    ("trade with the card 4", [{"order": "trade", "use_card4": True}]),
    ("go R1 to A", [{"order": "move", "steps": ["R1:A"]}]),
    ("walk R1 to the A", [{"order": "move", "steps": ["R1:A"]}]),
    ("bouger V1 vers H05.1, J1 vers A", [{"order": "move", "steps": ["G1:H05.1", "Y1:A"]}]),
    ("choisir la carte 3", [{"order": "select-card", "card": 3}]),
    ("carte 3", [{"order": "select-card", "card": 3}]),
    (
        "construire une mine de fer 5 sur le H24.1",
        [{"order": "build", "building": "iron_mine", "value": 5, "place": "H24.1"}],
    ),
    ("build an iron mine 5 on H24.1", [{"order": "build", "building": "iron_mine", "value": 5, "place": "H24.1"}]),
    ("ne rien poser; poser rien", [{"order": "place-nothing"}] * 2),
    ("n'appeler personne", [{"order": "call-nobody"}]),
    (
        "poser H05 en @1,-2 rotation 3; poser H05 en @1,-2 tour 3",
        [{"order": "place-hex", "hex": "H05", "at": "1,-2", "turn": 3}] * 2,
    ),
    ("done", [{"order": "end-actions"}]),
    (
        "play oil +2 and sell 3 oil",
        [{"order": "settle-trade", "card": "oil+2", "deal": "sell", "count": 3, "resource": "oil"}],
    ),
    ("jouer pétrole+2", [{"order": "settle-trade", "card": "oil+2"}]),
    (
        "plan bargain by oil up avoid crash, any down then sell oil max ≥6 else default",
        [
            {
                "order": "plan",
                "then": {
                    "order": "trade-plan",
                    "cards": ["oil:up:avoid", "any:down"],
                    "deals": ["sell:oil:max:>=6"],
                    "otherwise": "default",
                },
            }
        ],
    ),
    ("end-actions", [{"order": "end-actions"}]),
    (
        "select-card card=4; plan select-card card=2",
        [{"order": "select-card", "card": 4}, {"order": "plan", "then": {"order": "select-card", "card": 2}}],
    ),
]


@pytest.mark.parametrize(("text", "orders"), MEANT, ids=[text for text, _ in MEANT])
def test_what_is_typed_is_understood(text: str, orders: list[dict[str, object]]) -> None:
    assert plain(parse_orders(LP, text)) == orders


def test_a_name_in_capitals_is_not_taken_for_another_thing() -> None:
    """A side of a tile is called a, and the first hex A."""
    rules = Rules(game_of("living-planet"), book_of("living-planet", ["arboria", "aquarius"]))
    assert plain(parse_orders(rules, "move R1 to A")) == [{"order": "move", "steps": ["R1:A"]}]


@pytest.mark.parametrize("typed", ["pass", "passer"])
@pytest.mark.parametrize("asked", ["end-actions", "keep-die", "place-nothing", "call-nobody", "protect-nothing"])
def test_who_passes_does_what_does_nothing_here(typed: str, asked: str) -> None:
    assert plain(parse_orders(LP, typed, Typist(offered=[asked]))) == [{"order": asked}]


def plain(orders: list[Order]) -> list[dict[str, object]]:
    return [to_plain(order) for order in orders]


def parse_failure(text: str, lang: str = "en", rules: Rules = LP, typist: Typist | None = None) -> Misused:
    with pytest.raises(Misused) as caught:
        parse_orders(rules, text, typist or Typist(lang))
    return caught.value


NOT_MEANT = [
    (
        "build oil drll 3 at H05.2",
        "en",
        "line 1, column 11: unexpected 'drll' after 'build oil'",
        "did you mean drill?",
    ),
    ("subsidy;\nbuild", "en", "line 2, column 6: something is missing after 'build'", "expected: a building"),
    ("jump", "en", "line 1, column 1: unknown order 'jump'", "expected: 'select', 'dice'"),
    ("call", "en", "line 1, column 5: something is missing after 'call'", "expected: 'scientist', 'nobody'"),
    ("poser", "fr", "ligne 1, colonne 6 : il manque quelque chose après « poser »", "attendu : un hexagone"),
    ("select card 9", "en", "this order is impossible: select card 9", "try: select card <a card from 1 to 6>"),
    (
        "choisir carte",
        "fr",
        "ligne 1, colonne 14 : il manque quelque chose après « choisir carte »",
        "attendu : une carte",
    ),
    ("sauter", "fr", "ligne 1, colonne 1 : ordre inconnu « sauter »", "attendu : « choisir »"),
    (" ; # nothing\n", "en", "there is no order here", "see: lpbe legal"),
    ("heal " + "R1 " * 200, "en", "this is too long for an order", "see: lpbe legal"),
    ("select-card cord=4", "en", "unknown word 'cord=4'", "try: select-card card=..."),
    ("selct-card card=4", "en", "unknown order 'selct-card'", "did you mean 'select-card'?"),
]


@pytest.mark.parametrize(("text", "lang", "message", "hint"), NOT_MEANT, ids=[text[:30] for text, *_ in NOT_MEANT])
def test_what_is_not_understood_is_told_where_and_why(text: str, lang: str, message: str, hint: str) -> None:
    failure = parse_failure(text, lang)
    assert failure.code == "E_GRAMMAR" and failure.message == message
    assert failure.hint.startswith(hint)


def test_the_nearest_order_that_may_be_given_is_named() -> None:
    may = [
        {"order": "build", "building": "oil_drill", "value": 3, "place": "H05.2", "team": "R1"},
        {"order": "subsidy"},
    ]
    failure = parse_failure("buidl oil drill 3 at H05.2", typist=Typist("en", ["build"], lambda: may))
    assert failure.hint.endswith("closest possible order: build oil drill 3 at H05.2 with R1")


def test_a_word_that_begins_no_order_is_answered_with_those_that_may_be_given() -> None:
    assert parse_failure("jump", typist=Typist("fr", ["move", "heal"])).hint == "attendu : « déplacer », « soigner »."


def test_what_answers_the_question_is_preferred() -> None:
    assert parse_failure("pro nothing").hint == "type one of these: 'produce nothing', 'protect nothing'"
    assert plain(parse_orders(LP, "pro nothing", Typist("en", ["produce"]))) == [{"order": "produce", "what": "none"}]


@pytest.mark.parametrize("place", ["@2,-1", "2,-1", "@2,\u22121", "#3", "H05 ne", "h05 NE"])
def test_an_empty_place_has_several_names(place: str) -> None:
    typist = Typist("en", cells={"#3": "2,-1", "h05 ne": "2,-1"})
    assert plain(parse_orders(LP, f"place H07 at {place} turn 2", typist)) == [
        {"order": "place-hex", "hex": "H07", "at": "2,-1", "turn": 2}
    ]


def test_hostile_words_cannot_draw_on_the_terminal() -> None:
    failure = parse_failure("\x1b[2Jjump\u202e")
    assert "\x1b" not in failure.message and "\u202e" not in failure.message


@pytest.mark.parametrize(
    "text", ["p " * 199, "; ".join(["p " * 199] * 20), "dice " + "b " * 150, "heal " + "R1 " * 100]
)
def test_a_long_text_is_read_or_refused_soon(text: str) -> None:
    """A text has a budget of looks, whatever is in it."""
    spent = Patience()
    with pytest.raises(Misused):
        parse_order(LP, Part(text, 0, text), Typist(), spent)
    assert spent.left > -1000


def test_comments_are_no_part_of_an_order_however_many_lines_they_have() -> None:
    """As in reports: the alternatives are below the orders, one per line."""
    below = "".join(f"\n# move R1 to H0{n}  # nothing is known of what comes of that" for n in range(1, 10))
    assert len(below) > 400
    typed = parse_orders(LP, f"# one order a line\nexplore  # the rest is asked later{below}\nsubsidy # {below}")
    assert [to_plain(order) for order in typed] == [{"order": "explore"}, {"order": "subsidy"}]
    assert [to_plain(order) for order in parse_orders(LP, f"subsidy{below}\n#\n# \n")] == [{"order": "subsidy"}]


def test_a_template_is_words_slots_and_groups() -> None:
    form = pieces("put {what} [at @{where}]")
    assert form == (Word("put"), Slot("what"), Bracket((Word("at"), Slot("where", "@"))))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_pebble_is_told_in_brackets_is_not_typed(lang: str) -> None:
    words = packs.words("pebbles", lang)
    order = {"order": "keep", "pebble": "p03", "under": ["p04", "p05"]}
    assert "(" not in order_text(words, order)
    assert plain(parse_orders(PEBBLES, order_text(words, order))) == [order]


def scramble_line(random: Random, vocabulary: list[str]) -> str:
    """Return a line nobody would type: words of orders, pieces of them, numbers, signs."""
    words = [random.choice(vocabulary) for _ in range(random.randrange(12))]
    cut = [word[: random.randrange(len(word) + 1)] if random.random() < 0.2 else word for word in words]
    noise = [
        chr(random.choice([*range(32, 127), 0xE9, 0x2019, 0x202E, 0, 10, 0x1F600])) for _ in range(random.randrange(4))
    ]
    return random.choice([" ", "", ", ", "; "]).join([*cut, *noise])


@sizes("lines", 500, 10_000)
def test_scrambled_lines_are_orders_or_refused(lines: int) -> None:
    random = Random(4)
    words = [packs.words("living-planet", lang) for lang in LANGUAGES]
    vocabulary = [
        word for w in words for text in w.orders.values() for word in text.replace("[", "").replace("]", "").split()
    ]
    vocabulary += [term for w in words for term in w.terms.values() if len(term) < 20]
    vocabulary += ["H05.2", "R1", "@1,-2", "3", "+2", ">=6", "=", "plan", "select-card", "card=4", "#", ":"]
    understood = 0
    for _ in range(lines):
        try:
            parse_orders(LP, scramble_line(random, vocabulary), Typist(random.choice(LANGUAGES)))
            understood += 1
        except Misused as failure:
            assert failure.code == "E_GRAMMAR" and failure.message
    assert 0 < understood < lines // 2


@pytest.mark.parametrize(("typed", "word"), [("build iron mine 3", "at"), ("construire mine de fer 3", "en")])
def test_a_value_without_a_place_is_no_place(typed: str, word: str) -> None:
    """A tile may be called 3: it is meant if its word says so, or if no value is possible there."""
    with pytest.raises(Misused) as fault:
        parse_orders(LP, typed)
    assert f"'{word}'" in fault.value.hint and "H05.2" in fault.value.hint
    built = {"order": "build", "building": "iron_mine", "place": "3"}
    assert plain(parse_orders(LP, f"{typed} {word} 3")) == [{**built, "value": 3}]
    assert plain(parse_orders(LP, f"{typed.removesuffix('3')}{word} 3")) == [built]
    assert plain(parse_orders(LP, "move R1 3")) == [{"order": "move", "steps": ["R1:3"]}]
