"""Any result at all, for the laws of dialects."""

from __future__ import annotations

from hypothesis import strategies as st

from kopa_env.outcome import Reason, ToolResult

# Texts of Korean, digits, blanks and every character with a meaning in JSON, XML or HTML.
TEXTS = st.text(st.sampled_from("가뷁 1,.-()<>&\"'[]{}\\/%+=\t\n\r△㎡"), max_size=12)
NAMES = st.sampled_from(["corp_code", "BILL_NO", "값", "stn1", "Rgn.nm", "thstrm_amount", "x"])
VALUES = st.one_of(
    st.none(),
    TEXTS,
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
)
ROWS = st.lists(st.dictionaries(NAMES, VALUES, min_size=1, max_size=5), min_size=1, max_size=6)
MESSAGES = st.one_of(st.just(""), TEXTS.filter(str.strip))


@st.composite
def results(draw: st.DrawFn) -> ToolResult:
    """Any result at all, sensible or not."""
    if draw(st.booleans()):
        rows = draw(ROWS)
        total = draw(st.one_of(st.none(), st.integers(len(rows), 10**9)))
        return ToolResult.ok(rows, message=draw(MESSAGES), total=total)
    if draw(st.booleans()):
        return ToolResult.ok((), message=draw(MESSAGES), total=draw(st.sampled_from([None, 0])))
    reason = draw(st.sampled_from([r for r in Reason if r is not Reason.NONE]))
    code = draw(st.sampled_from(["", "", "777", "ERROR-999"]))
    return ToolResult.error(reason, draw(MESSAGES), code)
