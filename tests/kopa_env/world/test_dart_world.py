"""The register, the filings and everything that hangs on them: whole, adding up, the same bytes."""

from __future__ import annotations

import csv
import subprocess
import sys
from bisect import bisect_right
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from kopa_env.world import Condition, World
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.names import firm
from kopa_env.world.tables.companies import business_number, legal_number
from kopa_env.world.tables.decisions import FAMILIES
from kopa_env.world.tables.filings import business_days, period_end
from kopa_env.world.tables.ledger import SHARE, YEARS, at, path, quarter
from kopa_env.world.tables.other_shares import other_shares

Cells = dict[str, str | int | float | None]

PINNED = {
    "companies": "22fa27791ed6c9113b261110923a1319",
    "filings": "51a269feb8ebd00eb43a714db6e7e819",
    "taxonomy": "fc6842b0dd28eff78af610980f1f3b15",
    "large_holdings": "4575aed41048a7944b1fed9b3ab1e62f",
    "dart_piicDecsn": "717313a9ae85a3e3d392a47f1fcdaf8e",
    "dart_cvbdIsDecsn": "db87d4bf196d1a273d72d9fad6853067",
    "dart_tsstkAqDecsn": "78f4350350b0ddebbb8cbba8b9ab3611",
    "dart_cmpDvmgDecsn": "625ae3e266e8e4c664fe38bf1cf750c2",
    "dart_estkRs": "bfcc2efde29207663c39a084c741cc55",
    "dart_mgRs": "c899846a18fd5677db88d764792ad6ab",
}


@pytest.fixture(scope="module")
def companies(world: World) -> dict[str, Cells]:
    return {str(row["corp_code"]): row for row in world.rows("companies")}


@pytest.fixture(scope="module")
def filings(world: World) -> list[Cells]:
    return list(world.rows("filings"))


@pytest.fixture(scope="module")
def listed(companies: dict[str, Cells]) -> list[Cells]:
    return [row for row in companies.values() if row["corp_cls"] != "E"]


@pytest.mark.parametrize("table", sorted(PINNED))
def test_content_is_pinned(world: World, table: str) -> None:
    assert world.digest(table) == PINNED[table], (
        f"the rows of {table} changed: raise WORLD_VERSION once the world has been released"
    )


_SCRIPT = """
import sys
from pathlib import Path
from kopa_env.world import Condition, World
world = World(20260130, directory=Path(sys.argv[1]))
annual = [Condition("kind", "eq", "periodic"), Condition("reprt_code", "eq", "11011")]
filing = world.select("filings", annual, limit=1, offset=777)[0][0]
print(world.digest("companies"), world.digest("filings"), world.digest("dart_tgastInhDecsn"))
for table, year, report in (
    ("key_accounts", "bsns_year", "reprt_code"), ("statements", "bsns_year", "reprt_code"),
    ("ratios", "bsns_year", "reprt_code"), ("dart_alotMatter", "of_year", "of_report"),
    ("dart_exctvSttus", "of_year", "of_report"), ("dart_empSttus", "of_year", "of_report"),
):
    where = {"corp_code": filing["corp_code"], year: filing["bsns_year"], report: "11011"}
    rows = world.select(table, [Condition(k, "eq", v) for k, v in where.items()])[0]
    assert rows
    print(table, rows)
"""


@pytest.mark.slow
def test_two_processes_make_the_same_bytes(tmp_path: Path) -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", _SCRIPT, str(tmp_path / hash_seed)],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "4242")
    ]
    assert outputs[0] == outputs[1]


# ---- register ------------------------------------------------------------------------------


def test_the_register_has_its_real_size_and_no_code_twice(companies: dict[str, Cells]) -> None:
    """Case A24: listed firms are few among very many, and the rest have no ticker at all."""
    assert 95_000 < len(companies) < 125_000
    tickers = [row["stock_code"] for row in companies.values() if row["stock_code"]]
    assert len(tickers) == len(set(tickers)) > 3_600
    assert all(len(str(t)) == 6 for t in tickers)
    assert all(len(code) == 8 and code.isdigit() for code in companies)
    assert {row["stock_code"] for row in companies.values() if row["corp_cls"] == "E"} == {None}


def test_real_companies_keep_their_identity_and_nothing_invented(
    companies: dict[str, Cells],
) -> None:
    facts = {row["corp_code"]: row for row in fact_rows("companies")}
    real = {code: row for code, row in companies.items() if row["real"]}
    assert set(real) == set(facts)
    assert len(facts) > 200
    for code, row in real.items():
        assert (row["corp_name"], row["stock_code"], row["corp_cls"]) == (
            facts[code]["name"],
            facts[code]["stock_code"],
            facts[code]["market"],
        )
        assert not any(row[n] for n in ("jurir_no", "bizr_no", "phn_no", "hm_url", "induty_code"))


def test_names_resemble_one_another(companies: dict[str, Cells], listed: list[Cells]) -> None:
    """Case A25: many firms share a part of a name; among the listed every name is its own."""
    names = Counter(str(row["corp_name"]) for row in companies.values())
    assert sum(count > 1 for count in names.values()) > 1_000
    assert max(Counter(str(row["corp_name"]) for row in listed).values()) == 1
    fictional = [str(row["corp_name"]) for row in listed if not row["real"]][:200]
    ordered = sorted(names)
    near = [n for n in fictional if ordered[bisect_right(ordered, n)].startswith(n)]
    assert len(near) > 20
    assert any(f"(주){name}" in names for name in fictional)


def test_register_numbers_are_nobodys(companies: dict[str, Cells]) -> None:
    for row in list(companies.values())[:2000]:
        if row["bizr_no"]:
            digits = [int(c) for c in str(row["bizr_no"])]
            weighted = sum(d * w for d, w in zip(digits, (1, 3, 7, 1, 3, 7, 1, 3, 5), strict=False))
            assert (10 - (weighted + digits[8] * 5 // 10) % 10) % 10 != digits[9]
    assert len(business_number("123456789")) == 10
    assert len(legal_number("110111123456")) == 13


def test_worlds_of_even_and_odd_seed_share_no_firm(tmp_path: Path, listed: list[Cells]) -> None:
    other = World(20260131, directory=tmp_path)
    rows = other.select("companies", [Condition("corp_cls", "ne", "E")])[0]
    other.close()
    mine = {row["corp_name"] for row in listed if not row["real"]}
    assert mine.isdisjoint(row["corp_name"] for row in rows if not row["real"])
    assert {row["corp_code"] for row in listed if not row["real"]}.isdisjoint(
        row["corp_code"] for row in rows if not row["real"]
    )


@pytest.mark.shared
def test_no_fictional_company_or_person_bears_a_real_name(
    shared: Path, listed: list[Cells]
) -> None:
    with (shared / "world" / "dart_corp_codes.csv").open(encoding="utf-8") as file:
        real = {row["corp_name"] for row in csv.DictReader(file)}
    with (shared / "world" / "krx_listed.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    real |= {row["abbr"] for row in rows}
    tickers = {row["short_code"] for row in rows}
    fictional = [row for row in listed if not row["real"]]
    assert real.isdisjoint(str(row["corp_name"]) for row in fictional)
    assert tickers.isdisjoint(str(row["stock_code"]) for row in fictional)
    with (shared / "world" / "assembly22_members.csv").open(encoding="utf-8") as file:
        members = {row["HG_NM"] for row in csv.DictReader(file)}
    assert members.isdisjoint(str(row["ceo_nm"]) for row in listed)


def test_the_two_sides_of_names_differ() -> None:
    assert {firm(n, 0)[0][:2] for n in range(50)}.isdisjoint(firm(n, 1)[0][:2] for n in range(50))


# ---- filings -------------------------------------------------------------------------------


def test_filings_are_numbered_by_day_and_point_at_companies(
    filings: list[Cells], companies: dict[str, Cells]
) -> None:
    numbers = [str(row["rcept_no"]) for row in filings]
    assert len(numbers) == len(set(numbers)) > 100_000
    assert all(
        len(n) == 14 and n.startswith(str(r["rcept_dt"]))
        for n, r in zip(numbers, filings, strict=True)
    )
    days = {f"{day:%Y%m%d}" for day in business_days()}
    for row in filings:
        company = companies[str(row["corp_code"])]
        assert (row["corp_name"], row["stock_code"], row["corp_cls"]) == (
            company["corp_name"],
            company["stock_code"],
            company["corp_cls"],
        )
        assert row["rcept_dt"] in days


def test_a_correction_follows_its_original(filings: list[Cells]) -> None:
    by_number = {row["rcept_no"]: row for row in filings}
    corrections = [row for row in filings if row["original"]]
    assert len(corrections) > 2_000
    for row in corrections:
        original = by_number[row["original"]]
        assert row["report_nm"] != original["report_nm"]
        assert str(row["report_nm"]).startswith("[기재정정]")
        assert (original["is_last"], row["is_last"]) == (0, 1)
        assert str(original["rm"]).endswith("정")
        assert str(original["rcept_dt"]) < str(row["rcept_dt"])
        assert row["corp_code"] == original["corp_code"]


def test_adverse_reports_belong_to_fictional_companies(
    filings: list[Cells], companies: dict[str, Cells]
) -> None:
    words = (
        "부도",
        "소송",
        "횡령",
        "영업정지",
        "회생",
        "해산",
        "상장폐지",
        "관리절차",
        "불성실",
        "감자",
    )
    adverse = [r for r in filings if any(word in str(r["report_nm"]) for word in words)]
    assert len(adverse) > 300
    assert not any(companies[str(row["corp_code"])]["real"] for row in adverse)


def test_periodic_reports_follow_the_calendar(
    filings: list[Cells], companies: dict[str, Cells]
) -> None:
    closes = {"11013": 3, "11012": 6, "11014": 9, "11011": 12}
    periodic = [r for r in filings if r["kind"] == "periodic" and not r["original"]]
    for row in periodic[::7]:
        month = int(str(companies[str(row["corp_code"])]["acc_mt"]))
        report = str(row["reprt_code"])
        end = period_end(int(str(row["bsns_year"])), month, closes[report])
        filed = date.fromisoformat(str(row["rcept_dt"]))
        assert timedelta(20) < filed - end < timedelta(100)
        assert f"({end:%Y.%m})" in str(row["report_nm"])
    once = Counter((r["corp_code"], r["bsns_year"], r["reprt_code"]) for r in periodic)
    assert set(once.values()) == {1}
    assert max(str(r["rcept_dt"]) for r in filings) <= "20260130"


@pytest.mark.parametrize(
    ("year", "month", "closes", "end"),
    [
        (2023, 12, 12, date(2023, 12, 31)),
        (2023, 12, 3, date(2023, 3, 31)),
        (2023, 3, 12, date(2024, 3, 31)),
        (2023, 3, 3, date(2023, 6, 30)),
        (2023, 6, 6, date(2023, 12, 31)),
        (2023, 9, 12, date(2024, 9, 30)),
    ],
)
def test_period_ends(year: int, month: int, closes: int, end: date) -> None:
    assert period_end(year, month, closes) == end


# ---- ledger and statements -----------------------------------------------------------------


def test_every_ledger_balances_and_goes_on(listed: list[Cells]) -> None:
    for company in listed[::40]:
        for scope in ("CFS", "OFS"):
            years = path(20260130, company, scope)
            for year in YEARS:
                now = years[year]
                assert now.assets == now.debt + now.equity
                assert now.equity > 0
                assert now.capital == int(company["par"] or 100) * int(company["shares"] or 0)
                flows = now.from_operations + now.from_investing + now.from_financing
                assert now.cash == now.cash_before + flows
                if year - 1 in years:
                    assert now.cash_before == years[year - 1].cash


def test_interim_reports_balance_and_their_quarters_add_up(listed: list[Cells]) -> None:
    years = path(20260130, listed[100], "OFS")
    for report in SHARE:
        now = at(years, 2023, report)
        assert now.assets == now.debt + now.equity
        flows = now.from_operations + now.from_investing + now.from_financing
        assert now.cash == now.cash_before + flows
    parts = [quarter(years, 2023, report) for report in ("11013", "11012", "11014")]
    assert sum(part.sales for part in parts) == at(years, 2023, "11014").sales
    assert sum(part.net for part in parts) == at(years, 2023, "11014").net


def _report(world: World, table: str, corp_code: object, year: int, report: str) -> list[Cells]:
    names = ("of_year", "of_report") if table.startswith("dart_") else ("bsns_year", "reprt_code")
    values = (corp_code, str(year), report)
    where = [Condition(n, "eq", v) for n, v in zip(("corp_code", *names), values, strict=True)]
    return world.select(table, where)[0]


def _amounts(rows: list[Cells], scope: str, column: str = "thstrm_amount") -> dict[str, int]:
    return {
        str(row["account_nm"]): value
        for row in rows
        if row["fs_div"] == scope and row["sj_div"] in ("BS", "IS", "CF")
        if isinstance(value := row[column], int)
    }


def _reporters(world: World, count: int = 25) -> list[tuple[object, int]]:
    annual = [
        Condition("kind", "eq", "periodic"),
        Condition("reprt_code", "eq", "11011"),
        Condition("bsns_year", "eq", "2023"),
    ]
    rows = world.select("filings", annual)[0]
    return [(row["corp_code"], 2023) for row in rows[:: len(rows) // count]]


def test_key_accounts_balance_and_join_across_years(world: World) -> None:
    for code, year in _reporters(world):
        rows = _report(world, "key_accounts", code, year, "11011")
        later = _report(world, "key_accounts", code, year + 1, "11011")
        for scope in {str(row["fs_div"]) for row in rows}:
            now = _amounts(rows, scope)
            assert now["자산총계"] == now["부채총계"] + now["자본총계"]
            assert now["자산총계"] == now["유동자산"] + now["비유동자산"]
            assert now["부채총계"] == now["유동부채"] + now["비유동부채"]
            if later:
                assert _amounts(later, scope, "frmtrm_amount") == now


def test_whole_statements_agree_with_key_accounts(world: World) -> None:
    for code, year in _reporters(world, 10):
        keys = _report(world, "key_accounts", code, year, "11012")
        rows = _report(world, "statements", code, year, "11012")
        for scope in {str(row["fs_div"]) for row in keys}:
            short, long = _amounts(keys, scope), _amounts(rows, scope)
            for name in ("자산총계", "부채총계", "자본총계", "매출액", "영업이익", "당기순이익"):
                assert short[name] == long[name]
            flows = [long[f"{kind}활동현금흐름"] for kind in ("영업", "투자", "재무")]
            assert long["현금및현금성자산의 증감"] == sum(flows)
            end = long["기말현금및현금성자산"]
            assert end == long["기초현금및현금성자산"] + sum(flows) == long["현금및현금성자산"]


def test_a_report_that_was_never_filed_has_no_figures(world: World) -> None:
    code, _ = _reporters(world, 1)[0]
    assert _report(world, "key_accounts", code, 2019, "11011") == []
    assert _report(world, "dart_empSttus", code, 2025, "11011") == [], "due in March 2026"
    assert _report(world, "key_accounts", "99999999", 2023, "11011") == []


# ---- items of periodic reports -------------------------------------------------------------


def test_shares_of_one_report_agree_with_one_another(world: World) -> None:
    for code, year in _reporters(world, 12):
        total = _report(world, "dart_stockTotqySttus", code, year, "11011")[0]
        own = _report(world, "dart_tesstkAcqsDspsSttus", code, year, "11011")[0]
        assert total["se"] == own["stock_knd"] == "보통주"
        small = _report(world, "dart_mrhlSttus", code, year, "11011")[0]
        assert total["tesstk_co"] == own["trmend_qy"]
        held = int(total["tesstk_co"] or 0) + int(total["distb_stock_co"] or 0)
        assert held == total["istc_totqy"] == small["stock_tot_co"]
        owners = _report(world, "dart_hyslrSttus", code, year, "11011")
        *each, sums = owners
        assert (
            sum(int(o["trmend_posesn_stock_co"] or 0) for o in each)
            == (sums["trmend_posesn_stock_co"])
        )


def _with_other_shares(world: World) -> list[tuple[str, int]]:
    """Return companies with other shares that have filed a report on 2023, and how many those."""
    annual = [
        Condition("kind", "eq", "periodic"),
        Condition("reprt_code", "eq", "11011"),
        Condition("bsns_year", "eq", "2023"),
        Condition("corp_code", "in", tuple(other_shares(world))),
    ]
    filed = sorted({str(row["corp_code"]) for row in world.select("filings", annual)[0]})
    return [(code, other_shares(world)[code].shares) for code in filed]


def test_a_few_companies_have_other_shares(world: World, listed: list[Cells]) -> None:
    others = other_shares(world)
    assert 0.04 < len(others) / len(listed) < 0.07
    preferred: Counter[str] = Counter()
    for row in world.select("stock_issues", [Condition("kind", "ne", "보통주")])[0]:
        preferred[str(row["corp_code"])] += int(row["shares"] or 0)
    assert all(others[code].shares == count for code, count in preferred.items())
    real = {str(row["corp_code"]) for row in listed if row["real"]}
    assert real & others.keys() <= preferred.keys(), "nothing is made up of a real company"


def test_reports_tell_kinds_of_shares_apart(world: World) -> None:
    for code, shares in _with_other_shares(world)[::9]:
        common, other, whole = _report(world, "dart_stockTotqySttus", code, 2023, "11011")
        assert [row["se"] for row in (common, other, whole)] == ["보통주", "우선주", "합계"]
        assert other["istc_totqy"] == shares
        for name in ("isu_stock_totqy", "istc_totqy", "tesstk_co", "distb_stock_co"):
            assert int(common[name] or 0) + int(other[name] or 0) == int(whole[name] or 0)
        held = _report(world, "dart_tesstkAcqsDspsSttus", code, 2023, "11011")
        own = {row["trmend_qy"] for row in held if row["stock_knd"] == "우선주"}
        assert (own or {None}) == {other["tesstk_co"]}
        rows = _report(world, "dart_alotMatter", code, 2023, "11011")
        paid = {r["stock_knd"]: r["thstrm"] for r in rows if r["se"] == "주당 현금배당금(원)"}
        each = {kind: int(str(text or 0).replace(",", "")) for kind, text in paid.items()}
        assert each["우선주"] > each["보통주"] or not each["보통주"]
        total = sum(
            each[str(r["se"])] * int(r["distb_stock_co"] or 0)
            for r in (common, other)
        )  # fmt: skip
        told = next(r["thstrm"] for r in rows if r["se"] == "현금배당금총액(백만원)")
        assert told == (f"{total // 1_000_000:,}" if total else None)


def test_pay_of_one_report_adds_up(world: World) -> None:
    for code, year in _reporters(world, 12):
        whole = _report(world, "dart_hmvAuditAllSttus", code, year, "11011")[0]
        kind = "dart_drctrAdtAllMendngSttusMendngPymntamtTyCl"
        kinds = _report(world, kind, code, year, "11011")
        assert sum(int(k["pymnt_totamt"] or 0) for k in kinds) == whole["mendng_totamt"]
        assert sum(int(k["nmpr"] or 0) for k in kinds) == whole["nmpr"]
        officers = _report(world, "dart_exctvSttus", code, year, "11011")
        assert len(officers) == whole["nmpr"]
        for row in _report(world, "dart_empSttus", code, year, "11011"):
            assert int(row["rgllbr_co"] or 0) + int(row["cnttk_co"] or 0) == row["sm"]


def test_bonds_outstanding_are_the_ledgers_and_their_buckets_add_up(
    world: World, companies: dict[str, Cells]
) -> None:
    for code, year in _reporters(world, 8):
        rows = _report(world, "dart_cprndNrdmpBlce", code, year, "11011")
        buckets = [name for name in rows[0] if name.startswith("yy")]
        for row in rows:
            assert sum(int(row[name] or 0) for name in buckets) == int(row["sm"] or 0)
        bonds = path(20260130, companies[str(code)], "OFS")[year].bonds
        assert int(rows[-1]["sm"] or 0) == bonds


# ---- events --------------------------------------------------------------------------------


def test_every_event_has_a_final_report_and_every_final_report_an_event(
    world: World, filings: list[Cells]
) -> None:
    final = {
        (row["kind"], row["rcept_no"])
        for row in filings
        if row["is_last"] and row["kind"] in FAMILIES
    }
    found = set()
    for kind in FAMILIES:
        rows = world.rows(f"dart_{kind}")
        found |= {(kind, row["rcept_no"]) for row in rows}
    assert found == final
    assert len(found) > 10_000


_PURPOSES = ("fdpp_fclt", "fdpp_bsninh", "fdpp_op", "fdpp_dtrp", "fdpp_ocsa", "fdpp_etc")


def test_what_bonds_raise_is_what_they_are_for(world: World) -> None:
    for kind in ("cvbdIsDecsn", "bdwtIsDecsn", "exbdIsDecsn", "wdCocobdIsDecsn"):
        for row in world.rows(f"dart_{kind}"):
            assert sum(int(row[name] or 0) for name in _PURPOSES) == row["bd_fta"]
    for row in world.rows("dart_cvbdIsDecsn"):
        assert row["cvisstk_cnt"] == int(row["bd_fta"] or 0) // int(row["cv_prc"] or 1)
        assert str(row["bddd"]) < str(row["pymd"]) < str(row["cvrqpd_bgd"]) < str(row["cvrqpd_edd"])
        assert str(row["cvrqpd_edd"]) < str(row["bd_mtd"])


def test_new_shares_have_one_price(world: World) -> None:
    for row in world.rows("dart_piicDecsn"):
        amount = sum(int(row[name] or 0) for name in _PURPOSES)
        assert amount % int(row["nstk_ostk_cnt"] or 1) == 0
        assert (row["ssl_at"] == "Y") == bool(row["ssl_bgd"])


_ISSUED = {
    "piicDecsn": "bfic_tisstk", "fricDecsn": "bfic_tisstk", "pifricDecsn": "fric_bfic_tisstk",
    "crDecsn": "bfcr_tisstk", "ovLstDecsn": "tisstk",
}  # fmt: skip


def test_decisions_state_other_shares_alike(world: World) -> None:
    others = other_shares(world)
    for kind, name in _ISSUED.items():
        for row in world.rows(f"dart_{kind}"):
            other = others.get(str(row["corp_code"]))
            assert row[f"{name}_estk"] == (other.shares if other else None)


def test_an_increase_is_of_one_kind_of_shares(world: World) -> None:
    rows = list(world.rows("dart_piicDecsn"))
    assert all(bool(r["nstk_ostk_cnt"]) != bool(r["nstk_estk_cnt"]) for r in rows)
    found = [r for r in rows if r["nstk_estk_cnt"]]
    assert 10 < len(found) < len(rows) // 20
    for row in found:
        amount = sum(int(row[name] or 0) for name in _PURPOSES)
        assert amount % int(row["nstk_estk_cnt"] or 1) == 0
        assert int(row["nstk_estk_cnt"] or 0) < int(row["bfic_tisstk_estk"] or 0)


def test_a_reduction_counts_all_shares(world: World) -> None:
    for row in world.rows("dart_crDecsn"):
        for when, capital in (("bfcr", "bfcr_cpt"), ("atcr", "atcr_cpt")):
            issued = sum(int(row[f"{when}_tisstk_{kind}"] or 0) for kind in ("ostk", "estk"))
            assert int(row[capital] or 0) == issued * int(row["fv_ps"] or 0)
        cut = int(row["bfcr_tisstk_estk"] or 0) - int(row["atcr_tisstk_estk"] or 0)
        assert cut == int(row["crstk_estk_cnt"] or 0)


def test_shares_listed_abroad_are_counted_as_such_or_as_receipts(world: World) -> None:
    for row in world.rows("dart_ovLstDecsn"):
        counts = [row["lstprstk_ostk_cnt"], row["lstprstk_estk_cnt"]]
        (listed,) = [int(count) for count in counts if count]
        if row["lststk_drlst"]:
            assert row["lststk_orlst"] is None
            assert listed % int(row["lststk_drlst"]) == 0
        else:
            assert row["lststk_orlst"] == listed
        assert int(counts[1] or 0) <= int(row["tisstk_estk"] or 0)


def test_own_shares_bought_and_sold(world: World) -> None:
    for row in world.rows("dart_tsstkDpDecsn"):
        count, price = int(row["dppln_stk_ostk"] or 0), int(row["dpstk_prc_ostk"] or 0)
        assert row["dppln_prc_ostk"] == count * price
        ways = ("dp_m_mkt", "dp_m_ovtm", "dp_m_otc", "dp_m_etc")
        other, cost = int(row["dppln_stk_estk"] or 0), int(row["dpstk_prc_estk"] or 0)
        assert int(row["dppln_prc_estk"] or 0) == other * cost
        assert other <= int(row["aq_wtn_div_estk"] or 0)
        assert sum(int(row[way] or 0) for way in ways) == count + other
    for row in world.rows("dart_tsstkAqDecsn"):
        for kind in ("ostk", "estk"):
            amount, bought = row[f"aqpln_prc_{kind}"], row[f"aqpln_stk_{kind}"]
            assert int(amount or 0) % int(bought or 1) == 0
            assert bool(bought) == bool(row[f"d1_prodlm_{kind}"])


def test_a_division_leaves_nothing_over(world: World, companies: dict[str, Cells]) -> None:
    for row in world.rows("dart_cmpDvDecsn"):
        for side in ("atdvfdtl", "ffdtl"):
            assert row[f"{side}_tast"] == int(row[f"{side}_tdbt"] or 0) + int(
                row[f"{side}_teqt"] or 0
            )
        assert not companies[str(row["corp_code"])]["real"]


def test_statements_of_offerings_add_up(world: World) -> None:
    rows = list(world.rows("dart_estkRs"))
    sold = {r["rcept_no"]: int(r["slta"] or 0) for r in rows if r["group_title"] == "증권의종류"}
    for title, column in (("인수인정보", "udtamt"), ("자금의사용목적", "amt")):
        sums: Counter[object] = Counter()
        for row in rows:
            if row["group_title"] == title:
                sums[row["rcept_no"]] += int(row[column] or 0)
        assert dict(sums) == sold
