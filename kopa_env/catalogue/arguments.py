"""Arguments: checked and put into the platform's form before anything is sent.

Rules, the same for every tool:

- Codes are strings. A whole number where a code is expected is written in decimal and, where the
  parameter declares a width, padded with zeros on the left (``126380`` → ``"00126380"``); true,
  false and fractions are refused.
- Dates may be written with ``-``, ``.``, ``/`` or blanks; they reach the platform in its own
  format. A day that does not exist is refused.
- Text is NFC with outer blanks taken off. An empty string for a required parameter is missing.
- Unknown names are refused, never dropped: dropping one would run a broader query.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache, partial

from pydantic_core import ErrorDetails, PydanticCustomError, SchemaValidator, ValidationError
from pydantic_core import core_schema as schema

from kopa_env.errors import did_you_mean
from kopa_env.outcome import JSON, Reason, ToolResult
from kopa_env.spec import Param, ToolSpec

_TYPES: dict[str, schema.CoreSchema] = {
    "string": schema.str_schema(strict=True),
    "integer": schema.int_schema(strict=True),
    "number": schema.union_schema(
        [schema.int_schema(strict=True), schema.float_schema(strict=True)]
    ),
    "boolean": schema.bool_schema(strict=True),
    "array": schema.list_schema(strict=True),
    "object": schema.dict_schema(schema.str_schema(strict=True), strict=True),
    "any": schema.any_schema(),
}
_DATES = {"YYYY": 4, "YYYYMM": 6, "YYYYMMDD": 8, "YYYY-MM-DD": 10, "YYYY-MM": 7}
_SEPARATORS = re.compile(r"[-./\s년월일]+")


def validate(spec: ToolSpec, args: Mapping[str, JSON]) -> dict[str, JSON] | ToolResult:
    """Check arguments and put them into the platform's form.

    Returns:
        Arguments by parameter name with defaults and constants filled in and codes padded, or a
        structural result whose one-line message (Korean / English) names every fault.
    """
    try:
        found: dict[str, JSON] = _validator(spec).validate_python(dict(args))
    except ValidationError as error:
        return _refusal(spec, error.errors(include_url=False, include_context=True))
    return {name: value for name, value in found.items() if value is not None}


def wire_args(spec: ToolSpec, args: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return validated arguments by wire name, scalars as the text the wire carries."""
    return {p.wire_name: _text(args[p.name]) for p in spec.params if args.get(p.name) is not None}


def _validator(spec: ToolSpec) -> SchemaValidator:
    """Return what checks a tool's arguments, made once for every spec."""
    known = _VALIDATORS.get(id(spec))
    if known is None or known[0] is not spec:
        known = _VALIDATORS[id(spec)] = (spec, _build(spec))
    return known[1]


_VALIDATORS: dict[int, tuple[ToolSpec, SchemaValidator]] = {}


def _build(spec: ToolSpec) -> SchemaValidator:
    """Build a validator at pydantic's core: a model class costs ten times as much a tool."""
    fields = {param.name: _field(param) for param in spec.params}
    return SchemaValidator(schema.typed_dict_schema(fields, extra_behavior="forbid"))


def _field(param: Param) -> schema.TypedDictField:
    checked = schema.no_info_before_validator_function(
        partial(_coerce, param), schema.nullable_schema(_TYPES[param.type])
    )
    if param.required and param.default is None:
        return schema.typed_dict_field(checked)
    return schema.typed_dict_field(
        schema.with_default_schema(checked, default=param.default), required=False
    )


def _text(value: JSON) -> JSON:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def _coerce(param: Param, value: JSON) -> JSON:
    if value is None:
        if param.required:
            raise _fault("missing")
        return param.default
    coerce = _COERCE.get(param.type)
    return coerce(param, value) if coerce else value


def _string(param: Param, value: JSON) -> JSON:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise _fault("type", ko="문자열이어야 함", en="a string")
    text = (value if value.isascii() else unicodedata.normalize("NFC", value)).strip()
    if not text:
        if param.required:
            raise _fault("missing")
        return param.default
    if param.pad and text.isascii() and text.isdigit():
        text = text.zfill(param.pad)
    text = _formatted(param, text)
    if param.enum and text not in param.enum:
        allowed = ", ".join(list(param.enum)[:12])
        raise _fault("value", ko=f"{allowed} 가운데 하나여야 함", en=f"one of {allowed}")
    return text


def _formatted(param: Param, text: str) -> str:
    form = param.format
    if form in _DATES:
        return _dated(form, text)
    kind, _, width = form.partition(":")
    fits = text.isascii() and (not width or len(text) == int(width))
    if kind == "digits" and not (fits and text.isdigit()):
        raise _fault("value", ko=f"숫자 {width}자리여야 함", en=f"{width} digits")
    if kind == "alnum" and not (fits and text.isalnum()):
        raise _fault("value", ko=f"영문·숫자 {width}자리여야 함", en=f"{width} letters or digits")
    return text


@lru_cache(4096)
def _dated(form: str, text: str) -> str:
    digits = _SEPARATORS.sub("", text)
    parts = [p for p in _SEPARATORS.split(text) if p]
    if len(parts) > 1 and all(p.isdigit() for p in parts):
        digits = parts[0] + "".join(p.zfill(2) for p in parts[1:])
    wanted = form.replace("-", "")
    fault = partial(_fault, "value", ko=f"{form} 형식의 날짜여야 함", en=f"a date as {form}")
    if not digits.isascii() or not digits.isdigit() or len(digits) != len(wanted):
        raise fault()
    year, month, day = int(digits[:4]), int(digits[4:6] or 1), int(digits[6:8] or 1)
    try:
        date(year, month, day)
    except ValueError:
        raise fault() from None
    if "-" not in form:
        return digits
    return "-".join(filter(None, (digits[:4], digits[4:6], digits[6:8])))


def _integer(_param: Param, value: JSON) -> JSON:
    if isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,9}\s*", value, re.ASCII):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _fault("type", ko="정수여야 함", en="an integer")
    return value


def _boolean(_param: Param, value: JSON) -> JSON:
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        return value.strip().casefold() == "true"
    if not isinstance(value, bool):
        raise _fault("type", ko="true 또는 false여야 함", en="true or false")
    return value


def _array(_param: Param, value: JSON) -> JSON:
    if not isinstance(value, list):
        raise _fault("type", ko="목록이어야 함", en="a list")
    return value


_COERCE: dict[str, Callable[[Param, JSON], JSON]] = {
    "string": _string,
    "integer": _integer,
    "boolean": _boolean,
    "array": _array,
}


def _fault(kind: str, ko: str = "", en: str = "") -> PydanticCustomError:
    return PydanticCustomError("kopa", "{kind}", {"kind": kind, "ko": ko, "en": en})


def _refusal(spec: ToolSpec, errors: list[ErrorDetails]) -> ToolResult:
    known = [p.name for p in spec.params if p.role != "constant"]
    reasons, korean, english = [], [], []
    for error in errors:
        reason, ko, en = _explain(error, known)
        reasons.append(reason)
        korean.append(ko)
        english.append(en)
    message = f"{spec.name}: {'; '.join(korean)} / {'; '.join(english)}"
    return ToolResult.error(reasons[0], message)


def _explain(error: ErrorDetails, known: list[str]) -> tuple[Reason, str, str]:
    name = str(error["loc"][0]) if error["loc"] else "?"
    context = error.get("ctx", {})
    kind = context.get("kind", error["type"])
    got = repr(error.get("input"))[:60]
    if kind == "missing":
        return (
            Reason.MISSING_ARG,
            f"필수 인자 {name} 누락",
            f"required argument {name} is missing",
        )
    if kind == "extra_forbidden":
        hint = did_you_mean(name, known)
        return Reason.BAD_VALUE, f"없는 인자 {name}", f"unknown argument {name}{hint}"
    if kind == "value":
        return (
            Reason.BAD_VALUE,
            f"{name} 값은 {context['ko']} (받은 값 {got})",
            f"{name} must be {context['en']}, got {got}",
        )
    ko, en = context.get("ko", "형식이 맞아야 함"), context.get("en", str(error["msg"]))
    return (
        Reason.BAD_TYPE,
        f"{name} 값은 {ko} (받은 값 {got})",
        f"{name} must be {en}, got {got}",
    )
