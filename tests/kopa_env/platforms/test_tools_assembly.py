"""The Assembly's tool file: one tool for each service, told apart by what it says."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml

import kopa_env
from kopa_env.catalogue.compile import read_platforms
from kopa_env.replica.shapes import fits, write
from kopa_env.spec import ToolSpec
from kopa_env.world.draw import Draw

ROOT = Path(kopa_env.__file__).parent / "platforms"
TERM_ARGUMENTS = {
    "AGE": "22",
    "DAE_NUM": "22",
    "UNIT_CD": "100022",
    "PROFILE_UNIT_CD": "100022",
    "ERACO": "제22대",
}
"""How the services write one and the same Assembly."""
FINAL_LETTERS = "lmnrLMNR"
FINAL_DIGITS = "013678"


@pytest.fixture(scope="module")
def tools() -> dict[str, ToolSpec]:
    return {s.name: s for s in read_platforms(ROOT)[0] if s.platform == "assembly"}


def service(tool: ToolSpec) -> str:
    return tool.ref.partition(":")[2]


def has_final(char: str) -> bool:
    """Say whether the sound of a character ends in a consonant."""
    if "가" <= char <= "힣":
        return (ord(char) - 0xAC00) % 28 != 0
    return char in FINAL_LETTERS or char in FINAL_DIGITS


def wrong_objects(text: str) -> list[str]:
    """Return the words whose 을 or 를 does not follow the sound before it."""
    pairs = re.findall(r"([A-Za-z0-9_가-힣]+)(을|를)(?=[\s,.·)])", text)
    return [
        word + particle for word, particle in pairs if has_final(word[-1]) != (particle == "을")
    ]


def test_every_service_has_its_tool(tools: dict[str, ToolSpec]) -> None:
    assert len(tools) == 274
    assert len({service(t) for t in tools.values()}) == 274


def test_the_envelope_is_named_after_the_service(tools: dict[str, ToolSpec]) -> None:
    for tool in tools.values():
        code = service(tool)
        assert tool.endpoint is not None
        assert tool.endpoint.path_template == f"/portal/openapi/{code}"
        assert tool.endpoint.items_path == f"{code}[1].row"
        assert tool.endpoint.total_path == f"{code}[0].head[0].list_total_count"
        assert (tool.endpoint.method, tool.endpoint.wire) == ("GET", "json")


def test_key_and_format_are_not_offered(tools: dict[str, ToolSpec]) -> None:
    assert not {p.name for t in tools.values() for p in t.params} & {"KEY", "Type"}


def test_every_service_is_paged_alike(tools: dict[str, ToolSpec]) -> None:
    for tool in tools.values():
        paging = tool.paging
        assert paging is not None
        assert (paging.page, paging.size, paging.default, paging.max) == (
            "pIndex",
            "pSize",
            100,
            1000,
        )
        page, size = tool.param("pIndex"), tool.param("pSize")
        assert page is not None
        assert size is not None
        assert (page.role, page.type, page.default) == ("generic", "integer", 1)
        assert (size.role, size.type, size.default) == ("generic", "integer", 100)


@pytest.mark.parametrize(
    ("name", "required"),
    [
        ("assembly_members", set()),
        ("assembly_member_bills", {"AGE"}),
        ("assembly_roll_call", {"AGE", "BILL_ID"}),
        ("assembly_bill_detail", {"BILL_ID"}),
        ("assembly_bill_by_number", {"BILL_NO"}),
        ("assembly_plenary_schedule", {"UNIT_CD"}),
        ("assembly_minutes_plenary", {"DAE_NUM", "CONF_DATE"}),
        ("assembly_committee_members", set()),
    ],
)
def test_required_arguments(tools: dict[str, ToolSpec], name: str, required: set[str]) -> None:
    assert {p.name for p in tools[name].params if p.required} == required


def test_an_assembly_is_written_as_its_service_wants_it(tools: dict[str, ToolSpec]) -> None:
    exceptions = {"assembly_history_bill_stats"}
    for tool in tools.values():
        for param in tool.params:
            if param.name in TERM_ARGUMENTS and tool.name not in exceptions:
                assert param.example == TERM_ARGUMENTS[param.name], (tool.name, param.name)


def test_a_vote_is_one_of_four_words(tools: dict[str, ToolSpec]) -> None:
    tool = tools["assembly_roll_call"]
    param = tool.param("RESULT_VOTE_MOD")
    assert param is not None
    assert list(param.enum or {}) == ["찬성", "반대", "기권", "불참"]
    shapes = {f.path: f.shape for f in tool.fields}
    assert shapes["RESULT_VOTE_MOD"] == "enum:찬성|반대|기권|불참"
    assert shapes["VOTE_DATE"] == "datetime15"


def test_counts_of_votes_are_numbers_wherever_they_appear(tools: dict[str, ToolSpec]) -> None:
    counts = {"MEMBER_TCNT", "VOTE_TCNT", "YES_TCNT", "NO_TCNT", "BLANK_TCNT"}
    kinds = {f.type for t in tools.values() for f in t.fields if f.path in counts}
    assert kinds == {"integer"}


def test_no_frame_is_spread_over_the_descriptions(tools: dict[str, ToolSpec]) -> None:
    for part in ("description_ko", "description_en"):
        frames = Counter(tuple(getattr(t, part).split()[:8]) for t in tools.values())
        assert frames.most_common(1)[0][1] <= len(tools) * 0.05, part
        openings = Counter(tuple(getattr(t, part).split()[:2]) for t in tools.values())
        assert openings.most_common(1)[0][1] <= len(tools) * 0.05, openings.most_common(3)


def test_tools_named_in_a_description_exist(tools: dict[str, ToolSpec]) -> None:
    for tool in tools.values():
        text = f"{tool.description_ko} {tool.description_en}"
        assert set(re.findall(r"assembly_[a-z0-9_]+", text)) <= tools.keys() - {tool.name}


def test_fields_and_arguments_named_in_a_description_exist(tools: dict[str, ToolSpec]) -> None:
    known = {f.path for t in tools.values() for f in t.fields}
    known |= {p.name for t in tools.values() for p in t.params}
    for tool in tools.values():
        text = f"{tool.description_ko} {tool.description_en}"
        named = set(re.findall(r"(?<![A-Z0-9_])[A-Z]+(?:_[A-Z0-9]+)+(?![A-Z0-9_])", text))
        assert named <= known, tool.name


def test_equal_meanings_are_equal_in_english(tools: dict[str, ToolSpec]) -> None:
    english: dict[str, set[str]] = defaultdict(set)
    for tool in tools.values():
        pairs = [(f.meaning_ko, f.meaning_en) for f in tool.fields]
        pairs += [(p.meaning_ko, p.meaning_en) for p in tool.params]
        for ko, en in pairs:
            english[ko].add(en)
    assert not {k: v for k, v in english.items() if len(v) > 1}


def test_object_particles_follow_the_sound(tools: dict[str, ToolSpec]) -> None:
    wrong = {t.name: bad for t in tools.values() if (bad := wrong_objects(t.description_ko))}
    assert not wrong


@pytest.mark.parametrize("text", ["행를 준다", "코드을 넣는다", "BILL_ID을 쓴다", "PBL_NM를 본다"])
def test_the_object_check_catches_what_it_is_for(text: str) -> None:
    assert wrong_objects(text)


@pytest.mark.parametrize(
    "text", ["행을 준다", "코드를 넣는다", "BILL_ID를 쓴다", "제22대를 고른다"]
)
def test_the_object_check_lets_good_korean_pass(text: str) -> None:
    assert not wrong_objects(text)


def test_examples_name_no_real_member(tools: dict[str, ToolSpec]) -> None:
    for tool in tools.values():
        for item in tool.fields:
            if item.shape == "name":
                assert item.example in ("홍길동", "HONG GILDONG"), (tool.name, item.path)


DATED = (
    *("date8", "date10", "date_dot", "date_dot_end", "date_en", "ym_ko", "year4"),
    *("datetime14", "datetime15", "datetime16", "datetime19", "time4", "time5"),
)


@pytest.mark.parametrize("shape", DATED)
def test_generated_dates_are_written_as_declared(shape: str) -> None:
    values = {str(write(shape, Draw(7, "shape", shape, n), None)) for n in range(20)}
    assert len(values) > 1
    assert all(fits(shape, value) for value in values), values


def test_all_dated_shapes_are_known_to_the_generator(tools: dict[str, ToolSpec]) -> None:
    shapes = {f.shape for t in tools.values() for f in t.fields}
    assert {s for s in shapes if re.match("date|time|ym|year", s)} <= set(DATED)


def test_sizes_belong_to_tools(tools: dict[str, ToolSpec]) -> None:
    lines = (ROOT / "assembly" / "sizes.tsv").read_text(encoding="utf-8").splitlines()
    sizes = {ref: int(rows) for ref, rows in (line.split("\t") for line in lines)}
    assert len(sizes) == len(lines) > 200
    assert sizes.keys() <= {t.ref for t in tools.values()}
    assert min(sizes.values()) > 0


def test_a_guessed_path_is_marked(tools: dict[str, ToolSpec]) -> None:
    guessed = {t.name for t in tools.values() if re.fullmatch(r"O[A-Z0-9]{18}", service(t))}
    assert guessed == {t.name for t in tools.values() if t.confidence == "inferred"}
    assert len(guessed) == 33


@pytest.mark.shared
def test_every_documented_parameter_and_field_is_there(
    tools: dict[str, ToolSpec], shared: Path
) -> None:
    text = (shared / "facts/open_assembly.yaml").read_text(encoding="utf-8")
    endpoints: list[dict[str, Any]] = yaml.load(text, yaml.CSafeLoader)["endpoints"]
    by_ref = {t.ref: t for t in tools.values()}
    assert len(endpoints) == len(by_ref)
    lines = (ROOT / "assembly" / "sizes.tsv").read_text(encoding="utf-8").splitlines()
    sizes = dict(line.split("\t") for line in lines)
    for endpoint in endpoints:
        tool = by_ref[f"open_assembly:{endpoint['id']}"]
        fields = {f["name"] for f in endpoint["response_fields"]}
        assert {f.path for f in tool.fields} == fields, tool.name
        wanted = {p["name"]: p["required"] for p in endpoint["params"]}
        own = {p.name: p.required for p in tool.params if p.role != "generic"}
        assert own == wanted, tool.name
        assert sizes.get(tool.ref, "") == str(endpoint.get("observed_total_count", "")), tool.name
