"""What a server takes: letters of players, and steps that the referee signed. Who pushes need not be known."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from ..kernel.base.canon import jcs
from ..kernel.base.errors import Failure, Malformed, Misused, Rejected
from ..kernel.base.text import quote
from ..kernel.chain.checks import referee_keys
from ..kernel.chain.kinds import read_record
from ..kernel.chain.records import GameFile
from ..kernel.chain.step import check_signature
from ..kernel.crypto import sshsig
from ..kernel.disk import files
from ..kernel.folder.folder import GAME_FILES
from ..kernel.folder.log import entry_or_none, log_line, names_its_events
from ..kernel.folder.receipts import NUMBERED, ReceiptFile
from .brought import odd_folders
from .commits import Change, Commits, belongs
from .git import Git
from .letters import game_at, inbox_place
from .pull import Verdict, check_request, not_yours

OWN = ("reports/", "refused/")
LOG = 512 << 20


class Update(Struct, frozen=True):
    """A line that git gives to a hook: a name, what it meant before, and what it shall mean."""

    before: str
    after: str
    ref: str


def updates(text: str) -> list[Update]:
    lines = [line.split(" ", 2) for line in text.splitlines() if line]
    if any(len(line) != 3 for line in lines):
        raise Misused(
            "E_USAGE", "git's lines of a push are wanted: old, new and name", "call it from a pre-receive hook"
        )
    return [Update(*line) for line in lines]


def check_updates(git: Git, asked: list[Update]) -> Verdict:
    """Everything that is pushed at once, or nothing."""
    branch = git.word("symbolic-ref", "HEAD")
    verdict = Verdict()
    for update in asked:
        one = check_update(Commits(git), update, branch)
        verdict.letters += one.letters
        verdict.faults += one.faults
    return verdict


def check_update(commits: Commits, update: Update, branch: str) -> Verdict:
    if update.ref != branch:
        told = "only {branch} is played: '{ref}' is not taken"
        return Verdict(faults=[Rejected("E_GIT", told, branch=branch, ref=quote(update.ref))])
    if is_nothing(update.before):
        return Verdict()  # the first push of all: there is no game yet
    if is_nothing(update.after) or not commits.holds(update.before, update.after):
        told = "what was published stays: history is not rewritten"
        return Verdict(faults=[Rejected("E_GIT", told, "get the newest state: git pull --rebase")])
    if commits.git("rev-list", "--max-count=1", "--merges", update.after, f"^{update.before}"):
        told = "history stays one line: a merge is not taken"
        return Verdict(faults=[Rejected("E_GIT", told, "get the newest state: git pull --rebase")])
    if odd := list(odd_folders(commits, update.before, update.after)):
        return Verdict(faults=odd)
    changes = commits.changes_between(update.before, update.after)
    games = commits.games(update.before)
    stepped = [game for game in games if any(is_referees(change.path, game) for change in changes)]
    if not stepped:
        return check_letters(commits, update, games)
    return check_steps(commits, update, changes, stepped)


def check_letters(commits: Commits, update: Update, games: list[str]) -> Verdict:
    """A push of a player: no commit of it touches more than inboxes, for what stood in between is published too."""
    verdict = check_request(commits, update.before, update.after)
    line = commits.git("rev-list", "--reverse", update.after, f"^{update.before}").decode().split()
    steps = pairwise([update.before, *line]) if not verdict.faults else ()
    changes = [change for before, after in steps for change in commits.changes_between(before, after)]
    wrong = {one.path for one in changes if inbox_place(one.path, games) is None}
    verdict.faults += [not_yours(path) for path in sorted(wrong)]
    return verdict


def is_nothing(name: str) -> bool:
    return not name.strip("0")


def below(path: str, game: str) -> str:
    """A file of a game as the game names it; nothing for any other."""
    if not belongs(path, [game]):
        return ""
    return path.removeprefix(f"{game}/") if game else path


def is_referees(path: str, game: str) -> bool:
    """Whether only a referee writes this file."""
    name = below(path, game)
    return name in (*GAME_FILES, "log.jsonl") or name.startswith(OWN)


def check_steps(commits: Commits, update: Update, changes: list[Change], games: list[str]) -> Verdict:
    """A push of a referee: the steps prove who made them; beside them nothing is changed but what a run changes."""
    verdict = Verdict()
    for game in games:
        try:
            check_goes_on(commits, update, game, changes)
        except Failure as fault:
            verdict.faults.append(Rejected.like(fault) if isinstance(fault, Malformed) else fault)
    for change in changes:
        if not any(may_change(change, game) for game in games):
            verdict.faults.append(not_yours(change.path))
    return verdict


def may_change(change: Change, game: str) -> bool:
    """What a run writes, as ordinary files, and the letters that it takes out of the inbox."""
    if is_referees(change.path, game):
        return change.after in ("", "100644")
    return below(change.path, game).startswith("inbox/") and not change.after


def check_goes_on(commits: Commits, update: Update, folder: str, changes: list[Change]) -> None:
    """The game after a push follows the one before it, step by step, or only receipts came to it."""
    before, after = game_at(commits, update.before, folder), game_or_none(commits, update.after, folder)
    if after is None:
        raise forged(folder)
    path = f"{folder}/log.jsonl" if folder else "log.jsonl"
    old, new = (commits.content(commit, path, LOG) for commit in (update.before, update.after))
    if before.state.game != after.state.game or not new.startswith(old):
        raise forged(folder)
    if len(new) > len(old):
        going = follows(before, after, old, new[len(old) :].splitlines())
    else:
        going = before.last.head == after.last.head and has_receipt(commits, update, changes, folder, after)
    if not going:
        raise forged(folder)


def game_or_none(commits: Commits, commit: str, folder: str) -> GameFile | None:
    try:
        return game_at(commits, commit, folder)
    except Failure:
        return None


def forged(folder: str) -> Rejected:
    told = "this is no step of the referee's that goes on from the game as it is"
    return Rejected("E_SIG_INVALID", told, "get the newest state: git pull --rebase").in_file(folder)


def follows(before: GameFile, after: GameFile, old: bytes, lines: list[bytes]) -> bool:
    """Whether new lines of a log lead from one game file to the other, whose own step the last line is."""
    last = entry_or_none(old.splitlines()[-1]) if old else None
    heads = [last.head.id if last else before.state.game]
    for line in lines:
        entry = entry_or_none(line)
        if entry is None or entry.head.prev != heads[-1] or not names_its_events(entry):
            return False
        heads.append(entry.head.id)
    return before.last.head.id in heads and lines[-1] == log_line(after)


def has_receipt(commits: Commits, update: Update, changes: list[Change], folder: str, game: GameFile) -> bool:
    """Whether the referee signed that he refused something at this very step, which was not told before."""
    start = f"{folder}/refused/" if folder else "refused/"
    known = [item.blob for item in commits.items(update.before, start) if NUMBERED.fullmatch(item.path[len(start) :])]
    new = [one.blob for one in changes if one.after and NUMBERED.fullmatch(one.path.removeprefix(start))]
    return bool(refused_in(commits, new, game) - refused_in(commits, known, game))


def refused_in(commits: Commits, blobs: list[str], game: GameFile) -> set[str]:
    """The orders that signed receipts of this step name."""
    fitting = [blob for blob, size in commits.sizes(blobs).items() if size <= files.GAME]
    return {order for data in commits.contents(fitting) for order in receipt_orders(data, game)}


def receipt_orders(data: bytes, game: GameFile) -> list[str]:
    try:
        file = read_record(files.parse_game(data, "receipt.toml"), ReceiptFile)
        check_signature(referee_keys(game.genesis, game.state).sign, sshsig.RECEIPT, jcs(file.receipt), file.sig)
    except Failure:
        return []
    return [one.order for one in file.receipt.refused if one.head == game.last.head.id]
