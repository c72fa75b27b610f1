"""Every platform's tool file: names, schema, wire slots, examples and Korean."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

import kopa_env
from kopa_env.catalogue.compile import informative_fields, read_platform
from kopa_env.platforms import dialect
from kopa_env.spec import Field, Param, ToolSpec
from kopa_env.wire import HttpResponse

ROOT = Path(kopa_env.__file__).parent / "platforms"
PLATFORMS = sorted({f.parent.name for f in ROOT.glob("*/names.tsv")})

DAY = r"(0[1-9]|[12]\d|3[01])"
MONTH = r"(0[1-9]|1[0-2])"
YEAR = r"(19|20)\d\d"
COMMA = r"\d{1,3}(,\d{3})*"
SHAPES = {
    "text": r".+",
    "name": r".+",
    "org": r".+",
    "place": r".+",
    "address": r".+",
    "html": r".*(<|&lt;)\w+.*",
    "url": r"(https?://)?[\w.-]+\.[\w.-]+(:\d+)?(/\S*)?",
    "email": r"[\w.+-]+@[\w-]+(\.[\w-]+)+",
    "phone": r"[\d()~, -]{7,}",
    "yn": r"[YN]",
    "int": r"-?\d+",
    "int_comma": rf"-?{COMMA}",
    "decimal": r"-?(\d+(\.\d+)?|\.\d+)",
    "degree": r"-?\d{1,3}(\.\d+)?",
    "decimal_comma": rf"-?{COMMA}(\.\d+)?",
    "percent": r"-?\d+(\.\d+)?%?",
    "year4": YEAR,
    "ym6": YEAR + MONTH,
    "date8": YEAR + MONTH + DAY,
    "date10": f"{YEAR}-{MONTH}-{DAY}",
    "date_dot": rf"{YEAR}\.{MONTH}\.{DAY}",
    "date_dot_end": rf"{YEAR}\.\d{{1,2}}\.\d{{1,2}}\.",
    "date_en": rf"[A-Z]{{3}} {DAY}, {YEAR}",
    "date_ko": f"{YEAR}년 {MONTH}월 {DAY}일",
    "ym_ko": f"{YEAR}년 {MONTH}월",
    "datetime14": rf"{YEAR}{MONTH}{DAY}\d{{6}}",
    "datetime15": rf"{YEAR}{MONTH}{DAY} \d{{6}}",
    "datetime16": rf"{YEAR}-{MONTH}-{DAY} \d\d:\d\d",
    "datetime19": rf"{YEAR}-{MONTH}-{DAY} \d\d:\d\d:\d\d",
    "datetime21": rf"{YEAR}-{MONTH}-{DAY} \d\d:\d\d:\d\d\.0",
    "datetime12": rf"{YEAR}{MONTH}{DAY}\d{{4}}",
    "time8": r"([01]\d|2\d):[0-5]\d:[0-5]\d",
    "time4": r"([01]\d|2[0-9])[0-5]\d",
    "time5": r"([01]\d|2[0-9]):[0-5]\d",
    "id": r"\S+",
}
FORMATS = {
    "": ".*",
    "YYYY": YEAR,
    "YYYYMM": SHAPES["ym6"],
    "YYYYMMDD": SHAPES["date8"],
    "YYYY-MM-DD": SHAPES["date10"],
}
FLAT = {"dart_company"}
"""Tools whose reply is the record itself, with no list around it."""
TWO_WAYS = {("neis_meals", "MLSV_FGR"), ("moleg_constitutional_decisions", "종국일자")}
"""Fields that one endpoint writes in two ways: as text and as a number, as a day and as 0."""
CONDITION = re.compile(r"cond\[(?P<column>.+)::(?P<op>\w+)\]")
"""A filter whose name holds a column and an operator, as odcloud's do."""
NOTHING = {None, "", "-", " "}
"""How the platforms write an absent value."""
WRONG_PARTICLE = re.compile(
    r"(?:행|건|명|율|값|칸|일|월|년|번호들|역명|금액|목록|현황|정보원|기간|구분|종목)(?:를|는|가|와)(?=[\s,.])"
    r"|(?:코드|번호|회사|학교|연도|날짜|주소|여부|호수|좌표|보고서|단위|수수료)(?:을|은|이|과)(?=[\s,.])"
    r"|을\(를\)|를\(을\)|이\(가\)|가\(이\)|은\(는\)|는\(은\)|와\(과\)|과\(와\)"
)


PARTICLE = re.compile(r"([가-힣]*)([가-힣])(을|를|와)(?=[\s,.]|$)")
NO_PARTICLE = {"마을", "가을", "모을", "지을", "이을"}


def wrong_particle(text: str) -> str:
    """Return the first word whose particle does not follow from its sound, if any."""
    if listed := WRONG_PARTICLE.search(text):
        return listed.group()
    for head, last, particle in PARTICLE.findall(text):
        closed = (ord(last) - 0xAC00) % 28 > 0
        if closed is not (particle == "을") and last + particle not in NO_PARTICLE:
            return f"{head}{last}{particle}"
    return ""


def pattern(shape: str) -> str:
    """Return what a value of that shape looks like."""
    kind, _, rest = shape.partition(":")
    if kind == "enum":
        return "|".join(map(re.escape, rest.split("|")))
    if kind in ("code", "digits"):
        return rf"\d{{{rest}}}"
    if kind == "alnum":
        return rf"[0-9A-Za-z]{{{rest}}}"
    return SHAPES[kind]


def has_shape(field: Field, value: object) -> bool:
    """Say whether a value is written as its field declares."""
    if field.shape in ("object", "array"):
        return isinstance(value, dict if field.shape == "object" else list)
    kinds = {"string": str, "integer": int, "number": int | float, "boolean": bool}
    kinds["any"] = str | int | float
    if not isinstance(value, kinds[field.type]):
        return False
    return re.fullmatch(pattern(field.shape), str(value), re.DOTALL) is not None


def tool_rows(platform: str) -> list[dict[str, object]]:
    """Return a platform's tool file as written."""
    files = (ROOT / platform / "tools.yaml", *(ROOT / platform).glob("tools/*.yaml"))
    texts = [f.read_text(encoding="utf-8") for f in files if f.exists()]
    return [row for text in texts for row in yaml.load(text, yaml.CSafeLoader)]


@pytest.fixture(scope="module", params=PLATFORMS)
def tools(request: pytest.FixtureRequest) -> list[ToolSpec]:
    return read_platform(ROOT / request.param)[0]


def texts(spec: ToolSpec) -> list[str]:
    return [
        spec.title_ko,
        spec.description_ko,
        *(p.meaning_ko for p in spec.params),
        *(f.meaning_ko for f in spec.fields),
    ]


def test_names_are_unique_and_frozen(tools: list[ToolSpec]) -> None:
    platform = tools[0].platform
    lines = (ROOT / platform / "names.tsv").read_text(encoding="utf-8").splitlines()
    frozen = dict(reversed(line.split("\t")) for line in lines)
    assert {t.name: t.ref for t in tools} == frozen
    assert len(frozen) == len(lines) == len(tools)
    assert len({t.ref for t in tools}) == len(tools)
    assert all(re.fullmatch(rf"{platform}_[a-z0-9_]{{2,58}}", t.name) for t in tools)


def test_path_slots_are_exactly_the_path_parameters(tools: list[ToolSpec]) -> None:
    for tool in tools:
        if tool.endpoint is None:
            continue
        slots = re.findall(r"\{(\w+)\}", tool.endpoint.path_template)
        wanted = [p.wire_name for p in tool.params if p.location == "path"]
        assert sorted(set(slots) - {"KEY"}) == sorted(wanted), tool.name
        assert len(slots) == len(set(slots)), tool.name


def test_endpoints_say_where_the_records_lie(tools: list[ToolSpec]) -> None:
    for tool in tools:
        if tool.endpoint is not None and tool.endpoint.wire != "zip":
            assert tool.endpoint.host, tool.name
            assert tool.endpoint.items_path or tool.name in FLAT, tool.name


def test_parameter_names_follow_the_wire(tools: list[ToolSpec]) -> None:
    for tool in tools:
        names = [p.name for p in tool.params]
        assert len(set(names)) == len(names), tool.name
        for p in tool.params:
            assert p.name.isidentifier()
            found = CONDITION.fullmatch(p.wire_name)
            wire = found["column"] if found else p.wire_name.rpartition(".")[2]
            condition = f"{wire}_{found['op']}" if found else wire
            assert p.role == "token" or p.name in (wire, condition), (tool.name, p)


def test_paging_names_two_whole_numbers(tools: list[ToolSpec]) -> None:
    for tool in tools:
        if tool.paging is not None:
            for name in (tool.paging.page, tool.paging.size):
                param = tool.param(name)
                assert param is not None, tool.name
                assert (param.type, param.role) == ("integer", "generic"), tool.name


def test_parameters_explain_themselves(tools: list[ToolSpec]) -> None:
    for tool in tools:
        for p in tool.params:
            assert p.meaning_ko, (tool.name, p.name)
            assert p.meaning_en, (tool.name, p.name)
            assert p.type == "string" or p.role in ("generic", "constant"), (tool.name, p.name)
            if p.enum is not None:
                assert all(isinstance(k, str) and v for k, v in p.enum.items()), (tool.name, p)


def test_parameter_examples_fit(tools: list[ToolSpec]) -> None:
    for tool in tools:
        for p in tool.params:
            for value in (p.example, p.default):
                assert value is None or fits(p, value), (tool.name, p.name, value)


def fits(param: Param, value: object) -> bool:
    if param.type == "integer":
        return isinstance(value, int)
    wanted = FORMATS.get(param.format) or pattern(param.format)
    return (
        isinstance(value, str)
        and re.fullmatch(wanted, value) is not None
        and (param.enum is None or value in param.enum)
    )


def test_field_examples_have_their_declared_shape(tools: list[ToolSpec]) -> None:
    for tool in tools:
        for field in tool.fields:
            if field.example is None:
                assert field.shape in ("object", "array"), (tool.name, field.path)
            else:
                assert has_shape(field, field.example), (tool.name, field)


def test_fields_are_listed_once_and_explained(tools: list[ToolSpec]) -> None:
    for tool in tools:
        paths = Counter(f.path for f in tool.fields)
        assert max(paths.values(), default=1) == 1, (tool.name, paths.most_common(1))
        assert all(f.meaning_ko and f.meaning_en for f in tool.fields), tool.name


def test_no_two_tools_share_a_text(tools: list[ToolSpec]) -> None:
    for part in ("title_ko", "title_en", "description_ko", "description_en"):
        twice = [t for t, n in Counter(getattr(s, part) for s in tools).items() if n > 1]
        assert not twice, part


def test_descriptions_say_something(tools: list[ToolSpec]) -> None:
    for tool in tools:
        assert 30 <= len(tool.description_ko) <= 400, tool.name
        assert re.search(r"다\.$", tool.description_ko), tool.name
        assert tool.description_en.endswith("."), tool.name
        assert not re.search(r"[가-힣]{4,}", tool.title_en), tool.name


def test_particles_follow_the_sound(tools: list[ToolSpec]) -> None:
    wrong = {(t.name, wrong_particle(text)) for t in tools for text in texts(t)}
    assert not {(name, word) for name, word in wrong if word}


@pytest.mark.parametrize(
    "text", ["행를 준다", "사람와 함께", "회사을 찾는다", "코드은 8자리", "값을(를) 넣는다"]
)
def test_the_particle_check_catches_what_it_is_for(text: str) -> None:
    assert wrong_particle(text)


def test_thin_says_whether_a_tool_is_counted(tools: list[ToolSpec]) -> None:
    for tool in tools:
        if tool.kind == "endpoint":
            counted = informative_fields(tool) >= 2
            assert tool.thin is not counted, tool.name


def test_defaults_are_left_out_of_the_file(tools: list[ToolSpec]) -> None:
    for row in tool_rows(tools[0].platform):
        assert row.get("thin", True) is True
        assert "spec_version" not in row
        assert "platform" not in row
        params = [p for p in row.get("params", []) if isinstance(p, dict)]
        assert all(p.get("location") != "query" for p in params)


def leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield every path of a record with its value, containers included."""
    if path:
        yield path, value
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for item in value:
            yield from (row for row in leaves(item, f"{path}[]") if row[0] != f"{path}[]")


def recorded(tools: list[ToolSpec], shared: Path) -> Iterator[tuple[str, ToolSpec, HttpResponse]]:
    """Yield the samples that hold records of these tools, as their platform wrote them."""
    by_ref = {t.ref: t for t in tools}
    with (shared / "samples/INDEX.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            made_up = row["tier"] in ("fixture", "synthetic")
            if (
                not made_up
                and row["outcome"] == "ok"
                and row["facts_id"] in by_ref
                and row["n_records"] != "0"
            ):
                kind = "xml" if row["file"].endswith(".xml") else "json"
                body = (shared / "samples" / row["file"]).read_bytes()
                response = HttpResponse(200, f"application/{kind};charset=UTF-8", body)
                yield row["file"], by_ref[row["facts_id"]], response


@pytest.mark.shared
def test_samples_hold_only_documented_fields_of_their_shape(
    tools: list[ToolSpec], shared: Path
) -> None:
    speaker = dialect(tools[0].platform)
    faults = []
    for name, tool, response in recorded(tools, shared):
        fields = {f.path: f for f in tool.fields}
        if response.content_type.startswith("application/xml"):  # where everything is text
            fields = {path: replace(f, type="string") for path, f in fields.items()}
        records = speaker.decode(tool, response).records
        assert records, name
        for path, value in (leaf for record in records for leaf in leaves(record)):
            field = fields.get(path)
            absent = isinstance(value, str | None) and value in NOTHING
            if (tool.name, path) in TWO_WAYS:
                continue
            if field is None or not ((absent and field.nullable) or has_shape(field, value)):
                faults.append((name, path, value, field and field.shape))
    assert not faults
