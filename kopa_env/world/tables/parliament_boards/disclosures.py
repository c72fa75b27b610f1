"""Files that the bodies put up of their own accord: expenses, lists of papers, administration.

One row a file, newest first; numbers of files run through all bodies, as they do on the portal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.world import World

CODES = {
    "국회사무처": "9710000",
    "국회도서관": "9720000",
    "국회예산정책처": "9700209",
    "국회입법조사처": "9735000",
}
"""The bodies' seven digits on the portal."""

_CATEGORIES = {
    "11": "행정정보공표목록",
    "12": "정책에 관한 정보",
    "13": "사업에 관한 정보",
    "14": "행정감시정보",
    "99": "기타정보",
}
_FIRST_FILE = 123_000_600


def _next(year: int, month: int, months: int) -> tuple[int, int]:
    return year + (month + months - 1) // 12, (month + months - 1) % 12 + 1


def _files(kind: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield (month made, name) of each file of a kind."""
    year, month = map(int, kind["first"].split("-"))
    while f"{year}-{month:02d}" <= kind["last"]:
        quarter = (month - 1) // 3
        name = kind["title"].format(
            y=year, m=month, p=year - 1, q=quarter + 1, a=quarter * 3 + 1, b=quarter * 3 + 3
        )
        made = "{}-{:02d}".format(*_next(year, month, int(kind["lag"])))
        if made <= TODAY[:7]:
            yield made, name
        year, month = _next(year, month, int(kind["every"]))


def _disclosures(world: World) -> Iterator[Row]:
    files = [
        (made, Draw(world.seed, "disclosure", kind["board"], kind["body"], name).u64(), name, kind)
        for kind in fact_rows("parliament_disclosures")
        for made, name in _files(kind)
    ]
    files.sort(key=lambda file: file[:3])
    for place in range(len(files) - 1, -1, -1):
        made, _, name, kind = files[place]
        category = kind["category"] or None
        yield (
            *(kind["board"], kind["body"], CODES[kind["body"]], made.replace("-", "")),
            *(f"{made[:4]}년 {made[5:]}월", name, None, category),
            *(_CATEGORIES[category] if category else None, _FIRST_FILE + place * 2),
        )


DISCLOSURES = Table(
    "parliament_disclosures",
    (
        Column("board", gen="fact"),
        Column("body", domain="assembly_body", gen="fact"),
        Column("body_code", domain="assembly_body_code", gen="fact"),
        Column("month", domain="month"),
        Column("month_name"),
        Column("name"),
        Column("path", null_rate=1.0),
        Column("category_code", null_rate=0.4),
        Column("category", null_rate=0.4),
        Column("file_id", "int"),
    ),
    _disclosures,
    key=("file_id",),
    index=(("board", "body"),),
)
