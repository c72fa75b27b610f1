"""Replay speed: our direct path and httpx transport beside stock vcrpy, in one run.

    python benchmark/perf/replay.py [--sizes 10,1000,100000] [--million] [--json]

CPU time of the process, not wall time. Every figure is the best of three passes over keys drawn
without repetition, so that nothing is served from a cache of ours. vcrpy replays the same replies
from a cassette that our serializer wrote. A ratio is the peer's time over ours.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx

from kopa_env.canonical import canonical, request_key, rules_hash
from kopa_env.cassettes import text
from kopa_env.cassettes.interaction import Interaction
from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate
from kopa_env.episode.observation import observation_text, render
from kopa_env.outcome import Origin, ToolResult
from kopa_env.pack import Pack, PackInfo, PackItem, packing
from kopa_env.platforms import dialect
from kopa_env.sources.keys import first_request
from kopa_env.sources.replay import ReplaySource
from kopa_env.sources.transport import ReplayTransport
from kopa_env.spec import ToolSpec

TOOL = "dart_list_disclosures"
LIMIT = 6000
PASSES = 3
AGAINST_VCRPY = (100, 1000)
NAMES = (
    "가람전자",
    "나래화학",
    "다온건설",
    "라온식품",
    "마루해운",
    "바른제약",
    "새솔통신",
    "아람은행",
)
REPORTS = ("분기보고서", "반기보고서", "사업보고서")

Args = dict[str, Any]


def arguments(number: int) -> Args:
    """Return the arguments of one call; every number gives another request."""
    return {
        "corp_code": f"{number:08d}",
        "bgn_de": "20250101",
        "end_de": "20251231",
        "page_no": 1 + number % 7,
        "page_count": 10,
    }


def reply(spec: ToolSpec, number: int, variants: int) -> tuple[ToolResult, bytes, str]:
    """Return a decoded reply of ten filings and its bytes."""
    n = number % variants
    rows = [
        {
            "corp_code": f"{n:08d}",
            "corp_name": NAMES[(n + i) % len(NAMES)],
            "stock_code": f"{(n * 7 + i) % 999_999:06d}",
            "corp_cls": "YKNE"[i % 4],
            "report_nm": f"{REPORTS[i % 3]} ({2020 + i % 6}.{1 + i:02d})",
            "rcept_no": f"2025{n % 100:04d}{i:06d}",
            "flr_nm": NAMES[(n * 3 + i) % len(NAMES)],
            "rcept_dt": f"2025{1 + i:02d}{1 + n % 28:02d}",
            "rm": "유" if i % 2 else "",
        }
        for i in range(10)
    ]
    speaker = dialect(spec.platform)
    result = ToolResult.ok(rows, code="000", message="정상", total=10, complete=True)
    served = speaker.encode(spec, result, page=None, wire="json")
    decoded = speaker.decode(spec, served).came_from(Origin.EXACT, "replica")
    return decoded, served.body, served.content_type


def build(path: Path, spec: ToolSpec, size: int) -> None:
    """Write a pack of ``size`` distinct requests. Bodies repeat past 2,000, requests never do."""
    variants = min(size, 2000)
    known = [reply(spec, n, variants) for n in range(variants)]
    shown = [render(spec, result, LIMIT) for result, _, _ in known]
    info = PackInfo("perf", "replica", "", rules_hash(), "", "", LIMIT)
    samples = [body for _, body, _ in known[:400]] + [v.tail.encode() for v in shown[:400]]
    with packing(path, info, samples, level=3) as writer:
        for number in range(size):
            result, body, kind = known[number % variants]
            request = first_request(spec, arguments(number))
            writer.add(
                PackItem(
                    request_key(request),
                    canonical(request),
                    spec.name,
                    spec.spec_version,
                    0,
                    200,
                    kind,
                    body,
                    (),
                    _rendered(result, shown[number % variants]),
                )
            )


def _rendered(result: ToolResult, view: Any) -> ToolResult:
    from dataclasses import replace

    return replace(result, rendered=view)


def cpu_us(run: Callable[[Any], object], inputs: Sequence[Any]) -> float:
    """Return CPU microseconds for one call, the best of the passes."""
    best = float("inf")
    for _ in range(PASSES):
        gc.collect()
        start = time.process_time()
        for item in inputs:
            run(item)
        best = min(best, time.process_time() - start)
    return best / len(inputs) * 1e6


def direct(source: ReplaySource, spec: ToolSpec) -> Callable[[Args], str]:
    """Return a call from arguments to the rendered observation."""

    def run(args: Args) -> str:
        rendered = source.call(spec, args).rendered
        assert rendered is not None
        return observation_text(rendered, "r1")

    return run


def checked(source: ReplaySource, spec: ToolSpec) -> Callable[[Args], str]:
    """Return the same with the arguments validated first, as an episode does."""
    run = direct(source, spec)

    def both(args: Args) -> str:
        valid = validate(spec, args)
        assert not isinstance(valid, ToolResult)
        return run(valid)

    return both


class Nothing(httpx.BaseTransport):
    """Answers everything with the same bytes: what an httpx client costs by itself."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        kind = ("content-type", "application/json")
        return httpx.Response(200, headers=[kind], stream=httpx.ByteStream(b"{}"))


def urls(spec: ToolSpec, numbers: Sequence[int]) -> list[str]:
    """Return the addresses of calls, with some operator's key in them."""
    return [first_request(spec, arguments(n)).url() for n in numbers]


def drawn(size: int, count: int) -> list[int]:
    """Draw distinct call numbers evenly, in random order."""
    return random.Random(size).sample(range(size), min(size, count))


def flatness(packs: dict[int, Path], catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    """Yield the direct path's cost at every size, against the smallest."""
    spec = catalogue[TOOL]
    base = 0.0
    for size, path in packs.items():
        with Pack.open(path) as pack:
            source = ReplaySource(pack, catalogue)
            inputs = [arguments(n) for n in drawn(size, 20_000)]
            inputs *= max(1, 2000 // len(inputs))
            ours = cpu_us(direct(source, spec), inputs)
            base = base or ours
            yield _row(f"direct call, {size:,} interactions", ours, base, "smallest pack", "", size)
            both = cpu_us(checked(source, spec), inputs)
            yield _row(f"with arguments checked, {size:,}", both, 20.0, "budget of 20 us", "", size)
            opened = cpu_us(lambda p: Pack.open(p).close(), [path] * 50)
            yield _row(f"open a pack of {size:,}", opened, 1000.0, "budget of 1 ms", "", size)


def beside_vcrpy(size: int, path: Path, catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    """Yield our two ways beside stock vcrpy replaying the same replies over httpx."""
    import vcr

    spec = catalogue[TOOL]
    ways = drawn(size, 60 if size > 500 else size)
    stock = urls(spec, ways)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        cassette = Path(folder) / "stock.yaml"
        cassette.write_text(text.dump(_interactions(spec, size)), encoding="utf-8")
        stack.enter_context(
            vcr.use_cassette(str(cassette), record_mode="none", allow_playback_repeats=True)
        )
        client = stack.enter_context(httpx.Client())
        peer = cpu_us(lambda url: client.get(url).content, stock)
    with Pack.open(path) as pack:
        source = ReplaySource(pack, catalogue)
        inputs = [arguments(n) for n in ways] * max(1, 2000 // len(ways))
        ours = cpu_us(direct(source, spec), inputs)
        yield _row(f"direct call, {size:,}", ours, peer, "vcrpy", version("vcrpy"), size)
        transport = ReplayTransport(pack, catalogue)
        requests = [httpx.Request("GET", url) for url in stock] * max(1, 2000 // len(ways))
        ours = cpu_us(lambda r: transport.handle_request(r).read(), requests)
        yield _row(f"transport alone, {size:,}", ours, peer, "vcrpy", version("vcrpy"), size)
        with httpx.Client(transport=transport) as client:
            many = stock * max(1, 2000 // len(stock))
            ours = cpu_us(lambda url: client.get(url).content, many)
        yield _row(f"httpx client, {size:,}", ours, peer, "vcrpy", version("vcrpy"), size)
    with httpx.Client(transport=Nothing()) as client:
        floor = cpu_us(lambda url: client.get(url).content, many)
    yield _row(f"httpx client over nothing, {size:,}", floor, peer, "vcrpy", version("vcrpy"), size)


def worker_memory(path: Path, size: int) -> Iterator[dict[str, Any]]:
    """Yield the memory one more process needs to itself for replaying a pack (Linux only)."""
    if not Path("/proc/self/smaps_rollup").exists():
        return
    command = [sys.executable, __file__, "--worker", str(path), "--sizes", str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    row = _row(f"memory of a worker, {size:,}", float(done.stdout), 20.0, "budget", "", size)
    yield {**row, "unit": "MB"}


def worker(path: Path, size: int) -> float:
    """Return the private memory that opening a pack and 20,000 calls add to this process."""
    catalogue = Catalogue.load()
    spec = catalogue[TOOL]
    inputs = [arguments(number) for number in drawn(size, 20_000)]
    before = _private_mb()
    with Pack.open(path) as pack:
        run = direct(ReplaySource(pack, catalogue), spec)
        for args in inputs:
            run(args)
        return _private_mb() - before


def _private_mb() -> float:
    gc.collect()
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(x.split()[1]) for x in lines if x.startswith("Private_Dirty")) / 1024


def _interactions(spec: ToolSpec, size: int) -> Iterator[Interaction]:
    variants = min(size, 2000)
    for number in range(size):
        _, body, kind = reply(spec, number, variants)
        uri = first_request(spec, arguments(number)).url()
        yield Interaction("GET", uri, b"", 200, "OK", (("content-type", kind),), body)


def _row(
    name: str, ours: float, peer: float, who: str, peer_version: str, size: int
) -> dict[str, Any]:
    return {
        "name": name,
        "ours": round(ours, 2),
        "peer": round(peer, 2),
        "peer_name": who,
        "peer_version": peer_version,
        "ratio": round(peer / ours, 2),
        "unit": "us CPU",
        "n": size,
    }


def measure(sizes: Sequence[int], peers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield every row of the benchmark."""
    catalogue = Catalogue.load()
    spec = catalogue[TOOL]
    with tempfile.TemporaryDirectory() as folder:
        packs = {size: Path(folder) / f"{size}.pack" for size in sorted({*sizes, *peers})}
        for size, path in packs.items():
            sys.stderr.write(f"building {size:,} interactions\n")
            build(path, spec, size)
        largest = max(sizes)
        yield from worker_memory(packs[largest], largest)
        for size in peers:
            sys.stderr.write(f"vcrpy at {size:,}\n")
            yield from beside_vcrpy(size, packs[size], catalogue)
        yield from flatness({size: packs[size] for size in sorted(sizes)}, catalogue)


def main(arguments_given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--sizes", default="10,1000,100000", help="packs for the flatness rows")
    parser.add_argument("--million", action="store_true", help="also a pack of 1,000,000")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments_given)
    sizes = [int(size) for size in options.sizes.split(",")]
    if options.worker:
        sys.stdout.write(f"{worker(options.worker, sizes[0]):.2f}\n")
        return
    rows = list(measure([*sizes, 1_000_000] if options.million else sizes, AGAINST_VCRPY))
    if options.json:
        sys.stdout.write(json.dumps({"rows": rows}, ensure_ascii=False) + "\n")
        return
    for row in rows:
        peer = f"{row['peer_name']} {row['peer_version']}".strip()
        sys.stdout.write(
            f"{row['name']:<38} {row['ours']:>9.2f} {row['unit']}"
            f"   {row['ratio']:>9.2f} x {peer} ({row['peer']:.2f})\n"
        )


if __name__ == "__main__":
    main()
