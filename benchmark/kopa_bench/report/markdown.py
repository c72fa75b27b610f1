"""``report.md``: the figures of a run as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kopa_bench.report import Finished

PROVENANCE = (
    "도구가 돌려준 수치는 복제 서버에서 기록한 것이며, 제22대 국회의 기록된 표결 말고는 모두"
    " 만들어 낸 값입니다. 실제 기관의 수치가 아닙니다.",
    "What tools returned was recorded from the replica; its figures are generated, but for the "
    "recorded votes of the 22nd Assembly, and are not the agencies' own.",
)
"""What every page that shows figures says, unless they were fetched live."""

SPLITS = (
    ("by_domain", "Domain", "분야"),
    ("by_platform", "Platform", "플랫폼"),
    ("by_tier", "Tier", "난도"),
    ("by_withheld", "Withheld", "학습 제외"),
    ("by_basis", "Reward basis", "채점 기준"),
    ("by_data", "Data", "자료"),
)
"""Figures told by parts: their key, and how they are called in English and Korean."""

CHANGED = (
    "이 실행 뒤에 과제가 바뀌었습니다. 과제는 지금 것을 보여 줍니다.",
    "The suite has changed since this run: its tasks are shown as they are now.",
)


def markdown(run: Finished) -> str:
    """Return the report."""
    figures = run.figures
    policy = run.about.get("policy", {})
    lines = [
        f"# {policy.get('model') or policy.get('name')} on {run.suite.name}",
        "",
        *(f"> {line}" for note in provenance(run) for line in note),
        "",
        *_table(("figure", "value"), _headline(figures)),
    ]
    for key, title, _ in SPLITS:
        heads = ("", "tasks", "pass@1", "95 %")
        lines += ["", f"## {title}", "", *_table(heads, _part(figures, key))]
    for key, title in (("failures", "Failures"), ("origins", "Replies by origin")):
        lines += ["", f"## {title}", "", *_table(("", "count"), _counts(figures[key]))]
    lines += ["", "## What was run", "", *_table(("", ""), _identity(run))]
    return "\n".join(lines) + "\n"


def provenance(run: Finished) -> list[tuple[str, str]]:
    """Return what must be said about where figures come from, each in Korean and English."""
    notes = [] if run.figures["origins"].get("live") else [PROVENANCE]
    return [*notes, CHANGED] if run.changed else notes


def number(value: Any, digits: int = 3) -> str:
    """Return a figure as text, a dash for none."""
    if value is None:
        return "–"
    return f"{value:.{digits}f}" if isinstance(value, float) else f"{value:,}"


def interval(pair: Any) -> str:
    """Return an interval as text."""
    return "–" if None in pair else f"[{pair[0]:.3f}, {pair[1]:.3f}]"


def _headline(figures: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    k = figures["k"]
    yield "pass@1", f"{number(figures['pass@1'])} {interval(figures['ci95'])}"
    yield "interval", figures["ci95_method"]
    if k > 1:
        yield f"pass@{k}", number(figures["pass@k"])
        yield f"pass^{k}", number(figures["pass^k"])
    for name in ("response", "environment", "action_raw", "action_gated", "evidence_recall"):
        yield name, number(figures[name])
    if figures["applicable"]:
        held = figures["applicable"]
        yield "on tasks where this policy must fail", f"{number(held['pass@1'])} (n={held['n']})"
    for name in ("tasks", "episodes", "infra_errors", "infra_attempts", "ungrounded"):
        yield name, number(figures[name])
    for name in ("cpu_s", "wall_s"):
        yield name, number(figures[name], 2)


def _part(figures: Mapping[str, Any], key: str) -> Iterator[tuple[str, ...]]:
    for name, part in figures[key].items():
        yield name, number(part["tasks"]), number(part["pass@1"]), interval(part["ci95"])


def _counts(counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    for name, count in counts.items():
        yield name, number(count)


def _identity(run: Finished) -> Iterator[tuple[str, str]]:
    for section in ("policy", "source", "rules", "plan", "hashes", "versions"):
        for name, value in run.about.get(section, {}).items():
            yield f"{section}.{name}", " ".join(str(value).split())[:200]


def _table(headers: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(headers)} |"
    yield f"|{'---|' * len(headers)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '&#124;').replace('<', '&lt;') for cell in row)} |"
