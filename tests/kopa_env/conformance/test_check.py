"""A folder of our own: what is read right, read wrong, of the same shape, of another, not ours."""

from __future__ import annotations

from typing import Any

import pytest

from kopa_env.conformance import (
    Report,
    examine,
    golden_replies,
    of_platform,
    read_samples,
    summarise,
)
from kopa_env.conformance.compare import Difference
from kopa_env.conformance.reasons import Reasons, Rule, _rule
from kopa_env.errors import IntegrityError
from kopa_env.replica.engine import Replica

BROCHURES = "assembly_nabo_economic_issues"


@pytest.fixture
def brochures(replica: Replica) -> Any:
    return replica.catalogue[BROCHURES]


def report(folder: Any, replica: Replica) -> Report:
    return summarise(examine(read_samples(folder.root), replica))


def rows(document: dict[str, Any]) -> list[dict[str, Any]]:
    (service,) = document.values()
    found: list[dict[str, Any]] = service[1]["row"]
    return found


def add_served(folder: Any, spec: Any, body: bytes, total: str, /, **cells: str) -> None:
    folder.add(
        "open_assembly/a.json", body,
        **{"facts_id": spec.ref, "outcome": "ok", "code": "INFO-000", "n_records": "5",
           "total": total, **cells},
    )  # fmt: skip


@pytest.fixture
def total(replica: Replica, brochures: Any) -> str:
    return str(replica.answer(brochures, {})[0].total)


@pytest.mark.parametrize("wire", ["json", "xml"])
def test_the_replicas_own_reply_is_read_right_and_has_the_same_shape(
    folder: Any, replica: Replica, reply: Any, brochures: Any, total: str, wire: str
) -> None:
    add_served(folder, brochures, reply(BROCHURES, {"pSize": 5}, wire=wire), total)
    found = report(folder, replica)
    assert (found.counted.classified_right, found.counted.records_right) == (1, 1)
    assert (found.counted.shape_checked, found.counted.shape_same) == (1, 1)
    assert found.failures == ()
    assert found.macro["shape_same"] == 1.0


@pytest.mark.parametrize(
    ("cells", "wrong"),
    [
        ({"outcome": "empty"}, "outcome 'ok' for 'empty'"),
        ({"code": "INFO-200"}, "code 'INFO-000' for 'INFO-200'"),
        ({"n_records": "4"}, "n_records '5' for '4'"),
        ({"total": ""}, "total '"),
    ],
)
def test_a_sample_that_is_not_as_its_key_says_is_a_failure(
    folder: Any, replica: Replica, reply: Any, brochures: Any, total: str,
    cells: dict[str, str], wrong: str,
) -> None:  # fmt: skip
    add_served(folder, brochures, reply(BROCHURES, {"pSize": 5}), total, **cells)
    (failure,) = report(folder, replica).failures
    assert failure.startswith("open_assembly/a.json: ")
    assert wrong in failure
    name = next(iter(cells))
    folder.allow("open_assembly/a.json", name, total if name == "total" else wrong.split("'")[1])
    again = report(folder, replica)
    assert again.failures == ()
    assert again.counted.alternatives == 1


def drop_field(document: dict[str, Any]) -> None:
    for row in rows(document):
        row["EXTRA_NM"] = "누리"


def retype(document: dict[str, Any]) -> None:
    for number, row in enumerate(rows(document)):
        row["LINK_URL"] = number


def dash(document: dict[str, Any]) -> None:
    rows(document)[0]["LINK_URL"] = "-"


def rename_head(document: dict[str, Any]) -> None:
    (service,) = document.values()
    service[0]["head"][0]["total"] = service[0]["head"][0]["list_total_count"]


@pytest.mark.parametrize(
    ("edit", "kind", "field"),
    [
        (drop_field, "field_missing", "EXTRA_NM"),
        (retype, "type", "LINK_URL"),
        (dash, "nothing", "LINK_URL"),
        (rename_head, "envelope_missing", ".total"),
    ],
)
def test_a_reply_of_another_shape_is_a_failure_unless_its_tier_is_not_counted(
    folder: Any, replica: Replica, reply: Any, brochures: Any, total: str,
    edit: Any, kind: str, field: str,
) -> None:  # fmt: skip
    body = reply(BROCHURES, {"pSize": 5}, edit)
    add_served(folder, brochures, body, total)
    found = report(folder, replica)
    (row,) = found.differences
    assert (row["kind"], row["tool"], row["reason"]) == (kind, BROCHURES, "unexplained")
    assert row["field"].endswith(field)
    assert found.failures == (f"open_assembly/a.json: {kind} {row['field']}",)
    assert found.counted.shape_same == 0
    folder.rows[0]["tier"] = "synthetic"
    folder.write()
    lenient = report(folder, replica)
    assert len(lenient.differences) == 1
    assert lenient.failures == ()
    assert lenient.counted.samples == 0


def without_total(document: dict[str, Any]) -> None:
    (service,) = document.values()
    service[0]["head"] = service[0]["head"][1:]


@pytest.mark.parametrize(
    ("tier", "whole", "same"), [("trimmed", True, 1), ("trimmed", False, 0), ("recorded", True, 0)]
)
def test_what_a_keeper_cut_from_a_sample_is_no_difference_if_a_whole_reply_has_it(
    folder: Any, replica: Replica, reply: Any, brochures: Any, total: str,
    tier: str, whole: bool, same: int,
) -> None:  # fmt: skip
    add_served(folder, brochures, reply(BROCHURES, {"pSize": 5}, without_total), "", tier=tier)
    if whole:
        folder.add(
            "open_assembly/b.json", reply(BROCHURES, {"pSize": 5}),
            facts_id=brochures.ref, outcome="ok", code="INFO-000", n_records="5", total=total,
        )  # fmt: skip
    found = report(folder, replica)
    assert found.counted.shape_same == same + whole
    assert found.counted.shape_cut == same
    assert [row["kind"] for row in found.differences] == ["cut" if same else "envelope_extra"]


def test_a_rare_reply_is_compared_with_the_like_of_it(folder: Any, replica: Replica) -> None:
    """The first bills asked for have other blocks filled; some bill has the sample's."""
    spec = replica.catalogue["nabill_bill_related"]
    body = (
        '<?xml version="1.0" encoding="UTF-8"?><response><header><requestMsgID/><responseTime>'
        "2024-12-20 17:47:42.4742</responseTime><responseMsgID/><successYN/>"
        "<resultCode>00</resultCode><resultMsg>NORMAL SERVICE.</resultMsg></header><body>"
        "<billGbnCd><item><billLink>http://a.kr/1</billLink><billName>도서관법안</billName>"
        "</item></billGbnCd><bpmOthers/><commMemo><item><commMemo>제출됨.</commMemo></item>"
        "</commMemo><exhaust/></body></response>"
    )
    cells = {"facts_id": spec.ref, "outcome": "ok", "code": "00", "n_records": "2"}
    folder.add("bill_info_9710000/a.xml", body, **cells)
    odd = body.replace("<bpmOthers/>", "<bpmOthers><item><x>1</x></item></bpmOthers>")
    folder.add("bill_info_9710000/b.xml", odd, **{**cells, "n_records": "3"})
    found = report(folder, replica)
    assert {row["file"][-5:] for row in found.differences} == {"b.xml"}


def test_a_failed_reply_of_an_unknown_endpoint_is_read_by_its_platform_alone(
    folder: Any, replica: Replica
) -> None:
    folder.add("opendart/none.json", '{"status":"013","message":"조회된 데이타가 없습니다."}',
               code="013")  # fmt: skip
    folder.add("edmgr/gate.json", '{"loc":"GATEWAY","message":"Unauthorized"}', code="401",
               outcome="config", root_note="HTTP 401")  # fmt: skip
    found = report(folder, replica)
    assert found.counted.classified_right == found.counted.codes_right == 2
    assert found.unchecked == {"no success": 2}
    assert found.failures == ()


def test_platforms_we_do_not_have_are_listed_and_fail_nothing(
    folder: Any, replica: Replica
) -> None:
    folder.add("weather/a.xml", "<anything/>", outcome="ok", n_records="9")
    folder.add("weather/b.xml", "<anything/>", facts_id="weather:b")
    found = report(folder, replica)
    assert found.out_of_scope == {"weather": 2}
    assert (found.samples, found.failures, dict(found.platforms)) == (0, (), {})


def test_an_endpoint_without_a_tool_is_read_but_not_compared(folder: Any, replica: Replica) -> None:
    folder.add(
        "opendart/new.json",
        '{"status":"000","message":"정상","list":[{"a":"1"}]}',
        **{"facts_id": "opendart:dart.newThing", "outcome": "ok", "code": "000", "n_records": "1"},
    )
    found = report(folder, replica)
    assert found.unchecked == {"no tool": 1}
    assert found.counted.records_right == 1
    assert found.failures == ()


def test_one_platform_can_be_picked_out(folder: Any, replica: Replica) -> None:
    empty = '{"status":"013","message":"없음"}'
    folder.add("opendart/a.json", empty, code="013")
    folder.add("weather/a.xml", "<a/>")
    picked = of_platform(read_samples(folder.root), "dart", replica.catalogue)
    assert [s.file for s in picked.samples] == ["opendart/a.json"]


def test_the_macro_average_weighs_platforms_alike(folder: Any, replica: Replica) -> None:
    empty = '{"status":"013","message":"없음"}'
    for number in range(9):
        folder.add(f"opendart/{number}.json", empty, code="013")
    folder.add("open_assembly/a.json", '{"RESULT":{"CODE":"INFO-200","MESSAGE":"없음"}}',
               code="INFO-200", outcome="ok")  # fmt: skip
    found = report(folder, replica)
    assert found.counted.classified_right == 9
    assert found.macro["classified_right"] == 0.5
    assert found.macro["shape_same"] is None


def test_golden_replies_are_read_right_have_the_same_shape_and_are_counted_apart(
    replica: Replica,
) -> None:
    found = summarise(examine(golden_replies(), replica))
    golden = found.golden["edudata"]
    assert golden.samples == golden.classified_right == golden.records_right
    assert golden.shape_checked == golden.shape_same == 9
    assert (found.samples, found.counted.samples, found.failures) == (0, 0, ())


def test_a_rule_explains_what_all_its_patterns_match() -> None:
    rule = Rule("known", tool="dart_*", kind="shape", field="tm")
    found = Difference("shape", "tm", "text", "int")
    assert rule.explains("dart", "dart_bonds", found, "")
    assert not rule.explains("dart", "dart_bonds", Difference("type", "tm"), "")
    assert not rule.explains("seoul", "seoul_bonds", found, "")
    assert Reasons([rule]).of("dart", "dart_bonds", found) == "known"
    assert Reasons([]).of("dart", "dart_bonds", found) == ""


@pytest.mark.parametrize(
    "row", [{}, {"reason": "x"}, {"tool": "a"}, {"reason": "x", "tool": "a", "colour": "red"}, "x"]
)
def test_a_rule_that_would_explain_anything_is_refused(row: Any) -> None:
    with pytest.raises(IntegrityError):
        _rule(row)


LIGHT = ("ex", "finlife", "krx", "seoul")
"""Platforms whose samples are compared without building the largest tables."""


@pytest.mark.shared
@pytest.mark.parametrize("platform", LIGHT)
def test_real_samples_of_a_platform_are_read_right(
    shared: Any, replica: Replica, platform: str
) -> None:
    samples = of_platform(read_samples(shared / "samples"), platform, replica.catalogue)
    found = summarise(examine(samples, replica))
    counted = found.counted
    assert counted.samples > 0
    assert counted.classified_right == counted.records_right == counted.samples
    assert counted.codes_right == counted.totals_right == counted.samples
    assert [d for d in found.differences if d["reason"] == "unexplained"] == []


@pytest.mark.slow
@pytest.mark.shared
def test_all_real_samples_are_read_right_and_every_difference_has_a_reason(
    shared: Any, replica: Replica
) -> None:
    found = summarise(examine(read_samples(shared / "samples"), replica))
    counted = found.counted
    assert counted.samples >= 230
    assert counted.classified_right == counted.records_right == counted.samples
    assert counted.codes_right == counted.totals_right == counted.samples
    assert found.misread == []
    assert [d for d in found.differences if d["reason"] == "unexplained"] == []
    assert counted.shape_same + counted.shape_explained == counted.shape_checked
    short = {
        platform
        for platform, tiers in found.platforms.items()
        if tiers["counted"].shape_same < 0.95 * tiers["counted"].shape_checked
    }
    assert short == {"seoul"}, "7 of 8: a field was dropped after its sample was recorded"
    used = {d["reason"] for d in found.differences if d["kind"] != "cut"}
    assert {rule.reason for rule in Reasons.shipped().rules} == used
