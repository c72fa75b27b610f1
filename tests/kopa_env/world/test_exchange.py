"""The exchange: prices that hang together from day to day, of the companies there are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from kopa_env.world.across import TooWide
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.exchange.codes import isin
from kopa_env.world.tables.exchange.days import day_of, first_from, trading_days
from kopa_env.world.tables.exchange.options import worth
from kopa_env.world.tables.exchange.prices import NEW_TICKS, tick
from kopa_env.world.tables.exchange.texts import bare, hundredths, rate
from kopa_env.world.tables.exchange.walk import OCTAVE, logarithm, per_mille, power, walk
from kopa_env.world.world import Condition, World

DAYS = ("20240112", "20240115", "20240116")
SEEDS = (20260130, 20260131, 7)


@pytest.fixture(scope="module", params=SEEDS)
def seed(request: pytest.FixtureRequest) -> int:
    """Every seed; those but the first belong to the slow gate."""
    return int(request.param)


@pytest.fixture(scope="module")
def market(cache: object, seed: int) -> Iterator[World]:
    """The world of a seed."""
    made = World(seed)
    yield made
    made.close()


def _select(world: World, table: str, *where: Condition) -> list[dict[str, Any]]:
    return world.select(table, where)[0]


def _day(world: World, table: str, day: str, *more: Condition) -> list[dict[str, Any]]:
    return _select(world, table, Condition("day", "eq", day), *more)


# ---- the calendar and the arithmetic -------------------------------------------------------------


def test_weekends_and_feasts_are_no_trading_days() -> None:
    days = trading_days()
    assert days[0] == "20100104"
    assert days[-1] == "20260129"
    assert not {"20240113", "20240114", "20240212", "20240501", "20241231", "20250603"} & set(days)
    assert {len([d for d in days if d[:4] == str(y)]) for y in range(2015, 2026)} <= set(
        range(241, 252)
    )
    assert day_of(first_from("20240113")) == "20240115"


def test_check_digits_are_those_of_real_issues() -> None:
    assert isin("KR700593000") == "KR7005930003"
    assert isin("KR700066000") == "KR7000660001"
    with pytest.raises(ValueError, match="eleven"):
        isin("KR7")


def test_a_walk_is_the_same_from_any_day_on() -> None:
    whole = walk(7, "share", per_mille(200), 300, 900)
    assert walk(7, "share", per_mille(200), 640, 650) == whole[340:350]
    assert max(abs(a - b) for a, b in zip(whole[1:], whole[:-1], strict=True)) < OCTAVE // 2


@pytest.mark.parametrize("share", [1, 3, 250, 997, 1_000, 4_096])
def test_powers_undo_logarithms(share: int) -> None:
    back = power(logarithm(share, 1_000), 1_000)
    assert abs(back - share) <= max(1, share // 1_000)


def test_rates_are_rounded_away_from_zero_and_written_bare() -> None:
    assert rate(5, 1_000) == "0.50"
    assert hundredths(-15, 20_000) == -8
    assert hundredths(1, 0) == 0
    assert [bare(t) for t in ("0.11", "-0.75", "0.00", "12.30")] == [".11", "-.75", "0", "12.3"]


def test_an_option_is_worth_what_it_must_be() -> None:
    assert worth(30_000, 25_000, 200, 0, call=True) == 5_000
    assert worth(30_000, 25_000, 200, 0, call=False) == 0
    calls = [worth(30_000, strike, 200, 30, call=True) for strike in range(20_000, 40_000, 500)]
    assert calls == sorted(calls, reverse=True)
    assert all(
        worth(30_000, k, 200, 30, call=True) - worth(30_000, k, 200, 30, call=False) == 30_000 - k
        for k in range(20_000, 40_000, 500)
    )


# ---- shares --------------------------------------------------------------------------------------


def test_listed_companies_are_listed_with_their_codes_and_shares(market: World) -> None:
    companies = {
        str(c["stock_code"]): c
        for c in _select(market, "companies", Condition("corp_cls", "ne", "E"))
    }
    issues = [i for i in market.rows("stock_issues") if i["kind"] == "보통주"]
    live = {str(i["code"]): i for i in issues if not i["delisted_on"]}
    assert set(live) <= set(companies)
    assert len(live) > len(companies) - 100
    for code, issue in live.items():
        company = companies[code]
        assert issue["shares"] == company["shares"], code
        assert issue["corp_name"] == company["corp_name"]
        assert issue["isin"] == isin(f"KR7{code}00")
        assert {"Y": "KOSPI", "K": "KOSDAQ", "N": "KONEX"}[str(company["corp_cls"])] == (
            issue["market"]
        )


def test_codes_are_unique(market: World) -> None:
    codes = Counter(r["code"] for r in market.rows("stock_issues"))
    codes.update(r["code"] for r in market.rows("exchange_funds"))
    assert codes.most_common(1)[0][1] == 1


def test_real_companies_suffer_nothing(market: World) -> None:
    for row in market.rows("stock_issues"):
        if row["real"]:
            assert row["delisted_on"] is None, row["name"]
            assert not row["halts"]
            assert row["managed_on"] is None


@pytest.mark.parametrize("day", DAYS)
def test_a_day_of_shares_hangs_together(market: World, day: str) -> None:
    before = day_of(first_from(day) - 1)
    closes = {r["code"]: r["close"] for r in _day(market, "stock_days", before)}
    rows = _day(market, "stock_days", day)
    assert 900 < sum(r["market"] == "KOSPI" for r in rows) < 1_100
    splits = {
        r["code"]: r["split_on"] for r in market.rows("stock_issues") if r["split_on"] is not None
    }
    for row in rows:
        base = row["close"] - row["change"]
        where = (day, row["code"])
        if row["code"] in closes and splits.get(row["code"]) != day:
            assert base == closes[row["code"]], where
        assert row["cap"] == row["close"] * row["shares"], where
        assert row["rate"] == rate(row["change"], base), where
        assert abs(row["change"]) <= base * (15 if row["market"] == "KONEX" else 30) // 100, where
        if row["volume"]:
            assert row["low"] <= min(row["open"], row["close"]), where
            assert row["high"] >= max(row["open"], row["close"]), where
            assert row["low"] * row["volume"] <= row["value"] <= row["high"] * row["volume"], where
        else:
            assert (row["open"], row["high"], row["low"], row["value"]) == (0, 0, 0, 0), where


@pytest.mark.parametrize("day", ["20220617", "20240115"])
def test_prices_stand_on_ticks(world: World, day: str) -> None:
    new = first_from(day) >= NEW_TICKS
    for row in _day(world, "stock_days", day):
        kosdaq = row["market"] != "KOSPI"
        for name in ("close", "open", "high", "low"):
            assert not row[name] or tick(row[name], new, kosdaq) == row[name], (row["code"], name)


def test_halted_shares_do_not_trade(market: World) -> None:
    halted = [r for r in market.rows("stock_issues") if r["halts"]]
    assert halted
    checked = 0
    for issue in halted[:6]:
        for halt in str(issue["halts"]).split():
            first, _, count = halt.partition(":")
            last = day_of(min(first_from(first) + int(count), first_from("99991231")) - 1)
            span = Condition("day", "range", (first, last))
            where = [Condition("code", "eq", issue["code"]), span]
            for row in _select(market, "stock_prices", *where):
                assert (row["volume"], row["change"]) == (0, 0), (issue["code"], row["day"])
                checked += 1
    assert checked


def test_a_split_multiplies_shares_and_divides_the_price(market: World) -> None:
    split = next(
        r
        for r in market.rows("stock_issues")
        if r["split_on"] and str(r["split_on"]) > "20200110" and not r["delisted_on"]
    )
    place = first_from(str(split["split_on"]))
    days = (day_of(place - 1), day_of(place))
    where = Condition("code", "eq", split["code"]), Condition("day", "range", days)
    rows = _select(market, "stock_prices", *where)
    before, after = rows
    ratio = after["shares"] // before["shares"]
    assert ratio > 1
    assert before["shares"] == after["shares"] // ratio
    assert after["close"] - after["change"] == before["close"] // ratio


def test_shares_come_and_go_on_their_days(market: World) -> None:
    gone = [r for r in market.rows("stock_issues") if str(r["delisted_on"] or "") > "20200301"]
    for issue in (*gone[:3], *gone[-3:]):
        rows = _select(market, "stock_prices", Condition("code", "eq", issue["code"]))
        assert rows[-1]["day"] < str(issue["delisted_on"])
        assert day_of(first_from(rows[-1]["day"]) + 1) == str(issue["delisted_on"])
        assert rows[0]["day"] == max(str(issue["listed_on"]), "20200102")


def test_an_issue_is_the_same_read_by_day_and_by_code(market: World) -> None:
    code = Condition("code", "eq", "005930")
    course = _select(market, "stock_prices", code, Condition("day", "in", DAYS))
    assert [r["day"] for r in course] == list(DAYS)
    for row in course:
        assert row == _day(market, "stock_prices", row["day"], code)[0]


def test_what_would_take_every_day_is_not_answered(market: World) -> None:
    rising = Condition("rate_num", "range", (29.0, None))
    with pytest.raises(TooWide):
        market.select("stock_prices", [rising])
    assert market.select("stock_prices", [rising, Condition("day", "in", DAYS)])[1] < 100


def test_pages_across_days_are_those_of_the_days(market: World) -> None:
    january = [Condition("day", "range", ("20240102", "20240105"))]
    newest = [("day", True)]
    total = market.count("stock_prices", january)
    sizes = [len(_day(market, "stock_prices", d)) for d in ("20240105", "20240104", "20240103")]
    edge = sum(sizes[:2])
    rows, told = market.select("stock_prices", january, newest, 4, edge - 2)
    assert told == total
    assert [r["day"] for r in rows] == ["20240104", "20240104", "20240103", "20240103"]
    assert rows[2] == _day(market, "stock_prices", "20240103")[0]


# ---- indices, funds, derivatives -----------------------------------------------------------------


def test_an_index_moves_as_its_members_are_worth(market: World) -> None:
    worth_of: dict[str, dict[str, int]] = {}
    for day in DAYS:
        sums: dict[str, int] = defaultdict(int)
        for row in _day(market, "stock_days", day):
            sums[row["market"]] += row["cap"]
        worth_of[day] = sums
    for name, of in (("코스피", "KOSPI"), ("코스닥", "KOSDAQ")):
        levels = {
            r["day"]: r
            for day in DAYS
            for r in _day(market, "index_days", day, Condition("name", "eq", name))
            if r["series"] == of
        }
        for last, day in pairwise(DAYS):
            moved = float(levels[day]["close"]) / float(levels[last]["close"])
            worths = levels[day]["cap"] / levels[last]["cap"]
            assert abs(moved - worths) < 0.0001, (name, day)
            change = float(levels[day]["close"]) - float(levels[last]["close"])
            assert abs(change - float(levels[day]["change"])) < 0.011
            assert levels[day]["cap"] <= worth_of[day][of]


def test_an_index_trades_what_its_members_trade(market: World) -> None:
    row = _day(market, "index_prices", "20240115", Condition("name", "eq", "코스피"))[0]
    members = [r for r in _day(market, "stock_days", "20240115") if r["market"] == "KOSPI"]
    assert row["count"] <= len(members)
    assert 0.9 < row["volume"] / sum(r["volume"] for r in members) <= 1


def test_every_index_of_the_list_is_there(market: World) -> None:
    names = Counter(r["name"] for r in _day(market, "index_days", "20240115"))
    listed = {r["name"] for r in fact_rows("krx_indices")}
    assert set(names) <= listed
    assert len(names) > 300


def test_funds_are_worth_their_units(market: World) -> None:
    rows = _day(market, "fund_days", "20240115")
    assert {"ETF", "ETN"} == {r["kind"] for r in rows}
    for row in rows:
        assert row["cap"] == row["close"] * row["units"]
        assert abs(row["close"] - float(row["nav"])) <= float(row["nav"]) // 40 + 10, row["code"]
        assert row["close"] % 5 == 0


def test_futures_and_options_come_as_told(market: World) -> None:
    for name in ("all_futures_days", "all_option_days"):
        table = market.table(name)
        assert table.series is not None
        for day in ("20200102", "20240314", "20260129"):
            rows = _day(market, name, day)
            assert len(rows) == table.series.size(market, day)
            assert len({r["code"] for r in rows}) == len(rows)
    whole = Counter(r["code"] for r in _day(market, "all_futures_days", "20240314"))
    parts: Counter[Any] = Counter()
    for name in ("futures_days", "kospi_share_futures_days", "kosdaq_share_futures_days"):
        parts.update(r["code"] for r in _day(market, name, "20240314"))
    assert whole == parts


def test_bonds_are_listed_from_issue_to_maturity(market: World) -> None:
    rows = _day(market, "bond_register", "20240115")
    table = market.table("bond_register")
    assert table.series is not None
    assert len(rows) == table.series.size(market, "20240115")
    assert all(r["issued"] <= "20240115" < r["matures"] for r in rows)
    bonds = {r["isin"]: r for r in market.rows("bonds")}
    for row in rows:
        bond = bonds[row["isin"]]
        assert (row["issuer"], row["amount"]) == (bond["issuer"], bond["amount"])
        assert isin(row["isin"][:11]) == row["isin"]


@pytest.mark.parametrize(
    "table", ["stock_days", "index_days", "fund_days", "futures_days", "elw_days", "gold_days"]
)
def test_nothing_trades_on_other_days(world: World, table: str) -> None:
    for day in ("20240113", "20240212", "20991231", "", "x"):
        assert _day(world, table, day) == []
