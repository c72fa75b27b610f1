"""Finding the version of a statute that a question is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kopa_env.world.law.documents import Listed, Text
from kopa_env.world.law.families import family
from kopa_env.world.table import Value
from kopa_env.world.world import Condition, World

KEYS = ("mst", "law_id", "law_name", "ef", "ld", "ln", "jo", "hang", "ho", "mok")
"""What a statute's text can be asked for by: serial number, id or name; day in force; day and
number of promulgation; article, paragraph, item, sub-item."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for, and the version that it means."""

    row: Listed
    rows: Sequence[Listed]
    given: dict[str, Value]

    def text(self, seed: int) -> Text | None:
        """Return the version's text; ``None`` for a real statute, of which there is none."""
        number = int(str(self.row["statute"]))
        if number < 0:
            return None
        owner = family(seed, number)
        return Text(owner, owner.codes[str(self.row["tier"])], self.row, self.rows)


def asked(world: World, values: Sequence[Value], keys: Sequence[str] = KEYS) -> Asked | None:
    """Return the version that the values of ``keys`` mean, ``None`` where there is none.

    A serial number names a version, whose step in force may be asked for; an id or a name means
    the version in force on the day asked for, or today.
    """
    given = {
        key: value for key, value in zip(keys, values, strict=False) if value not in (None, "")
    }
    name = next((key for key in ("mst", "law_id", "law_name") if key in given), None)
    if name is None:
        return None
    column = "name" if name == "law_name" else name
    rows = world.select("law_statutes", [Condition(column, "eq", given[name])])[0]
    rows.sort(key=lambda r: (str(r["effective"]), str(r["promulgated"])))
    for key, own in (("ld", "promulgated"), ("ln", "number")):
        if key in given:
            rows = [r for r in rows if str(r[own]) == str(given[key]).lstrip("0")]
    row = _in_force(rows, str(given.get("ef", "")))
    if row is None:
        return None
    whole = world.select("law_statutes", [Condition("law_id", "eq", row["law_id"])])[0]
    whole.sort(key=lambda r: (int(str(r["version"])), str(r["effective"])))
    return Asked(row, whole, dict(zip(keys, values, strict=False)))


def _in_force(rows: Sequence[Listed], day: str) -> Listed | None:
    if day:
        past = [r for r in rows if str(r["effective"]) <= day]
        return past[-1] if past else None
    current = [r for r in rows if r["current"]]
    if current:
        return current[-1]
    done = [r for r in rows if r["state"] != "시행예정"]
    return done[-1] if done else rows[0] if rows else None
