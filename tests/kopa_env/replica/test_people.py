"""Nobody real stands in what is made up: generated listings, examples and descriptions."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON, Status
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec
from kopa_env.spec import Field, Param, ToolSpec
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.parliament_boards import PARLIAMENT_BOARDS
from kopa_env.world.tables.parliament_life import PARLIAMENT_LIFE


@pytest.fixture(scope="module")
def real() -> re.Pattern[str]:
    """The members of the 22nd term in Korean (as whole words), Chinese and Latin letters.

    A title may follow a name; 조국혁신당 is no member.
    """
    people = fact_rows("members")
    korean, hanja, latin = (
        "|".join(re.escape(r[c]) for r in people if r[c]) for c in ("name", "hanja", "english")
    )
    title = "(?:의원|위원|위원장|의장|부의장)?실?"
    return re.compile(rf"(?<![가-힣])(?:{korean}){title}(?![가-힣])|{hanja}|(?i:\b(?:{latin})\b)")


def _texts(value: JSON) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif value is not None:
        yield str(value)


def _needed(spec: ToolSpec) -> dict[str, str]:
    """Return the required arguments as documented."""
    given = {}
    for param in spec.params:
        known = [v for v in (param.example, param.default, *(param.enum or ())) if v is not None]
        if param.required and param.role == "semantic":
            given[param.wire_name] = str(known[0]) if known else "1"
    return given


def test_names_are_recognised(real: re.Pattern[str]) -> None:
    told = ("강경숙", "강경숙의원 등 10인", "[강경숙의원실] 채용", "姜景淑", "Kang Kyungsook")
    assert all(real.search(text) for text in told)
    assert not any(
        real.search(text) for text in ("조국혁신당", "김윤울", "홍길동 의원", "이재명월")
    )


@pytest.mark.slow
def test_no_board_of_the_assembly_names_a_member(
    catalogue: Catalogue, declared: ReplicaSpec, replica: Replica, real: re.Pattern[str]
) -> None:
    """What bodies publish and what members do is made up, so nobody real may stand in it."""
    made_up = {table.name for table in (*PARLIAMENT_BOARDS, *PARLIAMENT_LIFE)}
    names = [n for n in catalogue.names("assembly") if n in declared]
    listed = [catalogue[name] for name in names if declared[name].table in made_up]
    assert len(listed) > 120
    found, answered = [], 0
    for spec in listed:
        for args in (_needed(spec), {"pSize": "1000", **_needed(spec)}):
            result = replica.answer(spec, args)[0]
            answered += result.status is Status.OK
            texts = {text for record in result.records for text in _texts(dict(record))}
            found += [(spec.name, text) for text in sorted(texts) if real.search(text)]
    assert found == []
    assert answered > 200


def test_no_example_or_description_names_a_member(
    catalogue: Catalogue, real: re.Pattern[str]
) -> None:
    found = []
    for spec in map(catalogue.__getitem__, catalogue.names()):
        told = [spec.title_ko, spec.title_en, spec.description_ko, spec.description_en]
        parts: list[Param | Field] = [*spec.params, *spec.fields]
        for part in parts:
            told += [str(part.example or ""), part.meaning_ko, part.meaning_en]
        found += [(spec.name, text) for text in told if real.search(text)]
    assert found == []


def test_no_generated_person_bears_a_members_name(real: re.Pattern[str]) -> None:
    """Every name the generator can make, not only those that one world happens to hold."""
    from kopa_env.world.names import person_of

    made = {
        person_of(a | b << 16 | c << 32) for a in range(40) for b in range(24) for c in range(20)
    }
    assert len(made) > 10_000
    assert not [name for name in sorted(made) if real.fullmatch(name)]
