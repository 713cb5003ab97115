"""Random restores: whatever a host restores, no honest player is accused and no order that anybody has is lost."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from lpbe.kernel.chain.letters.play import Play

from ..cli.world.club import HOST, Answer
from ..size_limits import sizes
from .conftest import JANUARY
from .post import ADDRESSES, Office, Post, agreed, kind_of
from .test_rollback import attempt, back_up, put_back

ROUNDS = 3


@pytest.fixture(scope="module", params=["pace", "none"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, place: Office) -> Post:
    """Return a game in which everybody was asked for a bid, with a pace or without."""
    paced = request.param == "pace"
    terms = ["--set", "pebbles.rounds=3", *(["--pace", "2d", "--grace", "1d"] if paced else [])]
    root = tmp_path_factory.mktemp(request.param) / "club"
    made = Post.begin(root, place, "pebbles", *terms, time=JANUARY if paced else None)
    made.seat_all()
    return made


def write_answers(post: Post, random: Random) -> list[bytes]:
    """Let some of the seats that are asked answer, in any order."""
    waiting = list(post.club.game.state.window.waiting)
    chosen = random.sample(waiting, random.randint(1, len(waiting)))
    for seat in chosen:
        if seat == "blue":
            post.answer(seat, post.asked(seat), agreed)
        else:
            post.bot(seat, post.asked(seat))
    return new_mails(post)


def new_mails(post: Post) -> list[bytes]:
    return [path.read_bytes() for path in sorted((post.office.box("lpbe@example.org") / "new").iterdir())]


def read_and_run(post: Post) -> Answer:
    """Do what can be done without writing to anybody, whatever each command answers; return the answer of the run."""
    attempt(post, "mail", "in", "mars", *post.office.reading)
    return attempt(post, "run", "mars")


def tick(post: Post) -> None:
    read_and_run(post)
    attempt(post, "mail", "out", "mars", *post.office.sending)
    for seat in ADDRESSES:
        post.collect(seat)


def later(post: Post, random: Random) -> None:
    if post.time:
        post.pass_time(hours=random.randint(1, 7))


def got_mails(post: Post) -> str:
    """Return the folder with the e-mails that players got."""
    folder = post.club.root / "got"
    folder.mkdir(exist_ok=True)
    for seat in ADDRESSES:
        for number, mail in enumerate(post.heard[seat]):
            (folder / f"{seat}-{number}.eml").write_bytes(mail.as_bytes())
    return str(folder)


def restore(post: Post, source: str) -> bool:
    """Restore as the guide says: take the players' copies, even if the old backup has been run meanwhile.

    Without copies, or if the game is refused although nobody has a newer one, continue from what there is; return
    whether that was so.
    """
    if not source:
        return go_on(post)
    command = ["restore", "mars", "--from", source]
    answer = post.club.lpbe(HOST, *command, "--json")
    if answer.status == 4:
        assert answer.code == "E_FORK"
        answer = post.club.lpbe(HOST, *command, "--adopt", "--json")
    assert answer.status == 0, answer
    return attempt(post, "run", "mars").code == "E_ROLLBACK" and go_on(post)


def go_on(post: Post) -> bool:
    answer = post.club.lpbe(HOST, "restore", "mars", "--none-newer", "--json")
    assert answer.status == 0, answer
    return True


def answered(post: Post) -> dict[tuple[str, int], int]:
    """Return which seats have answered which questions, and in which steps."""
    plays = [(entry.letter, entry.head.seq) for entry in post.club.entries if isinstance(entry.letter, Play)]
    return {(letter.seat, letter.window): step for letter, step in plays}


def restore_once(post: Post, random: Random) -> None:
    """Play, restore a backup of some age, replay e-mails in any order, restore the game at some time, and go on."""
    rounds = random.randint(1, ROUNDS)
    age = random.randrange(rounds)
    mails: list[bytes] = []
    for turn in range(rounds):
        if turn == age:
            back_up(post)
            mails.clear()
            open_then = post.club.game.state.window.number
        mails += write_answers(post, random)
        later(post, random)
        tick(post)
    true = post.club.root / "true"
    shutil.copytree(post.club.mars, true)
    truth = answered(post)
    heard = {seat: len(mails) for seat, mails in post.heard.items()}
    copies = got_mails(post)
    source = copies if random.random() < 0.75 else ""
    put_back(post, post.club.root / "backup", home=random.random() < 0.6)
    if random.random() < 0.5:
        tick(post)  # nobody has stopped the job
    went_on = random.random() < 0.5 and restore(post, source)
    for mail in random.sample(mails, len(mails)) if random.random() < 0.7 else ():
        post.office.send("somebody@example.org", mail)
        if random.random() < 0.3:
            read_and_run(post)
    went_on |= restore(post, source)
    for _ in range(3):
        later(post, random)
        went_on |= read_and_run(post).code == "E_ROLLBACK" and restore(post, source)
    check_kept({answer for answer in truth if source or answer[1] <= open_then}, post)
    if went_on:
        check_asked(post, heard, set(truth))
    if source:
        check_nobody_is_convicted(post, newest_copies(post, heard) if went_on else [str(true)])


def check_kept(truth: set[tuple[str, int]], post: Post) -> None:
    """Check that all these answers count, that nobody was timed out, and that the game goes on."""
    assert truth <= answered(post).keys()
    assert all(not seat.missed for seat in post.club.game.state.seats)
    for command in (["run", "mars"], ["mail", "out", "mars", *post.office.sending]):
        answer = attempt(post, *command)
        assert answer.status == 0, answer


def check_asked(post: Post, heard: dict[str, int], truth: set[tuple[str, int]]) -> None:
    """Check that everybody who has to answer, and believes they have, was asked again."""
    window = post.club.game.state.window
    for seat in window.waiting:
        post.collect(seat)
        since = map(kind_of, post.heard[seat][heard[seat] :])
        assert (seat, window.number) not in truth or "ask" in since, seat


def newest_copies(post: Post, heard: dict[str, int]) -> list[str]:
    """Return the newest copy that each player had before the backup was put back."""
    found = []
    for seat, count in heard.items():
        for mail in post.heard[seat][:count]:
            post.save(seat, mail)
        found.append(max(post.downloads(seat).glob("*.toml"), key=lambda path: int(path.stem.rpartition("-")[2])))
    return [str(path) for path in found]


def check_nobody_is_convicted(post: Post, others: list[str]) -> None:
    for other in others:
        for one, two in (("mars", other), (other, "mars")):
            answer = post.club.lpbe("eve", "evidence", one, two, "-o", "proof.json", "--json")
            assert answer.status in (2, 3), answer


@sizes("count", day=3, full=500)
def test_no_restore_convicts_an_honest_host_or_loses_an_order(table: Post, tmp_path: Path, count: int) -> None:
    for number in range(count):
        post = table.copy(tmp_path / f"{number}")
        try:
            restore_once(post, Random(f"restore {number}"))
        except AssertionError as fault:
            raise AssertionError(f"restore {number}") from fault
        shutil.rmtree(tmp_path / f"{number}")
