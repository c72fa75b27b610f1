"""What a National Competency Standard says of its duties and units: parts are duties."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.hrdk.ncs import Duty, Unit, duties, duty_of, elements, units
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

Maker = Callable[[int, Duty], Iterator[Row]]

_SKILLS = (
    ("01", "의사소통능력", ("문서이해능력", "문서작성능력", "경청능력", "의사표현능력")),
    ("02", "수리능력", ("기초연산능력", "기초통계능력", "도표분석능력", "도표작성능력")),
    ("03", "문제해결능력", ("사고력", "문제처리능력")),
    ("04", "자기개발능력", ("자아인식능력", "자기관리능력", "경력개발능력")),
    ("05", "자원관리능력", ("시간관리능력", "예산관리능력", "물적자원관리", "인적자원관리")),
    ("06", "대인관계능력", ("팀워크능력", "리더십능력", "갈등관리능력", "고객서비스능력")),
    ("07", "정보능력", ("컴퓨터활용능력", "정보처리능력")),
    ("08", "기술능력", ("기술이해능력", "기술선택능력", "기술적용능력")),
    ("09", "조직이해능력", ("경영이해능력", "체제이해능력", "업무이해능력", "국제감각")),
    ("10", "직업윤리", ("근로윤리", "공동체윤리")),
)  # fmt: skip
SKILLS = tuple((code, name) for code, name, _ in _SKILLS)
_METHODS = (
    ("A", "포트폴리오"), ("B", "문제해결 시나리오"), ("C", "서술형시험"), ("D", "논술형시험"),
    ("E", "사례연구"), ("F", "평가자 질문"), ("G", "평가자 체크리스트"),
    ("H", "피평가자 체크리스트"),
    ("I", "일지/저널"), ("J", "역할연기"), ("K", "구두발표"), ("L", "작업장평가"),
)  # fmt: skip
_POSITIONS = (
    ("사원", "2"),
    ("대리", "3"),
    ("과장", "4"),
    ("차장", "5"),
    ("부장", "6"),
    ("임원", "7"),
)
_SITES = ("실습실", "강의실", "컴퓨터실", "공구실", "재료보관실")


def _by_duty(name: str, names: str, make: Maker, integers: str = "") -> Table:
    def part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
        duty = duty_of().get(str(values[0]))
        if duty is not None:
            yield from make(world.seed, duty)

    def rows(world: World) -> Iterator[Row]:
        for duty in duties():
            yield from make(world.seed, duty)

    return Table(name, columns(names, integers), rows, by=("duty",), part=part)


def _ksa(seed: int, duty: Duty) -> Iterator[Row]:
    """One row a criterion and one a piece of knowledge, skill and attitude."""
    for unit in units(duty.code):
        for place, name in enumerate(elements(unit), start=1):
            for _ in range(Draw(seed, "ksa", unit.code, place).between(4, 7)):
                yield (
                    *(duty.code, duty.service, unit.code, unit.number, unit.name),
                    *(str(unit.level), str(place), name),
                )


def _scope(seed: int, duty: Duty) -> Iterator[Row]:
    items = (
        ("01", "고려사항", 3),
        ("02", "자료 및 관련 서류", 2),
        ("03", "장비 및 도구", 2),
        ("04", "재료", 1),
    )
    for unit in units(duty.code):
        for code, name, count in items:
            for number in range(1, count + 1):
                text = f"{unit.name} 업무에 적용하는 {name} {number}"
                yield (duty.code, unit.number, code, name, str(number), text)


def _picked(seed: int, unit: Unit, count: int) -> list[tuple[str, str]]:
    draw = Draw(seed, "methods", unit.code)
    start, step = draw.below(len(_METHODS)), draw.pick((1, 5, 7))
    return [_METHODS[(start + n * step) % len(_METHODS)] for n in range(count)]


def _assessment(seed: int, duty: Duty) -> Iterator[Row]:
    for unit in units(duty.code):
        for place, (code, name) in enumerate(_picked(seed, unit, 5)):
            kind = ("1", "과정평가") if place < 3 else ("2", "결과평가")
            text = f"{unit.name} 수행준거를 {name}(으)로 평가한다."
            yield (duty.code, unit.number, *kind, code, name, text)


def _criteria(seed: int, duty: Duty) -> Iterator[Row]:
    for unit in units(duty.code):
        for place, (code, name) in enumerate(_picked(seed, unit, 3)):
            kind = ("1", "지필평가") if place == 0 else ("2", "실무평가")
            yield (duty.code, unit.number, *kind, code, name)


def _basic(seed: int, duty: Duty) -> Iterator[Row]:
    for unit in units(duty.code):
        draw = Draw(seed, "basic skills", unit.code)
        start = draw.below(len(_SKILLS))
        for place in range(draw.between(2, 4)):
            code, name, parts = _SKILLS[(start + place * 3) % len(_SKILLS)]
            for number, part in enumerate(parts, start=1):
                yield (
                    *(duty.code, unit.number, code, name, f"직장 생활에 필요한 {name}"),
                    *(f"{code}{number:02d}", part, f"업무를 수행하는 데 쓰는 {part}"),
                )


def _positions(seed: int, duty: Duty) -> Iterator[Row]:
    span = Draw(seed, "positions", duty.code).between(3, len(_POSITIONS))
    for number, (name, level) in enumerate(_POSITIONS[:span], start=1):
        yield (duty.code, str(number), name, level)


def _related(seed: int, duty: Duty) -> Iterator[Row]:
    every = duties()
    draw = Draw(seed, "related", duty.code)
    for _ in range(draw.between(2, 6)):
        other = draw.pick(every)
        unit = draw.pick(units(other.code))
        codes = [other.code[n : n + 2] for n in range(0, 8, 2)]
        pairs = (v for pair in zip(codes, other.names, strict=True) for v in pair)
        yield (duty.code, draw.pick(elements(unit)), *pairs)


def _considerations(seed: int, duty: Duty) -> Iterator[Row]:
    items = (("01", "관련 자격"), ("02", "훈련 교사"), ("03", "훈련 시설"), ("04", "기타 고려사항"))
    for code, name in items:
        for number in range(1, 1 + Draw(seed, "considerations", duty.code, code).between(1, 3)):
            text = f"{duty.names[3]} 훈련기준을 짤 때 살필 {name} {number}"
            yield (duty.code, code, name, str(number), text)


def _facilities(seed: int, duty: Duty) -> Iterator[Row]:
    for unit in units(duty.code):
        draw = Draw(seed, "facilities", unit.code)
        start = draw.below(len(_SITES))
        for place in range(draw.between(1, 3)):
            name = _SITES[(start + place) % len(_SITES)]
            area, use, each = draw.between(40, 120), draw.below(2), draw.between(12, 40)
            yield (
                *(duty.code, unit.number, f"{(start + place) % len(_SITES) + 1:02d}", name),
                *("YN"[draw.below(2)], draw.pick((20, 25, 30)), f"{area}.0"),
                *(f"{each // 10}.{each % 10}", str(use + 1), ("전용", "공용")[use]),
            )


def _items(seed: int, duty: Duty) -> Iterator[Row]:
    code = duty.code
    head = (code, code[4:6], duty.names[2], code[6:8], duty.names[3])
    for name, level in _POSITIONS[:4]:
        for kind in (("1", "직업기초능력"), ("2", "직무수행능력")):
            for _ in range(Draw(seed, "items", code, name, kind[0]).between(1, 4)):
                yield (*head, level, name, *kind)


_HEAD = "duty unit_number"
NCS_DETAILS = (
    _by_duty(
        "ncs_ksa",
        "duty service unit unit_number unit_name level element_number element_name",
        _ksa,
    ),
    _by_duty("ncs_scope", f"{_HEAD} item item_name item_number text", _scope),
    _by_duty("ncs_assessment", f"{_HEAD} kind_code kind_of method method_name text", _assessment),
    _by_duty("ncs_criteria", f"{_HEAD} kind_code kind_of method method_name", _criteria),
    _by_duty("ncs_basic_skills", f"{_HEAD} main main_name main_text sub sub_name sub_text", _basic),
    _by_duty("ncs_positions", "duty number position level", _positions),
    _by_duty(
        "ncs_related",
        "duty element_name lclas lclas_name mclas mclas_name sclas sclas_name subd subd_name",
        _related,
    ),
    _by_duty("ncs_considerations", "duty item item_name item_number text", _considerations),
    _by_duty(
        "ncs_facilities",
        f"{_HEAD} site site_name classroom people area area_each use use_name",
        _facilities,
        "people",
    ),
    _by_duty(
        "ncs_items",
        "duty sclas sclas_name subd subd_name level position kind_code kind_of",
        _items,
    ),
)
