"""A plain httpx script, led here by its environment alone, gets what the platforms would send."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from defusedxml import ElementTree
from serving import CLIENTS, PATIENCE, Served

JSON = "application/json;charset=UTF-8"
XML = "application/xml;charset=UTF-8"
EMPTY = "해당하는 데이터가 없습니다."

WANTED: dict[str, tuple[int, str, str]] = {
    "dart company": (200, JSON, "000 정상"),
    "dart company, XML": (200, XML, "000 정상"),
    "dart list": (200, JSON, "000 정상"),
    "dart list, page 3 of five rows": (200, JSON, "000 정상"),
    "dart nothing found": (200, JSON, "013 조회된 데이타가 없습니다."),
    "dart no document, XML": (200, XML, "014 파일이 존재하지 않습니다."),
    "dart no key": (200, JSON, "010 등록되지 않은 키입니다."),
    "dart missing parameter": (200, JSON, "100 필수값(corp_code)이 누락되었습니다."),
    "dart bad parameter": (200, JSON, "100 필드의 부적절한 값입니다. (corp_code)"),
    "dart over-long range": (
        200,
        JSON,
        "100 corp_code가 없는 경우 검색기간은 3개월만 가능합니다.",
    ),
    "dart page too long": (200, JSON, "100 필드의 부적절한 값입니다."),
    "dart unknown service": (200, JSON, "101 부적절한 접근입니다."),
    "dart wrong method": (200, JSON, "101 부적절한 접근입니다."),
    "assembly bills": (200, JSON, "INFO-000 정상 처리되었습니다."),
    "assembly bills, page 2": (200, JSON, "INFO-000 정상 처리되었습니다."),
    "assembly bills, XML by default": (200, XML, "INFO-000 정상 처리되었습니다."),
    "assembly no key": (200, JSON, "INFO-000 정상 처리되었습니다."),
    "assembly nothing found": (200, JSON, f"INFO-200 {EMPTY}"),
    "assembly missing parameter": (200, JSON, "ERROR-300 필수 값이 누락되어 있습니다."),
    "assembly bad parameter": (200, JSON, "ERROR-333 요청위치 값의 타입이"),
    "assembly over-long page": (200, JSON, "ERROR-336 데이터요청은 한번에 최대 1,000건을"),
    "assembly unknown service": (200, JSON, "ERROR-310 해당하는 서비스를 찾을 수 없습니다."),
    "assembly wrong method": (200, JSON, "ERROR-310 해당하는 서비스를 찾을 수 없습니다."),
    "edudata schools": (200, JSON, "200"),
    "edudata nothing found": (200, JSON, "200"),
    "edudata no key": (401, JSON, "GATEWAY Unauthorized"),
    "edudata body without a service": (404, JSON, "PROVIDER Not Found"),
    "edudata unknown service": (404, JSON, "GATEWAY Not Found"),
    "edudata wrong method": (405, JSON, "GATEWAY Method Not Allowed"),
    "seoul bikes": (200, JSON, "INFO-000 정상 처리되었습니다"),
    "seoul bikes, next rows": (200, JSON, "INFO-000 정상 처리되었습니다"),
    "seoul bikes, XML": (200, XML, "INFO-000 정상 처리되었습니다"),
    "seoul station in Korean": (200, JSON, "INFO-000 정상 처리되었습니다"),
    "seoul nothing found": (200, JSON, f"INFO-200 {EMPTY}"),
    "seoul bad key": (200, XML, "INFO-100 인증키가 유효하지 않습니다."),
    "seoul missing parameter": (200, JSON, "ERROR-300 필수 값이 누락되어 있습니다."),
    "seoul bad parameter": (200, JSON, "ERROR-333 요청위치 값의 타입이"),
    "seoul over-long range": (200, JSON, "ERROR-336 데이터요청은 한번에 최대 1000건을"),
    "seoul range backwards": (200, JSON, "ERROR-334 요청종료위치 보다 요청시작위치가"),
    "seoul unknown service": (200, JSON, "ERROR-500 서버 오류입니다."),
    "subway arrivals": (200, JSON, "INFO-000 정상 처리되었습니다."),
    "bus routes": (200, JSON, "0 정상적으로 처리되었습니다."),
    "bus routes, XML by default": (200, XML, "0 정상적으로 처리되었습니다."),
    "bus no key": (200, JSON, "7 Key인증실패: SERVICE KEY IS NOT REGISTERED ERROR."),
}
"""Status, content type and the beginning of the platform's verdict, by call of the script."""

VERDICTS = (
    ("status", "message"),
    ("CODE", "MESSAGE"),
    ("code", "message"),
    ("headerCd", "headerMsg"),
    ("msgCd", "msgCn"),
    ("loc", "message"),
)
ROWS = ("list", "row", "resultData", "realtimeArrivalList", "itemList")


@dataclass(frozen=True)
class Reply:
    status: int
    type: str
    body: bytes

    @property
    def document(self) -> Any:
        if self.type == JSON:
            return json.loads(self.body)
        root = ElementTree.fromstring(self.body)
        return {root.tag: _tree(root)}

    @property
    def verdict(self) -> str:
        found = (
            f"{part[code]} {part[message]}"
            for code, message in VERDICTS
            for part in _parts(self.document)
            if isinstance(part.get(code), str) and message in part
        )
        return next(found)

    @property
    def rows(self) -> list[dict[str, Any]]:
        found = (v for part in _parts(self.document) for k, v in part.items() if k in ROWS)
        rows = next(found, [])
        return rows if isinstance(rows, list) else [rows]


def _parts(value: Any) -> list[dict[str, Any]]:
    """Return every mapping inside a document, outermost first."""
    if isinstance(value, list):
        return [part for item in value for part in _parts(item)]
    if not isinstance(value, dict):
        return []
    return [value, *(part for item in value.values() for part in _parts(item))]


def _tree(element: Any) -> Any:
    if not len(element):
        return element.text or ""
    tree: dict[str, Any] = {}
    for child in element:
        known = tree.get(child.tag)
        value = _tree(child)
        if known is None:
            tree[child.tag] = value
        else:
            tree[child.tag] = [*(known if isinstance(known, list) else [known]), value]
    return tree


@pytest.fixture(scope="module")
def replies(served: Served) -> Mapping[str, Reply]:
    """Run the script once, as a stranger would, in a process that knows only the proxy."""
    done = subprocess.run(
        [sys.executable, "-P", str(CLIENTS / "plain_httpx.py")],
        env=served.environment(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {n["name"]: Reply(n["status"], n["type"], base64.b64decode(n["body"])) for n in lines}


def test_the_script_imports_nothing_of_ours() -> None:
    for script in CLIENTS.glob("*.py"):
        assert "kopa" not in script.read_text(encoding="utf-8"), script.name


def test_every_call_is_judged(replies: Mapping[str, Reply]) -> None:
    assert replies.keys() == WANTED.keys()


@pytest.mark.parametrize("name", WANTED)
def test_status_type_and_verdict(replies: Mapping[str, Reply], name: str) -> None:
    status, kind, verdict = WANTED[name]
    reply = replies[name]
    assert (reply.status, reply.type) == (status, kind)
    assert reply.verdict.startswith(verdict)


def test_pages_of_a_list_follow_one_another(replies: Mapping[str, Reply]) -> None:
    ten = replies["dart list"].rows
    third = replies["dart list, page 3 of five rows"]
    assert (len(ten), len(third.rows)) == (10, 5)
    assert third.document["page_no"] == 3
    assert third.document["total_page"] == -(-third.document["total_count"] // 5)
    assert not [row for row in third.rows if row in ten]
    first, second = (replies[n].rows for n in ("assembly bills", "assembly bills, page 2"))
    assert len({row["BILL_ID"] for row in first + second}) == 40
    bikes = [row["RENT_NO"] for n in ("", ", next rows") for row in replies[f"seoul bikes{n}"].rows]
    assert len(set(bikes)) == 10


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dart company", "dart company, XML"),
        ("assembly bills", "assembly bills, XML by default"),
        ("seoul bikes", "seoul bikes, XML"),
        ("bus routes", "bus routes, XML by default"),
    ],
)
def test_json_and_xml_say_the_same(replies: Mapping[str, Reply], one: str, other: str) -> None:
    def texts(reply: Reply) -> list[dict[str, str]]:
        rows = reply.rows or [next(p for p in _parts(reply.document) if "corp_code" in p)]
        return [{k: "" if v is None else str(v) for k, v in row.items()} for row in rows]

    left, right = texts(replies[one]), texts(replies[other])
    assert left[: len(right)] == right
    assert right


def test_without_a_key_the_assembly_gives_five_rows_and_the_true_total(
    replies: Mapping[str, Reply],
) -> None:
    with_key, without = replies["assembly bills"], replies["assembly no key"]
    assert without.rows == with_key.rows[:5]
    totals = [p["list_total_count"] for r in (with_key, without) for p in _parts(r.document)
              if "list_total_count" in p]  # fmt: skip
    assert totals[0] == totals[1] > 20


def test_what_is_asked_for_in_korean_is_what_is_found(replies: Mapping[str, Reply]) -> None:
    stations = replies["seoul station in Korean"].rows
    assert stations
    assert all("강남" in row["STATION_NM"] for row in stations)
    assert {row["ctpvNm"] for row in replies["edudata schools"].rows} == {"세종"}
    assert replies["edudata nothing found"].rows == []
