"""``--set NAME=VALUE``: parameters of a preset as they are typed on a command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from kopa_env.errors import UsageError, did_you_mean
from kopa_synth.graph import Fault
from kopa_synth.presets import Preset, preset

WEIGHTS = "weights."
"""Before the name of a fault: ``weights.structural.empty=1.0``."""


def changed_preset(name: str, texts: Iterable[str]) -> tuple[Preset, dict[str, Any]]:
    """Return a preset with what was typed changed, and the changes as plain values.

    Raises:
        UsageError: if a parameter does not exist or a value does not fit it.
    """
    rules, changes = preset(name), dict(map(_pair, texts))
    weights = {Fault(k): v for k, v in rules.weights.items()}
    plain: dict[str, Any] = {}
    for parameter, text in changes.items():
        if parameter.startswith(WEIGHTS):
            fault = _fault(parameter.removeprefix(WEIGHTS))
            weights[fault] = plain[parameter] = _number(parameter, text, float)
        else:
            plain[parameter] = _value(parameter, text)
    return changed(name, plain), plain


def changed(name: str, changes: Mapping[str, Any]) -> Preset:
    """Return a preset with plain values changed, as :func:`changed_preset` returns them."""
    weights = {_fault(k.removeprefix(WEIGHTS)): v for k, v in changes.items() if WEIGHTS in k}
    others = {k: v for k, v in changes.items() if WEIGHTS not in k}
    if weights:
        others["weights"] = {**preset(name).weights, **weights}
    return preset(name, **others)


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = (part.strip() for part in text.partition("="))
    if not sign:
        raise UsageError(f"--set takes NAME=VALUE, got {text!r}")
    return name, value


def _fault(name: str) -> Fault:
    known = [str(fault) for fault in Fault if fault is not Fault.NONE]
    if name not in known:
        raise UsageError(f"no fault {name!r}; faults: {', '.join(known)}")
    return Fault(name)


def _value(name: str, text: str) -> Any:
    kinds = {k: v for k, v in get_type_hints(Preset).items() if k not in ("name", "weights")}
    if name not in kinds:
        raise UsageError(f"no preset parameter {name!r}{did_you_mean(name, kinds)}")
    kind = kinds[name]
    if get_origin(kind) is Literal:
        return _one_of(name, text, {str(v): v for v in get_args(kind)})
    if kind is bool:
        return _one_of(name, text.casefold(), {"true": True, "false": False})
    return _number(name, text, kind)


def _one_of(name: str, text: str, known: Mapping[str, Any]) -> Any:
    if text not in known:
        raise UsageError(f"--set {name} is one of {', '.join(known)}, not {text!r}")
    return known[text]


def _number(name: str, text: str, kind: type[int] | type[float]) -> int | float:
    try:
        value = kind(text)
    except ValueError:
        value = kind(-1)
    if not 0 <= value < float("inf"):
        what = "a whole number" if kind is int else "a number"
        raise UsageError(f"--set {name} takes {what} from 0 up, not {text!r}") from None
    return value
