"""Grading: typed answers, workspace states, the quality of calls, and reasons for each."""

from kopa_env.grading.action import Action
from kopa_env.grading.grade import GRADING_VERSION, Grade, grade
from kopa_env.grading.judgement import Judgement
from kopa_env.grading.render import render_answer
from kopa_env.grading.response import judge_response
from kopa_env.grading.state import StateDiff, canonical_state, diff_states, state_hash

__all__ = [
    "GRADING_VERSION",
    "Action",
    "Grade",
    "Judgement",
    "StateDiff",
    "canonical_state",
    "diff_states",
    "grade",
    "judge_response",
    "render_answer",
    "state_hash",
]
