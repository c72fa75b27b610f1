"""Draft a platform's tool files from structured facts about its endpoints.

    python scripts/draft_tools.py FACTS.yaml --platform NAME --words WORDS.tsv --terms TERMS.tsv \
        -o kopa_env/platforms/NAME

FACTS is a YAML file with a list ``endpoints``; each has ``id``, ``path``, ``params`` and ``fields``
(or ``response_fields``), and names carry ``type``, ``meaning`` (or ``meaning_ko``), ``required``,
``enum``, ``example`` and ``confidence`` where they are known. Or it is a list of operations of the
national portal (``.jsonl``, ``.jsonl.gz``: ``url``, ``title``, ``params``, ``fields`` with labels),
of which ``--under`` chooses those of one agency. Nothing is made up: a field whose name is not in
the facts is not in the draft.

WORDS says how a tool is called and what a model reads of it, one line an endpoint:
``id  name  title_ko  title_en  description_ko  description_en``. TERMS says what labels mean,
``label  meaning_ko  meaning_en``; where one label stands for several things, ``name@label`` says
which. Without them the draft goes to stderr as what is still to write:
endpoints without words, labels without a meaning. The result is a draft, to be read and mended:
afterwards the YAML is the source.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

Row = dict[str, Any]

ENVELOPE = {
    *("resultcode", "resultmsg", "resultmessage", "numofrows", "pageno", "totalcount"),
    *("list_total_count", "result", "code", "message", "api_version", "totalcnt", "totalcount"),
    *("page", "perpage", "currentcount", "matchcount", "responsetime", "requestmsgid"),
    *("responsemsgid", "successyn", "querytime", "head", "numofrow", "header", "body"),
    *("err_cd", "err_nm", "lastpageno", "totalpage", "totcnt", "result_code", "result_msg"),
    *("total_count", "restlt_code", "restlt_msg", "resultmag", "responseheader", "responsebody"),
}
"""Fields that stand around records in every envelope."""

SECRETS = {"servicekey", "key", "apikey", "auth", "oc", "authkey", "accesstoken", "confmkey"}
SELECTORS = {"_type", "resulttype", "returntype", "datatype", "dataformat", "viewtype", "gettype"}
PAGES = {"pageno", "pindex", "page", "currentpage", "page_no", "startcount"}
SIZES = {"numofrows", "numofrow", "psize", "display", "countperpage", "perpage", "page_count"}
CONFIDENCE = ("verified-by-sample", "seen-in-code", "documented", "inferred")

DEFAULTS: Row = {
    **{"type": "string", "shape": "text", "confidence": "documented", "format": ""},
    **{"required": False, "enum": None, "example": None, "role": "semantic", "nullable": False},
    **{"pad": 0},
}
"""What an entry has that says nothing of it."""

SHAPES: tuple[tuple[str, str, Any], ...] = (
    (r"(?i)yyyy-?mm-?dd", "date8", "20240115"),
    (r"(?i)yyyy-?mm(?!dd)", "ym6", "202401"),
    (r"(?i)yyyy", "year4", "2024"),
    (r"URL|url|링크|홈페이지|이미지", "url", "https://www.example.kr/view/1"),
    (r"이메일|전자우편", "email", "desk@example.kr"),
    (r"전화|팩스|FAX|연락처", "phone", "02-0000-0000"),
    (r"여부$|여부\(", "yn", "Y"),
    (r"(기준|결산|접수|공시|작업|거래)?\s*(년월|연월)(?!일)", "ym6", "202401"),
    (r"일시$|시각$|등록일시|수정일시", "datetime19", "2024-01-15 09:00:00"),
    (r"(일자|날짜|년월일|연월일)|[가-힣]일$|기준일", "date8", "20240115"),
    (r"(연도|년도|학년도|회계연도|사업연도)$|^기준년$", "year4", "2024"),
    (
        r"율$|비율|비중|지수$|금리|이율|수익률|등락률|위도|경도|좌표|면적|평균|온도|습도|농도|속도",
        "decimal",
        "12.3",
    ),
    (
        r"(금액|가격|수량|건수|인원|수$|횟수|총액|자산|부채|자본|매출|이익|손실|비용|요금|수수료|시가|종가"
        r"|고가|저가|거래량|거래대금|대수|세대|점수|순위|순번|번호\(정수\)|일수|시간\(분\)|거리|높이|길이)",
        "int",
        "1234",
    ),
    (r"주소|소재지", "address", "서울특별시 중구 새문로 1"),
    (
        r"(기관|회사|법인|업체|상호|은행|단체|사업장|기업|시행기관|부처|학교|대학).*명",
        "org",
        "가람기관",
    ),
    (r"(시도|시군구|읍면동|지역|시군|구군|행정구역).*명|지역$", "place", "서울특별시"),
    (r"(성명|대표자|의원명|후보자명|이름)$", "name", "홍길동"),
    (r"코드|ID$|아이디|번호", "id", "A001"),
)
"""How a value is written, guessed from what its label says; the first that fits."""


NAMES: tuple[tuple[str, str, Any], ...] = (
    (r"(Dt|Ymd|_DE|_YMD|ymd)$", "date8", "20240115"),
    (r"(Ym|_YM|YearMonth)$", "ym6", "202401"),
    (r"(Yr|Year|yyyy|_YEAR|Yy|YY)$", "year4", "2024"),
)
"""Likewise, guessed from a name whose label says nothing."""

WORDY = {"org", "name", "place", "address", "title", "html", "url", "phone", "email"}
EXAMPLES: dict[str, Any] = {shape: example for _, shape, example in SHAPES} | {
    **{"int_comma": "1,234", "percent": "12.3%", "date10": "2024-01-15", "date_dot": "2024.01.15"},
    **{"datetime14": "20240115090000", "datetime16": "2024-01-15 09:00", "time": "09:00"},
    **{"time5": "09:00", "text": "일반", "id": "1001"},
}


def main(argv: Sequence[str] | None = None) -> int:
    """Write the draft, or say what is still to write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("facts", type=Path, nargs="+")
    parser.add_argument("--platform", required=True)
    parser.add_argument("--only", default="", help="regular expression that ids must meet")
    parser.add_argument("--part", default="1/1", help="K/N: the K-th of N parts")
    parser.add_argument("--under", default="", help="of a list of operations: where an agency is")
    parser.add_argument("--words", type=Path)
    parser.add_argument("--terms", type=Path)
    parser.add_argument("--strings", action="store_true", help="values are text, whatever is said")
    parser.add_argument("--wire", default="xml", help="form where none can be asked for")
    parser.add_argument("--total-named", action="store_true", help="a total only where named")
    parser.add_argument("--items-path", default="response.body.items.item")
    parser.add_argument("--total-path", default="response.body.totalCount")
    parser.add_argument("--samples", type=Path, help="folder of recorded replies with INDEX.tsv")
    parser.add_argument("-o", "--output", type=Path)
    args = parser.parse_args(argv)
    words = {r[0]: r[1:] for r in _tsv(args.words)}
    terms = {r[0]: r[1:] for r in _tsv(args.terms)}
    tools = [
        _tool(e, facts, words, args)
        for path in args.facts
        for facts in [_facts(path, args.under, args.platform)]
        for e in facts["endpoints"]
        if re.search(args.only, str(e["id"]))
    ]
    part, parts = map(int, args.part.split("/"))
    tools = tools[len(tools) * (part - 1) // parts : len(tools) * part // parts]
    if args.samples:
        _observe(tools, args.samples, args.platform)
    missing = [t for t in tools if t["ref"].partition(":")[2] not in words]
    labels = Counter(
        e["label"] for t in tools for part in ("params", "fields") for e in t[part] if e["label"]
    )
    unknown = [label for label in labels if label not in terms]
    if args.output is None:
        _tell(missing, unknown)
        return 0
    bare = [t for t in tools if not t["fields"]]
    _write(args.output, [t for t in tools if t not in missing and t not in bare], terms)
    sys.stderr.write(
        f"{len(tools)} tools; {len(missing)} have no words; left out, as no field of their replies "
        f"is known: {', '.join(t['ref'] for t in bare) or 'none'}\n"
    )
    return 0


def _facts(path: Path, under: str, platform: str) -> Row:
    """Read facts, or the operations of one agency out of a list of the national portal's."""
    if ".jsonl" not in path.name:
        facts: Row = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
        return facts
    body = path.read_bytes()
    lines = (gzip.decompress(body) if path.suffix == ".gz" else body).splitlines()
    rows = [json.loads(line) for line in lines]
    found: dict[str, Row] = {}
    for row in rows:
        url = urlsplit(row["url"])
        if under and f"{url.netloc}{url.path}".startswith(f"{under}/"):
            name = ".".join(url.path.strip("/").split("/")[1:])
            meanings = {"params": row["params"], "fields": row["fields"]}
            found.setdefault(
                name,
                {"id": name, "path": url.path, "title_ko": row["title"], "paging": row["paging"]}
                | {k: [{**e, "meaning": e.get("label")} for e in v] for k, v in meanings.items()},
            )
    return {"platform": platform, "endpoints": [_with_pages(e) for e in found.values()]}


def _with_pages(endpoint: Row) -> Row:
    """Return an operation with its paging among its parameters."""
    names = [n for n in (endpoint.pop("paging") or {}).values() if n]
    known = {p["name"] for p in endpoint["params"]}
    endpoint["params"] += [{"name": n, "meaning": n} for n in names if n not in known]
    return endpoint


def _tool(endpoint: Row, facts: Row, words: Mapping[str, Sequence[str]], args: Any) -> Row:
    ref = f"{facts['platform']}:{endpoint['id']}"
    name, *texts = words.get(str(endpoint["id"])) or ("", "", "", "", "")
    params = [_param(p) for p in endpoint.get("params") or () if _wanted(p)]
    named = {str(f.get("name", "")).rpartition(".")[2] for f in endpoint.get("fields") or ()}
    if args.total_named and not named & {"totalCount", "totalCnt", "TOTAL_COUNT", "totCnt"}:
        said = {p["name"]: str(p.get("confidence")) for p in endpoint.get("params") or ()}
        params = [p for p in params if p.get("role") != "generic" or said[p["name"]] != "inferred"]
    pages = [p["name"] for p in params if p["name"].lower() in PAGES]
    sizes = [p["name"] for p in params if p["name"].lower() in SIZES]
    weakest = endpoint.get("fields_confidence") or endpoint.get("confidence") or "documented"
    fields = list(_fields(endpoint, _known(weakest), args.strings))
    inputs = {p["name"].casefold() for p in params}
    informative = [
        f for f in fields
        if f.get("confidence") != "inferred" and f["path"].casefold() not in inputs
    ]  # fmt: skip
    row: Row = {"name": name, "ref": ref, "kind": "endpoint"}
    keys = ("title_ko", "title_en", "description_ko", "description_en")
    row |= dict(zip(keys, texts, strict=False))
    row["facts"] = {
        "title": endpoint.get("title_ko", ""),
        "text": endpoint.get("description_ko") or endpoint.get("desc_ko") or "",
        "quirks": endpoint.get("quirks") or [],
    }
    row["endpoint"] = _endpoint(endpoint, bool(pages), args)
    if pages and sizes:
        row["paging"] = {"page": pages[0], "size": sizes[0]}
    row["confidence"] = _known(endpoint.get("confidence") or weakest)
    if len(informative) < 2:
        row["thin"] = True
    row["params"], row["fields"] = params, fields
    return row


def _endpoint(endpoint: Row, paged: bool, args: Any) -> Row:
    """Return where an operation is, how its rows come and how that form is asked for."""
    place: Row = {"path_template": str(endpoint.get("path") or "")}
    if host := urlsplit(str(endpoint.get("host") or "")).netloc:
        place["host"] = host
    named = {str(f.get("name", "")).rpartition(".")[2] for f in endpoint.get("fields") or ()}
    told = not args.total_named or bool(named & {"totalCount", "totalCnt", "TOTAL_COUNT", "totCnt"})
    if args.items_path:
        operation = place["path_template"].rpartition("/")[2]
        place["items_path"] = args.items_path.replace("{operation}", operation)
    if args.total_path and paged and told:
        operation = place["path_template"].rpartition("/")[2]
        place["total_path"] = args.total_path.replace("{operation}", operation)
    asked = [p for p in endpoint.get("params") or () if not _wanted(p)]
    form = next((p for p in asked if re.search("json", str(p), re.IGNORECASE)), None)
    named = form or next((p for p in asked if str(p["name"]).lower() in SELECTORS), None)
    if named is None:
        return place | {"wire": args.wire}
    word = "JSON" if "JSON" in str(named) and "json" not in str(named) else "json"
    return place | {"selector": f"{named['name']}={word}"}


def _wanted(param: Row) -> bool:
    name = str(param.get("name", "")).lower()
    if name in SECRETS or name in SELECTORS:
        return False
    told = re.search(r"xml|json|타입|형식|포맷", str(param), re.IGNORECASE)
    return not (name in ("type", "format") and told)


def _param(param: Row) -> Row:
    name = str(param["name"])
    row: Row = {"name": name, "label": _label(param)}
    if not name.isidentifier():
        bare = re.sub(r"^cond\[(.*)\]$", r"\1", name)
        row |= {"name": re.sub(r"\W+", "_", bare).strip("_"), "wire_name": name}
    if name.lower() in PAGES | SIZES:
        return row | {"type": "integer", "role": "generic"}
    if param.get("required") is True:
        row["required"] = True
    if isinstance(enum := param.get("enum"), dict):
        row["enum"] = {str(k): str(v) for k, v in enum.items()}
    elif isinstance(enum, list):
        row["enum"] = {str(k): str(k) for k in enum}
    shape, example = _shape(row["label"], name)
    if shape in ("date8", "ym6", "year4"):
        row["format"] = {"date8": "YYYYMMDD", "ym6": "YYYYMM", "year4": "YYYY"}[shape]
    given = param.get("example")
    likely = next(iter(row.get("enum", ())), None if shape == "text" else example)
    if given not in (None, ""):
        likely = str(given)
    return row if likely is None else row | {"example": likely}


def _fields(endpoint: Row, weakest: str, strings: bool) -> Iterator[Row]:
    seen: set[str] = set()
    parts = ("fields", "response_fields", "base_fields", "option_fields")
    for field in (f for part in parts for f in endpoint.get(part) or ()):
        path = re.split(r"\[\]\.", str(field.get("name") or field.get("path")))[-1].strip()
        path = re.sub(r"^(response\.)?(body|msgBody)\.(items\.item\.)?", "", path)
        if path.casefold() in ENVELOPE or path.casefold() in seen or not path:
            continue
        seen.add(path.casefold())
        label = _label(field)
        shape, example = _shape(label, path)
        row: Row = {"path": path, "label": label}
        kind = {"integer": "integer", "int": "integer", "number": "number"}.get(
            str(field.get("type", "")).lower(), "string"
        )
        given = field.get("example")
        if given not in (None, "") and not isinstance(given, list | dict):
            shape, example = _shape_of(str(given), shape), str(given)
        if kind != "string" and not strings:
            row["type"] = kind
            shape = "decimal" if kind == "number" and "." in str(example) else "int"
            example = _number(example) if kind == "number" else int(_number(example))
        if shape != "text":
            row["shape"] = shape
        row["example"] = example
        found = _known(field.get("confidence") or weakest)
        if found != "documented":
            row["confidence"] = found
        yield row


def _shape_of(value: str, guess: str) -> str:
    """Return the shape of a real example; what was guessed if the two agree."""
    from kopa_env.replica.shapes import fits, shape_of

    if guess != "text" and fits(guess, value):
        return guess
    found = shape_of(value)
    return found if found not in ("datetime", "null", "blank", "dash") else "text"


def _shape(label: str, name: str) -> tuple[str, Any]:
    for pattern, shape, example in SHAPES:
        if re.search(pattern, label):
            return shape, example
    for pattern, shape, example in NAMES:
        if re.search(pattern, name):
            return shape, example
    return "text", "일반"


def _observe(tools: Sequence[Row], samples: Path, platform: str) -> None:
    """Let recorded replies decide how values are written; what they say is not taken over."""
    from kopa_env.conformance.reading import decode, response_of
    from kopa_env.conformance.samples import read_samples
    from kopa_env.conformance.scope import any_tool

    found, by_ref = read_samples(samples), {t["ref"]: t for t in tools}
    for sample in found.samples:
        tool = by_ref.get(sample.ref)
        if tool is None:
            continue
        reply = decode(any_tool(platform), response_of(sample, found.body(sample)))
        for field in tool["fields"]:
            values = [record[field["path"]] for record in reply.records if field["path"] in record]
            _observed(field, [v for v in values if not isinstance(v, list | dict)])


def _observed(field: Row, values: Sequence[Any]) -> None:
    from kopa_env.replica.shapes import fits, shape_of

    if any(v is None or not str(v).strip() for v in values):
        field["nullable"] = True
    filled = [v for v in values if v is not None and str(v).strip()]
    if not filled:
        return
    kinds = {type(v) for v in filled}
    if kinds <= {int, float}:
        field["type"] = "integer" if kinds == {int} else "number"
        field["shape"] = "int" if kinds == {int} else "decimal"
        field["example"] = 12 if kinds == {int} else 12.5
        return
    field.pop("type", None)
    guess = field.get("shape", "text")
    if guess in WORDY or (
        guess in EXAMPLES and guess != "text" and all(fits(guess, v) for v in filled)
    ):
        field["example"] = EXAMPLES.get(guess, field["example"])
        return
    shapes = {shape_of(str(v)) for v in filled}
    shape = shapes.pop() if len(shapes) == 1 else "decimal" if shapes <= {"int", "decimal"} else ""
    lengths = {len(str(v)) for v in filled}
    if shape == "int" and re.search("코드|번호|Cd$|No$", field["label"] + field["path"]):
        shape = f"code:{lengths.pop()}" if len(lengths) == 1 else "id"
    if shape == "datetime":
        shape = f"datetime{lengths.pop()}"
    field["shape"] = shape or "text"
    digits = re.fullmatch(r"code:(\d+)", shape)
    field["example"] = "0" * (int(digits[1]) - 1) + "1" if digits else EXAMPLES.get(shape, "일반")


def _number(value: Any) -> int | float:
    text = str(value).replace(",", "")
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return 0


def _label(entry: Row) -> str:
    return " ".join(str(entry.get("meaning_ko") or entry.get("meaning") or "").split())


def _known(confidence: Any) -> str:
    text = str(confidence)
    return next((c for c in CONFIDENCE if text.startswith(c)), "documented")


def _tell(missing: Sequence[Row], unknown: Sequence[str]) -> None:
    for tool in missing:
        names = ", ".join(f"{p['name']}({p['label'][:24]})" for p in tool["params"])
        fields = ", ".join(f"{f['path']}({f['label'][:24]})" for f in tool["fields"][:14])
        sys.stderr.write(
            f"{tool['ref'].partition(':')[2]}\n"
            f"  {tool['facts']['title']} | {tool['facts']['text']}\n"
            f"  {tool['facts']['quirks'] or ''}\n  <- {names}\n  -> {fields}\n"
        )
    sys.stderr.write("\nlabels\n" + "\n".join(unknown) + "\n")


def _write(folder: Path, tools: Sequence[Row], terms: Mapping[str, Sequence[str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shared: dict[str, dict[str, Row]] = {"params": {}, "fields": {}}
    for part, key in (("params", "name"), ("fields", "path")):
        found: defaultdict[str, list[str]] = defaultdict(list)
        for tool in tools:
            for entry in tool[part]:
                label = entry.pop("label")
                found_terms = terms.get(f"{entry[key]}@{label}") or terms.get(label) or (label, "")
                ko, en = (*found_terms, "")[:2]
                entry |= {"meaning_ko": ko, "meaning_en": en}
                found[entry[key]].append(_dump(entry))
        for name, every in found.items():
            common, times = Counter(every).most_common(1)[0]
            if times > 1:
                shared[part][name] = yaml.load(common, yaml.CSafeLoader)
    for tool in tools:
        tool.pop("facts")
        for part, key in (("params", "name"), ("fields", "path")):
            tool[part] = [_differs(e, shared[part].get(e[key]), key) for e in tool[part]]
    (folder / "shared.yaml").write_text(_shared_text(shared), encoding="utf-8")
    (folder / "tools.yaml").write_text("".join(map(_tool_text, tools)), encoding="utf-8")
    names = "".join(f"{t['ref']}\t{t['name']}\n" for t in tools)
    (folder / "names.tsv").write_text(names, encoding="utf-8")


def _differs(entry: Row, common: Row | None, key: str) -> Row | str:
    """Return an entry as the tool file has it: its name alone where it is as shared."""
    if common is None:
        return entry
    if common == entry:
        return str(entry[key])
    taken_back = {k: DEFAULTS[k] for k in common if k not in entry}
    entry = {**entry, **taken_back}
    return {k: v for k, v in entry.items() if k == key or common.get(k) != v}


def _dump(value: Any) -> str:
    text = yaml.dump(
        value, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False,
        default_flow_style=True, width=10**6,
    )  # fmt: skip
    return str(text).strip()


def _shared_text(shared: Mapping[str, Mapping[str, Row]]) -> str:
    lines = ["# What several tools have alike: parameters by name, fields by path.\n"]
    for part, entries in shared.items():
        lines.append(f"{part}:\n" if entries else f"{part}: {{}}\n")
        key = "name" if part == "params" else "path"
        for name, entry in entries.items():
            own = {k: v for k, v in entry.items() if k != key}
            lines.append(f"  {_dump(name).split(chr(10))[0]}: {_dump(own)}\n")
    return "".join(lines)


def _tool_text(tool: Row) -> str:
    lines = []
    for key, value in tool.items():
        mark = "- " if key == "name" else "  "
        if key in ("params", "fields"):
            if value:
                lines.append(f"{mark}{key}:\n")
                lines += [f"  - {_dump(v) if isinstance(v, dict) else v}\n" for v in value]
        elif value not in ("", None, "documented"):
            lines.append(f"{mark}{_dump({key: value})[1:-1]}\n")
    return "".join(lines)


def _tsv(path: Path | None) -> list[list[str]]:
    if path is None:
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        return [r for r in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if r]


if __name__ == "__main__":
    sys.exit(main())
