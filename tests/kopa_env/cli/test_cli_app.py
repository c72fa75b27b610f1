"""The command line as a whole: help, exit codes, one line on stderr, one JSON value on stdout."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from kopa_env.cli import main
from kopa_env.cli.app import build

Run = Any


def commands(group: Any = None, path: str = "") -> Iterator[str]:
    """Yield every command of the installed entry points, groups apart."""
    group = group or typer.main.get_command(build([]))
    for name, held in sorted(group.commands.items()):
        if getattr(held, "commands", None) is None:
            yield path + name
        else:
            yield from commands(held, f"{path}{name} ")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run ``kopa`` with a line of words; return exit code, stdout and stderr."""

    def kopa(line: str, *more: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["kopa", *line.split(), *more])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsysbinary.readouterr()
        return int(ended.value.code or 0), out.decode(), err.decode()

    return kopa


def test_the_commands_that_are_promised_exist() -> None:
    assert {
        *("tools list", "tools show", "tools search", "tools call", "tools stats", "record"),
        *("cassettes verify", "cassettes compile", "cassettes stats", "cassettes diff"),
        *("replica serve", "conformance", "bench run", "bench report", "bench regrade"),
    } <= set(commands())


@pytest.mark.parametrize("command", list(commands()))
def test_every_command_shows_an_example_and_takes_json(run: Run, command: str) -> None:
    code, out, err = run(f"{command} --help")
    assert (code, err) == (0, "")
    assert f"Example: kopa {command}" in " ".join(out.split())
    assert "--json" in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("toolz", "No such command 'toolz'"),
        ("tools lst", "No such command 'lst'"),
        ("tools show", "Missing argument 'name'; see 'kopa tools show --help'"),
        ("tools list --platform", "requires an argument"),
        ("tools list --platform dartt", "did you mean dart"),
        ("tools show dart_compny", "no tool 'dart_compny' (did you mean dart_company"),
        ("tools call dart_compny", "did you mean dart_company"),
        ("tools call dart_company --arg corp_code", "--arg takes NAME=VALUE"),
        ("tools call dart_company --source replai --arg corp_code=1", "did you mean replay"),
        ("tools call table_select", "works inside an episode only"),
        ("bench run --limit many", "Invalid value for '--limit'"),
        ("conformance", "Missing option '--samples'"),
        ("cassettes verify nowhere", "no folder nowhere"),
        ("replica serve --port 99999", "Invalid value for '--port'"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(run: Run, line: str, said: str) -> None:
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert err.startswith("kopa: ")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize("group", ["", "tools", "cassettes", "bench"])
def test_a_group_alone_shows_what_it_holds(run: Run, group: str) -> None:
    code, out, err = run(group)
    assert (code, out) == (2, "")
    assert "Commands:" in err


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("tools list --platform seoul", list),
        ("tools show dart_company", dict),
        ("tools search 본회의", list),
        ("tools search zzqqxx", list),
        ("tools stats", dict),
        ("tools call dart_company --arg corp_code=00126380", dict),
        ("bench tasks mini-dart-01", dict),
    ],
)
def test_json_is_one_value_on_stdout_and_nothing_else(run: Run, line: str, kind: type) -> None:
    code, out, err = run(line, "--json")
    assert (code, err) == (0, "")
    assert isinstance(json.loads(out), kind)


def test_tools_stats_has_the_keys_scripts_rely_on(run: Run) -> None:
    report = json.loads(run("tools stats --json")[1])
    assert {"tools", "platforms", "confidence", "fidelity", "with_response_fields"} <= set(report)
    assert report["tools"] == sum(p["tools"] for p in report["platforms"].values())
    assert report["platforms"]["dart"]["withheld"] is True


@pytest.mark.parametrize(
    ("line", "code", "status"),
    [
        ("dart_company --arg corp_code=126380", 0, "ok"),
        ("dart_company --arg corp_code=99999999", 0, "empty"),
        ("dart_company", 1, "structural"),
        ("dart_company --arg corp_code=00126380 --arg corp_cod=1", 1, "structural"),
        ("edudata_special_class_students --arg trgtYr=2025 --arg ctpvNm=제주", 0, "ok"),
    ],
)
def test_a_call_tells_its_outcome_and_fails_with_1(
    run: Run, line: str, code: int, status: str
) -> None:
    """Codes are padded; a token, which only an episode issues, need not be given."""
    ended, out, _ = run(f"tools call {line} --json")
    report = json.loads(out)
    assert (ended, report["status"]) == (code, status)
    assert set(report) == {"status", "code", "message", "origin", "total", "records"}


def test_a_search_without_a_hit_says_so(run: Run) -> None:
    code, _, err = run("tools search zzqqxx")
    assert (code, err) == (0, "no tool fits 'zzqqxx'\n")


def test_a_person_is_told_what_takes_long_and_a_script_is_not(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = logging.getLogger("kopa_env.world")
    monkeypatch.setattr(log, "handlers", [])
    monkeypatch.setattr(log, "level", logging.NOTSET)
    line = "tools call seoul_bike_stations_live --arg START_INDEX=1 --arg END_INDEX=1 --json"
    monkeypatch.setenv("KOPA_CACHE_DIR", str(tmp_path / "one"))
    assert run(line)[2] == ""
    monkeypatch.setenv("KOPA_CACHE_DIR", str(tmp_path / "two"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    code, out, err = run(line)
    assert json.loads(out)["status"] == "ok"
    assert err.startswith("kopa: building table ")
    assert code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [(["--version"], 0, "kopa-env "), (["tools", "shwo"], 2, ""), (["tools", "list"], 0, "dart_")],
)
def test_the_script_leaves_at_once_and_loses_nothing(
    words: list[str], code: int, said: str
) -> None:
    """What was printed has arrived, and what was to be done at exit is done."""
    program = (
        "import atexit, sys; from kopa_env.cli import script; "
        "atexit.register(print, 'last words'); sys.argv[0] = 'kopa'; script()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=False
    )
    assert ended.returncode == code
    assert said in ended.stdout
    assert ended.stdout.endswith("last words\n")
    assert len(ended.stderr.splitlines()) == (code == 2)


def test_the_script_waits_for_whoever_is_still_at_work() -> None:
    program = (
        "import sys, threading; from kopa_env.cli import script; "
        "work = lambda: (threading.main_thread().join(), print('done')); "
        "threading.Thread(target=work).start(); sys.argv = ['kopa', '--version']; script()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0
    assert ended.stdout.endswith("done\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_disk_too_full_for_what_is_printed_is_one_line() -> None:
    program = "import sys; from kopa_env.cli import script; sys.argv[0] = 'kopa'; script()"
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-c", program, "--version"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    assert "No space left" in ended.stderr
