"""Games as static files: the same as on a server, only what changed is written, and nothing else is touched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from lpbe.kernel.schemas.web_answers import Lobby

from ..world.club import Club
from .conftest import Served

Stages = Callable[[str], Club]
Serve = Callable[..., Served]


def test_a_site_has_what_a_server_answers(club_at: Stages, serve: Serve) -> None:
    club = club_at("finished")
    club.do("eve", "site", "mars", "-o", "site")
    server = serve(club, who="eve", games=[str(club.mars)])
    site = club.root / "site"
    for name in ("game.toml", "log.jsonl", "index.html", "replay.html"):
        assert (site / "games" / "mars" / name).read_bytes() == server.get(f"/games/mars/{name}").body
    own = msgspec.json.decode((site / "games.json").read_bytes(), type=Lobby)
    theirs = msgspec.json.decode(server.get("/games.json").body, type=Lobby)
    assert own.games == theirs.games and (own.server.accepts, theirs.server.accepts) == (False, True)


def test_only_what_has_changed_is_written_again(club_at: Stages) -> None:
    club = club_at("bids")
    first = club.do("eve", "site", "mars", "-o", "site")
    assert "games/mars/index.html" in first["files"]
    assert club.do("eve", "site", "mars", "-o", "site")["files"] == []
    club.order("green", "bid coins=0")
    club.run()
    again = club.do("eve", "site", "mars", "-o", "site")["files"]
    assert {"games.json", "games/mars/game.toml", "games/mars/index.html"} <= {*again}
    assert not {"index.html", ".nojekyll"} - {*first["files"]}


def test_games_that_are_gone_are_removed_and_other_files_stay(club_at: Stages, tmp_path: Path) -> None:
    club = club_at("bids")
    (club.root / "games").mkdir()
    (club.root / "games" / "moon").symlink_to(club.mars)
    club.mars.rename(club.root / "games" / "mars")
    club.do("eve", "site", "games", "-o", "site")
    (club.root / "site" / "CNAME").write_text("games.example.org")
    (club.root / "site" / "games" / "mars" / "own.txt").write_text("mine")
    (club.root / "games" / "mars").rename(club.root / "games" / "venus")
    done = club.do("eve", "site", "games", "-o", "site")
    assert done["games"] == ["venus"] and "games/mars/game.toml" in done["removed"]
    left = {str(path.relative_to(club.root / "site")) for path in (club.root / "site").rglob("*") if path.is_file()}
    assert {"CNAME", "games/mars/own.txt", "games/venus/game.toml"} <= left
    assert not any(name.startswith("games/mars/") and name != "games/mars/own.txt" for name in left)


def test_a_record_that_was_tampered_with_removes_nothing_outside(club_at: Stages) -> None:
    club = club_at("new")
    club.do("eve", "site", "mars", "-o", "site")
    (club.root / "precious.txt").write_text("mine")
    record = {"version": "0", "files": ["../precious.txt", str(club.root / "precious.txt"), "a/../../precious.txt"]}
    (club.root / "site" / "site.json").write_bytes(msgspec.json.encode({**record, "games": {}}))
    club.do("eve", "site", "mars", "-o", "site")
    assert (club.root / "precious.txt").read_text() == "mine"


def test_a_game_that_cannot_be_read_stops_no_other_and_stays_as_it_was(club_at: Stages) -> None:
    club = club_at("bids")
    club.do("eve", "site", ".", "-o", "site")
    whole = (club.mars / "game.toml").read_bytes()
    (club.mars / "game.toml").write_bytes(b"format = 2\n")
    answer = club.lpbe("eve", "site", "mars", "-o", "site")
    assert answer.status == 0 and "mars" in answer.err
    assert (club.root / "site" / "games" / "mars" / "game.toml").read_bytes() == whole


def test_a_site_is_not_written_into_a_game(club_at: Stages) -> None:
    club = club_at("new")
    with club.untouched():
        assert club.lpbe("eve", "site", "mars", "-o", "mars/site", "--json").code == "E_USAGE"


def test_two_games_of_one_name_are_refused(club_at: Stages) -> None:
    club = club_at("new")
    (club.root / "other").mkdir()
    (club.root / "other" / "mars").symlink_to(club.mars)
    answer = club.lpbe("eve", "site", "mars", "other/mars", "-o", "site", "--json")
    assert answer.status == 0 or answer.code == "E_USAGE"
    assert club.lpbe("eve", "site", "nowhere", "-o", "site", "--json").code == "E_FILE_MISSING"


def test_links_invite_and_keep_the_code_to_the_browser(club_at: Stages) -> None:
    club = club_at("new")
    answer = club.do("ana", "invite", "mars", "--link", "https://games.example.org")
    for seat, code in answer["invitations"].items():
        assert answer["links"][seat] == f"https://games.example.org/#join=mars&seat={seat}&code={code}"
    far = club.do("ana", "invite", "mars", "--link", "https://c.example/x", "--at", "https://g.example/games/mars")
    assert far["links"]["blue"].startswith("https://c.example/x/#join=https%3A%2F%2Fg.example%2Fgames%2Fmars%2F&seat=")
    for bad in ("example.org", "ftp://x", "https://a@b", "https://x/?q", "https://x/#y", "javascript:alert(1)"):
        assert club.lpbe("ana", "invite", "mars", "--link", bad, "--json").code == "E_USAGE"
