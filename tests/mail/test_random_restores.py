"""Random restores: whatever a host puts back, no honest party is convicted and no order that anybody has is lost."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from lpbe.kernel.chain.letters.play import Play

from ..cli.world.club import HOST
from ..size_limits import sizes
from .conftest import JANUARY
from .post import ADDRESSES, Office, Post, agreed
from .test_rollback import attempt, back_up, put_back

ROUNDS = 3


@pytest.fixture(scope="module", params=["pace", "none"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, place: Office) -> Post:
    """A game in which everybody was asked for a bid, with a pace or without."""
    paced = request.param == "pace"
    terms = ["--set", "pebbles.rounds=3", *(["--pace", "2d", "--grace", "1d"] if paced else [])]
    root = tmp_path_factory.mktemp(request.param) / "club"
    made = Post.begin(root, place, "pebbles", *terms, time=JANUARY if paced else None)
    made.seat_all()
    return made


def write_answers(post: Post, random: Random) -> list[bytes]:
    """Some of those who are asked answer, in any order."""
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


def read_and_run(post: Post) -> None:
    """Do what can be done without writing to anybody, whatever each command says."""
    attempt(post, "mail", "in", "mars", *post.office.reading)
    attempt(post, "run", "mars")


def tick(post: Post) -> None:
    read_and_run(post)
    attempt(post, "mail", "out", "mars", *post.office.sending)
    for seat in ADDRESSES:
        post.collect(seat)


def later(post: Post, random: Random) -> None:
    if post.time:
        post.pass_time(hours=random.randint(1, 7))


def got_mails(post: Post) -> str:
    """The folder with the mails that players got."""
    folder = post.club.root / "got"
    folder.mkdir(exist_ok=True)
    for seat in ADDRESSES:
        for number, mail in enumerate(post.heard[seat]):
            (folder / f"{seat}-{number}.eml").write_bytes(mail.as_bytes())
    return str(folder)


def restore(post: Post, source: str) -> None:
    """What a host does who has read the guide: take the players' copies, also if the old backup was run meanwhile."""
    command = ["restore", "mars", "--from", source]
    answer = post.club.lpbe(HOST, *command, "--json")
    if answer.status == 4:
        assert answer.code == "E_FORK"
        answer = post.club.lpbe(HOST, *command, "--adopt", "--json")
    assert answer.status == 0, answer


def answered(post: Post) -> dict[tuple[str, int], int]:
    """Which seats have answered which questions, and in which steps."""
    plays = [(entry.letter, entry.head.seq) for entry in post.club.entries if isinstance(entry.letter, Play)]
    return {(letter.seat, letter.window): step for letter, step in plays}


def restore_once(post: Post, random: Random) -> None:
    """Play, put a backup of some age back, replay mails in any order, restore at some time, and go on."""
    age = random.randrange(ROUNDS)
    mails: list[bytes] = []
    for turn in range(ROUNDS):
        if turn == age:
            back_up(post)
            mails.clear()
        mails += write_answers(post, random)
        later(post, random)
        tick(post)
    true = post.club.root / "true"
    shutil.copytree(post.club.mars, true)
    truth = answered(post)
    source = got_mails(post)
    put_back(post, post.club.root / "backup", home=random.random() < 0.6)
    if random.random() < 0.5:
        tick(post)  # nobody has stopped the job
    if random.random() < 0.5:
        restore(post, source)
    replay = random.random() < 0.7
    for mail in random.sample(mails, len(mails)) if replay else ():
        post.office.send("somebody@example.org", mail)
        if random.random() < 0.3:
            read_and_run(post)
    restore(post, source)
    copied = post.club.game.state.seq
    for _ in range(3):
        later(post, random)
        read_and_run(post)
    kept = {answer for answer, step in truth.items() if replay or step <= copied}
    assert kept <= answered(post).keys()
    assert all(not seat.missed for seat in post.club.game.state.seats)
    for one, two in (("mars", "true"), ("true", "mars")):
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
