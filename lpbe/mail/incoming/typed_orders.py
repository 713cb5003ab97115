"""Read typed lines as orders: wrapped lines are joined if that is unambiguous; other words are recognised as talk."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from unicodedata import category

from msgspec import Struct

from ...kernel.base.suggestions import close_matches
from ..reply_block import COMMENT, without_comment
from .quoted_lines import Line, may_be_wrapped

IsOrder = Callable[[str], bool]
MAX_BLOCK_LINES = 80
"""Lines of a block that are not blank."""
MAX_TYPED_LINES = 1000
"""Lines outside of blocks: each is parsed as an order, which takes longer than to write it."""
MAX_JOINED_LINES = 7
"""How many lines an order can have been wrapped into."""
BULLETS = "-*\u2022\u00b7\u2013"
LIST_NUMBER = re.compile(r"^(?:\(?\d{1,2}[.):]\s*|\d{1,2} - |\(?[a-h]\) ?|[-=]> )(?=[^\W\d_])")
"""The number or letter of a line in a list, or an arrow, before a letter."""
COURTEOUS_START = re.compile(r"^(?:please|pls|bitte|merci de)\b[,:]?\s+", re.IGNORECASE)
HEADING = re.compile(
    r"(?:so |and |alors )?(?:(?:here (?:are|is)|these are|this is|voici|hier sind) )?"
    r"(?:my |our |the |mes |mon |ma |les |meine )?"
    r"(?:orders?|moves?|answer|reply|turn|actions?|ordres?|coups?|réponse|tour|befehle|antwort|züge)"
    r"(?: (?:for )?(?:this turn|now|today)| pour ce tour)? ?:\s*",
    re.IGNORECASE,
)
"""A heading above orders, or before them on the same line, that says nothing but that they are orders."""
RETRACTION = re.compile(
    r"\b(?:scratch (?:that|this|it)|cancel|undo|instead|(?:or|no,?|but|i'd|would) rather"
    r"|(?:ignore|(?<!n't )(?<!not )forget) (?:that|this|it|my)|no,? wait|wait,? no|on second thoughts?|changed my mind"
    r"|annule[rsz]?|annulons|(?:non,?|ou|mais|je \w+) plutôt|à la place|non,? attend\w*|attend\w*,? non"
    r"|oublie\w* (?:ça|cela|ce)|stattdessen|doch lieber|vergiss (?:das|es))\b",
    re.IGNORECASE,
)
"""What takes back orders in the same mail."""
POSTPONEMENT = re.compile(
    r"\b(?:next|later|tomorrow|after|afterwards|then|if|when|unless|maybe|perhaps|alternatives?|otherwise|else|yesterday"
    r"|last|previously|prochaine?s?|ensuite|tard|demain|après|si|quand|peut-être|sinon|hier|dernier|dernière|sauf"
    r"|nächste\w*|später|morgen|danach|wenn|falls|vielleicht|sonst|gestern)\b.*:$",
    re.IGNORECASE,
)
"""A heading that puts off what follows it, or makes it depend on something."""
MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|janv|févr|fév|avr|mai|juin|juil|août|déc|mär|okt|dez"
DATE_OR_TIME = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th|er|\.)? (?:of )?(?:{MONTHS})[a-zéûä]*\.?"
    r"|\b\d{1,2}(?::\d\d|h\d{0,2}| ?[ap]m)\b|\b20\d\d\b",
    re.IGNORECASE,
)
END_PUNCTUATION = ".,!?:;)"
EMOJI_JOINERS = "\ufe0e\ufe0f\u200d"
"""Characters that join emoji, or select how they look."""
GREETING = re.compile(
    "hi|hello|hey|dear|good|morning|evening|bonjour|bonsoir|salut|coucou|cher|chère|chers|hallo|liebe|lieber|moin|guten"
    "|ciao|hola"
)
CLOSING = re.compile(
    r"thanks|thank|thx|cheers|regards|best|kind|sincerely|bye|see|have|merci|cordialement|amicalement|bien|amitiés|bises"
    r"|bisous|à|a\+|bonne|salutations|sincères|grüße|gruß|viele|danke|lg|mfg|saludos|grazie"
)

NEGATION = re.compile(
    r"no|not|never|none|nothing|cannot|\w+n't|instead|unless|except|if|when|wait|cancel|scratch|undo|ignore|forget|skip"
    r"|ne|pas|non|jamais|rien|plutôt|sauf|si|quand|attends?|attendez|annule\w*|oublie\w*|ignore\w*|n'\w+|aucune?"
    r"|nicht|nie|kein\w*|statt\w*|nein|wenn|falls|außer|warte|vergiss"
)
"""Words of a sentence that may take back or limit what follows it."""
CONTACT = re.compile(
    r"@|https?:|www\.|\btel\b|\bt[eé]l[eé]?phone\b|\d[\d .()/+-]{4,}\d|\b\d{4,6}\b|\b[A-Z]{1,2}\d\w? \d[A-Z]{2}\b"
)
"""What signatures have: addresses, telephone numbers, postal codes."""
REFERENCE = re.compile(r"(?:^|\s)(?:[A-Za-z]{1,2}\d{1,2}(?:\.\d+)?|[@#]-?\d\S*)(?=[\s,;.]|$)")
"""A name of a piece or a place, as orders have it: R1, H05.2, @1,-2."""
MAX_SIGNATURE_LINES = 8
CONDITION = re.compile(
    r"only|if|unless|except|actually|no|not|wait|seulement|si|sauf|non|attends?|attendez|nur|wenn|falls|nein|nicht|warte"
)
"""First words of a short sentence that limits or takes back orders."""
POSTSCRIPT = re.compile(r"\s*(?:p\.?\s?s\.?\b|oops\b|oups\b)", re.IGNORECASE)
MAX_AFTERTHOUGHT_WORDS = 12
"""Longer paragraphs below a name are what companies add."""


class Reading(Struct, frozen=True):
    """Orders, one per line; or why there are none."""

    orders: list[str] = []
    wrong: str = ""
    """A line that is not an order."""
    doubt: list[str] = []
    """Lines that can be read in two ways."""


def read_lines(lines: Sequence[Line], is_order: IsOrder) -> Reading:
    """Read lines as orders, joining wrapped ones; there must be exactly one way in which all lines are orders."""
    kept = [line for line in map(strip_markup, unwrap_paragraph_ends(lines)) if not line.blank]
    known = cache(is_order)
    if len(kept) > MAX_BLOCK_LINES:
        return Reading(wrong=kept[MAX_BLOCK_LINES].plain)
    ways = segmentations(kept, known)
    if not ways:
        return Reading(wrong=first_wrong(kept, known))
    if len({orders for orders, _ in ways}) > 1:
        return Reading(doubt=torn_lines(kept))
    orders, swallowed = ways[0]
    return Reading(doubt=torn_lines(kept)) if swallowed else Reading(list(orders))


def unwrap_paragraph_ends(lines: Sequence[Line]) -> list[Line]:
    """Mark lines above an empty one as not wrapped, however wide they are."""
    after = [*lines[1:], Line("")]
    return [
        Line(line.text, line.depth, 0) if following.blank else line
        for line, following in zip(lines, after, strict=True)
    ]


Way = tuple[tuple[str, ...], bool]
"""Orders, and whether a line was taken for part of a comment."""


def segmentations(lines: Sequence[Line], is_order: IsOrder) -> list[Way]:
    """Return the ways to join lines into orders, found from the last line on; of more than three, three."""
    ways: list[list[Way]] = [[] for _ in lines] + [[((), False)]]
    for at in range(len(lines) - 1, -1, -1):
        for end in range(at + 1, min(len(lines), at + MAX_JOINED_LINES) + 1):
            if end > at + 1 and not may_join(lines[end - 2], lines[end - 1]):
                break
            text, swallowed = join_lines(lines[at:end])
            if text and not is_order(text):
                continue
            head = (text,) if text else ()
            ways[at] += [((*head, *orders), swallowed or lost) for orders, lost in ways[end]]
        ways[at] = first_distinct(ways[at])
    return ways[0]


def may_join(line: Line, following: Line) -> bool:
    """Return whether two lines may be one that was wrapped; a comment begins a line of its own."""
    return may_be_wrapped(line, following) and not COMMENT.match(following.plain)


def first_distinct(ways: list[Way]) -> list[Way]:
    return [way for n, way in enumerate(ways) if way not in ways[:n]][:3]


def join_lines(lines: Sequence[Line]) -> tuple[str, bool]:
    """Join lines, without comment; return also whether a whole line was taken for part of a comment."""
    begun = [n for n, line in enumerate(lines) if COMMENT.search(line.plain)]
    swallowed = bool(begun) and begun[0] < len(lines) - 1
    return without_comment(" ".join(line.plain for line in lines)), swallowed


def first_wrong(lines: Sequence[Line], is_order: IsOrder) -> str:
    """Return the first line that is not an order by itself."""
    texts = [without_comment(line.plain) for line in lines]
    return next((text for text in texts if text and not is_order(text)), texts[0] if texts else "")


def torn_lines(lines: Sequence[Line]) -> list[str]:
    """Return the first two lines that may belong together."""
    at = next((n for n in range(len(lines) - 1) if may_join(lines[n], lines[n + 1])), 0)
    return [line.plain for line in lines[at : at + 2]]


def strip_markup(line: Line) -> Line:
    """Remove emoji, a bullet or the number of a list, quotation marks, and the asterisks of bold text."""
    text = strip_emoji(line.plain)
    if len(text) > 2 and text[0] in BULLETS and text[1] == " ":
        text = text[2:]
    text = COURTEOUS_START.sub("", LIST_NUMBER.sub("", text))
    heading = HEADING.match(text)
    text = (text[heading.end() :] if heading else text) or text
    if len(text) > 2 and text[0] == text[-1] and text[0] in "*\"'`":
        text = text[1:-1].strip()
    return Line(text, line.depth, line.width)


def strip_emoji(text: str) -> str:
    """Remove emoji from the end of a text."""
    while text and (text[-1] in EMOJI_JOINERS or category(text[-1]) in ("So", "Sk")):
        text = text[:-1].rstrip()
    return text


# orders among other words


class Typed(Struct, frozen=True):
    """The orders among what was typed, or which lines are wrong or in doubt; and the lines taken for talk."""

    orders: list[str] = []
    wrong: str = ""
    doubt: list[str] = []
    talk: list[str] = []
    odd: str = ""
    """A line of the talk that was perhaps meant as an order."""
    limit: str = ""
    """A line of the talk that may take back the orders, or put them off."""


def read_typed(paragraphs: Sequence[Sequence[Line]], is_order: IsOrder, verbs: Sequence[str], name: str) -> Typed:
    """Find the orders: a paragraph with one has nothing but orders; others are talk unless they look like orders."""
    known = cache(is_order)
    orders: list[str] = []
    talk: list[str] = []
    paragraphs = without_signature(paragraphs, known, verbs, name)
    if more := [line for part in paragraphs for line in part][MAX_TYPED_LINES:]:
        return Typed(wrong=more[0].plain)
    for part in paragraphs:
        part = without_signature_below(part, known, verbs, name)
        lines = without_courtesy([strip_markup(line) for line in part], known, verbs, name)
        lines = without_introduction(lines, known)
        if not any(known(without_comment(line.plain)) for line in lines) and not has_orders(lines, known):
            talk += [line.plain for line in part]
            continue
        read = read_lines(lines, known)
        if read.wrong or read.doubt:
            return Typed(wrong=read.wrong, doubt=read.doubt)
        orders += read.orders
    limit = next((line for line in talk if may_limit(line) or is_short_doubt(line)), "")
    odd = next((line for line in talk if looks_like_order(line, known, verbs)), "")
    return Typed(wrong=odd) if odd and orders and not limit else Typed(orders, talk=talk, odd=odd, limit=limit)


def is_short_doubt(text: str) -> bool:
    """Return whether a line of talk is a few words that begin with a doubt: `Only if Bob agrees.`"""
    words = re.findall(r"[\w']+", text.casefold())
    return 0 < len(words) <= MAX_AFTERTHOUGHT_WORDS and bool(CONDITION.fullmatch(words[0]))


def has_orders(lines: Sequence[Line], is_order: IsOrder) -> bool:
    return any(orders for orders, _ in segmentations(lines, is_order)) if len(lines) > 1 else False


def without_courtesy(lines: list[Line], is_order: IsOrder, verbs: Sequence[str], name: str) -> list[Line]:
    """Remove a greeting above, and thanks or a name below."""
    if len(lines) > 2 and is_closing(lines[-2].plain, "") and may_be_first_name(lines[-1].plain, is_order, verbs):
        lines = lines[:-1]
    while lines and is_greeting(lines[0].plain) and not is_order(lines[0].plain):
        lines = lines[1:]
    while lines and is_mere_closing(lines[-1].plain, name) and not is_order(lines[-1].plain):
        if len(lines) > 1 and may_be_wrapped(lines[-2], lines[-1]):
            break  # it may be the end of an order
        lines = lines[:-1]
    return lines


def without_introduction(lines: list[Line], is_order: IsOrder) -> list[Line]:
    """Remove sentences above orders that are whole, and that take nothing back."""
    while len(lines) > 1 and HEADING.fullmatch(lines[0].plain):
        lines = lines[1:]
    while len(lines) > 1 and is_introduction(lines[0].plain, is_order) and not may_be_wrapped(lines[0], lines[1]):
        lines = lines[1:]
    return lines


def is_introduction(text: str, is_order: IsOrder) -> bool:
    words = re.findall(r"[\w']+", text.casefold())
    if len(words) < 3 or text[-1] not in ".!:" or has_negation(text) or may_limit(text):
        return False
    return not is_order(text) and not is_order(text.rstrip(".! "))


def is_greeting(text: str) -> bool:
    words = text.casefold().rstrip(END_PUNCTUATION + " ").split()
    return 0 < len(words) <= 5 and bool(GREETING.fullmatch(words[0].rstrip(",")))


def is_closing(text: str, name: str) -> bool:
    """Return whether a line is a closing phrase, or the name of the sender or its initials."""
    words = text.casefold().rstrip(END_PUNCTUATION + " ").split()
    names = name.casefold().replace(",", " ").split()
    if words and all(word.strip("-(). ") in (*names, *(n[:1] for n in names)) for word in words):
        return True
    return 0 < len(words) <= 5 and bool(CLOSING.fullmatch(words[0].rstrip(END_PUNCTUATION)))


def is_mere_closing(text: str, name: str) -> bool:
    """Return whether a line is a closing phrase that takes nothing back, unlike `Thanks, but wait`."""
    return is_closing(text, name) and not may_limit(text) and not has_negation(text)


def has_negation(text: str) -> bool:
    return any(map(NEGATION.fullmatch, re.findall(r"[\w']+", text.casefold())))


def may_be_first_name(text: str, is_order: IsOrder, verbs: Sequence[str]) -> bool:
    """Return whether a last line below thanks is one word that can only be a name."""
    word = text.strip("-. ")
    plain = word.replace("-", "").isalpha() and word[:1].isupper() and 2 <= len(word) <= 20
    if not plain or is_order(text) or is_order(word) or close_matches(word.casefold(), verbs, 0.75):
        return False
    return not has_negation(word) and not may_limit(f"{word}:")


def without_signature(
    paragraphs: Sequence[Sequence[Line]], is_order: IsOrder, verbs: Sequence[str], name: str
) -> Sequence[Sequence[Line]]:
    """Remove a signature and what a company adds below it, unless there is something like an order in them."""
    for at, part in enumerate(paragraphs):
        if not is_signature(part, is_order, verbs, name):
            continue
        below = [line for other in paragraphs[at + 1 :] for line in other]
        later = [*([line] for line in part[1:]), *paragraphs[at + 1 :]]
        if not any(is_short_order(one, is_order, verbs) for one in below) and not any(map(is_afterthought, later)):
            return paragraphs[:at]
    return paragraphs


def without_signature_below(
    lines: Sequence[Line], is_order: IsOrder, verbs: Sequence[str], name: str
) -> Sequence[Line]:
    """Remove a signature right below orders that begins with the name of the sender."""
    for at in range(1, len(lines)):
        first = lines[at].plain.casefold().split()[:1]
        if first and first[0] in name.casefold().split() and is_signature(lines[at:], is_order, verbs, name):
            return lines if any(is_afterthought([line]) for line in lines[at + 1 :]) else lines[:at]
    return lines


def is_afterthought(lines: Sequence[Line]) -> bool:
    """Return whether a paragraph below a name may take back what is above it: a postscript, or a few words of doubt."""
    texts = [line.plain for line in lines if not line.blank]
    words = sum(len(text.split()) for text in texts)
    doubtful = any(has_negation(text) or may_limit(text) for text in texts)
    return any(map(POSTSCRIPT.match, texts[:1])) or (words <= MAX_AFTERTHOUGHT_WORDS and doubtful)


def is_short_order(line: Line, is_order: IsOrder, verbs: Sequence[str]) -> bool:
    """Return whether a line below a signature is an order, or a broken one."""
    text = strip_markup(line).plain
    words = text.casefold().split()
    like_verb = 0 < len(words) <= 2 and bool(close_matches(words[0], verbs, 0.75))
    return is_order(text) or like_verb or is_broken_order(text, verbs)


def is_signature(lines: Sequence[Line], is_order: IsOrder, verbs: Sequence[str], name: str) -> bool:
    """Return whether a last paragraph is a signature: a name, then no order and nothing like one."""
    texts = [line.plain for line in lines]
    if len(texts) > 1 and is_closing(texts[0], ""):
        texts = texts[1:]
    if len(texts) > MAX_SIGNATURE_LINES or not is_name(texts[0], verbs, name) or has_orders(lines, is_order):
        return False
    return not any(is_order(strip_markup(line).plain) or is_broken_order(line.plain, verbs) for line in lines)


def is_name(text: str, verbs: Sequence[str], name: str) -> bool:
    """Return whether a line is the name of the sender, or looks like one; a title may follow."""
    text = re.split(r" [|\u00b7\u2022] ", text)[0]
    words = re.findall(r"[^\W\d_][\w.'-]*", text)
    names = name.casefold().replace(",", " ").split()
    if words and all(word.casefold() in names for word in words):
        return True
    plain = 2 <= len(words) <= 4 and not any(map(str.isdigit, text)) and text[-1] not in ".!?:;"
    return plain and all(word[0].isupper() for word in words) and not close_matches(words[0].casefold(), verbs, 0.75)


def is_broken_order(text: str, verbs: Sequence[str]) -> bool:
    """Return whether a line of a signature has a verb and a number, or a piece, as orders have."""
    words = text.casefold().strip(END_PUNCTUATION + BULLETS + " ").split()
    if not words or CONTACT.search(text):
        return False
    like_verb = any(verb.startswith(words[0]) for verb in verbs) or bool(close_matches(words[0], verbs, 0.75))
    return bool(REFERENCE.search(text)) or (like_verb and any(map(str.isdigit, text)))


def may_limit(text: str) -> bool:
    """Return whether a line may take orders back, or put off those below it: `next turn:`."""
    return bool(RETRACTION.search(text) or POSTPONEMENT.search(text))


def looks_like_order(text: str, is_order: IsOrder, verbs: Sequence[str]) -> bool:
    """Return whether a line was perhaps meant as an order: mistyped, or followed by punctuation."""
    words = text.casefold().strip(END_PUNCTUATION + BULLETS + " ").split()
    if not words or is_greeting(text) or is_closing(text, ""):
        return False
    if is_order(text.strip(END_PUNCTUATION + BULLETS + " ")):
        return True
    if text[-1] in ".!?" and len(words) > 1:
        return False
    if len(words[0]) > 3 and any(verb.startswith(words[0]) for verb in verbs):
        return True  # the beginning of an order that was broken, perhaps
    if len(words) > 6:
        return False
    return bool(close_matches(words[0], verbs, 0.75)) or any(map(str.isdigit, DATE_OR_TIME.sub("", text)))
