"""Finding one's way in the NCS: a search by word, lessons, downloads, and KECO's job codes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.hrdk.ncs import duties, units
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

LEVELS = ("대분류", "중분류", "소분류", "세분류", "능력단위")
"""What a search looks through, from the top down."""

_Entry = tuple[str, tuple[str | None, ...]]


@lru_cache(maxsize=1)
def _entries() -> dict[str, tuple[_Entry, ...]]:
    """Return every name of each level, with codes and names from the top down to 소분류."""
    found: dict[str, dict[tuple[str, str], tuple[str | None, ...]]] = {n: {} for n in LEVELS}
    for duty in duties():
        code, names = duty.code, duty.names
        parts = [v for n in range(3) for v in (code[n * 2 : n * 2 + 2], names[n])]
        for depth, level in enumerate(LEVELS[:4]):
            kept = parts[: (depth + 1) * 2] + [None] * (4 - depth * 2)
            found[level].setdefault((code[: (depth + 1) * 2], names[depth]), tuple(kept))
        for unit in units(code):
            found["능력단위"][unit.code, unit.name] = tuple(parts)
    return {
        level: tuple((name, held) for (_, name), held in rows.items())
        for level, rows in found.items()
    }


@lru_cache(maxsize=1)
def words() -> tuple[tuple[str, str], ...]:
    """Return (level, word) for each word that names are made of."""
    return tuple(
        (level, word)
        for level in LEVELS
        for word in sorted({w for name, _ in _entries()[level] for w in name.split()})
    )


def _found(level: str, word: str) -> Iterator[Row]:
    hits = [held for name, held in _entries().get(level, ()) if word in name] if word else []
    for number, held in enumerate(hits, start=1):
        yield (level, word, "Y", number, len(hits), *held[:5])


def _searches(world: World) -> Iterator[Row]:
    for level, word in words():
        yield from _found(level, word)


def _search(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    level = str(values[0])
    if len(values) > 1:
        yield from _found(level, str(values[1]))
    else:
        for known, word in words():
            if known == level:
                yield from _found(level, word)


SEARCHES = Table(
    "ncs_searches",
    columns(
        "level word used number total lclas lclas_name mclas mclas_name sclas",
        "number total",
        nulls="mclas mclas_name sclas",
    ),
    _searches,
    by=("level", "word"),
    part=_search,
)

# ---- lessons and downloads -------------------------------------------------------------------

_FILES = (
    ("{0} 학습모듈 {1}차시", "{2}을(를) {1}차시에 걸쳐 익히는 이러닝 영상."),
    ("{0} 개념 잡기", "{2}의 뜻과 쓰임을 짧게 설명한 영상."),
    ("{0} 실습 따라하기", "{2}을(를) 순서대로 해 보는 실습 영상과 교안."),
    ("{0} 평가 문항 풀이", "{2}의 수행준거에 맞춘 문항과 풀이."),
    ("{0} 현장 사례", "현장에서 {2}을(를) 수행한 사례를 모은 자료."),
    ("{0} 핵심 정리", "{2}에서 꼭 알아야 할 내용을 간추린 교안."),
)


def _lessons(world: World) -> Iterator[Row]:
    for duty in duties():
        for unit in units(duty.code):
            draw = Draw("ncs lesson", unit.code)
            if draw.chance(64):
                title, text = draw.pick(_FILES)
                part = draw.between(2, 12)
                place = " > ".join(duty.names[1:3])
                told = settle(text.format("", part, unit.name))
                yield (unit.code, title.format(unit.name, part), f"[{place}] {told}")


LESSONS = Table("ncs_lessons", columns("unit title text"), _lessons)


def _downloads(world: World) -> Iterator[Row]:
    """Downloads of a month: more from year to year, and when terms begin."""
    season = (90, 92, 150, 128, 104, 88, 84, 96, 148, 112, 98, 86)
    for year in range(2025, 2015, -1):
        for month in range(12, 0, -1):
            draw = Draw(world.seed, "ncs downloads", year, month)
            scale = (year - 2012) * season[month - 1]
            standards = scale * draw.between(88, 112)
            yield (f"{year}{month:02d}", standards, standards * draw.between(120, 190) // 100)


DOWNLOADS = Table(
    "ncs_downloads",
    columns("ym standards modules", "standards modules"),
    _downloads,
    key=("ym",),
)


def _jobs(world: World) -> Iterator[Row]:
    for r in fact_rows("keco_jobs"):
        for code in r["minor"].split():
            names = f"{r['major_name']} {r['middle_name']}"
            yield (r["major"], r["major_name"], r["middle"], r["middle_name"], code, names)


JOBS = Table(
    "keco_jobs",
    columns(
        "keco_major keco_major_name keco_middle keco_middle_name keco_minor keco_names",
        facts=("keco_major", "keco_major_name", "keco_middle", "keco_middle_name", "keco_minor"),
    ),
    _jobs,
    key=("keco_minor",),
)

NCS_SEARCH = (SEARCHES, LESSONS, DOWNLOADS, JOBS)
