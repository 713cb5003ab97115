"""Judge what is written around orders: courtesy, signatures, small talk, or something that may change the orders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.base.suggestions import close_matches
from .phrases import Kind, contains, phrases, starts_with
from .quoted_lines import Line, may_be_wrapped
from .wrapped_orders import BULLETS, IsOrder, strip_emoji, strip_markup

END_PUNCTUATION = ".,!?:;)"
NEAR = 0.75
"""How similar to a verb a word must be to count as mistyped."""
MAX_COURTESY_WORDS = 6
MAX_SHORT_WORDS = 12
"""A short sentence is doubtful because of its first word; longer ones only because of what is in them."""
MAX_UNCLEAR_WORDS = 6
"""A sentence of up to this many words may be about orders although it names none."""
MAX_FRAGMENT_WORDS = 2
"""An exclamation of up to this many words is meaningless only if it is known."""
MAX_NUMBER_WORDS = 8
"""A sentence of up to this many words that contains a number may be about an order."""
MAX_ORDER_WORDS = 12
"""How long an order in the middle of a sentence can be."""
MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|janv|févr|fév|avr|mai|juin|juil|août|déc|mär|okt|dez"
UNITS = (
    "seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|heures?|jours?|semaines?|mois|ans?|années?"
    "|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|uhr|km|kg|%|€|euros?|°c?|degrees?|degrés?|grad"
)
DATE_OR_TIME = re.compile(
    rf"\b\d{{1,2}}[.]\d\d ?uhr\b|\bturned \d+\b|\b\d+ geworden\b|\bam \d+\.|"
    rf"\b\d{{1,2}}(?:st|nd|rd|th|er|\.)? (?:of )?(?:{MONTHS})[a-zéûä]*\.?|\b(?:{MONTHS})[a-zéûä]* \d{{1,2}}\b"
    rf"|\b\d{{1,2}}(?::\d\d|h\d{{0,2}}| ?[ap]m)\b|\b20\d\d\b|\b\d+ ?(?:{UNITS})(?!\w)|\b\d+ ?[-:\u2013] ?\d+\b",
    re.IGNORECASE,
)
"""Numbers that do not occur in orders: dates, times, measures, scores."""
CONTACT = re.compile(
    r"@|https?:|www\.|\btel\b|\bt[eé]l[eé]?phone\b|\d[\d .()/+-]{4,}\d|\b\d{4,6}\b|\b[A-Z]{1,2}\d\w? \d[A-Z]{2}\b"
)
"""What signatures contain: addresses, telephone numbers, postal codes."""
REFERENCE = re.compile(r"(?:^|\s)(?:[A-Za-z]{1,2}\d{1,2}(?:\.\d+)?|[@#]-?\d\S*)(?=[\s,;.]|$)")
"""A name of a piece or a place, as in orders: R1, H05.2, @1,-2."""
POSTSCRIPT = re.compile(r"\s*(?:(?:p[. -]*)+s\b[.:]*|n\.?b\b[.:]*|oops\b|oups\b)\s*:?\s*", re.IGNORECASE)
FILLER = re.compile(
    r"(?:(?:and|so|please|pls|oh|ah|well|also|ok|okay|et|alors|bon|donc|und|also|bitte|ach|hi|hello|hallo|bonjour"
    r"|sorry|pardon|désolée?|entschuldigung|thanks|merci|danke)\b[\s,.:!-]*)+",
    re.IGNORECASE,
)
"""What may come before the first word that counts."""
SENTENCE_END = re.compile(r"(?<=[^\d\s][.!?])\s+(?=[\"'(]?[^\W_a-z])|(?<=[!?])\s+")
WEB_ADDRESS = re.compile(r"\S*@\S+|https?:\S+|www\.\S+")
PARTICLES = frozenset(
    [
        "and",
        "und",
        "et",
        "&",
        "y",
        "van",
        "von",
        "vom",
        "zu",
        "zur",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "du",
        "des",
        "la",
        "le",
        "les",
    ]
)
MAX_NAME_WORDS = 5


class Reader(Struct, frozen=True):
    """What is known when an e-mail is read: what its game understands as an order, and who sent it."""

    is_order: IsOrder
    verbs: Sequence[str]
    names: str
    """The words that the sender may be called by."""
    orders: Sequence[str] = ()
    """The orders in the e-mail."""

    def is_like_verb(self, word: str) -> bool:
        return bool(close_matches(word.casefold(), self.verbs, NEAR))


# courtesy and signatures


def is_greeting(text: str) -> bool:
    return len(text.split()) <= MAX_COURTESY_WORDS and starts_with(Kind.GREETINGS, text)


def is_mere_greeting(text: str) -> bool:
    """Return whether a line is a greeting with nothing but names: `Dear Ana, dear Ben`."""
    names = re.findall(r"\w+", phrases(Kind.GREETINGS).sub(" ", text))
    return is_greeting(text) and all(word.istitle() for word in names)


def is_closing(text: str) -> bool:
    short = len(text.split()) <= MAX_COURTESY_WORDS and not any(map(str.isdigit, text))
    return short and starts_with(Kind.CLOSINGS, text)


def is_heading(text: str) -> bool:
    """Return whether a line only says that orders follow."""
    left = phrases(Kind.HEADING_WORDS).sub(" ", text)
    return bool(phrases(Kind.HEADINGS).fullmatch(text.rstrip(": "))) or (
        text.endswith(":") and left.strip(" ,:-") == ""
    )


def is_salutation(text: str, reader: Reader) -> bool:
    """Return whether a first line is a greeting, or somebody's name as at the start of a letter: `Ana,`."""
    words = text.rstrip("!,. ").split()
    named = 0 < len(words) <= 3 and text[-1] in ",!" and not any(map(str.isdigit, text))
    return is_greeting(text) or (named and words[0][0].isupper() and not reader.is_like_verb(words[0]))


def is_sender(text: str, reader: Reader) -> bool:
    """Return whether a line is the name of the sender, or their initials."""
    words = text.casefold().rstrip(END_PUNCTUATION + " ").split()
    names = reader.names.casefold().replace(",", " ").split()
    return bool(words) and all(word.strip("-(). ") in (*names, *(name[:1] for name in names)) for word in words)


def is_name(text: str, reader: Reader) -> bool:
    """Return whether a line is the name of the sender, or looks like a name; a title may follow."""
    text = re.split(r" [|\u00b7\u2022-] |, ", strip_emoji(text))[0].strip("- ")
    if is_sender(text, reader):
        return True
    words = [word for word in re.findall(r"[^\W\d_][\w.'-]*|&|\d", text) if word.casefold() not in PARTICLES]
    if not 1 <= len(words) <= MAX_NAME_WORDS or text[-1] in ".,!?:;" or any(map(str.isdigit, text)):
        return False
    if is_greeting(text) or reader.is_order(text) or reader.is_like_verb(words[0]):
        return False
    return all(word[0].isupper() for word in words) and (len(words) > 1 or 2 <= len(words[0]) <= 20)


def begins_signature(lines: Sequence[Line], reader: Reader) -> bool:
    """Return whether a signature begins here, below all orders: with a closing phrase or a name."""
    first = strip_markup(lines[0]).plain
    ends = is_closing(first) or is_name(first, reader)
    if not ends or is_greeting(first) or reader.is_order(first):
        return False
    return not any(map(reader.is_order, (strip_markup(line).plain for line in lines)))


def is_courtesy(text: str, reader: Reader) -> bool:
    """Return whether a line above orders or in a signature is meaningless courtesy."""
    return is_greeting(text) or is_closing(text) or is_heading(text) or is_name(text, reader)


def is_boilerplate(text: str) -> bool:
    return contains(Kind.BOILERPLATE, text)


# what may change the orders


def own_sentences(lines: Sequence[Line], reader: Reader, signature: bool) -> Iterator[str]:
    """Yield the sentences of a paragraph without what companies add, which they append to signatures."""
    for text in sentences(lines, reader):
        if not is_boilerplate(text):
            yield text
        elif signature and len(text.split()) > MAX_COURTESY_WORDS:
            return


def sentences(lines: Sequence[Line], reader: Reader) -> Iterator[str]:
    """Yield the sentences of a paragraph."""
    text = ""
    for at, line in enumerate(lines):
        text = f"{text} {line.plain}".strip()
        if at + 1 == len(lines) or not may_continue(line, lines[at + 1], reader):
            yield from filter(None, SENTENCE_END.split(text))
            text = ""


def may_continue(line: Line, following: Line, reader: Reader) -> bool:
    """Return whether a sentence may continue on the next line, wherever programs have broken it."""
    wide = replace(line, width=max(line.width, len(line.text)))
    begun = not is_courtesy(line.plain, reader) and not any(map(str.isdigit, line.plain))
    return may_be_wrapped(wide, following) or (begun and following.plain[:1].islower())


def find_doubt(lines: Sequence[Line], reader: Reader, signature: bool) -> str:
    """Return the first sentence of a paragraph that may take orders back, limit, replace or postpone them."""
    return next((text for text in own_sentences(lines, reader, signature) if is_doubtful(text, reader, signature)), "")


def is_doubtful(text: str, reader: Reader, signature: bool) -> bool:
    if is_sender(text, reader) or is_mere_greeting(text) or is_heading(text):
        return False
    if not signature and text.endswith(":") and not is_greeting(text):
        return True  # it says what is below it, and not merely that it is orders
    text = WEB_ADDRESS.sub(" ", POSTSCRIPT.sub("", text, count=1) if POSTSCRIPT.match(text) else text)
    rest = phrases(Kind.HARMLESS).sub(" ", text.casefold())
    if is_doubtful_word(text) or is_about_other_order(text, reader, signature):
        return True
    if ("?" in text or is_fragment(text, signature)) and rest == text.casefold():
        return not is_courtesy(text, reader) and not is_everyday(text)
    return False


def is_fragment(text: str, signature: bool) -> bool:
    """Return whether a text is a word or two that are neither a name nor a title: `Torn.`"""
    ends = "!" if signature else ".!"
    return 0 < len(text.split()) <= MAX_FRAGMENT_WORDS and text[-1] in ends


def is_doubtful_word(text: str) -> bool:
    """Return whether a text has words of doubt, or is a short sentence that begins with one.

    Harmless phrases do not count, and what follows one is not the beginning of the sentence.
    """
    rest = phrases(Kind.HARMLESS).sub(" ", text.casefold())
    puts_off = contains(Kind.PUTS_OFF, rest) and contains(Kind.ABOUT_ORDERS, rest)
    doubts = contains(Kind.DOUBTS, rest) or (contains(Kind.WEAK_DOUBTS, rest) and may_be_about_orders(text))
    asks = text.endswith("?") and is_everyday(text)
    return puts_off or doubts or (has_doubtful_start(text.casefold()) and not asks)


def may_be_about_orders(text: str) -> bool:
    """Return whether a sentence says so, or is too short to say what it is about."""
    short = len(text.split()) <= MAX_UNCLEAR_WORDS
    return contains(Kind.ABOUT_ORDERS, text) or ((short or contains(Kind.POINTERS, text)) and not is_everyday(text))


def is_everyday(text: str) -> bool:
    """Return whether a sentence is about something else than orders: the weather, work, a train."""
    return contains(Kind.EVERYDAY, text) and not contains(Kind.ABOUT_ORDERS, text)


def has_doubtful_start(text: str) -> bool:
    text = text.strip(" *_-\"'([")
    start = FILLER.sub("", text, count=1) if FILLER.match(text) else text
    short = len(text.split()) <= MAX_SHORT_WORDS
    return short and any(
        starts_with(Kind.DOUBTFUL_STARTS, one) and not starts_with(Kind.HARMLESS, one) for one in (text, start)
    )


def is_about_other_order(text: str, reader: Reader, signature: bool) -> bool:
    """Return whether a sentence contains an order, or a number that may be part of one, other than those in the e-mail.

    Signatures contain numbers anyway, so there a number counts only beside a word that occurs in orders.
    """
    if any(order not in map(str.casefold, reader.orders) for order in orders_within(text, reader)):
        return True
    known = set(re.findall(r"\d+", " ".join(reader.orders)))
    bare = DATE_OR_TIME.sub(" ", text)
    other = [number for number in re.findall(r"(?<![\w.,/-])\d{1,2}(?![\w/-]|[.,]\d)", bare) if number not in known]
    if not other or CONTACT.search(text):
        return False
    about = contains(Kind.ABOUT_ORDERS, text) or not order_words(reader).isdisjoint(text.casefold().split())
    return about or (not signature and len(text.split()) <= MAX_NUMBER_WORDS)


def order_words(reader: Reader) -> set[str]:
    words = " ".join(reader.orders).casefold().split()
    return {word for word in words if word.isalpha() and len(word) > 3}


def orders_within(text: str, reader: Reader) -> Iterator[str]:
    """Yield the orders within a sentence that begin with an unabbreviated verb, without the sentence itself."""
    words = text.casefold().split()
    verbs = set(reader.verbs)
    for at, word in enumerate(words):
        if word not in verbs and word.strip(END_PUNCTUATION + "\"'(") not in verbs:
            continue
        for end in range(min(len(words), at + MAX_ORDER_WORDS), at, -1):
            order = " ".join(words[at:end]).strip(END_PUNCTUATION + " \"'(")
            if reader.is_order(order):
                yield order
                break


# possible attempts at an order


def looks_like_order(text: str, reader: Reader, signature: bool) -> bool:
    """Return whether a line may have been meant as an order: mistyped, or followed by punctuation."""
    if signature:
        return is_broken_order(text, reader)
    words = text.casefold().strip(END_PUNCTUATION + BULLETS + " ").split()
    if not words or is_greeting(text) or is_closing(text):
        return False
    if reader.is_order(text.strip(END_PUNCTUATION + BULLETS + " ")):
        return True
    if text[-1] in ".!?" and len(words) > 1:
        return False
    if len(words[0]) > 3 and any(verb.startswith(words[0]) for verb in reader.verbs):
        return True  # perhaps the beginning of an order that was broken into two lines
    if len(words) > MAX_COURTESY_WORDS or CONTACT.search(text):
        return False
    return reader.is_like_verb(words[0]) or any(map(str.isdigit, DATE_OR_TIME.sub("", text)))


def is_broken_order(text: str, reader: Reader) -> bool:
    """Return whether a line in a signature resembles an order: a verb alone or with a number, or a piece's name."""
    text = strip_markup(Line(text)).plain
    words = text.casefold().strip(END_PUNCTUATION + BULLETS + " ").split()
    if not words or CONTACT.search(text) or is_closing(text):
        return False
    if reader.is_order(text.strip(END_PUNCTUATION + BULLETS + " ")):
        return True
    like_verb = any(verb.startswith(words[0]) for verb in reader.verbs) or reader.is_like_verb(words[0])
    return bool(REFERENCE.search(text)) or (like_verb and (len(words) == 1 or any(map(str.isdigit, text))))
