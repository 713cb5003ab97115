"""E-mails as people write them around orders: fair ones are nearly always understood, and no tricky one is filed."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from email.utils import formataddr
from pathlib import Path
from random import Random
from typing import NamedTuple

from lpbe.mail.reply_block import block_lines

from ..size_limits import sizes
from .test_never_misread import ATTRIBUTIONS, MARK, READY, broken, meaning_of_mail, meant, message

HERE = Path(__file__).parent
FAIR: dict[str, dict[str, list[str]]] = tomllib.loads((HERE / "human_text.toml").read_text())
TRICKY: dict[str, dict[str, list[str]]] = tomllib.loads((HERE / "tricky_text.toml").read_text())
NAMES = FAIR.pop("names")
ORDERS = (
    "select card 4",
    "choisir carte 4",
    "explore",
    "end actions",
    "subsidy",
    "heal R1 R2",
    "dice red blue yellow green",
    "build oil drill 3 at H05.2 with R1",
    "plan exhaust iron",
    "move R1 H05 H06, R2 H07 H08",
    "take fate",
)
OTHER_ORDERS = ("explore", "select card 5", "take fate", "heal R3", "choisir carte 5", "sell oil")
PLACES = ("above", "right above", "between", "right below", "below", "below a name", "ps", "ps below dashes", "last")
NO_ORDER = "sell oil"
"""Looks like an order but is not one: only the words around it show what is meant."""
MAX_ASKED_SHARE = 0.02
COLUMNS = (65, 72, 76, 998)


class Made(NamedTuple):
    """An e-mail, and what it orders."""

    data: bytes
    orders: list[str]
    text: str


class Writer:
    """Somebody who writes e-mails in one language."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.lang = chance.choice(sorted(FAIR))
        self.texts = FAIR[self.lang]
        self.first = chance.choice(NAMES["first"])
        self.last = chance.choice(NAMES["last"])
        self.who = chance.choice([name for name in NAMES["first"] if name != self.first])

    def maybe(self, share: float, make: Callable[[], list[str]]) -> list[str]:
        return make() if self.chance.random() < share else []

    def one(self, kind: str) -> str:
        return self.fill(self.chance.choice(self.texts[kind]))

    def fill(self, text: str, other: int = 9, order: str = "") -> str:
        return text.format(name=self.first, who=self.who, other=other, order=order)

    def statements(self) -> list[str]:
        """Return a paragraph of talk."""
        return [" ".join(self.one("statements") for _ in range(self.chance.randint(1, 3))), ""]

    def signature(self) -> list[str]:
        """Return a closing, a name, and what people add to it, now and then with an empty line between."""
        name = self.chance.choice([self.first, f"{self.first} {self.last}", f"{self.first[0]}. {self.last}"])
        rest = [
            *self.maybe(0.4, lambda: [self.one("titles")]),
            *self.maybe(0.4, lambda: [self.one("companies")]),
            *self.maybe(0.4, lambda: self.one("addresses").split("\n")),
            *self.maybe(0.5, lambda: [self.one("contacts")]),
            *self.maybe(0.2, lambda: [self.one("contacts")]),
        ]
        space = self.maybe(0.2, lambda: [""])
        closing = self.maybe(0.7, lambda: [self.one("closings"), *self.maybe(0.2, lambda: [""])])
        return [*closing, name, *(space if rest else []), *self.maybe(0.6, lambda: rest)]

    def greeting(self) -> list[str]:
        return [self.one("greetings"), *self.maybe(0.7, lambda: [""])]

    def above(self) -> list[str]:
        return [
            *self.maybe(0.6, self.greeting),
            *self.maybe(0.3, self.statements),
            *self.maybe(0.3, lambda: [self.one("introductions"), *self.maybe(0.5, lambda: [""])]),
        ]

    def below(self) -> list[str]:
        return [
            "",
            *self.maybe(0.25, self.statements),
            *self.maybe(0.7, self.signature),
            *self.maybe(0.1, lambda: ["", self.one("postscripts")]),
            *self.maybe(0.25, lambda: ["", *self.disclaimer()]),
            *self.maybe(0.15, lambda: ["", self.one("phones")]),
        ]

    def disclaimer(self) -> list[str]:
        return broken([self.one("disclaimers")], self.chance.choice(COLUMNS), False)

    def orders(self) -> list[str]:
        return self.chance.sample([order for order in ORDERS if meant(order)], self.chance.choice([1, 1, 2, 3]))

    def post(self, above: Sequence[str], answer: Sequence[str], below: Sequence[str], quoted: bool) -> bytes:
        """Send the answer above or inside the quoted question."""
        block = block_lines(MARK, READY, ["Change these lines."], ["explore", "end actions"])
        attribution = self.chance.choice(ATTRIBUTIONS[:2])
        quote = [attribution, *(f"> {line}" for line in block)] if quoted else []
        lines = [*above, *answer, *below, *(["", *quote] if quote else []), ""]
        text = "\n".join(broken(lines, self.chance.choice(COLUMNS), True))
        html = self.chance.random() < 0.3
        named = self.chance.random() < 0.7
        sender = formataddr((f"{self.first} {self.last}" if named else "", "ben@example.org"))
        return message(text, "utf-8", self.chance.choice(["quoted-printable", "base64", "8bit"]), html, sender)


def fair(chance: Random) -> Made:
    """Return an e-mail whose human text changes nothing."""
    writer = Writer(chance)
    orders = writer.orders()
    way = chance.choice(["typed", "typed", "typed", "changed", "ok", "link"])
    if orders == READY:  # then nothing would be changed
        orders = orders[:1]
    above, below = writer.above(), writer.below()
    if way == "ok":
        data = writer.post(writer.maybe(0.6, writer.greeting), ["ok"], below, True)
        return Made(data, READY, "")
    block = block_lines(MARK, READY, ["Change these lines."], ["explore", "end actions"])
    if way == "link":  # a link of the report has filled in the block
        mark = block_lines(MARK, orders)
        sig = ["", *writer.maybe(0.6, writer.signature), *writer.maybe(0.2, lambda: ["", *writer.disclaimer()])]
        return Made(writer.post([], mark, sig, False), orders, "")
    if way == "changed":
        at = block.index(READY[0])
        changed = [*block[:at], *orders, *block[at + len(READY) :]]
        quoted = [chance.choice(ATTRIBUTIONS[:2]), *(f"> {line}" for line in changed)]
        lines = [*above, "", *below, "", *quoted]
        if chance.random() < 0.3:  # the answer is below the quote
            lines = [*quoted, "", *above, "", *below]
        return Made(writer.post(lines, [], [], False), orders, "")
    return Made(writer.post(above, orders, below, True), orders, "")


def tricky(chance: Random) -> Made:
    """Return an e-mail with a sentence that changes what its orders mean."""
    writer = Writer(chance)
    orders = writer.orders()
    lang = chance.choice([writer.lang, "en"])
    kind = chance.choice(sorted(TRICKY[lang]))
    other = next(n for n in chance.sample(range(1, 10), 9) if str(n) not in " ".join(orders))
    order = chance.choice([one for one in OTHER_ORDERS if one not in orders])
    text = writer.fill(chance.choice(TRICKY[lang][kind]), other, order)
    text = chance.choice([text, text, text, text.upper(), text[:1].upper() + text[1:], text.rstrip(".!")])
    above, below = writer.above(), writer.below()
    place = chance.choice(PLACES[:3] if text.endswith(":") else PLACES)
    answer = list(orders)
    if place == "above":
        above = [*writer.maybe(0.5, writer.greeting), text, ""]
    elif place == "right above":
        above = [*writer.maybe(0.5, writer.greeting), text]
    elif place == "between":
        more = [one for one in ORDERS if one not in orders and meant(one)]
        answer = [*orders, "", text, "", chance.choice(more)]
    elif place == "right below":
        answer = [*orders, text]
    elif place == "below":
        below = ["", text, *below]
    elif place == "below a name":
        below = ["", *writer.signature(), *writer.maybe(0.7, lambda: [""]), text, *writer.maybe(0.2, writer.disclaimer)]
    elif place == "ps below dashes":
        below = ["", "-- ", *writer.signature(), f"PS: {text}"]
    elif place == "ps":
        below = [
            "",
            *writer.signature(),
            "",
            f"{chance.choice(['PS: ', 'P.S. ', 'PS ', 'Ps. ', 'NB: ', 'PPS: '])}{text}",
        ]
    else:
        below = [*below, "", text]
    way = chance.choice(["typed", "typed", "ok", "changed", "link"])
    if place in ("between", "right above", "right below") or way == "typed":
        return Made(writer.post(above, answer, below, True), orders, f"{place}: {text}")
    if way == "ok":
        return Made(writer.post(above, ["ok"], below, True), READY, f"{place}, ok: {text}")
    if way == "link":
        return Made(writer.post(above, block_lines(MARK, orders), below, False), orders, f"{place}, link: {text}")
    block = block_lines(MARK, orders, ["Change these lines."], ["explore", "end actions"])
    block[0] = block_lines(MARK, READY)[0]
    quoted = [ATTRIBUTIONS[0], *(f"> {line}" for line in block)]
    return Made(writer.post([*above, "", *below, "", *quoted], [], [], False), orders, f"{place}, changed: {text}")


def orders_read(lines: Sequence[str]) -> list[str]:
    return [order for line in lines for order in meant(line) or ()]


@sizes("count", 200, 20_000)
def test_fair_mails_are_understood_and_hardly_ever_asked_about(count: int) -> None:
    asked: Counter[str] = Counter()
    for number in range(count):
        made = fair(Random(f"fair {number}"))
        found = meaning_of_mail(made.data)
        if found.lines:
            assert orders_read(found.lines) == orders_read(made.orders), (found, made.data.decode())
        else:
            assert found.problem
            asked[f"{found.problem}: {found.about}"] += 1
    print(f"{count} fair mails, asked about: {sum(asked.values())} ({sum(asked.values()) / count:.2%}) {asked}")
    assert sum(asked.values()) <= count * MAX_ASKED_SHARE


@sizes("count", 300, 30_000)
def test_no_tricky_mail_is_filed(count: int) -> None:
    filed: Counter[str] = Counter()
    for number in range(count):
        made = tricky(Random(f"tricky {number}"))
        if meaning_of_mail(made.data).lines:
            filed[made.text] += 1
    print(f"{count} tricky mails, filed: {sum(filed.values())}")
    assert not filed


def test_every_tricky_sentence_is_asked_about_whatever_it_proposes() -> None:
    assert not meant(NO_ORDER)
    writer = Writer(Random(1))
    texts = [text for kinds in TRICKY.values() for texts in kinds.values() for text in texts]
    mails = {text: writer.post([], ORDERS[:1], ["", writer.fill(text, 9, NO_ORDER)], True) for text in texts}
    assert [text for text, data in mails.items() if meaning_of_mail(data).lines] == []
