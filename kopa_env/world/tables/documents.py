"""Original documents behind receipt numbers (DART's document and fnlttXbrl), made on demand.

The text repeats what the other tables hold of the filing and says that its figures are generated.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.financials import KEY_ACCOUNTS
from kopa_env.world.tables.statements import STATEMENTS
from kopa_env.world.world import Condition, World

NOTICE = "이 문서의 수치는 생성된 것이며 실제 공시가 아닙니다."


def _filing(world: World, rcept_no: Value) -> dict[str, Value] | None:
    rows = world.select("filings", [Condition("rcept_no", "eq", rcept_no)])[0]
    return rows[0] if rows else None


def _document(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    filing = _filing(world, values[0])
    if filing is None:
        return
    lines = [
        f"<COMPANY-NAME>{escape(str(filing['corp_name']))}</COMPANY-NAME>",
        f"<DOCUMENT-NAME>{escape(str(filing['report_nm']).strip())}</DOCUMENT-NAME>",
        f"<RECEIPT-DATE>{filing['rcept_dt']}</RECEIPT-DATE>",
        f"<SUBMITTER>{escape(str(filing['flr_nm']))}</SUBMITTER>",
        f"<NOTICE>{NOTICE}</NOTICE>",
        *(f"<P>{escape(line)}</P>" for line in _figures(world, filing)),
    ]
    text = '<?xml version="1.0" encoding="utf-8"?>\n<DOCUMENT>\n' + "\n".join(lines)
    yield (values[0], f"{values[0]}.xml", f"{text}\n</DOCUMENT>\n")


def _figures(world: World, filing: dict[str, Value]) -> list[str]:
    if filing["kind"] != "periodic":
        return []
    conditions = [
        Condition(name, "eq", filing[name]) for name in ("corp_code", "bsns_year", "reprt_code")
    ]
    rows = world.select(KEY_ACCOUNTS.name, conditions)[0]
    return [
        f"{row['fs_nm']} {row['account_nm']} {row['thstrm_dt']} {row['thstrm_amount']:,}원"
        for row in rows
    ]


def _instance(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    rcept_no, report = values
    filing = _filing(world, rcept_no)
    if filing is None or filing["kind"] != "periodic" or filing["reprt_code"] != report:
        return
    conditions = [
        Condition(name, "eq", filing[name]) for name in ("corp_code", "bsns_year", "reprt_code")
    ]
    facts = [
        f'  <{row["account_id"].replace("_", ":", 1)} contextRef="{row["fs_div"]}"'
        f' unitRef="KRW">{row["thstrm_amount"]}</{row["account_id"].replace("_", ":", 1)}>'
        for row in world.select(STATEMENTS.name, conditions)[0]
        if isinstance(row["account_id"], str) and row["sj_div"] in ("BS", "IS", "CF")
    ]
    text = f'<?xml version="1.0" encoding="utf-8"?>\n<!-- {NOTICE} -->\n<xbrli:xbrl>\n'
    name = f"entity{filing['corp_code']}_{filing['bsns_year']}_{report}.xbrl"
    yield (rcept_no, report, name, text + "\n".join(facts) + "\n</xbrli:xbrl>\n")


def _documents(world: World) -> Iterator[Row]:
    for filing in world.rows("filings"):
        yield from _document(world, (filing["rcept_no"],))


def _instances(world: World) -> Iterator[Row]:
    for filing in world.select("filings", [Condition("kind", "eq", "periodic")])[0]:
        yield from _instance(world, (filing["rcept_no"], filing["reprt_code"]))


DOCUMENTS = Table(
    name="documents",
    columns=(
        Column("rcept_no", domain="rcept_no", gen="ref"),
        Column("file_name"),
        Column("text"),
    ),
    rows=_documents,
    by=("rcept_no",),
    part=_document,
)

XBRL = Table(
    name="xbrl",
    columns=(
        Column("rcept_no", domain="rcept_no", gen="ref"),
        Column("reprt_code", domain="reprt_code"),
        Column("file_name"),
        Column("text"),
    ),
    rows=_instances,
    by=("rcept_no", "reprt_code"),
    part=_instance,
)
