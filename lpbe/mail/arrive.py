"""What comes of a mail: letters to be filed, an answer, or silence. Nothing is done here."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote as shell

from msgspec import Struct
from msgspec.structs import replace

from ..app.game import OpenGame, time_to_write
from ..app.language import localised
from ..kernel.base.errors import Failure, Rejected
from ..kernel.base.text import quote
from ..kernel.chain.acts.play import Play
from ..kernel.chain.checks import authentic, check_letter, check_sender
from ..kernel.chain.letters import letter_id
from ..kernel.chain.mail import CODES, code_for
from ..kernel.chain.records import Envelope
from ..kernel.chain.seating import by_mail, given_seat, seat_of
from ..kernel.folder.log import holds_letter
from .answer import Answer, capital, complaint, speaking
from .block import Block, Mark, block_lines
from .filing import ToFile, apart, to_file, waits
from .find import Found, find
from .hall import Hall
from .meaning import Meaning, meaning_of
from .parse import Mail
from .signed import Signed, signed_in
from .unclear import unclear
from .write import Letters, good_code, is_ok, letters_of, may_be_meant, verbs, why_not

SHOWN = 3
"""So many lines of a mail are repeated in an answer."""


class Outcome(Struct, frozen=True):
    """What is to be done. did: filed, again, refused, asked, ignored."""

    did: str
    why: str = ""
    game: str = ""
    seat: str = ""
    letters: list[ToFile] = []
    answer: Answer | None = None


def decide(mail: Mail, hall: Hall) -> Outcome:
    if mail.ignored:
        return Outcome("ignored", mail.ignored)
    texts = [[find(way) for way in body.ways] for body in mail.bodies]
    if signed := signed_in(mail, texts):
        return of_signed(mail, hall, signed)
    ways = [find(way) for way in mail.ways()]
    if blocks := [block for found in ways for block in found.blocks]:
        return of_blocks(mail, hall, ways, blocks)
    return of_nothing(mail, hall)


# signed letters


def of_signed(mail: Mail, hall: Hall, signed: Sequence[Signed]) -> Outcome:
    """Each goes to the game that it names, whoever sends it."""
    parts = [of_letter(mail, hall, one) for one in signed]
    first = next((part for part in parts if part.did == "filed"), parts[0])
    told = [line for part in parts if part.answer for line in part.answer.told]
    to = first.answer.to if first.answer else ""
    answer = Answer(to, told, [], first.game, first.seat, first.answer.lang if first.answer else "en") if to else None
    return Outcome(
        first.did, first.why, first.game, first.seat, apart([one for part in parts for one in part.letters]), answer
    )


def of_letter(mail: Mail, hall: Hall, signed: Signed) -> Outcome:
    if signed.envelope is None:
        assert signed.fault
        return told_back(mail, hall, "refused", signed.fault.code, "", "", signed.fault)
    letter = signed.envelope.order
    opened = hall.find(letter.game)
    if opened is None:
        fault = Rejected("E_ORDER_GAME", "no game {game} is played here", game=letter.game[:12])
        return told_back(mail, hall, "refused", fault.code, letter.game, letter.seat, fault)
    try:
        return filed(mail, hall, opened, signed.envelope)
    except Failure as fault:
        if fault.code.startswith("E_FILE_"):
            raise
        proven = authentic(opened.game.genesis, opened.game.state, signed.envelope)
        return told_back(mail, hall, "refused", fault.code, letter.game, letter.seat, fault, proven)


def filed(mail: Mail, hall: Hall, opened: OpenGame, envelope: Envelope) -> Outcome:
    letter, game = envelope.order, opened.game
    check_sender(game.genesis, game.state, envelope)
    if isinstance(letter, Play) and letter.via:
        raise Rejected("E_ORDER_KIND", "nobody sends the letters of a seat that plays by mail", seat=letter.seat)
    if waits(opened, envelope) or holds_letter(opened.place.log, letter_id(letter)):
        return told_back(mail, hall, "again", "", game.state.game, letter.seat, None, True)
    check_letter(game.genesis, game.state, opened.head, envelope, time_to_write(game.genesis, None, game.last.head))
    outcome = told_back(mail, hall, "filed", "", game.state.game, letter.seat, None, True)
    return Outcome("filed", "", outcome.game, outcome.seat, [to_file(opened, envelope)], outcome.answer)


def told_back(
    mail: Mail, hall: Hall, did: str, why: str, game: str, seat: str, fault: Failure | None, proven: bool = False
) -> Outcome:
    """In words; to the address on record, or to who sent what the seat has signed."""
    record = hall.players.of(game, seat)
    to = record.address if record and proven else mail.answer_to
    with speaking(hall, game, seat) as lang:
        told = complaint(fault) if fault else [capital(said_of(did))]
    return Outcome(did, why, game, seat, [], Answer(to, told, [], game, seat, lang) if to else None)


def said_of(did: str) -> str:
    if did == "filed":
        return localised("your signed letter has come; it is applied when the referee runs the game")
    return localised("this letter has come before; nothing is done twice")


# what is typed


def of_blocks(mail: Mail, hall: Hall, ways: Sequence[Found], blocks: Sequence[Block]) -> Outcome:
    """An answer to a report of ours."""
    changed = [block for block in blocks if block.whole and not block.untouched]
    targets = list(dict.fromkeys((block.mark.game, block.mark.seat) for block in changed or blocks))
    (game, seat), first = targets[0], (changed or blocks)[0].mark
    opened = hall.find(game)
    if opened is None:
        fault = Rejected("E_ORDER_GAME", "no game {game} is played here", game=game)
        return told_back(mail, hall, "refused", fault.code, game, seat, fault)
    if len(targets) > 1:
        fault = Rejected(
            "E_ORDER_GAME", "there are answers to two reports in this mail", "answer each in a mail of its own"
        )
        return to_seat(mail, hall, opened, seat, "asked", fault)
    record = seat_of(opened.game.state, seat)
    if record is None:
        fault = Rejected("E_ORDER_SEAT", "there is no seat '{seat}' in this game", seat=seat)
        return told_back(mail, hall, "refused", fault.code, game, "", fault)
    own = [only(found, first) for found in ways]
    window = opened.game.state.window.number
    meant = meaning_of(own, window, lambda text: may_be_meant(opened.rules, text), verbs(opened), is_ok, mail.name)
    if not by_mail(record):
        return of_key_seat(mail, hall, opened, seat, meant)
    return of_mail_seat(mail, hall, opened, seat, meant, next((found.code for found in ways if found.code), ""))


def only(found: Found, mark: Mark) -> Found:
    """Blocks of one seat of one game."""
    mine = [block for block in found.blocks if (block.mark.game, block.mark.seat) == (mark.game, mark.seat)]
    return Found(found.armoured, mine, found.typed, found.orphans, found.code, found.quotes)


def of_key_seat(mail: Mail, hall: Hall, opened: OpenGame, seat: str, meant: Meaning) -> Outcome:
    """Who has a key signs: what is typed counts for nothing."""
    orders = " ".join(map(shell, meant.lines)) if meant.lines else "'ORDERS'"
    command = (
        f"lpbe order GAME {orders} {f'--mail-to {hall.players.sender}' if hall.players.host.address else '--mail'}"
    )
    advised = "send what this prints; GAME is the game file of your newest mail:"
    if not meant.lines and meant.certain:
        did, fault = "asked", Rejected("E_MAIL_NONE", "there is no order in your mail", advised)
    else:
        typed = "your seat signs its orders: what is typed into a mail cannot be accepted"
        did, fault = "refused", Rejected("E_SIG_FORMAT", typed, advised)
    outcome = to_seat(mail, hall, opened, seat, did, fault)
    return replace(outcome, answer=replace(outcome.answer, block=[f"  {command}"]) if outcome.answer else None)


def of_mail_seat(mail: Mail, hall: Hall, opened: OpenGame, seat: str, meant: Meaning, code: str) -> Outcome:
    given = (meant.block.mark.code if meant.block else "") or code
    referee = hall.referee(opened)
    with speaking(hall, opened.game.state.game, seat):
        try:
            if meant.why:
                good_code(opened, referee, seat, given)
                raise unclear(meant, why_not(opened, referee, seat, meant.about))
            made = letters_of(opened, referee, seat, meant.lines, given)
        except Failure as fault:
            if fault.code.startswith("E_FILE_"):
                raise
            did = "asked" if meant.why and fault.code != "E_ORDER_INVITE" else "refused"
            outcome = to_seat(mail, hall, opened, seat, did, fault)
            return outcome if fault.code == "E_ORDER_INVITE" else again(hall, opened, outcome, given)
        letters = [to_file(opened, envelope) for envelope in made.envelopes]
        answer = to_seat(mail, hall, opened, seat, "filed", None, made).answer
        if answer and made.rev >= 0:
            answer = Answer(
                answer.to, answer.told, change_block(hall, opened, seat, made), answer.game, seat, answer.lang
            )
        return Outcome("filed", "", opened.game.state.game, seat, letters, answer)


def again(hall: Hall, opened: OpenGame, outcome: Outcome, code: str) -> Outcome:
    """With an empty answer to be filled in, under the code that was good: people answer the mail that came last."""
    game, referee = opened.game, hall.referee(opened)
    rev = good_code(opened, referee, outcome.seat, code)
    mark = Mark(
        game.state.game,
        outcome.seat,
        game.state.window.number,
        rev,
        "",
        code_for(game, referee.secrets, outcome.seat, rev),
    )
    block = block_lines(mark, [], [localised("or write your orders between these marks and send this mail back")])
    return replace(outcome, answer=replace(outcome.answer, block=block) if outcome.answer else None)


def change_block(hall: Hall, opened: OpenGame, seat: str, made: Letters) -> list[str]:
    """The answer once more, with the code that changes it."""
    game, rev = opened.game, made.rev + 1
    if rev >= CODES or not game.state.window.replace:
        return []
    code = code_for(game, hall.referee(opened).secrets, seat, rev)
    mark = Mark(game.state.game, seat, game.state.window.number, rev, "", code)
    return block_lines(mark, made.orders, [localised("to change your answer, change it here and send this mail back")])


def to_seat(
    mail: Mail, hall: Hall, opened: OpenGame, seat: str, did: str, fault: Failure | None, made: Letters | None = None
) -> Outcome:
    """Answers go to the address on record: From proves nothing. A mail seat without one gets none."""
    game = opened.game.state.game
    record = hall.players.of(game, seat)
    with speaking(hall, game, seat) as lang:
        if fault:
            told = [*complaint(fault), *still_good(opened, seat, fault), *repeated(mail)]
        else:
            come = localised("your mail has come; it is applied when the referee runs the game")
            told = [come, *(made.told if made else ())]
    others = "" if by_mail(given_seat(opened.game.state, seat)) else mail.answer_to
    to = record.address if record else others
    answer = Answer(to, [capital(line) for line in told], [], game, seat, lang) if to else None
    return Outcome(did, fault.code if fault else "", game, seat, [], answer)


def still_good(opened: OpenGame, seat: str, fault: Failure) -> list[str]:
    """What was refused has used nothing up."""
    if fault.code == "E_ORDER_INVITE" or not by_mail(given_seat(opened.game.state, seat)):
        return []
    return [localised("nothing of this mail was done, and its code is still good: answer the same mail again")]


def repeated(mail: Mail) -> list[str]:
    """What of the mail was not looked at."""
    named = [quote(one.name) for one in mail.left if one.name][:SHOWN]
    large = any(one.why == "too-large" and not one.name for one in mail.left)
    return [
        *([localised("not opened: {names}", names=named)] if named else []),
        *([localised("your mail is very large: only its beginning was read")] if large else []),
    ]


# nothing of ours


def of_nothing(mail: Mail, hall: Hall) -> Outcome:
    """A player who writes something else is told how to write; strangers are not, unless they answer a mail of ours."""
    seats = list(hall.players.seats_at(mail.sender))
    ours = any("lpbe.invalid>" in ident or ident.startswith("<lpbe.") for ident in mail.answers)
    if not seats and not ours:
        return Outcome("ignored", "stranger")
    game, seat = seats[0] if seats else ("", "")
    fault = Rejected(
        "E_MAIL_NONE",
        "there is nothing for a game in this mail",
        "answer the newest mail of your game and leave its reply block in the answer; "
        "a seat with a key sends what this prints: lpbe order GAME 'ORDERS' --mail",
    )
    outcome = told_back(mail, hall, "asked", fault.code, game, seat, fault, bool(seats))
    answer = outcome.answer
    if answer:
        more = repeated(mail) if seats else []
        answer = Answer(answer.to, [*answer.told, *more], [], answer.game, answer.seat, answer.lang)
    return Outcome("asked", fault.code, game, seat, [], answer)
