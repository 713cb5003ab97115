"""The workflows of repositories: well-formed and safe from strangers; their steps are run unchanged."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jsonschema
import pytest
from ruamel.yaml import YAML

from lpbe.gitrepo.scaffold import fill_template

from ..conftest import Stages
from ..world.clones import Clone, Clones, git, make_wheel
from ..world.club import secret_line

ROOT = Path(__file__).parents[3]
EXPRESSION = re.compile(r"\$\{\{ ([a-z_A-Z.]+) \}\}")
WORKFLOWS = ("check.yml", "run.yml", "referee.yml")
TRUSTED = {"github.server_url", "github.api_url", "github.repository", "github.ref_name", "github.token"}
"""What no pull request can choose."""
OUTPUTS = {"steps.offered.outputs.commit", "needs.check.outputs.commit"}
"""The commit that was checked, by its hash."""
GIVEN = {"github.event.pull_request.base.ref", "github.event.pull_request.number", "inputs.base", "inputs.number"}
"""What a pull request can choose, and which is therefore passed only in environment variables."""


def workflow(name: str) -> dict[str, Any]:
    text = fill_template(name, branch="main", url="git@example.org:ana/mars.git").decode()
    return dict(YAML(typ="safe", pure=True).load(text))


def steps(name: str) -> list[dict[str, Any]]:
    return [step for job in workflow(name)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_fits_the_schema_of_workflows(name: str) -> None:
    schema = files("check_jsonschema") / "builtin_schemas" / "vendor" / "github-workflows.json"
    jsonschema.validate(workflow(name), json.loads(schema.read_text()))


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_shell_of_a_workflow_is_sound(name: str) -> None:
    """No text from a stranger is pasted into a script, and no foreign program is called."""
    for step in steps(name):
        assert "uses" not in step and "${{" not in step["run"]
        call = [str(Path(sys.executable).parent / "shellcheck"), "--shell=bash", "--severity=style", "-"]
        done = subprocess.run(call, input=step["run"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["pre-receive", "post-receive"])
def test_the_hooks_are_sound(name: str) -> None:
    call = [str(Path(sys.executable).parent / "shellcheck"), "--severity=style", "-"]
    text = fill_template(name, lpbe="lpbe", key="export LPBE_KEY_FILE='/x'").decode()
    assert subprocess.run(call, input=text, capture_output=True, text=True, check=False).returncode == 0


@pytest.mark.parametrize("name", WORKFLOWS)
def test_secrets_stay_where_they_are_needed(name: str) -> None:
    """Only the step that runs the game has them; a job that looks at pull requests has none and may write nothing."""
    whole = workflow(name)
    text = json.dumps(whole)
    secret = [step["name"] for step in steps(name) if "secrets." in json.dumps(step)]
    assert secret == ([] if name == "check.yml" else ["run"])
    assert "secrets." not in json.dumps({**whole, "jobs": [{**job, "steps": []} for job in whole["jobs"].values()]})
    assert whole["permissions"] == {"contents": "read" if name == "check.yml" else "write"}
    allowed = {job: made["permissions"] for job, made in whole["jobs"].items() if "permissions" in made}
    again = {"actions": "write", "pull-requests": "read"}
    assert allowed == ({"again": again, "merge": {"contents": "write"}} if name == "check.yml" else {})
    used = {one for one in EXPRESSION.findall(text) if not one.startswith("secrets.")}
    assert used <= TRUSTED | (GIVEN | OUTPUTS if name == "check.yml" else set())
    on = whole.get("on", whole.get(True))
    assert ("pull_request_target" in on) is (name == "check.yml") and "pull_request" not in on
    if name != "check.yml":
        assert whole["concurrency"]["cancel-in-progress"] is False


def test_the_workflow_with_a_key_runs_for_the_main_branch_only() -> None:
    whole = workflow("run.yml")
    assert whole["jobs"]["run"]["environment"] == "referee" and whole.get("on", whole.get(True))["push"] == {
        "branches": ["main"]
    }


class Machine:
    """What runs a workflow: its steps one after the other, in a folder of their own, until one fails."""

    def __init__(self, text: str, home: Path, given: dict[str, str], job: str = "", path: Path | None = None) -> None:
        jobs = YAML(typ="safe", pure=True).load(text)["jobs"]
        self.job = jobs[job or ("check" if "check" in jobs else next(iter(jobs)))]
        self.home, self.given = home, given
        self.program = path or Path(sys.executable).parent

    @property
    def outputs(self) -> dict[str, str]:
        """Return what the steps have set for later jobs."""
        lines = (self.home / "output").read_text().splitlines()
        return {f"needs.check.outputs.{name}": value for name, _, value in (line.partition("=") for line in lines)}

    def run(self) -> tuple[int, str]:
        code, output = 0, ""
        self.home.mkdir(exist_ok=True)
        for step in self.job["steps"]:
            if code and step.get("if") != "always()":
                continue
            done = self.step(step)
            code, output = code or done.returncode, output + done.stdout + done.stderr
        return code, output

    def step(self, step: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        names = {**self.job.get("env", {}), **step.get("env", {})}
        own = {name: EXPRESSION.sub(lambda found: self.given.get(found[1], ""), value) for name, value in names.items()}
        added = self.home / "path"
        paths = [*(added.read_text().split() if added.exists() else []), str(self.program), "/usr/bin", "/bin"]
        plain = {"PATH": ":".join(paths), "HOME": str(self.home), "LANG": "C.UTF-8", "RUNNER_TEMP": str(self.home)}
        env = {**plain, "GITHUB_OUTPUT": str(self.home / "output"), "GITHUB_PATH": str(added), **own}
        call = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        where = self.home / step.get("working-directory", ".")
        return subprocess.run(call, cwd=where, env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def clones(club_at: Stages, tmp_path: Path) -> Clones:
    return Clones.of(club_at("bidding"), tmp_path / "repo")


def given_variables(clones: Clones, **more: str) -> dict[str, str]:
    plain = {"server_url": "file://" + str(clones.root), "repository": "all.git", "token": "t0ken"}
    return {f"github.{name}": value for name, value in plain.items()} | more


def offer(clones: Clones, clone: Clone) -> dict[str, str]:
    """Store a pull request the way a server does."""
    clone.git("add", "-A", "--force")
    clone.git("commit", "-qm", "offered")
    clone.git("push", "-q", "origin", "HEAD:refs/pull/7/head")
    event = "github.event.pull_request"
    return given_variables(clones, **{f"{event}.number": "7", f"{event}.base.ref": "main"})


def test_a_pull_request_is_checked_merged_and_run(clones: Clones, tmp_path: Path) -> None:
    ben = clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    event = offer(clones, ben)
    check = Machine(fill_template("check.yml").decode(), tmp_path / "m", event)
    code, output = check.run()
    assert code == 0 and "accepted: mars/inbox/2-blue-0.toml" in output, output
    code, output = Machine(fill_template("check.yml").decode(), tmp_path / "g", event | check.outputs, "merge").run()
    assert code == 0 and "t0ken" not in output, output
    whole = given_variables(clones, **{"secrets.LPBE_KEY": secret_line("ana")})
    code, output = Machine(fill_template("run.yml", branch="main").decode(), tmp_path / "r", whole).run()
    assert code == 0 and "step 7: Blue" in output and secret_line("ana") not in output, output
    assert clones.waiting() == [] and len(clones.check_history()) == 3


def test_a_branch_for_pages_gets_the_site(clones: Clones, tmp_path: Path) -> None:
    ana = clones.clone("ana")
    ana.git("switch", "-q", "--orphan", "gh-pages")
    ana.git("commit", "-q", "--allow-empty", "-m", "a site")
    ana.git("push", "-q", "origin", "gh-pages")
    ben = clones.clone("ben")
    whole = given_variables(clones, **{"secrets.LPBE_KEY": secret_line("ana")})
    for number, order in enumerate(("bid coins=1", "bid coins=2")):
        ben.do("order", "mars", order)
        ben.do("repo", "send", "mars")
        code, output = Machine(fill_template("run.yml", branch="main").decode(), tmp_path / f"r{number}", whole).run()
        assert code == 0, output
        site = Path(tmp_path / f"s{number}")
        git(tmp_path, "clone", "-q", "--branch", "gh-pages", str(clones.root / "all.git"), str(site))
        assert git(site, "rev-list", "--count", "HEAD").strip() == "1"
        [listed] = json.loads((site / "games.json").read_text())["games"]
        assert (listed["name"], listed["step"]) == ("mars", 7 + number)
        assert (site / "games" / "mars" / "log.jsonl").exists() and (site / "index.html").exists()


def test_no_run_of_one_pull_request_displaces_that_of_another() -> None:
    """Of the runs waiting in one group, all but the newest are cancelled."""
    groups = {
        job: made["concurrency"]["group"]
        for job, made in workflow("check.yml")["jobs"].items()
        if "concurrency" in made
    }
    assert (
        EXPRESSION.findall(groups.pop("merge")) == ["github.event.pull_request.number", "inputs.number"] and not groups
    )


def test_every_open_pull_request_is_checked_again(clones: Clones, tmp_path: Path) -> None:
    with github({1: [{"number": 7}] + [{"number": n} for n in range(100, 199)], 2: [{"number": 8}]}) as (url, started):
        known = given_variables(clones, **{"github.api_url": url, "github.ref_name": "ma'in"})
        code, output = Machine(fill_template("check.yml").decode(), tmp_path / "a", known, "again").run()
    assert code == 0 and "t0ken" not in output, output
    assert [one["inputs"]["number"] for one in started] == ["7", *map(str, range(100, 199)), "8"]
    assert all(one["ref"] == one["inputs"]["base"] == "ma'in" for one in started)


def test_a_pull_request_whose_run_was_lost_is_merged_when_it_is_checked_again(clones: Clones, tmp_path: Path) -> None:
    ben = clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    offer(clones, ben)
    event = given_variables(clones, **{"inputs.number": "7", "inputs.base": "main"})
    check = Machine(fill_template("check.yml").decode(), tmp_path / "m", event)
    assert check.run()[0] == 0
    code, output = Machine(fill_template("check.yml").decode(), tmp_path / "g", event | check.outputs, "merge").run()
    assert code == 0 and clones.waiting() == ["2-blue-0.toml"], output


@contextmanager
def github(pages: dict[int, list[dict[str, int]]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server that lists open pull requests by page, and what it was asked to start."""
    started: list[dict[str, Any]] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            asked = parse_qs(url.query)
            right = url.path == "/repos/all.git/pulls" and (asked["state"], asked["base"]) == (["open"], ["ma'in"])
            self.reply(json.dumps(pages[int(asked["page"][0])]).encode() if right else None)

        def do_POST(self) -> None:
            right = self.path == "/repos/all.git/actions/workflows/lpbe-check.yml/dispatches"
            started.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.reply(b"" if right else None)

        def reply(self, body: bytes | None) -> None:
            known = body is not None and self.headers["Authorization"] == "Bearer t0ken"
            self.send_response(200 if known else 404)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", started
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_what_changed_after_the_check_is_not_merged(clones: Clones, tmp_path: Path) -> None:
    ben, tip = clones.clone("ben"), clones.tip()
    ben.do("order", "mars", "bid coins=1")
    event = offer(clones, ben)
    check = Machine(fill_template("check.yml").decode(), tmp_path / "m", event)
    assert check.run()[0] == 0
    (ben.mars / "game.toml").write_text("format = 2\n")
    offer(clones, ben)
    code, output = Machine(fill_template("check.yml").decode(), tmp_path / "g", event | check.outputs, "merge").run()
    assert code == 1 and "has changed since it was checked" in output, output
    assert clones.tip() == tip


def test_orders_are_merged_though_the_game_went_on_meanwhile(clones: Clones, tmp_path: Path) -> None:
    ben, cleo = clones.clone("ben"), clones.clone("cleo")
    ben.do("order", "mars", "bid coins=1")
    event = offer(clones, ben)
    check = Machine(fill_template("check.yml").decode(), tmp_path / "m", event)
    assert check.run()[0] == 0
    cleo.do("order", "mars", "bid coins=2")
    cleo.do("repo", "send", "mars")
    code, output = Machine(fill_template("check.yml").decode(), tmp_path / "g", event | check.outputs, "merge").run()
    assert code == 0 and sorted(clones.waiting()) == ["2-blue-0.toml", "2-green-0.toml"], output


def test_a_hostile_pull_request_is_refused_and_nothing_of_it_runs(clones: Clones, tmp_path: Path) -> None:
    ben, mark = clones.clone("ben"), tmp_path / "ran"
    evil = f"#!/bin/sh\ntouch {mark}\n"
    for name in (".github/workflows/lpbe-check.yml", "lpbe", "git", "sitecustomize.py", "mars/inbox/lpbe.py", ".envrc"):
        path = ben.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"import os; os.system('touch {mark}')\n" if name.endswith(".py") else evil)
        path.chmod(0o755)
    (ben.path / ".gitattributes").write_text("* filter=evil diff=evil\n")
    (ben.path / ".gitmodules").write_text('[submodule "x"]\npath = x\nurl = ext::touch\nupdate = !touch\n')
    (ben.mars / "inbox" / "key").symlink_to("/proc/self/environ")
    (ben.mars / "game.toml").write_text("format = 2\n")
    code, output = Machine(fill_template("check.yml").decode(), tmp_path / "m", offer(clones, ben)).run()
    assert code == 5 and not mark.exists(), output
    for name in ("lpbe-check.yml", "mars/game.toml", "mars/inbox/key", ".gitattributes", "sitecustomize.py"):
        assert name in output
    assert "t0ken" not in output


def test_a_branch_whose_name_is_a_script_is_a_name(clones: Clones, tmp_path: Path) -> None:
    """Even of the base: a person who may create branches must not be able to run anything that way."""
    ben, branch = clones.clone("ben"), f'x$(touch${{IFS}}{tmp_path}/ran)`id`;"'
    ben.git("push", "-q", "origin", f"main:refs/heads/{branch}")
    ben.do("order", "mars", "bid coins=1")
    event = {**offer(clones, ben), "github.event.pull_request.base.ref": branch}
    code, output = Machine(fill_template("check.yml").decode(), tmp_path / "m", event).run()
    assert code == 0 and "accepted: mars/inbox/2-blue-0.toml" in output, output
    assert not (tmp_path / "ran").exists()


def test_the_referees_own_repository_runs_the_game_and_remembers(clones: Clones, tmp_path: Path) -> None:
    """It stores the pins: if the game is put back, that is noticed, though every run is on a new machine."""
    ben, ana = clones.clone("ben"), clones.clone("ana")
    ana.do("repo", "referee", "../own", "--url", str(clones.bare), "--wheel", str(make_wheel(tmp_path)))
    text = (clones.root / "own" / ".github" / "workflows" / "lpbe-referee.yml").read_text()
    own = clones.root / "own.git"
    git(clones.root, "clone", "-q", "--bare", str(clones.root / "own"), str(own))
    whole = given_variables(clones, **{"secrets.LPBE_KEY": secret_line("ana"), "secrets.DEPLOY_KEY": "none"})
    whole |= {"github.repository": "own.git", "secrets.KNOWN_HOSTS": ""}
    tip = clones.tip()
    for seq, coins in ((7, 1), (8, 2)):
        clone = ben if seq == 7 else clones.clone("cleo")
        clone.do("order", "mars", f"bid coins={coins}")
        clone.do("repo", "send", "mars")
        code, output = Machine(text, tmp_path / f"m{seq}", whole).run()
        assert code == 0 and f"step {seq}:" in output, output
    kept = git(own, "ls-tree", "-r", "--name-only", "HEAD").split()
    assert len([name for name in kept if name.startswith("state/lpbe/pins/")]) == 1
    assert not [name for name in kept if name.startswith("state/") and "/pins/" not in name]
    git(clones.bare, "update-ref", "refs/heads/main", tip)
    code, output = Machine(text, tmp_path / "late", whole).run()
    assert code == 4 and "E_ROLLBACK" in output, output


def test_workflows_install_by_hash_and_nothing_by_a_bare_name(clones: Clones, tmp_path: Path) -> None:
    ana = clones.clone("ana")
    refusal = ana.do("repo", "init", "mars", "--ci", "forks", code=2)
    assert refusal["message"] == "the workflows need to know which lpbe to install" and "--wheel" in refusal["hint"]
    ana.do("repo", "init", "mars", "--ci", "forks", "--wheel", str(make_wheel(tmp_path)))
    kept = ana.path / ".github" / "lpbe"
    assert (kept / "lpbe-0.1.0-py3-none-any.whl").read_bytes() == b"wheel"
    requirements = (kept / "requirements.txt").read_text().replace("\\\n", " ").splitlines()
    names = {re.split(r"==| ", line)[0] for line in requirements}
    assert all("--hash=sha256:" in line for line in requirements)
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {re.split("[>=]", line)[0].lower() for line in wanted} <= names
    assert requirements[0].split() == ["./lpbe-0.1.0-py3-none-any.whl", f"--hash=sha256:{sha256(b'wheel').hexdigest()}"]
    for name in WORKFLOWS:
        installs = [line for step in steps(name) for line in step["run"].splitlines() if "pip" in line]
        assert installs and all("--require-hashes" in line for line in installs if "install" in line)


@pytest.mark.parametrize(
    "options",
    [
        ["--wheel", "lpbe.whl"],
        ["--wheel", "other-0.1.0-py3-none-any.whl"],
        ["--release", "http://example.org/lpbe-0.1.0-py3-none-any.whl", "--sha256", "0" * 64],
        ["--release", "https://example.org/lpbe-0.1.0-py3-none-any.whl"],
        ["--release", "https://example.org/lpbe.whl --pre", "--sha256", "0" * 64],
        ["--sha256", "0" * 64],
        ["--wheel", "lpbe-0.1.0-py3-none-any.whl", "--sha256", "0" * 64],
    ],
)
def test_a_program_that_is_not_pinned_is_refused(clones: Clones, options: list[str]) -> None:
    ana = clones.clone("ana")
    ana.do("repo", "init", "mars", "--ci", "forks", *options, code=2)
    assert not (ana.path / ".github").exists()


def test_a_release_is_named_by_its_address_and_hash(clones: Clones) -> None:
    ana, url = clones.clone("ana"), "https://example.org/lpbe-0.1.0-py3-none-any.whl"
    ana.do("repo", "init", "mars", "--ci", "forks", "--release", url, "--sha256", "ab" * 32)
    requirements = (ana.path / ".github" / "lpbe" / "requirements.txt").read_text()
    assert requirements.startswith(f"lpbe @ {url} \\\n    --hash=sha256:{'ab' * 32}\n")
