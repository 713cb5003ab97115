"""Have e-mails sent and read again after a game was continued from an old backup."""

from __future__ import annotations

from ..app.session.session import Session
from ..kernel.disk import files, folders
from .incoming.known_mails import forget_lost_letters
from .incoming.read_marks import forget_marks
from .outgoing import spool
from .outgoing.due import open_question
from .state_dir import file_name_for, open_folder, state_folder


def recover_lost_mail(session: Session, game: str) -> None:
    """Have the open questions of a game that lost steps sent again, and the letters in those steps read again."""
    if not files.is_there(state_folder()):
        return
    opened = session.open_game(game)
    state = opened.game.state
    with folders.lock(open_folder()):
        for seat in state.seats:
            if seat.id in state.window.waiting:
                spool.forget(file_name_for(open_question(opened, seat).message_id))
        if forget_lost_letters(opened):
            forget_marks()
