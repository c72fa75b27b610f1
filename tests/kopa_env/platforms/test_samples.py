"""Replies of the real platforms get the outcome, code and number of records of their answer key."""

from __future__ import annotations

import csv
from pathlib import Path
from types import SimpleNamespace

import pytest

from kopa_env.platforms import dialect
from kopa_env.wire import HttpResponse

PLATFORMS = {
    "opendart": "dart",
    "open_assembly": "assembly",
    "edmgr": "edudata",
    "seoul": "seoul",
    "seoul_8088": "seoul",
    "seoul_swopenapi": "seoul",
    "seoul_bus_ws": "seoul",
    "gyeonggi": "gg",
    "neis": "neis",
    "lofin365": "lofin",
    "law_go_kr": "law",
    "expressway": "ex",
    **{name: name for name in ("krx", "ecos", "kosis", "finlife", "its", "juso")},
    **{name: name for name in ("vworld", "sgis")},
    "legaldong_1741000": "mois",
    "bill_info_9710000": "nabill",
    "law_datago_1170000": "moleg",
    "gyeonggi_bus_6410000": "gbis",
    "schoolinfo": "schoolinfo",
}


@pytest.mark.shared
@pytest.mark.parametrize("folder", PLATFORMS)
def test_every_sample_is_read_as_its_answer_key_says(
    specs: SimpleNamespace, shared: Path, folder: str
) -> None:
    with (shared / "samples" / "INDEX.tsv").open(encoding="utf-8", newline="") as stream:
        rows = [r for r in csv.DictReader(stream, delimiter="\t") if r["platform"] == folder]
    assert rows
    speaker = dialect(PLATFORMS[folder])
    wrong = []
    for row in rows:
        body = (shared / "samples" / row["file"]).read_bytes()
        result = speaker.decode(specs.dart("any"), HttpResponse(200, "", body))
        total = "" if result.total is None else str(result.total)
        got = (result.status, result.code, str(len(result.records)), total)
        wanted = (row["outcome"], row["code"], row["n_records"], row["total"])
        if got != wanted:
            wrong.append((row["file"], got, wanted))
    assert wrong == []
