"""Short ways to declare columns, for tables with many."""

from __future__ import annotations

from collections.abc import Mapping

from kopa_env.world.table import Column

DOMAINS: Mapping[str, str] = {
    "mst": "law_mst", "law_id": "law_id", "law_name": "law_name", "ministry": "ministry_name",
    "ministry_code": "ministry_code", "promulgated": "date", "effective": "date", "issued": "date",
    "decided": "date", "replied": "date", "acted": "date", "registered": "date",
    "signed": "date", "gazetted": "date", "ef": "date", "ld": "date", "change": "law_change",
    "government": "local_government", "org": "local_government_code",
    "sborg": "local_government_code", "ordinance_mst": "ordinance_mst",
    "ordinance_id": "ordinance_id", "ordinance": "ordinance_name", "rule_mst": "rule_mst",
    "rule_id": "rule_id", "rule": "rule_name", "jo": "article_code",
}  # fmt: skip


def columns_of(
    names: str, ints: str = "", domains: Mapping[str, str] | None = None, empty: str = ""
) -> tuple[Column, ...]:
    """Declare columns by name; domains come from :data:`DOMAINS` unless given.

    Args:
        names: names, separated by blanks.
        ints: those that hold integers.
        domains: domains beside the usual ones.
        empty: those that are blank now and then.
    """
    given = {**DOMAINS, **(domains or {})}
    whole, some = set(ints.split()), set(empty.split())
    return tuple(
        Column(
            name,
            "int" if name in whole else "text",
            domain=given.get(name, ""),
            null_rate=0.1 if name in some else 0.0,
        )
        for name in names.split()
    )
