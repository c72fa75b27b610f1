"""Columns of the tables about qualifications: code systems by column name, said once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from kopa_env.world.table import Column

_GEN = Literal["fact", "ref", "rule"]

_DOMAINS: dict[str, tuple[str, _GEN]] = {
    "year": ("year4", "rule"),
    "jmcd": ("jm4", "ref"),
    "jmnm": ("jm_name", "ref"),
    "grade": ("qual_grade", "ref"),
    "grade_name": ("qual_grade_name", "ref"),
    "series": ("qual_series", "ref"),
    "series_name": ("qual_series_name", "ref"),
    "kind": ("qual_kind", "ref"),
    "kind_name": ("", "ref"),
    "field": ("job_field3", "ref"),
    "field_name": ("job_field_name", "ref"),
    "big": ("job_field2", "ref"),
    "big_name": ("job_group_name", "ref"),
    "branch": ("hrdk_branch", "ref"),
    "branch_name": ("hrdk_branch_name", "ref"),
    "sido": ("sido_name", "ref"),
    "sido_short": ("sido_short", "ref"),
    "sigungu": ("sgg_name", "ref"),
    "region": ("qnet_region", "ref"),
    "insti": ("qual_body", "ref"),
    "insti_name": ("qual_body_name", "ref"),
    "emqual": ("emqual", "ref"),
    "emqual_name": ("emqual_name", "ref"),
    "dept": ("udept", "ref"),
    "dept_name": ("udept_name", "ref"),
    "university": ("univ", "ref"),
    "university_name": ("university_name", "ref"),
    "ministry": ("ministry", "ref"),
    "lclas": ("ncs_lclas", "ref"),
    "lclas_name": ("ncs_lclas_name", "ref"),
    "mclas": ("ncs_mclas", "ref"),
    "mclas_name": ("ncs_mclas_name", "ref"),
    "sclas": ("ncs_sclas", "ref"),
    "sclas_name": ("ncs_sclas_name", "ref"),
    "subd": ("ncs_subd", "ref"),
    "subd_name": ("ncs_subd_name", "ref"),
    "duty": ("ncs_duty8", "ref"),
    "unit": ("ncs_unit", "ref"),
    "unit_name": ("ncs_unit_name", "ref"),
    "company": ("company_name", "ref"),
    "nation": ("nation_name", "ref"),
    "round": ("exam_round", "ref"),
    "version": ("organ_std_ver", "ref"),
    "agent": ("remote_agent", "ref"),
    "course_id": ("remote_course", "ref"),
    "class_id": ("remote_class", "ref"),
    "attend": ("remote_attend", "ref"),
    "trainee": ("remote_user", "ref"),
    "pattern": ("fraud_pattern", "ref"),
    "run": ("pattern_run", "ref"),
    "menu": ("monitor_menu", "ref"),
    "eps_nation": ("eps_nation", "ref"),
    "eps_industry": ("eps_industry", "ref"),
    "book_revision": ("book_revision", "ref"),
    "labor_office": ("labor_office", "ref"),
    "labor_office_name": ("labor_office_name", "ref"),
}


def columns(
    names: str, integers: str = "", facts: Iterable[str] = (), nulls: str = ""
) -> tuple[Column, ...]:
    """Return columns by name (parted by blanks).

    Args:
        names: text columns and, in their place, integer ones.
        integers: which of them are integers.
        facts: which of them hold real codes or names.
        nulls: which of them may be empty.
    """
    whole, empty, known = set(integers.split()), set(nulls.split()), set(facts)
    found = []
    for name in names.split():
        domain, gen = _DOMAINS.get(name, ("", "rule"))
        found.append(
            Column(
                name,
                "int" if name in whole else "text",
                domain=domain,
                gen="fact" if name in known else gen,
                null_rate=0.2 if name in empty else 0.0,
            )
        )
    return tuple(found)


def numbered(stems: str, count: int = 6) -> str:
    """Return ``a1 a2 … b1 b2 …`` for the stems ``a b``."""
    return " ".join(f"{stem}{n}" for stem in stems.split() for n in range(1, count + 1))
