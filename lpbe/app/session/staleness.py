"""Notice a game file that is older than its log, reports or receipts."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import join

from ...kernel.base.canonical import jcs
from ...kernel.base.errors import Failure, Unauthentic
from ...kernel.chain.transition import check_signature, head_signer
from ...kernel.crypto import sshsig
from ...kernel.disk import files, folders
from ...kernel.gamedir.log import entry_or_none
from ...kernel.gamedir.receipts import receipts
from .open_game import OpenGame

UNSIGNED_REPORT_HINT = (
    "reports are not signed: delete it if you never made that step, otherwise restore the newest backup"
)


def check_newest(opened: OpenGame) -> None:
    """Refuse to go on from a game file that was put back: the referee would sign conflicting steps."""
    seq = opened.game.state.seq
    for path, later in later_steps(opened):
        raise Unauthentic(
            "E_ROLLBACK",
            "{file} knows step {later}, but the game file is at step {step}",
            UNSIGNED_REPORT_HINT
            if path.startswith("reports")
            else "restore the game, its log and its reports from the same, newest backup",
            file=path,
            later=later,
            step=seq,
        )


def later_steps(opened: OpenGame) -> Iterator[tuple[str, int]]:
    """Yield the files that belong to later steps than the game file, with the step."""
    place = opened.place
    game = opened.game
    if logged := logged_step(opened):
        yield "log.jsonl", logged
    reports = [int(name[:6]) for name in folders.file_names(join(place.folder, "reports")) if is_report(name)]
    if reports and max(reports) > game.state.seq:
        yield f"reports/{max(reports):06}.txt", max(reports)
    for receipt in receipts(place, game, game.state.seq + 1):
        yield f"refused/{receipt.seq:06}.toml", receipt.seq


def is_report(name: str) -> bool:
    stem, _, kind = name.partition(".")
    return kind == "txt" and len(stem) == 6 and stem.isascii() and stem.isdecimal()


def logged_step(opened: OpenGame) -> int:
    """Return the last step of the log if it is later than the game file and signed by the referee, else 0."""
    line, _, _ = files.last_line(opened.place.log, files.MAX_LOG_LINE_BYTES)
    entry = entry_or_none(line)
    if entry is None or entry.head.game != opened.game.state.game or entry.head.seq <= opened.game.state.seq:
        return 0
    try:
        if opened.game.genesis.trust == "referee":
            check_signature(head_signer(opened.game), sshsig.HEAD, jcs(entry.head), entry.head_sig)
    except Failure:
        return 0
    return entry.head.seq
