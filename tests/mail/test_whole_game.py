"""A whole game by mail: one player answers e-mails, one is late, one makes a mistake, one e-mail comes twice."""

from __future__ import annotations

from collections import Counter
from email.message import EmailMessage

from ..cli.world.club import HOST
from .post import ADDRESSES, Post, agreed, clicked, kind_of, quoted, typed

WAYS = (agreed, clicked, typed)


class Correspondence:
    """Everybody answers what is asked, each in their own way."""

    def __init__(self, post: Post, late: str = "green") -> None:
        self.post, self.late, self.letters = post, late, 0
        self.missed = False

    def play(self, most: int) -> None:
        for seat in ADDRESSES:
            self.react(seat, self.post.asked(seat))
        for _ in range(most):
            before = self.post.club.game.state.seq
            self.post.tick()
            if self.post.over:
                break
            if self.post.club.game.state.seq == before and self.post.time:
                self.post.pass_time(hours=20)
            for seat in ADDRESSES:
                for mail in self.post.collect(seat):
                    if kind_of(mail) == "ask":
                        self.react(seat, mail)
        for seat in ADDRESSES:
            self.post.collect(seat)

    def react(self, seat: str, mail: EmailMessage) -> None:

        self.letters += 1
        if seat == self.late and not self.missed:
            self.missed = True
            self.post.write(seat, "I am away.", Auto_Submitted="auto-replied", Subject="Out of office")
        elif seat != "blue":
            self.post.bot(seat, mail)
        elif self.letters == 2:
            self.post.write(seat, f"frobnicate 99\n\nOn Monday lpbe wrote:\n{quoted(mail)}")
            self.post.tick()
            self.post.send_again(seat, self.post.answer(seat, mail, agreed))
        else:
            self.post.answer(seat, mail, WAYS[self.letters % 3])


def check(post: Post) -> None:
    """Check that everything due arrived once, and the game is over and valid."""
    assert post.over
    for seat in ADDRESSES:
        ids = [str(mail["Message-ID"]) for mail in post.heard[seat]]
        assert len(ids) == len(set(ids)), "a mail came twice"
        assert Counter(map(kind_of, post.heard[seat]))["end"] == 1
    assert post.counts["in, known"] == 1 and post.counts["in, ignored"] == 1
    assert post.counts["in, asked"] + post.counts["in, refused"] == 1
    late = Counter(map(kind_of, post.heard["green"]))
    assert late["soon"] == late["grace"] == 1
    assert post.club.lpbe(HOST, "verify", "mars").status == 0


def test_a_whole_game_by_mail(post: Post) -> None:
    Correspondence(post).play(60)
    check(post)
    print(dict(post.counts))
