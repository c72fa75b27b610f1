"""A small verified graph on the real tools, and what Phase B stands on, for tests of walks."""

from __future__ import annotations

from functools import cache

from kopa_env.catalogue import Catalogue
from kopa_env.sources.named import open_source
from kopa_synth.graph import Binding, Edge, Evidence, Graph
from kopa_synth.presets import preset
from kopa_synth.walk.run import Ground

WORLD = 20260131
_EDGES = (
    ("assembly_plenary_votes", "assembly_bill_detail", ("BILL_ID", "BILL_ID")),
    ("assembly_plenary_votes", "assembly_bill_search", ("AGE", "AGE"), ("BILL_ID", "BILL_ID")),
    ("assembly_plenary_votes", "assembly_member_bills", ("AGE", "AGE"), ("BILL_NO", "BILL_NO")),
    ("assembly_member_bills", "assembly_plenary_votes", ("AGE", "AGE"), ("BILL_ID", "BILL_ID")),
    (
        "assembly_plenary_law_bills",
        "assembly_bill_search",
        ("AGE", "AGE"),
        ("BILL_ID", "BILL_ID"),
    ),
    ("assembly_plenary_other_bills", "assembly_bill_detail", ("BILL_ID", "BILL_ID")),
    ("assembly_plenary_other_bills", "assembly_committees", ("HR_DEPT_CD", "CURR_COMMITTEE_ID")),
    (
        "assembly_plenary_law_bills",
        "assembly_bills_pending",
        ("CURR_COMMITTEE_ID", "CURR_COMMITTEE_ID"),
    ),
    ("assembly_petition_receipts", "assembly_petition_detail", ("PTT_ID", "PTT_ID")),
    ("assembly_petition_detail", "assembly_committees", ("COMMITTEE_NAME", "JRCMIT_NM")),
    ("assembly_members", "assembly_committees", ("COMMITTEE_NAME", "CMIT_NM")),
    ("assembly_stats_bills_by_committee", "assembly_committees", ("COMMITTEE_NAME", "CMIT_NM")),
    ("assembly_legislation_notices_open", "assembly_bills_pending", ("BILL_ID", "BILL_ID")),
    (
        "assembly_secretariat_private_contracts",
        "assembly_secretariat_large_contracts",
        ("CTR_OJ_NM", "CTR_OJ_NM"),
    ),
    ("assembly_bill_search", "assembly_member_bills", ("AGE", "AGE"), ("BILL_ID", "BILL_ID")),
    ("assembly_bill_search", "assembly_plenary_votes", ("AGE", "AGE"), ("BILL_ID", "BILL_ID")),
    (
        "assembly_bills_processed",
        "assembly_plenary_law_bills",
        ("AGE", "AGE"),
        ("BILL_ID", "BILL_ID"),
    ),
    ("assembly_bills_processed", "assembly_member_bills", ("AGE", "AGE"), ("BILL_NO", "BILL_NO")),
    (
        "assembly_legislation_notices_closed",
        "assembly_bill_search",
        ("AGE", "AGE"),
        ("BILL_ID", "BILL_ID"),
    ),
    (
        "assembly_bills_plenary_agenda",
        "assembly_petitions_pending",
        ("CURR_COMMITTEE_ID", "CURR_COMMITTEE_ID"),
    ),
    ("edudata_school_attributes", "edudata_classes_by_grade", ("ctpvNm", "ctpvNm")),
    ("edudata_school_attributes", "edudata_school_overview", ("ctpvNm", "ctpvNm")),
    ("edudata_school_overview", "edudata_special_class_students", ("ctpvNm", "ctpvNm")),
    ("edudata_students_by_grade", "edudata_school_overview", ("ctpvNm", "ctpvNm")),
)


def edge(source: str, target: str, *bound: tuple[str, str], successes: int = 3) -> Edge:
    """Return an edge that exploration has found to work so often."""
    evidence = Evidence(2.0 + successes, 1.0, {"none": successes} if successes else {})
    return Edge(source, target, tuple(Binding(*pair) for pair in bound), {}, 0.8, evidence)


@cache
def ground(seed: int = 1) -> Ground:
    """Return tools, replica and a graph of a few edges known to hold."""
    catalogue = Catalogue.load()
    edges = [edge(*row) for row in _EDGES]
    tools = tuple({name: None for e in edges for name in (e.source, e.target)})
    return Ground(
        graph=Graph(tools, sorted(edges, key=lambda e: e.key)),
        catalogue=catalogue,
        source=open_source("replica", catalogue, seed=WORLD),
        preset=preset("kopa"),
        tools=tools,
        seed=seed,
    )
