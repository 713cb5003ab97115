"""Play on pages at this computer: hold the game, answer on loopback, stop with the program."""

from __future__ import annotations

from collections.abc import Callable

from ..app.local.hot_seat import begin_if_new
from ..app.local.play_choices import PlayChoices
from ..app.session.key_files import unguessable_text
from ..app.session.session import Session
from ..kernel.disk import folders
from .serve import require_extra
from .settings import Listening
from .table import open_table


def play_on_pages(
    session: Session, folder: str, choices: PlayChoices, tell: Callable[[str], None], port: int = 0
) -> None:
    """Play the open game in a folder, or begin one there, on pages that only this computer can open."""
    require_extra()
    from .local_app import LocalPages, local_names  # saves the libraries until it is known that they are there
    from .server import bind_socket, run_application  # the same

    begin_if_new(session, folder, choices)
    with folders.lock(folder):
        table = open_table(session, folder, choices)
        listening = Listening(port=port)
        bound = bind_socket(listening)
        at = bound.getsockname()[1]
        pages = LocalPages(table, unguessable_text(), local_names(at))
        address = f"http://127.0.0.1:{at}{pages.base}"
        tell(session.locale.localise("play at {address} in your browser; stop with Ctrl+C", address=address))
        run_application(pages.application(), listening, bound)
