"""The speed benchmark runs and says what it promises; figures are never asserted as seconds."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmark" / "perf" / "replay.py"
    if not path.exists():
        pytest.skip("the benchmarks are not part of an installed package")
    pytest.importorskip("vcr")
    spec = importlib.util.spec_from_file_location("perf_replay", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_rows(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "AGAINST_VCRPY", (50,))
    monkeypatch.setattr(benchmark, "PASSES", 1)
    benchmark.main(["--sizes", "10,200", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    names = [row["name"] for row in rows]
    for wanted in ("direct call, 50", "transport alone, 50", "httpx client, 50"):
        row = rows[names.index(wanted)]
        assert row["peer_name"] == "vcrpy"
        assert row["ratio"] > 1, "an index beats a scan"
        assert row.keys() >= {"name", "ours", "peer", "peer_version", "ratio", "unit", "n"}
    assert "direct call, 200 interactions" in names


def test_both_ways_replay_the_same_bytes(benchmark: ModuleType, tmp_path: Path) -> None:
    import httpx
    import vcr

    from kopa_env.cassettes import text
    from kopa_env.catalogue import Catalogue
    from kopa_env.pack import Pack
    from kopa_env.sources.transport import ReplayTransport

    catalogue = Catalogue.load()
    spec = catalogue[benchmark.TOOL]
    benchmark.build(tmp_path / "p.pack", spec, 20)
    (tmp_path / "p.yaml").write_text(text.dump(benchmark._interactions(spec, 20)), encoding="utf-8")
    with Pack.open(tmp_path / "p.pack") as pack:
        transport = ReplayTransport(pack, catalogue)
        for url in benchmark.urls(spec, range(20)):
            with httpx.Client(transport=transport) as client:
                ours = client.get(url).content
            with (
                vcr.use_cassette(str(tmp_path / "p.yaml"), record_mode="none"),
                httpx.Client() as c,
            ):
                assert c.get(url).content == ours
