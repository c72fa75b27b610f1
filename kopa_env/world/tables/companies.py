"""Companies: the register behind DART's company codes, listed and unlisted.

Real identities (code, ticker, name, market, par value) come from ``facts/companies.csv``; all
other columns and all other companies are generated. Fictional codes and tickers lie where no real
one does: DART codes from 02000000 on, tickers that end in 2 or 4 (ordinary shares end in 0).
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.names import firm, person_of, site
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import World

LISTED, UNLISTED = 3_600, 96_000
_SIBLINGS = 3_000
_MARKETS = (("Y", 22), ("K", 72), ("N", 6))
_SPAN = 4_000_000
_STEP = 1_234_577
"""Prime to ``_SPAN``: walks over every code once before it repeats."""

_FORMS = (*["{}(주)"] * 6, "(주){}", "(주){}", "주식회사 {}", "{}(주)")
_KIN = ("{}서비스", "{}판매", "{}인터내셔널", "{}로지스틱스", "(주){}", "{}연구소", "{}개발")
_KIN_EN = ("Service", "Sales", "International", "Logistics", "", "Research", "Development")
_PAR = (100, 500, 500, 500, 500, 1000, 5000)
_MODIFIED = (20170630, 20200113, 20211224, 20220307, 20230110, 20230824, 20240311, 20250409)

Name = tuple[str, str, str]
"""Korean name, English name, industry code (empty for a real company)."""

_COLUMNS = (
    Column("corp_code", domain="corp_code"),
    Column("corp_name", domain="corp_name"),
    Column("corp_name_full"),
    Column("corp_eng_name"),
    Column("stock_code", domain="stock_code", null_rate=0.96),
    Column("corp_cls", domain="corp_cls"),
    Column("ceo_nm"),
    Column("jurir_no", domain="jurir_no"),
    Column("bizr_no", domain="bizr_no"),
    Column("adres"),
    Column("hm_url"),
    Column("ir_url"),
    Column("phn_no"),
    Column("fax_no"),
    Column("induty_code", domain="ksic"),
    Column("est_dt"),
    Column("acc_mt"),
    Column("modify_date", domain="date"),
    Column("real", "int", gen="fact"),
    Column("par", "int"),
    Column("shares", "int"),
    Column("assets", "int"),
    Column("listed_on", null_rate=0.96),
    Column("consolidated", "int"),
    Column("ceo_stated"),
    Column("adres_stated"),
    Column("est_dt_stated"),
)
"""What a company's own page states ends in ``_stated``: blank for a real company, about which
nothing is made up beside its figures; the others feed generated rows."""


_CEO, _ADDRESS, _FOUNDED, _REAL = (
    [column.name for column in _COLUMNS].index(name)
    for name in ("ceo_nm", "adres", "est_dt", "real")
)


def _rows(world: World) -> Iterator[Row]:
    seed = world.seed
    rows = [
        _real(Draw(seed, "company", fact["corp_code"]), fact) for fact in fact_rows("companies")
    ]
    names = _listed_names(seed)
    for number, name in enumerate(names):
        rows.append(_listed(Draw(seed, "company", "listed", number), number, seed, name))
    for number in range(UNLISTED):
        rows.append(_unlisted(Draw(seed, "company", "other", number), number, seed, names))
    rows.sort(key=lambda row: str(row[0]))
    for row in rows:
        yield *row, *(("", "", "") if row[_REAL] else (row[_CEO], row[_ADDRESS], row[_FOUNDED]))


def _listed_names(seed: int) -> list[Name]:
    """Return names of which no two are alike: exchanges see to that."""
    draw = Draw(seed, "company", "names")
    names: dict[str, Name] = {}
    while len(names) < LISTED:
        name = firm(draw.u64(), seed & 1)
        names.setdefault(name[0], name)
    return list(names.values())


def _real(draw: Draw, fact: dict[str, str]) -> Row:
    words = [draw.u64() for _ in range(7)]
    name = (fact["name"], fact["name_en"], "")
    founded = f"{int(fact['listed_on'][:4]) - words[0] % 20 - 2}{_month_day(words[0] >> 8)}"
    size = (400_000 << words[1] % 7) + words[1] % 400_000
    drawn = _row(words, fact["corp_code"], name, fact["stock_code"], fact["market"], founded, "12")
    row = [*drawn[:7], "", "", drawn[9], "", "", "", "", "", *drawn[15:]]
    return (
        *row,
        1,
        int(fact["par"]),
        20_000_000 + words[2] % 180_000_000,
        size,
        fact["listed_on"],
        1,
    )


def _listed(draw: Draw, number: int, seed: int, name: Name) -> Row:
    words = [draw.u64() for _ in range(7)]
    market = draw.weighted(_MARKETS)
    stock_code = f"{(number * 17_389 + seed * 7_919) % 90_000 + 1000:05d}{2 + 2 * (seed & 1)}"
    year = 1996 + words[0] % 27
    listed_on = f"{year}{_month_day(words[0] >> 8)}"
    founded = f"{year - 3 - (words[0] >> 16) % 25}{_month_day(words[0] >> 24)}"
    month = "12" if words[3] % 100 < 96 else ("03", "06", "09")[words[3] % 3]
    doublings = words[1] % (8 if market == "Y" else 5 if market == "K" else 2)
    size = (30_000 << doublings) + words[1] % (30_000 << doublings)
    row = _row(words, _code(number, seed), name, stock_code, market, founded, month)
    shares = (4 + words[2] % 96) * 1_000_000 + words[2] // 96 % 1_000_000
    group = int((words[1] >> 40) % 1000 < 640)
    par = _PAR[words[4] % len(_PAR)]
    return (*row, 0, par, _shares(shares, par, size), size, listed_on, group)


def _unlisted(draw: Draw, number: int, seed: int, names: list[Name]) -> Row:
    words = [draw.u64() for _ in range(7)]
    if number < _SIBLINGS:
        korean, english, code = names[words[0] % len(names)]
        kin = (words[0] >> 32) % len(_KIN)
        name = (_KIN[kin].format(korean), f"{english} {_KIN_EN[kin]}".strip(), code)
    else:
        name = firm(words[0], seed & 1, rare=words[0] >> 60 > 1)
    founded = f"{1980 + words[1] % 44}{_month_day(words[1] >> 8)}"
    size = (1_000 << words[1] % 5) + words[1] % 1_000
    row = _row(words, _code(LISTED + number, seed), name, None, "E", founded, "12")
    return (*row, 0, 500, _shares(20_000 + words[2] % 980_000, 500, size), size, None, 0)


def _shares(wanted: int, par: int, size: int) -> int:
    """Return so many shares that their par value stays a small part of the assets (in millions)."""
    return min(wanted, size * 30_000 // (par or 100))


def _row(
    words: list[int],
    corp_code: str,
    name: Name,
    stock_code: str | None,
    market: str,
    founded: str,
    month: str,
) -> tuple[Value, ...]:
    """Return the columns from the code to the last change, which every company has."""
    korean, english, industry = name
    form = _FORMS[(words[5] >> 8) % len(_FORMS)] if industry and words[5] % 4 else "{}(주)"
    place, area = site(words[4])
    line = f"{area}-0{words[5] % 900 + 100}-"
    site_name = f"www.{english.replace(' ', '').lower()}.example" if industry else ""
    return (
        corp_code,
        korean,
        korean if "(주)" in korean else form.format(korean),
        f"{english} Co.,Ltd." if industry else english,
        stock_code,
        market,
        person_of(words[6]),
        legal_number(f"{(words[2] >> 20) % 9 + 1}10111{words[2] >> 40:07d}"[:12]),
        business_number(f"{words[3] >> 24:09d}"[:9]),
        place,
        site_name,
        f"{site_name}/ir" if site_name and stock_code and words[5] >> 60 > 7 else "",
        f"{line}{words[5] >> 20 & 8191:04d}",
        f"{line}{words[5] >> 34 & 8191:04d}",
        industry,
        founded,
        month,
        str(_MODIFIED[words[6] % len(_MODIFIED)]),
    )


def _code(number: int, seed: int) -> str:
    base = 2_000_000 if seed % 2 == 0 else 6_000_000
    return f"{base + (number * _STEP + seed * 104_729) % _SPAN:08d}"


def _month_day(word: int) -> str:
    return f"{word % 12 + 1:02d}{(word >> 8) % 28 + 1:02d}"


def business_number(head: str) -> str:
    """Complete nine digits to a business number whose check digit is wrong, so it is nobody's."""
    a, b, c, d, e, f, g, h, i = map(int, head)
    total = a + c * 7 + d + f * 7 + g + 3 * (b + e + h) + i * 5 + i * 5 // 10
    return f"{head}{(11 - total % 10) % 10}"


def legal_number(head: str) -> str:
    """Complete twelve digits to a corporate number whose check digit is wrong."""
    digits = list(map(int, head))
    total = sum(digits[::2]) + 2 * sum(digits[1::2])
    return f"{head}{(11 - total % 10) % 10}"


COMPANIES = Table(
    name="companies",
    columns=_COLUMNS,
    rows=_rows,
    key=("corp_code",),
    index=(("stock_code",), ("corp_name",)),
    persons="fictional",
)
