"""What comes of a mail: letters to be filed, an answer, or silence. Nothing is done here."""

from __future__ import annotations

from collections.abc import Sequence

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
from ..kernel.chain.seating import by_mail, is_held, seat_of
from ..kernel.folder.log import holds_letter
from .answer import Answer, speaking
from .block import Block, Mark, block_lines
from .commands import commands_for
from .filing import apart, to_file, waits
from .find import Found, find
from .hall import Hall
from .meaning import Meaning, meaning_of
from .outcome import Outcome, repeated, to_seat, told_back
from .parse import Mail
from .players import plain, same_box
from .signed import Signed, signed_in
from .unclear import unclear
from .write import Letters, good_code, is_ok, letters_of, may_be_meant, verbs, why_not

NO_CODE = ("E_ORDER_INVITE", "E_MAIL_SENDER")
"""Who is refused with these gets no code: it was not shown to be the player who wrote."""


def decide(mail: Mail, hall: Hall) -> Outcome:
    if mail.ignored:
        return Outcome("ignored", mail.ignored)
    texts = [[find(way) for way in body.ways] for body in mail.bodies]
    if signed := signed_in(mail, texts):
        return of_signed(mail, hall, signed)
    ways = [find(way) for way in mail.ways()]
    if blocks := [block for found in ways for block in found.blocks]:
        return of_blocks(mail, hall, ways, blocks)
    return of_unmarked(mail, hall, ways)


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
    if opened.game.state.window.kind == "over":
        return to_seat(mail, hall, opened, seat, "refused", over())
    meant = meant_by(mail, opened, [only(found, first) for found in ways])
    if not by_mail(record):
        return of_key_seat(mail, hall, opened, seat, meant)
    return of_mail_seat(mail, hall, opened, seat, meant, code_in(ways))


def meant_by(mail: Mail, opened: OpenGame, ways: Sequence[Found]) -> Meaning:
    window = opened.game.state.window.number
    return meaning_of(ways, window, lambda text: may_be_meant(opened.rules, text), verbs(opened), is_ok, mail.name)


def code_in(ways: Sequence[Found]) -> str:
    """A code on a line of its own."""
    return next((found.code for found in ways if found.code), "")


def only(found: Found, mark: Mark) -> Found:
    """Blocks of one seat of one game."""
    mine = [block for block in found.blocks if (block.mark.game, block.mark.seat) == (mark.game, mark.seat)]
    return Found(found.armoured, mine, found.typed, found.orphans, found.code, found.quotes)


def of_key_seat(mail: Mail, hall: Hall, opened: OpenGame, seat: str, meant: Meaning) -> Outcome:
    """Who has a key signs: what is typed counts for nothing."""
    lines = [line for line in meant.lines if not is_ok(line)]
    option = f"--mail-to {hall.players.sender}" if hall.players.host.address else "--mail"
    commands = [f"  {one}" for one in commands_for(opened.rules, "GAME", option, lines)]
    advised = "send what this prints; GAME is the game file of your newest mail:"
    if not lines and meant.certain:
        did, fault = "asked", Rejected("E_MAIL_NONE", "there is no order in your mail", advised)
    else:
        typed = "your seat signs its orders: what is typed into a mail cannot be accepted"
        did, fault = "refused", Rejected("E_SIG_FORMAT", typed, advised)
    outcome = to_seat(mail, hall, opened, seat, did, fault)
    return replace(outcome, answer=replace(outcome.answer, block=commands) if outcome.answer else None)


def of_mail_seat(mail: Mail, hall: Hall, opened: OpenGame, seat: str, meant: Meaning, code: str) -> Outcome:
    given = (meant.block.mark.code if meant.block else "") or code
    referee = hall.referee(opened)
    with speaking(hall, opened.game.state.game, seat):
        try:
            good_code(opened, referee, seat, given)
            check_from(mail, hall, opened, seat)
            if meant.why:
                raise unclear(meant, why_not(opened, referee, seat, meant.about))
            made = letters_of(opened, referee, seat, meant.lines, given)
        except Failure as fault:
            if fault.code.startswith("E_FILE_"):
                raise
            did = "asked" if meant.why and fault.code != "E_ORDER_INVITE" else "refused"
            outcome = to_seat(mail, hall, opened, seat, did, fault)
            return outcome if fault.code in NO_CODE else again(hall, opened, outcome, given)
        letters = [to_file(opened, envelope) for envelope in made.envelopes]
        answer = to_seat(mail, hall, opened, seat, "filed", None, made).answer
        if answer and made.rev >= 0:
            answer = Answer(
                answer.to, answer.told, change_block(hall, opened, seat, made), answer.game, seat, answer.lang
            )
        return Outcome("filed", "", opened.game.state.game, seat, letters, answer)


def check_from(mail: Mail, hall: Hall, opened: OpenGame, seat: str) -> None:
    """A code that somebody else quotes is not the player's word; of who forges addresses too this is no proof."""
    player = hall.players.of(opened.game.state.game, seat)
    if player and not any(same_box(plain(player.address), one) for one in (mail.sender, mail.reply_to)):
        raise Rejected(
            "E_MAIL_SENDER",
            "this mail comes from {address}, and your seat is written to at another address",
            "send it from the address that this answer goes to, or have the host note the other one: lpbe mail address",
            address=quote(mail.sender),
        )


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


# no block of ours


def of_unmarked(mail: Mail, hall: Hall, ways: Sequence[Found]) -> Outcome:
    """Whose seat it is tells the mail that is answered, or the address if it has one seat alone."""
    if mail.listed:
        return Outcome("ignored", "list")  # people talk to one another there
    (game, seat), sure = seat_meant(mail, hall)
    opened = hall.find(game) if sure else None
    record = seat_of(opened.game.state, seat) if opened else None
    if opened and record:
        meant = meant_by(mail, opened, ways)
        if opened.game.state.window.kind == "over":
            return to_seat(mail, hall, opened, seat, "asked", over())
        if by_mail(record) and (code := code_in(ways)):
            return of_mail_seat(mail, hall, opened, seat, meant, code)
        if not is_held(record):
            return of_key_seat(mail, hall, opened, seat, meant)
    return of_nothing(mail, hall, game, seat)


def seat_meant(mail: Mail, hall: Hall) -> tuple[tuple[str, str], bool]:
    """A game and a seat of whoever writes, and whether no other can be meant."""
    seats = list(hall.players.seats_at(mail.sender))
    said = [one for ident in reversed(mail.answers) for one in seats if ident.startswith(f"<lpbe.{one[0]}.{one[1]}.")]
    return next(iter([*said, *seats]), ("", "")), bool(said) or len(seats) == 1


def over() -> Rejected:
    return Rejected("E_ORDER_STALE", "the game is over", "its last mail tells how it ended")


def of_nothing(mail: Mail, hall: Hall, game: str, seat: str) -> Outcome:
    """A player who writes something else is told how to write; strangers are not, unless they answer a mail of ours."""
    ours = any("lpbe.invalid>" in ident or ident.startswith("<lpbe.") for ident in mail.answers)
    if not seat and not ours:
        return Outcome("ignored", "stranger")
    fault = Rejected(
        "E_MAIL_NONE",
        "there is nothing for a game in this mail",
        "answer the newest mail of your game and leave its reply block in the answer; "
        "a seat with a key sends what this prints: lpbe order GAME 'ORDERS' --mail",
    )
    outcome = told_back(mail, hall, "asked", fault.code, game, seat, fault, bool(seat))
    answer = outcome.answer
    if answer:
        more = repeated(mail) if seat else []
        answer = Answer(answer.to, [*answer.told, *more], [], answer.game, answer.seat, answer.lang)
    return Outcome("asked", fault.code, game, seat, [], answer)
