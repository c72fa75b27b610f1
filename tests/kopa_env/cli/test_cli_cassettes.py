from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from kopa_env.cli import cassettes as commands
from kopa_env.cli.record import record
from kopa_env.errors import CacheError, CredentialError, UsageError

Run = Callable[..., Result]


@pytest.fixture
def run(tools: Any, server: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command against a small catalogue and a replica that needs no tables."""
    from kopa_env.catalogue import Catalogue
    from kopa_env.replica import engine

    monkeypatch.setattr(Catalogue, "load", classmethod(lambda cls: tools))
    monkeypatch.setattr(engine, "Replica", lambda world, catalogue: server)
    monkeypatch.chdir(tmp_path)
    app = typer.Typer()
    app.command("record")(record)
    app.add_typer(commands.app, name="cassettes")

    def run(*words: str) -> Result:
        return CliRunner().invoke(app, list(words))

    return run


def calls_file(tmp_path: Path, *rows: Any) -> str:
    path = tmp_path / "calls.jsonl"
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text(text, encoding="utf-8")
    return str(path)


COMPANIES = [{"tool": "dart_company", "args": {"corp_code": str(n)}} for n in range(1, 5)]


def test_record_verify_compile_stats_diff(run: Run, tmp_path: Path) -> None:
    file = calls_file(
        tmp_path, *COMPANIES, "", {"tool": "edudata_schools", "args": {"ctpvNm": "서울"}}
    )
    done = run("record", "--calls", file, "-o", "cassettes", "--name", "small", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["recorded"] == 5
    again = run("record", "--calls", file, "-o", "cassettes", "--json")
    assert json.loads(again.stdout) == {
        "recorded": 0,
        "skipped": 5,
        "refused": [],
        "failed": {},
        "foreign": 0,
        "output": "cassettes",
    }
    verdict = json.loads(run("cassettes", "verify", "--json").stdout)
    assert verdict.keys() >= {"cassettes", "interactions", "world_hash", "source", "failures"}
    assert (verdict["cassettes"], verdict["interactions"], verdict["failures"]) == (2, 5, [])
    assert verdict["source"] == "replica"
    compiled = json.loads(run("cassettes", "compile", "--level", "3", "--json").stdout)
    assert (compiled["pack"], compiled["entries"]) == ("small.pack", 5)
    assert run("cassettes", "verify", "--pack", "small.pack").exit_code == 0
    stats = json.loads(run("cassettes", "stats", "--json").stdout)
    assert stats["interactions"] == 5
    assert [row["tool"] for row in stats["tools"]] == ["dart_company", "edudata_schools"]
    drift = json.loads(run("cassettes", "diff", "cassettes", "cassettes", "--json").stdout)
    assert drift["schema_drift"] is False


def test_replies_of_the_replica_are_dated_by_the_worlds_clock(run: Run, tmp_path: Path) -> None:
    run("record", "--calls", calls_file(tmp_path, *COMPANIES), "-o", "a")
    run("record", "--calls", calls_file(tmp_path, *COMPANIES), "-o", "b")
    for path in sorted(Path("a").rglob("*.*")):
        assert path.read_bytes() == Path("b", *path.parts[1:]).read_bytes()
    assert '"recorded_at":"2026-01-30T09:00:00+09:00"' in next(
        Path("a").rglob("*.manifest.json")
    ).read_text(encoding="utf-8")


def test_a_failed_check_is_exit_code_1_and_one_line_each(run: Run, tmp_path: Path) -> None:
    run("record", "--calls", calls_file(tmp_path, *COMPANIES), "-o", "cassettes")
    path = Path("cassettes/dart/dart_company.yaml")
    path.write_bytes(path.read_bytes().replace(b"000", b"001", 1))
    done = run("cassettes", "verify")
    assert done.exit_code == 1
    first, second = done.stdout.splitlines()
    assert first == "dart/dart_company.yaml was changed: its manifest records another hash"
    assert second.endswith("1 failures")


def test_a_stale_pack_is_exit_code_1(run: Run, tmp_path: Path) -> None:
    run("record", "--calls", calls_file(tmp_path, *COMPANIES[:2]), "-o", "cassettes")
    run("cassettes", "compile", "-o", "small.pack", "--level", "3")
    run("record", "--calls", calls_file(tmp_path, *COMPANIES), "-o", "cassettes")
    done = run("cassettes", "verify", "--pack", "small.pack")
    assert done.exit_code == 1
    assert "small.pack is stale" in done.stdout


def test_schema_drift_is_exit_code_1(run: Run, tmp_path: Path, server: Any) -> None:
    run("record", "--calls", calls_file(tmp_path, *COMPANIES), "-o", "a")
    serve = server.respond

    def renamed(request: Any) -> Any:
        from dataclasses import replace

        reply = serve(request)
        return replace(reply, body=reply.body.replace(b'"amount"', b'"sum"'))

    server.respond = renamed
    run("record", "--calls", calls_file(tmp_path, *COMPANIES), "-o", "b")
    done = run("cassettes", "diff", "a", "b")
    assert done.exit_code == 1
    assert "amount is gone" in done.stdout


def test_refused_calls_are_told_and_exit_code_1(run: Run, tmp_path: Path) -> None:
    file = calls_file(tmp_path, COMPANIES[0], {"tool": "dart_company", "args": {}})
    done = run("record", "--calls", file, "-o", "cassettes")
    assert done.exit_code == 1
    assert "1 interactions recorded" in done.stdout
    assert "corp_code" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say what to record"),
        (("--tools", "dart_compani"), "no tool 'dart_compani' (did you mean dart_company"),
        (("--tools", "dart_company", "--source", "replika"), "no source 'replika'"),
        (("--suite", "no-such-suite"), "no suite 'no-such-suite'"),
        (("--calls", "absent.jsonl"), "cannot read absent.jsonl"),
    ],
)
def test_bad_input_is_one_clear_line(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("record", *words, "-o", "cassettes")
    assert isinstance(done.exception, UsageError)
    assert said in str(done.exception)
    assert not Path("cassettes").exists()


@pytest.mark.parametrize("line", ["{", "[]", '{"tool": 3}', '{"tool": "dart_company", "args": []}'])
def test_a_bad_line_is_named(run: Run, tmp_path: Path, line: str) -> None:
    done = run("record", "--calls", calls_file(tmp_path, COMPANIES[0], line), "-o", "c")
    assert isinstance(done.exception, UsageError)
    assert "calls.jsonl line 2 is not" in str(done.exception)


def test_live_without_a_key_says_which(run: Run, tmp_path: Path) -> None:
    file = calls_file(tmp_path, *COMPANIES)
    done = run("record", "--calls", file, "-o", "cassettes", "--source", "live")
    assert isinstance(done.exception, CredentialError)
    assert "OPENDART_API_KEY" in str(done.exception)
    assert not Path("cassettes").exists()


def test_a_folder_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    Path("cassettes").write_text("a file in the way", encoding="utf-8")
    done = run("record", "--calls", calls_file(tmp_path, *COMPANIES), "-o", "cassettes")
    assert isinstance(done.exception, CacheError)
    assert "cannot write cassettes" in str(done.exception)


@pytest.mark.parametrize("out", ["taken", "taken/deeper/still"])
def test_no_call_is_spent_on_a_folder_that_cannot_be_written(
    run: Run, tmp_path: Path, out: str
) -> None:
    Path("taken").write_text("a file in the way", encoding="utf-8")
    file = calls_file(tmp_path, *COMPANIES)
    done = run("record", "--calls", file, "-o", out, "--source", "live")
    assert isinstance(done.exception, CacheError)  # and not the missing key of the first call
    assert f"cannot write {out}: " in str(done.exception)
