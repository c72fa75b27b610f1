"""``law_texts``: the text of a statute or of one of its articles, made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.outcome import JSON
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.law import english
from kopa_env.world.law.documents import Pick, as_page, dumped
from kopa_env.world.law.wording import label
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.lookup import KEYS, Asked, asked
from kopa_env.world.world import Condition, World


def _pick(values: tuple[Value, ...]) -> Pick:
    jo, hang, ho, mok = (str(v or "") for v in (*values, *[None] * 10)[6:10])
    return Pick(jo, hang, ho, mok)


def _text_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    found = asked(world, values)
    if found is not None:
        yield _row(world, found, values)


def _row(world: World, found: Asked, values: tuple[Value, ...]) -> Row:
    row, text = found.row, found.text(world.seed)
    given = dict(zip(KEYS, (*values, *[None] * 10), strict=False))
    pick = _pick(values)
    number = f"{int(str(row['number'])):05d}"
    units = text.units(pick) if text else _headings(str(row["law_id"]), pick)
    orders, reason = text.orders() if text else (None, None)
    addenda = text.addenda() if text else []
    annexes = text.annexes() if text else []
    departments = text.departments() if text else []
    phone = next((str(d["부서연락처"]) for d in departments if isinstance(d, dict)), None)
    names = [r["name"] for r in found.rows if r["name"] != row["name"]]
    late = sorted(text.late()) if text else []
    return (
        *(row["mst"], row["law_id"], given["law_name"] or row["name"]),
        *(given["ef"] or row["effective"], given["ld"], given["ln"]),
        *(given["jo"], given["hang"], given["ho"], given["mok"]),
        *(f"{row['law_id']}{row['promulgated']}{number}", row["name"], row["name"], row["short"]),
        *(row["promulgated"], row["number"], row["effective"], row["change"], row["kind"]),
        *(row["kind_code"], row["ministry"], row["ministry_code"], row["section"], phone),
        dumped({"부서단위": departments}) if departments else None,
        "Y" if names else "N",
        _late(text.code.versions[text.version].effective[-1], late) if text and late else None,
        *(None, "Y" if annexes else "N", "Y" if row["state"] != "시행예정" else "N"),
        *(names[-1] if names else None, english.title(str(row["name"])) if text else None),
        dumped(units),
        dumped({"부칙단위": addenda}) if addenda else None,
        dumped({"별표단위": annexes}) if annexes else None,
        *(orders, reason, as_page(str(row["name"]), units)),
        _in_english(str(row["name"]), units) if text else None,
    )


def _late(day: str, codes: list[str]) -> str:
    names = ",".join(label(int(c[:4]), int(c[4:])) for c in codes)
    return f"{day}:{names}"


def _headings(law_id: str, pick: Pick) -> list[JSON]:
    """Return the articles of a real statute: numbers and headings, where they are known."""
    made: list[JSON] = []
    for row in fact_rows("statute_articles"):
        number, branch = int(row["number"]), int(row["branch"])
        if row["law_id"] != law_id or pick.article not in ("", f"{number:04d}{branch:02d}"):
            continue
        made.append(
            {
                "조문번호": str(number),
                "조문여부": "조문",
                "조문제목": row["heading"],
                "조문변경여부": "N",
                "조문이동이전": "",
                "조문이동이후": "",
                "조문키": f"{number:04d}{branch:02d}1",
                "조문내용": f"{label(number, branch)}({row['heading']})",
            }
        )
    return made


def _in_english(name: str, units: list[JSON]) -> str:
    """Return what an English text begins with: the name and the articles' numbers."""
    numbers = [str(u["조문번호"]) for u in units if isinstance(u, dict) and u["조문여부"] == "조문"]
    return "\n".join([english.title(name).upper(), *(f"Article {n}" for n in numbers)])


def _every(world: World) -> Iterator[Row]:
    rows, _ = world.select("law_statutes", [Condition("current", "eq", 1)])
    for row in rows:
        yield from _text_of(world, (row["mst"],))


TEXTS = Table(
    "law_texts",
    columns_of(
        "mst law_id law_name ef ld ln jo hang ho mok key name hanja short promulgated number "
        "effective change kind kind_code ministry ministry_code section phone departments renamed "
        "late_articles late_annexes has_annexes published former english units addenda annexes "
        "orders reason page english_text",
        "number",
        {"name": "law_name", "short": "law_short_name", "kind": "law_kind"},
        "short late_articles former annexes departments",
    ),
    _every,
    by=KEYS,
    part=_text_of,
    either=True,
)
