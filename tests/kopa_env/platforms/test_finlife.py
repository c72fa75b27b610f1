"""금융상품한눈에: products with their options, two forms that read alike, codes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from market_specs import finlife

from kopa_env.dialect import Incoming
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect, dialect_of
from kopa_env.wire import HttpRequest, HttpResponse

FINLIFE = dialect("finlife")
TIE = {"dcls_month": "202601", "fin_co_no": "0010001", "fin_prdt_cd": "GR0001B"}
PRODUCT = {**TIE, "kor_co_nm": "가람은행", "max_limit": None}
RATE = {"save_trm": "12", "intr_rate": 2.8, "intr_rate2": None}
REASONS = {
    "010": Reason.KEY_INVALID,
    "011": Reason.KEY_EXPIRED,
    "012": Reason.KEY_EXPIRED,
    "013": Reason.KEY_INVALID,
    "020": Reason.QUOTA,
    "021": Reason.IP_DENIED,
    "100": Reason.MISSING_ARG,
    "101": Reason.BAD_VALUE,
    "900": Reason.HTTP_5XX,
    "777": Reason.HTTP_5XX,
}


def reply(**result: object) -> HttpResponse:
    body = json.dumps({"result": result}, ensure_ascii=False)
    return HttpResponse(200, "application/json", body.encode())


def success(base: object, options: object, total: object = 1) -> ToolResult:
    head = {"err_cd": "000", "err_msg": "정상", "total_count": total}
    return FINLIFE.decode(finlife(), reply(**head, baseList=base, optionList=options))


@pytest.mark.parametrize("code", REASONS)
@pytest.mark.parametrize("wire", ["json", "xml"])
def test_the_code_decides_under_http_200(code: str, wire: str) -> None:
    answer = reply(err_cd=code, err_msg="어떤 사유")
    if wire == "xml":
        text = f"<result><err_cd>{code}</err_cd><err_msg>어떤 사유</err_msg></result>"
        answer = HttpResponse(200, "application/xml", text.encode())
    result = FINLIFE.decode(finlife(), answer)
    assert (result.reason, result.code) == (REASONS[code], code)


def test_a_product_holds_its_options_without_what_ties_them() -> None:
    result = success([PRODUCT], [{**TIE, **RATE}, {**TIE, "save_trm": "24"}], total="37")
    assert list(result.records) == [{**PRODUCT, "options": [RATE, {"save_trm": "24"}]}]
    assert (result.code, result.total, result.complete) == ("000", 37, False)


def test_the_same_code_of_another_company_is_another_product() -> None:
    other = {**PRODUCT, "fin_co_no": "0010927"}
    rows = success(
        [PRODUCT, other],
        [{**TIE, "fin_co_no": "0010927", **RATE}, {**TIE, "fin_prdt_cd": "없는 상품"}],
        total=2,
    ).records
    assert [row["options"] for row in rows] == [[], [RATE]]


def test_a_product_that_is_there_twice_keeps_its_own_options() -> None:
    """Credit loans list one product once for each kind of loan."""
    loans = [{**PRODUCT, "crdt_prdt_type": kind} for kind in "12"]
    options = [{**TIE, "crdt_prdt_type": kind, "crdt_grad_1": float(kind)} for kind in "21"]
    rows = success(loans, options, total=2).records
    assert [row["options"] for row in rows] == [[{"crdt_grad_1": 1.0}], [{"crdt_grad_1": 2.0}]]
    odd = success([PRODUCT], [{**TIE, "dcls_month": "202512", **RATE}]).records
    assert odd[0]["options"] == [{"dcls_month": "202512", **RATE}], "what differs is kept"


def test_one_row_may_come_alone_and_none_is_a_success() -> None:
    assert list(success(PRODUCT, None).records) == [{**PRODUCT, "options": []}]
    for base in ([], None, ""):
        result = success(base, [], total=0)
        assert (result.status, result.code, result.total) == (Status.EMPTY, "000", 0)


def test_both_forms_read_to_the_same_records() -> None:
    """The XML twin nests options in their product and is in EUC-KR."""
    record = {**PRODUCT, "options": [{"save_trm": "12"}, {"save_trm": "24"}]}
    replies = {
        wire: FINLIFE.encode(finlife(), ToolResult.ok([record]), page=None, wire=wire)
        for wire in ("json", "xml")
    }
    body = json.loads(replies["json"].body)["result"]
    assert body["baseList"] == [PRODUCT]
    assert body["optionList"] == [{**TIE, "save_trm": "12"}, {**TIE, "save_trm": "24"}]
    assert (body["prdt_div"], body["max_page_no"], body["now_page_no"]) == ("D", 1, 1)
    assert "가람은행".encode("euc-kr") in replies["xml"].body
    assert replies["xml"].body.count(b"<fin_co_no>") == 1
    for answer in replies.values():
        assert list(FINLIFE.decode(finlife(), answer).records) == [record]
        bare = HttpResponse(200, "", answer.body)
        assert FINLIFE.decode(finlife(), bare).total == 1


CODES = st.sampled_from(["1", "2", None])
OPTION = st.dictionaries(
    st.sampled_from(["fin_co_no", "fin_prdt_cd", "dcls_month", "crdt_prdt_type", "save_trm", "r"]),
    st.one_of(CODES, st.floats(allow_nan=False, allow_infinity=False)),
    max_size=4,
)
PRODUCTS = st.lists(
    st.fixed_dictionaries(
        {"fin_co_no": CODES, "fin_prdt_cd": CODES},
        optional={
            "dcls_month": CODES,
            "crdt_prdt_type": CODES,
            "options": st.one_of(st.none(), st.lists(OPTION, max_size=4), OPTION),
        },
    ),
    min_size=1,
    max_size=6,
)


@given(PRODUCTS, st.sampled_from(["json", "xml"]))
def test_products_and_options_read_back_as_they_were_expressed(
    rows: list[dict[str, object]], wire: str
) -> None:
    """Also where products are there twice and options belong to another or to none."""
    spec, result = finlife(), ToolResult.ok(rows)
    expressed = FINLIFE.express(spec, result, page=None, wire=wire)
    answer = FINLIFE.encode(spec, result, page=None, wire=wire)
    assert FINLIFE.decode(spec, answer) == expressed
    assert FINLIFE.express(spec, expressed, page=None, wire=wire) == expressed


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (200, b'{"result":{"total_count":1}}', Reason.TRUNCATED),
        (200, b'{"result":[]}', Reason.TRUNCATED),
        (500, b'{"result":null}', Reason.HTTP_5XX),
        (200, b"<html><body>finlife</body></html>", Reason.HTML),
        (200, b'{"result":{"err_cd":"000","baseList":[{"dcls', Reason.TRUNCATED),
    ],
)
def test_what_comes_instead_is_named(status: int, body: bytes, reason: Reason) -> None:
    assert FINLIFE.decode(finlife(), HttpResponse(status, "", body)).reason is reason


def test_a_request_is_received_as_it_was_meant() -> None:
    asked = next(FINLIFE.exchange(finlife(), {"topFinGrpNo": "020000", "pageNo": 1}, "SECRET"))
    assert dialect_of(asked) is FINLIFE
    assert asked.secret_slots == FINLIFE.secret_slots(asked) == {"query:auth"}
    assert "SECRET" not in str(asked)
    incoming = FINLIFE.receive(asked)
    assert isinstance(incoming, Incoming)
    assert incoming.endpoint == "finlife.depositProductsSearch"
    assert (incoming.args, incoming.wire) == ({"topFinGrpNo": "020000", "pageNo": "1"}, "json")


@pytest.mark.parametrize(
    ("path", "key", "code"),
    [
        ("finlifeapi/companySearch.json", "", "010"),
        ("finlifeapi/companySearch.xml", "INVALID", "010"),
        ("finlifeapi/otherSearch.json", "k", "900"),
        ("finlifeapi/companySearch.csv", "k", "900"),
        ("other/companySearch.json", "k", "900"),
    ],
)
def test_a_request_the_server_refuses(path: str, key: str, code: str) -> None:
    segments = tuple(part.encode() for part in path.split("/"))
    query = ((b"auth", key.encode()),)
    refused = FINLIFE.receive(HttpRequest("GET", "finlife.fss.or.kr", segments, query))
    assert isinstance(refused, HttpResponse)
    assert FINLIFE.decode(finlife(), refused).code == code
