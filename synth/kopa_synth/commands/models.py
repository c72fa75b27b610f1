"""Who plays a role that a model may play: rules of ours, recorded answers, or a served model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kopa_env.errors import UsageError

if TYPE_CHECKING:
    from kopa_synth.models import Model

_RECORDED = "recorded:"


def check(role: str, choice: str, rules: str, model: str, base_url: str) -> None:
    """Make sure that everything a role needs was said.

    Args:
        role: the option: ``scorer``, ``writer``.
        choice: its value: *rules*, ``recorded:FILE`` or ``model``.
        rules: what the role is called when no model plays it.
        model: name of a served model.
        base_url: its server.

    Raises:
        UsageError: if not, or if a file of recorded answers cannot be read.
    """
    from kopa_synth.models import RecordedModel

    served = choice == "model"
    if served and not (model and base_url):
        raise UsageError(f"--{role} model needs both -m MODEL and --base-url URL")
    if not served and (model or base_url):
        raise UsageError(f"-m and --base-url go with --{role} model")
    if served and not base_url.startswith(("http://", "https://")):
        raise UsageError(f"--base-url {base_url!r} is no http(s) URL")
    if choice not in (rules, "model") and not choice.startswith(_RECORDED):
        raise UsageError(f"no {role} {choice!r}; {role}s: {rules}, recorded:FILE, model")
    if choice.startswith(_RECORDED):
        RecordedModel(Path(choice.removeprefix(_RECORDED)))


def opened(choice: str, model: str, base_url: str, answers: Path) -> Model | None:
    """Return the model of a role, ``None`` for rules; what a served one answers is kept."""
    from kopa_synth.models import RecordedModel, ServedModel, Serving

    if choice.startswith(_RECORDED):
        return RecordedModel(Path(choice.removeprefix(_RECORDED)))
    if choice == "model":
        return RecordedModel(answers, ServedModel(Serving(model, base_url)))
    return None
