"""The system prompt: what day it is, what may be done how often, how to answer."""

from __future__ import annotations

from datetime import date

from kopa_env.outcome import JSON
from kopa_env.task import Task

_WEEKDAYS = "월화수목금토일"


def system_prompt(task: Task, *, local_calls: int, writes: bool) -> str:
    """Return the system prompt of a task.

    Args:
        task: the task.
        local_calls: budget of reduction calls; 0 if there are no such tools.
        writes: whether tools that write are on offer.
    """
    lines = [
        "당신은 한국 공공데이터 API를 도구로 불러 질문에 답하는 조사 담당자입니다.",
        "",
        f"오늘은 {_day(task.current_date)}입니다."
        " ‘올해’, ‘지난달’, ‘최근’ 같은 말은 이 날짜를 기준으로 읽습니다.",
        *(f"{name}: {_state(value)}" for name, value in task.system_state.items()),
        "",
        "지킬 것",
        "- 답에 쓰는 값은 모두 도구로 확인합니다. 기억이나 짐작으로 채우지 않습니다.",
        f"- 도구 호출은 {task.max_calls}번까지 할 수 있습니다. 형식이 틀린 호출도 한 번으로 치며,"
        " 한도를 넘기면 답하지 못한 채 끝납니다.",
        f"- 대화는 {task.max_turns}차례까지입니다."
        " 서로 기다릴 필요가 없는 호출은 한 차례에 함께 부릅니다.",
        "- 응답이 길면 앞쪽 행만 보입니다. shown은 보이는 행 수, total은 조건에 맞는 전체 행 수,"
        " next는 다음 쪽을 부를 때 바꿀 인자입니다.",
    ]
    if local_calls:
        lines += [
            "- 보이지 않는 행도 결과 번호(result, 예: r1) 아래에 그대로 있습니다. 거르기, 세기,"
            " 묶기, 계산은 그 번호로 table_select, table_count, table_group, table_join,"
            " evaluate_expression을 부릅니다."
            f" 이런 호출은 따로 {local_calls}번까지 할 수 있습니다.",
        ]
    if writes:
        lines += ["- 저장, 등록, 발송은 시킨 것만 한 번씩 합니다."]
    return "\n".join([*lines, "", *_ANSWER])


_ANSWER = (
    "다 알아냈으면 도구를 부르지 말고 답을 씁니다. 마지막 답은 \\boxed{} 안에 적고, 물은 것이"
    " 여럿이면 물은 순서대로 한 상자 안에 ‘; ’로 나누어 적습니다."
    " 예: \\boxed{해온고등학교; 1,234명}",
)


def _day(text: str) -> str:
    day = date.fromisoformat(text)
    return f"{day.year}년 {day.month}월 {day.day}일 {_WEEKDAYS[day.weekday()]}요일"


def _state(value: JSON) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_state, value))
    return "예" if value is True else "아니요" if value is False else str(value)
