"""When two argument values are the same value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from unicodedata import normalize

from kopa_env.outcome import JSON
from kopa_env.spec import Param


def same_value(a: JSON, b: JSON) -> bool:
    """Tell whether two JSON values are the same: ``1`` is ``1.0``, but neither true nor ``"1"``.

    Decimals agree to within a millionth; texts are compared as NFC without outer blanks; a code
    keeps its zeros; null is not an empty text.
    """
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        if isinstance(a, int) and isinstance(b, int):
            return a == b
        return bool(a == b or abs(a - b) <= 1e-6)
    if isinstance(a, str) and isinstance(b, str):
        return a == b or normalize("NFC", a).strip() == normalize("NFC", b).strip()
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same_value(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same_value, a, b))
    return False


def same_argument(a: JSON, b: JSON, param: Param | None) -> bool:
    """Tell whether two values are the same for a parameter: by its type, padding included."""
    if same_value(a, b):
        return True
    if param is None or isinstance(a, bool) or isinstance(b, bool):
        return False
    if not isinstance(a, (str, int, float)) or not isinstance(b, (str, int, float)):
        return False
    if param.type in ("integer", "number"):
        numbers = _number(a), _number(b)
        return None not in numbers and numbers[0] == numbers[1]
    if param.type == "string" and param.pad:
        return str(a).strip().zfill(param.pad) == str(b).strip().zfill(param.pad)
    return False


def has_reference(value: JSON) -> bool:
    """Tell whether a golden argument refers to an earlier result anywhere inside."""
    if isinstance(value, Mapping):
        return "ref" in value or any(map(has_reference, value.values()))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return any(map(has_reference, value))
    return False


def _number(value: JSON) -> Decimal | None:
    try:
        return Decimal(str(value).strip())
    except InvalidOperation:
        return None
