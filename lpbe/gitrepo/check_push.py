"""Check a push on the server: it can contain players' letters, or steps signed by the referee, no matter who pushes."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from ..kernel.base.canonical import jcs
from ..kernel.base.errors import Failure, Malformed, Misused, Rejected
from ..kernel.base.safe_text import quote
from ..kernel.chain.letter_checks import referee_keys
from ..kernel.chain.letter_registry import read_record
from ..kernel.chain.records import GameFile
from ..kernel.chain.transition import check_signature
from ..kernel.crypto import sshsig
from ..kernel.disk import files
from ..kernel.gamedir.gamedir import GAME_FILES
from ..kernel.gamedir.log import entry_or_none, log_line, names_its_events
from ..kernel.gamedir.receipts import RECEIPT_NAME, ReceiptFile
from .check_pull_request import Verdict, check_request, not_allowed
from .commit_checks import check_folders
from .git import Git
from .objects import REGULAR, Change, Commits, is_in_game
from .submitted_letters import game_at, inbox_place

REFEREE_FOLDERS = ("reports/", "refused/")
MAX_LOG_BYTES = 512 << 20


class Update(Struct, frozen=True):
    """A ref that a push changes: its commits before and after, as git passes them to a hook."""

    before: str
    after: str
    ref: str


def parse_updates(text: str) -> list[Update]:
    """Parse the lines that git gives to a pre-receive hook."""
    lines = [line.split(" ", 2) for line in text.splitlines() if line]
    if any(len(line) != 3 for line in lines):
        raise Misused(
            "E_USAGE",
            "expected the lines that git writes for a push: old commit, new commit, name",
            "use --pushed in a pre-receive hook",
        )
    return [Update(*line) for line in lines]


def check_updates(git: Git, asked: list[Update]) -> Verdict:
    """Check all refs of a push: it is accepted as a whole or not at all."""
    branch = git.line("symbolic-ref", "HEAD")
    verdict = Verdict()
    for update in asked:
        one = check_update(Commits(git), update, branch)
        verdict.letters += one.letters
        verdict.faults += one.faults
    return verdict


def check_update(commits: Commits, update: Update, branch: str) -> Verdict:
    if update.ref != branch:
        message = "the game is played on {branch} only: '{ref}' is not accepted"
        hint = "push to that branch: git push origin HEAD:{branch}"
        return Verdict(faults=[Rejected("E_GIT", message, hint, branch=branch, ref=quote(update.ref))])
    if is_null_id(update.before):
        return Verdict()  # the first push of all: there is no game yet
    if is_null_id(update.after) or not commits.is_ancestor(update.before, update.after):
        message = "published history cannot be rewritten"
        return Verdict(faults=[Rejected("E_GIT", message, "get the newest state: git pull --rebase")])
    if commits.git("rev-list", "--max-count=1", "--merges", update.after, f"^{update.before}"):
        message = "the history must stay linear: merges are not accepted"
        return Verdict(faults=[Rejected("E_GIT", message, "get the newest state: git pull --rebase")])
    if odd := list(check_folders(commits, update.before, update.after)):
        return Verdict(faults=odd)
    changes = commits.changes_between(update.before, update.after)
    games = commits.games(update.before)
    games_with_steps = [game for game in games if any(is_referee_file(change.path, game) for change in changes)]
    if not games_with_steps:
        return check_letters(commits, update, games)
    return check_steps(commits, update, changes, games_with_steps)


def check_letters(commits: Commits, update: Update, games: list[str]) -> Verdict:
    """Check a player's push: no commit in it may touch anything but inboxes, since all commits are published."""
    verdict = check_request(commits, update.before, update.after)
    history = commits.git("rev-list", "--reverse", update.after, f"^{update.before}").decode().split()
    steps = pairwise([update.before, *history]) if not verdict.faults else ()
    changes = [change for before, after in steps for change in commits.changes_between(before, after)]
    wrong = {one.path for one in changes if inbox_place(one.path, games) is None}
    verdict.faults += [not_allowed(path) for path in sorted(wrong)]
    return verdict


def is_null_id(name: str) -> bool:
    return not name.strip("0")


def path_in_game(path: str, game: str) -> str:
    """Return the path of a file inside a game, or an empty string for a file elsewhere."""
    if not is_in_game(path, [game]):
        return ""
    return path.removeprefix(f"{game}/") if game else path


def is_referee_file(path: str, game: str) -> bool:
    """Return whether only the referee writes this file."""
    name = path_in_game(path, game)
    return name in (*GAME_FILES, "log.jsonl") or name.startswith(REFEREE_FOLDERS)


def check_steps(commits: Commits, update: Update, changes: list[Change], games: list[str]) -> Verdict:
    """Check a referee's push: the steps prove who made them, and only what a run changes may change."""
    verdict = Verdict()
    for game in games:
        try:
            check_steps_follow(commits, update, game, changes)
        except Failure as fault:
            verdict.faults.append(Rejected.like(fault) if isinstance(fault, Malformed) else fault)
    for change in changes:
        if not any(is_change_of_run(change, game) for game in games):
            verdict.faults.append(not_allowed(change.path))
    return verdict


def is_change_of_run(change: Change, game: str) -> bool:
    """Return whether a run changes this: it writes its own regular files, and removes letters from the inbox."""
    if is_referee_file(change.path, game):
        return change.after in ("", REGULAR)
    return path_in_game(change.path, game).startswith("inbox/") and not change.after


def check_steps_follow(commits: Commits, update: Update, folder: str, changes: list[Change]) -> None:
    """Check that the game after a push continues the one before it step by step, or only has new receipts."""
    before = game_at(commits, update.before, folder)
    after = game_or_none(commits, update.after, folder)
    if after is None:
        raise not_a_step(folder)
    path = f"{folder}/log.jsonl" if folder else "log.jsonl"
    old = commits.content(update.before, path, MAX_LOG_BYTES)
    new = commits.content(update.after, path, MAX_LOG_BYTES)
    if before.state.game != after.state.game or not new.startswith(old):
        raise not_a_step(folder)
    if len(new) > len(old):
        valid = log_leads_to(before, after, old, new[len(old) :].splitlines())
    else:
        valid = before.last.head == after.last.head and has_new_receipt(commits, update, changes, folder, after)
    if not valid:
        raise not_a_step(folder)


def game_or_none(commits: Commits, commit: str, folder: str) -> GameFile | None:
    try:
        return game_at(commits, commit, folder)
    except Failure:
        return None


def not_a_step(folder: str) -> Rejected:
    message = "this is not a step by the referee that continues the game"
    return Rejected("E_SIG_INVALID", message, "get the newest state: git pull --rebase").in_file(folder)


def log_leads_to(before: GameFile, after: GameFile, old: bytes, lines: list[bytes]) -> bool:
    """Return whether the new lines of a log lead from one game file to the other, whose own step is the last line."""
    last = entry_or_none(old.splitlines()[-1]) if old else None
    heads = [last.head.id if last else before.state.game]
    for line in lines:
        entry = entry_or_none(line)
        if entry is None or entry.head.prev != heads[-1] or not names_its_events(entry):
            return False
        heads.append(entry.head.id)
    return before.last.head.id in heads and lines[-1] == log_line(after)


def has_new_receipt(commits: Commits, update: Update, changes: list[Change], folder: str, game: GameFile) -> bool:
    """Return whether there is a new receipt, signed by the referee, for a letter refused at this step."""
    start = f"{folder}/refused/" if folder else "refused/"
    known = [
        item.blob for item in commits.items(update.before, start) if RECEIPT_NAME.fullmatch(item.path[len(start) :])
    ]
    new = [one.blob for one in changes if one.after and RECEIPT_NAME.fullmatch(one.path.removeprefix(start))]
    return bool(refused_orders(commits, new, game) - refused_orders(commits, known, game))


def refused_orders(commits: Commits, blobs: list[str], game: GameFile) -> set[str]:
    """Return the orders that the signed receipts of this step name."""
    fitting = [blob for blob, size in commits.blob_sizes(blobs).items() if size <= files.MAX_GAME_BYTES]
    return {order for data in commits.contents(fitting) for order in receipt_orders(data, game)}


def receipt_orders(data: bytes, game: GameFile) -> list[str]:
    try:
        file = read_record(files.parse_game(data, "receipt.toml"), ReceiptFile)
        check_signature(referee_keys(game.genesis, game.state).sign, sshsig.RECEIPT, jcs(file.receipt), file.sig)
    except Failure:
        return []
    return [one.letter_id for one in file.receipt.refused if one.head == game.last.head.id]
