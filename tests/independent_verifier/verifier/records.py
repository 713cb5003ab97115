"""The records of files: section 3."""

from __future__ import annotations

from typing import Any

from .canon import need
from .forms import (
    NONE,
    Record,
    any_object,
    base64_check,
    blob,
    form,
    list_check,
    number,
    one_of,
    table,
    text,
    truth,
    words,
)


def letters_tag(**fields: Any) -> Record:
    """Return the fields of one kind of letter, with those that all have."""
    common = {"kind": text, "format": number(2, 2), "game": DIGEST, "seat": SLUG, "window": COUNT, "seen": DIGEST}
    return Record(**common, rev=COUNT, note=(words(0, 400), NONE), **fields)


DIGEST = form(r"[0-9a-f]{64}")
SLUG = form(r"[a-z][a-z0-9-]{0,15}")
SEAT = form(r"(?!(referee|con|prn|aux|nul|com[0-9]|lpt[0-9])$)[a-z][a-z0-9-]{0,15}")
WORD = form(r"[a-z][a-z0-9:_@-]{0,47}")
KEY, SIG = base64_check(32), base64_check(64)
COUNT, REV = number(0, 2147483648), number(0, 15)
TIME = form(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
PACE = form(r"[1-9][0-9]{0,3}[hd]")
LANG = one_of("en", "fr")
NAME = words(1, 32)
TWO = number(2, 2)
SIZES = Record(view=COUNT, drawer=COUNT, letter=COUNT, standing=COUNT, memo=COUNT, reason=COUNT)
SPEC = Record(id=SEAT, key=(KEY, NONE), invite=(truth, False), held=(WORD, NONE))
GENESIS = Record(
    format=TWO,
    rules=SLUG,
    rules_version=COUNT,
    rules_sha256=DIGEST,
    expansions=list_check(SLUG, 0, 16),
    options=table(SLUG, any_object, 16),
    seats=list_check(SPEC, 1, 8),
    trust=one_of("open", "referee"),
    rng=TWO,
    nonce=DIGEST,
    lang=LANG,
    referee=(Record(sign=KEY, seal=KEY), NONE),
    seed_commit=(DIGEST, NONE),
    seed=(DIGEST, NONE),
    sizes=(SIZES, NONE),
    pace=(PACE, NONE),
    grace=(PACE, NONE),
    vacation=(number(0, 365), 0),
    quorum=(number(0, 8), NONE),
    bot_after=(number(1, 1000), NONE),
    disclose=(truth, True),
    pack=(DIGEST, NONE),
    engine=(form(r"[0-9][0-9A-Za-z.+-]{0,31}"), NONE),
)
WINDOW = Record(
    number=COUNT,
    kind=one_of("join", "ready", "play", "over"),
    since=COUNT,
    waiting=(list_check(SLUG), []),
    accepted=(list_check(Record(seat=SLUG, rev=REV, order=DIGEST)), []),
    replace=(truth, False),
    deadline=(TIME, NONE),
)
TALLY = Record(next=(COUNT, 0), window=(COUNT, 0), sent=(COUNT, 0))
MEMO = Record(kind=WORD, window=COUNT, rev=COUNT, seen=DIGEST, seal=blob)
SITTER = Record(
    id=SLUG,
    name=(NAME, NONE),
    lang=(LANG, NONE),
    sign=(KEY, NONE),
    seal=(KEY, NONE),
    tie=(DIGEST, NONE),
    draw=(KEY, NONE),
    proof=(blob, NONE),
    held=(WORD, NONE),
    free=(TALLY, {}),
    standing=(TALLY, {}),
    notes=(TALLY, {}),
    missed=(COUNT, 0),
    silent=(truth, False),
    away=(COUNT, 0),
    memo=(MEMO, NONE),
)
HIDDEN = Record(plans=DIGEST, seal=blob, memo=(blob, NONE))
KEYS = Record(sign=KEY, seal=KEY, tie=DIGEST)
REKEY = Record(sign=KEY, seal=KEY, tie=DIGEST, claim=(DIGEST, NONE), proof=SIG)
REPLACE = Record(
    seat=SLUG, sign=KEY, seal=KEY, tie=DIGEST, claim=(DIGEST, NONE), proof=SIG, name=(NAME, NONE), held=(WORD, NONE)
)
JOIN = Record(sign=KEY, seal=KEY, draw=KEY, tie=DIGEST, name=NAME, lang=LANG, claim=DIGEST, proof=(DIGEST, NONE))
HANDOVER = Record(
    sign=KEY,
    seal=KEY,
    seed_commit=DIGEST,
    head=DIGEST,
    held=(table(SLUG, KEYS, 8), {}),
    secrets=blob,
)
LETTERS = {
    "play": letters_tag(
        batch=list_check(any_object, 1, 64), hidden=(HIDDEN, NONE), via=(one_of("mail"), NONE), mail=(DIGEST, NONE)
    ),
    "standing": letters_tag(batch=list_check(any_object, 1, 5), hidden=(HIDDEN, NONE)),
    "note": letters_tag(args=Record(text=words(1, 500))),
    "join": letters_tag(args=JOIN),
    "ready": letters_tag(args=Record(proof=blob)),
    "timeout": letters_tag(args=Record(seats=list_check(SLUG, 1, 8), phase=COUNT)),
    "stop": letters_tag(args=Record(agree=truth)),
    "resign": letters_tag(),
    "rekey": letters_tag(args=REKEY),
    "replace": letters_tag(args=REPLACE),
    "endorse": letters_tag(args=Record(of=DIGEST, pace=(PACE, NONE))),
    "pace": letters_tag(args=Record(pace=PACE)),
    "pause": letters_tag(args=Record(until=TIME)),
    "extend": letters_tag(args=Record(until=TIME)),
    "handover": letters_tag(args=HANDOVER),
    "disclose": letters_tag(),
}
OF_REFEREE = {"timeout", "replace", "pace", "pause", "extend", "handover", "disclose"}
OF_WINDOW = {"play", "join", "ready", "timeout"}
MANY = {"standing": 4, "note": 4, "stop": 8, "resign": 8, "rekey": 8, "endorse": 32}
BEFORE_START = {"note", "endorse", "pace", "pause", "extend", "disclose"}
TALLIES = {"standing": "standing", "note": "notes"}


def letter_form(value: Any) -> None:
    """A letter of any kind."""
    need(isinstance(value, dict) and isinstance(value.get("kind"), str), "not a letter")
    need(value["kind"] in LETTERS, "no such kind of letter")
    LETTERS[value["kind"]](value)


OPENING = Record(order=DIGEST, v=any_object, r=DIGEST, index=(COUNT, NONE), others=(list_check(DIGEST, 3, 3), NONE))
PUBLIC = Record(
    events=(list_check(any_object), []), openings=(list_check(OPENING), []), disclosed=(list_check(DIGEST), [])
)
HEAD = Record(
    format=TWO,
    game=DIGEST,
    seq=COUNT,
    prev=DIGEST,
    public=DIGEST,
    state=DIGEST,
    order=(DIGEST, NONE),
    at=(TIME, NONE),
)
ENTRY = Record(
    public=PUBLIC, head=HEAD, head_sig=(SIG, NONE), order=(letter_form, NONE), sig=(SIG, NONE), genesis=(GENESIS, NONE)
)
FILED = Record(order=DIGEST, kind=WORD, window=COUNT, rev=COUNT, slots=blob)
VIEW = Record(screen=(any_object, {}), news=(list_check(any_object), []), lost=(truth, False), filed=(FILED, NONE))
INMOST = Record(box=(any_object, {}), root=(DIGEST, NONE))
CLEAR = Record(inmost=(INMOST, NONE), views=(table(SLUG, VIEW), NONE))
AGREEMENT = Record(of=DIGEST, endorsed=list_check(SLUG))
REPLACEMENT = Record(order=DIGEST, args=REPLACE, endorsed=(list_check(SLUG), []))
STATE = Record(
    format=TWO,
    game=DIGEST,
    seq=COUNT,
    window=WINDOW,
    seats=list_check(SITTER),
    recent=(list_check(DIGEST), []),
    free=(COUNT, 0),
    pace=(PACE, NONE),
    paused=(TIME, NONE),
    agreed=(list_check(AGREEMENT), []),
    replacing=(list_check(REPLACEMENT), []),
    handovers=(list_check(Record(order=letter_form, sig=(SIG, NONE))), []),
    table=(any_object, {}),
    seals=(table(SLUG, blob), NONE),
    drawer=(blob, NONE),
    clear=(CLEAR, NONE),
)
GAME = Record(genesis=GENESIS, state=STATE, last=ENTRY, sig=(SIG, NONE), tail=(list_check(ENTRY), []))
