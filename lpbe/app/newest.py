"""Whether a game folder is as new as it says itself: what lies beside the game file may know of later steps."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import join

from ..kernel.base.canon import jcs
from ..kernel.base.errors import Failure, Unauthentic
from ..kernel.chain.step import check_signature, head_signer
from ..kernel.crypto import sshsig
from ..kernel.disk import files
from ..kernel.folder.log import entry_or_none
from ..kernel.folder.receipts import receipts
from .game import OpenGame

UNSIGNED = "nobody signs a report: take it away if you never made that step, else restore the newest backup"


def check_newest(opened: OpenGame) -> None:
    """Refuse to go on from a game file that was put back: a referee would sign two truths."""
    seq = opened.game.state.seq
    for path, later in later_steps(opened):
        raise Unauthentic(
            "E_ROLLBACK",
            "{file} knows of step {later}, and the game file is at step {step}",
            UNSIGNED if path.startswith("reports") else "restore game, log and reports from one backup, the newest",
            file=path,
            later=later,
            step=seq,
        )


def later_steps(opened: OpenGame) -> Iterator[tuple[str, int]]:
    """Which files tell of steps after this one, and of which."""
    place, game = opened.place, opened.game
    if logged := logged_step(opened):
        yield "log.jsonl", logged
    reports = [int(name[:6]) for name in files.names(join(place.folder, "reports")) if is_report(name)]
    if reports and max(reports) > game.state.seq:
        yield f"reports/{max(reports):06}.txt", max(reports)
    for receipt in receipts(place, game, game.state.seq + 1):
        yield f"refused/{receipt.seq:06}.toml", receipt.seq


def is_report(name: str) -> bool:
    stem, _, kind = name.partition(".")
    return kind == "txt" and len(stem) == 6 and stem.isascii() and stem.isdecimal()


def logged_step(opened: OpenGame) -> int:
    """The last step of the log, if it is later than the game file's and the referee signed it."""
    line, _, _ = files.last_line(opened.place.log, files.LOG_LINE)
    entry = entry_or_none(line)
    if entry is None or entry.head.game != opened.game.state.game or entry.head.seq <= opened.game.state.seq:
        return 0
    try:
        if opened.game.genesis.trust == "referee":
            check_signature(head_signer(opened.game), sshsig.HEAD, jcs(entry.head), entry.head_sig)
    except Failure:
        return 0
    return entry.head.seq
