"""Housing permits: apartment complexes of 30 homes and more, under the law on housing."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.tables.property.records import Maker, Record, table, units
from kopa_env.world.tables.property.sites import APT, Building

_ACTS = (
    ("1", "용도변경"),
    ("2", "개축·재축·대수선"),
    ("3", "파손·철거"),
    ("4", "용도폐지"),
    ("5", "증축·증설"),
)
_SEWAGE = (
    ("100", "하수종말처리장연결"),
    ("300", "부패탱크방법"),
    ("400", "접촉폭기방법"),
    ("900", "기타"),
)
_PLAIN = (("1", "전체동"), ("2", "동별"))
_WELFARE = (
    ("11", "근린생활시설", "04000"), ("12", "유치원", "11000"), ("13", "주민운동시설", "13000"),
    ("14", "주민공동시설", "11000"), ("15", "경로당", "11000"),
)  # fmt: skip
_PUBLIC = ("hhldCntPeplRent", "hhldCntPubRent_5", "hhldCntPubRent_10", "hhldCntPubRentEtc")


def _held(b: Building) -> bool:
    return b.kind == APT and b.homes >= 30 and b.year >= 1990


def _key(b: Building, kind: int = 800_000_000) -> str:
    return f"{b.district}-{kind + b.serial * 59}"


def _one(share: int = 1000, **more: int) -> Maker:
    """Return what tells of a complex once, for so many of a thousand."""

    def rows(draw: Draw, b: Building) -> Iterator[Record]:
        if _held(b) and draw.chance(share):
            yield {
                "mgmHsrgstPk": _key(b),
                **{name: _key(b, start) for name, start in more.items()},
            }

    return rows


def _overview(_draw: Draw, b: Building) -> Iterator[Record]:
    if _held(b):
        yield {
            "mgmHsrgstPk": _key(b),
            "purpsCd": "02001",
            "purpsCdNm": "아파트",
            "strctCd": "42" if b.floors > 24 else "21",
            "strctCdNm": "철골철근콘크리트구조" if b.floors > 24 else "철근콘크리트구조",
        }


def _block_key(b: Building, block: int) -> str:
    return f"{b.district}-{810_000_000 + b.serial * 60 + block}"


def _buildings(draw: Draw, b: Building) -> Iterator[Record]:
    if not _held(b):
        return
    rented = draw.pick((*_PUBLIC, "", "", "", "", "", ""))
    each = b.homes // b.blocks
    for block in range(1, b.blocks + 1):
        counts = {name: each if name == rented else 0 for name in _PUBLIC}
        yield {
            "mgmHsrgstPk": _key(b),
            "mgmDongOulnPk": _block_key(b, block),
            "dongNm": f"{100 + block}동",
            "mainPurpsCdNm": "공동주택",
            **counts,
            "hhldCntPubRentTot": sum(counts.values()),
            "hhldCntPubLotou": each if not rented and b.serial % 7 == 0 else 0,
            "hhldCntEmplRent": each if not rented and b.serial % 83 == 0 else 0,
        }


def _floors(_draw: Draw, b: Building) -> Iterator[Record]:
    if not _held(b):
        return
    for block in range(1, b.blocks + 1):
        for floor in (*range(-b.cellars, 0), *range(1, b.floors + 1)):
            serial = block * 100 + floor + b.cellars
            yield {
                "mgmFlrOulnPk": f"{b.district}-{820_000_000 + b.serial * 6_000 + serial}",
                "mgmDongOulnPk": _block_key(b, block),
                "dongNm": f"{100 + block}동",
                "flrNo": floor,
            }


def _units(column: str, start: int, share: int = 1000) -> Maker:
    """Return what tells of every home, or of some, under a key of their own."""

    def rows(draw: Draw, b: Building) -> Iterator[Record]:
        if _held(b):
            for block, floor, number, place in units(b):
                if share == 1000 or draw.chance(share):
                    pk = f"{b.district}-{start + b.serial * 4_000 + place}"
                    yield {column: pk, "dongNm": block or None, "flrNo": floor, "hoNm": number}

    return rows


def _sewage(draw: Draw, b: Building) -> Iterator[Record]:
    if _held(b) and draw.chance(820):
        code, name = draw.weighted(
            ((_SEWAGE[0], 70), (_SEWAGE[1], 8), (_SEWAGE[2], 16), (_SEWAGE[3], 6))
        )
        relation, words = draw.pick(_PLAIN)
        people = b.homes * draw.between(28, 38) // 10
        yield {
            "mgmHsrgstPk": _key(b),
            "wclfModeCd": code,
            "wclfModeCdNm": name,
            "etcWclf": "오수처리시설" if code == "900" else None,
            "capaPsper": people,
            "capaLube": f"{people // 5}.{people * 2 % 10}",
            "dongRelGb": relation,
            "dongRelGbNm": words,
        }


def _acts(draw: Draw, b: Building) -> Iterator[Record]:
    if _held(b) and draw.chance(240):
        for _ in range(draw.between(1, 3)):
            code, name = draw.pick(_ACTS)
            allowed = draw.chance(720)
            yield {
                "mgmHsrgstPk": _key(b),
                "actGb": "허가" if allowed else "신고",
                "actGbCd": code,
                "actGbCdNm": name,
                "cmplxNm": b.name,
                "bldYn": "Y" if draw.chance(800) else "N",
            }


def _types(_draw: Draw, b: Building) -> Iterator[Record]:
    if _held(b):
        for size in b.types:
            yield {
                "mgmCoophsrgstPk": _key(b, 900_000_000),
                "mgmSigunguCd": b.district,
                "typeNm": f"{size // 100}㎡형",
            }


def _facilities(draw: Draw, b: Building) -> Iterator[Record]:
    if _held(b):
        for _, name, _ in _WELFARE:
            if draw.chance(620):
                yield {"mgmCoophsrgstPk": _key(b, 900_000_000), "fcNm": name}


def _welfare(draw: Draw, b: Building) -> Iterator[Record]:
    if not (_held(b) and draw.chance(320)):
        return
    code, name, use = draw.pick(_WELFARE)
    area = draw.between(6_000, 92_000)
    yield {
        "changbefPurpsCd": use,
        "changbefPurpsCdNm": {
            "04000": "제2종근린생활시설", "11000": "노유자시설", "13000": "운동시설",
        }[use],
        "changbefEtcPurps": draw.pick(("상가", "관리동", "주민휴게실", "단지 내 상가")),
        "changbefArea": f"{area // 100}.{area % 100:02d}",
        "changbefCnt": draw.between(1, 6),
        "changbefEtcCurst": draw.pick(("공실", "운영 중", "일부 사용", "임대 중")),
        "befWlfarFcKindCd": code,
        "befWlfarFcKindCdNm": name,
    }  # fmt: skip


HOUSING = table(
    "housing_permits",
    (
        *("mgmHsrgstPk", "mgmCoophsrgstPk", "mgmDongOulnPk", "mgmFlrOulnPk", "mgmHoDetlPk"),
        *("mgmExposPubusePk", "mgmActHoExposPubusePk", "mgmSigunguCd", "purpsCd", "purpsCdNm"),
        *("strctCd", "strctCdNm", "mainPurpsCdNm", *_PUBLIC, "hhldCntPubRentTot"),
        *("hhldCntPubLotou", "hhldCntEmplRent", "dongNm", "flrNo", "hoNm", "wclfModeCd"),
        *("wclfModeCdNm", "etcWclf", "capaPsper", "capaLube", "dongRelGb", "dongRelGbNm"),
        *("actGb", "actGbCd", "actGbCdNm", "cmplxNm", "bldYn", "changbefPurpsCd"),
        *("changbefPurpsCdNm", "changbefEtcPurps", "changbefArea", "changbefCnt"),
        *("changbefEtcCurst", "befWlfarFcKindCd", "befWlfarFcKindCdNm", "typeNm", "fcNm"),
    ),
    {
        "overview": _overview,
        "buildings": _buildings,
        "floors": _floors,
        "units": _units("mgmHoDetlPk", 830_000_000),
        "ancillary": _one(900),
        "sewage": _sewage,
        "parking": _one(),
        "attached_parking": _one(700),
        "areas": _units("mgmExposPubusePk", 840_000_000),
        "act_unit_areas": _units("mgmActHoExposPubusePk", 850_000_000, 60),
        "acts": _acts,
        "managed_types": _types,
        "managed_facilities": _facilities,
        "zoning": _one(),
        "welfare": _welfare,
        "sites": _one(),
    },
    " ".join(
        (*_PUBLIC, "hhldCntPubRentTot hhldCntPubLotou hhldCntEmplRent flrNo capaPsper changbefCnt")
    ),
)
