"""Shapes of values: how a value is written, whatever it says.

Vocabulary of ``Field.shape``, with what :func:`fits` accepts:

=============  ===========================  =============  ===========================
``text``       anything                     ``int``        ``1234`` ``-5``
``int_comma``  ``1,234`` ``-1,234``         ``decimal``    ``12.5`` ``1,234.5``
``percent``    ``67.30%``                   ``year4``      ``2023``
``ym6``        ``202312``                   ``date8``      ``20231231``
``date10``     ``2023-12-31``               ``date_dot``   ``2023.12.31``
``date_ko``    ``2023년 12월 31일``         ``datetime``   ``2023-12-31 09:10:11``
``time``       ``09:10`` ``09:10:11``       ``code:N``     N digits
``time4``      ``0910``                     ``time5``      ``09:10``
``datetime15`` ``20231231 091011``          ``enum:a|b``   one of the words
``alnum:N``    N letters or digits          ``yn``         ``Y`` ``N``
``datetime14`` ``20231231091011``           ``datetime16`` ``2023-12-31 09:10``
``datetime19`` ``2023-12-31 09:10:11``      ``date_en``    ``DEC 31, 2023``
``ym_ko``      ``2023년 12월``              ``url``        ``http…``
``phone``      ``02-1234-5678``             ``email``      ``a@b.kr``
``id``         letters, digits, ``-_``     ``degree``     ``37.5665`` (near an example)
=============  ===========================  =============  ===========================

``person`` (``name``), ``org``, ``place``, ``address``, ``title`` and ``html`` are kinds of text;
``org:도서관|서점`` is a name that ends in one of the words, ``place:경기도`` and ``address:경기도``
lie in that province. ``date_dot_end`` is a date like ``2023.1.5.``. A blank, ``-`` or null stands
for "no value" and fits every shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.names import address, company_name, named, person, place

_FORMS: dict[str, str] = {
    "date_ko": r"\d{4}년\s?\d{1,2}월(\s?\d{1,2}일)?",
    "datetime": r"\d{4}[-./]\d{2}[-./]\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?|\d{14}",
    "date10": r"\d{4}-\d{2}-\d{2}",
    "date_dot": r"\d{4}\.\d{1,2}\.\d{1,2}\.?",
    "date8": r"(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])",
    "time": r"\d{2}:\d{2}(:\d{2})?",
    "percent": r"-?[\d,]+(\.\d+)?%",
    "int_comma": r"-?\d{1,3}(,\d{3})+",
    "int": r"-?(0|[1-9]\d*)",
    "decimal": r"-?[\d,]*\.\d+",
    "code": r"\d+",
    "url": r"https?://\S+",
    "email": r"[\w.+-]+@[\w-]+(\.[\w-]+)+",
    "phone": r"0\d{1,2}-\d{3,4}-\d{4}",
    "yn": r"[YN]",
}
_FITS: dict[str, str] = {
    "int_comma": r"-?\d{1,3}(,\d{3})*",
    "decimal": r"-?[\d,]+(\.\d+)?",
    "degree": r"-?\d{1,3}(\.\d+)?",
    "year4": r"(19|20)\d{2}",
    "ym6": r"(19|20)\d{2}(0[1-9]|1[0-2])",
    "id": r"[\w.:-]+",
    "date8": r"\d{8}",
    "time4": r"\d{4}",
    "time5": r"\d{2}:\d{2}",
    "datetime15": r"\d{8} \d{6}",
    "datetime14": r"\d{14}",
    "datetime16": r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}",
    "datetime19": r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}",
    "date_dot_end": r"\d{4}\.\d{1,2}\.\d{1,2}\.",
    "date_en": r"[A-Z]{3} \d{2}, \d{4}",
    "ym_ko": r"\d{4}년 \d{2}월",
}
_NUMERIC = frozenset({"int", "int_comma", "decimal", "code"})
_RECOGNISE = [(name, re.compile(form, re.ASCII)) for name, form in _FORMS.items()]


def shape_of(value: JSON) -> str:
    """Return the shape of a value.

    That is a name of the vocabulary, or ``null``, ``blank``, ``dash``, ``bool``, ``number``,
    ``list`` or ``object``.
    """
    if not isinstance(value, str):
        return _json_shape(value)
    text = value.strip()
    if not text:
        return "blank"
    if text == "-":
        return "dash"
    for name, form in _RECOGNISE:
        if form.fullmatch(text):
            return f"code:{len(text)}" if name == "code" else name
    return "text"


def fits(shape: str, value: JSON) -> bool:
    """Return whether a value could be written in a field of that shape."""
    if value is None or (isinstance(value, str) and value.strip() in ("", "-")):
        return True
    kind, _, width = shape.partition(":")
    if kind in ("code", "alnum") and width.isdigit():
        text = str(value)
        return len(text) == int(width) and (text.isdigit() if kind == "code" else text.isalnum())
    if kind == "enum":
        return str(value).strip() in width.split("|")
    form = _FITS.get(kind) or _FORMS.get(kind)
    return form is None or re.fullmatch(form, str(value).strip(), re.ASCII) is not None


def is_shape(name: str) -> bool:
    """Say whether a shape is one of the vocabulary."""
    kind, _, width = name.partition(":")
    if kind in ("code", "alnum", "digits"):
        return width.isdigit()
    if kind == "enum":
        return bool(width)
    if width:
        return kind in _CHOSEN
    return kind in _WRITERS or kind in _FITS or kind in _FORMS or kind in _KINDS


_KINDS = frozenset(
    {
        "text",
        "title",
        "html",
        "object",
        "array",
        "decimal_comma",
        "datetime12",
        "datetime21",
        "time8",
    }
)
"""Shapes that are written as their example."""


def alike(left: JSON, right: JSON) -> bool:
    """Return whether two values are written the same way; no value is like every value.

    ``0`` and ``1,234`` are alike (a comma shows only from four digits on), and so are ``12`` and
    ``12.5`` as text; ``1234`` beside ``1,234`` is not.
    """
    shapes = [shape_of(left), shape_of(right)]
    if any(shape in ("null", "blank", "dash") for shape in shapes):
        return True
    if shapes[0] == shapes[1]:
        return True
    kinds = {shape.partition(":")[0] for shape in shapes}
    if kinds <= _NUMERIC:
        return not _loses_commas(left, right)
    return "text" in kinds and not kinds & {"number", "bool", "list", "object"}


def write(shape: str, draw: Draw, example: JSON = None) -> JSON:
    """Return a generated value of a shape, near the example where there is one."""
    kind, _, width = shape.partition(":")
    if kind in ("code", "alnum") and width.isdigit():
        return _code(int(width), draw, str(example or ""))
    if kind == "enum":
        return draw.pick(width.split("|"))
    if width and kind in _CHOSEN:
        return _CHOSEN[kind](draw, width)
    writer = _WRITERS.get(kind)
    return writer(draw, example) if writer else _text(draw, example)


def _json_shape(value: JSON) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int | float):
        return "number"
    return "list" if isinstance(value, list) else "object"


def _loses_commas(left: JSON, right: JSON) -> bool:
    """Return whether one of two long numbers has commas and the other has none."""
    whole = [str(v).lstrip("-").partition(".")[0] for v in (left, right)]
    long = [text for text in whole if len(text.replace(",", "")) > 3]
    return len({"," in text for text in long}) > 1


def _code(width: int, draw: Draw, example: str) -> str:
    head = example[: width // 2] if len(example) == width else ""
    return head + draw.digits(width - len(head))


def _day(draw: Draw) -> tuple[int, int, int]:
    return draw.between(2019, 2025), draw.between(1, 12), draw.between(1, 28)


_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")


def _dated(form: str) -> Callable[[Draw, JSON], JSON]:
    def written(draw: Draw, example: JSON) -> JSON:
        year, month, day = _day(draw)
        hour, minute, second = draw.between(8, 18), draw.below(60), draw.below(60)
        name = _MONTHS[month - 1]
        return form.format(y=year, m=month, d=day, H=hour, M=minute, S=second, mon=name)

    return written


def _whole(draw: Draw, example: JSON) -> int:
    scale = abs(int(example)) if _is_whole(example) else 0
    return draw.between(scale // 4, scale * 2) if scale > 1 else draw.skewed(0, 400)


def _is_whole(value: JSON) -> bool:
    return re.fullmatch(r"-?\d{1,18}", str(value).replace(",", "")) is not None


def _int(draw: Draw, example: JSON) -> JSON:
    return _whole(draw, str(example).replace(",", ""))


def _int_comma(draw: Draw, example: JSON) -> JSON:
    return f"{_whole(draw, str(example).replace(',', '')):,}"


def _decimal(draw: Draw, example: JSON) -> JSON:
    whole, _, fraction = str(example or "0.0").replace(",", "").partition(".")
    top = max(10, 2 * int(whole)) if _is_whole(whole) else 100
    digits = max(1, min(len(fraction), 6))
    return f"{draw.below(top)}.{draw.digits(digits)}"


def _degree(draw: Draw, example: JSON) -> JSON:
    return f"{str(example or 37).partition('.')[0]}.{draw.digits(6)}"


def _text(draw: Draw, example: JSON) -> JSON:
    if isinstance(example, str) and example.strip():
        return example
    return draw.pick(("해당 없음", "일반", "기타", "정상", "완료", "진행 중"))


_WRITERS: dict[str, Callable[[Draw, JSON], JSON]] = {
    "int": _int,
    "int_comma": _int_comma,
    "decimal": _decimal,
    "degree": _degree,
    "percent": lambda draw, example: f"{draw.below(100)}.{draw.digits(2)}%",
    "year4": lambda draw, example: str(draw.between(2019, 2025)),
    "ym6": _dated("{y}{m:02d}"),
    "date8": _dated("{y}{m:02d}{d:02d}"),
    "date10": _dated("{y}-{m:02d}-{d:02d}"),
    "date_dot": _dated("{y}.{m:02d}.{d:02d}"),
    "date_ko": _dated("{y}년 {m:02d}월 {d:02d}일"),
    "datetime": _dated("{y}-{m:02d}-{d:02d} {H:02d}:{M:02d}:{S:02d}"),
    "time": _dated("{H:02d}:{M:02d}"),
    "time4": _dated("{H:02d}{M:02d}"),
    "time5": _dated("{H:02d}:{M:02d}"),
    "datetime15": _dated("{y}{m:02d}{d:02d} {H:02d}{M:02d}{S:02d}"),
    "datetime14": _dated("{y}{m:02d}{d:02d}{H:02d}{M:02d}{S:02d}"),
    "datetime16": _dated("{y}-{m:02d}-{d:02d} {H:02d}:{M:02d}"),
    "datetime19": _dated("{y}-{m:02d}-{d:02d} {H:02d}:{M:02d}:{S:02d}"),
    "date_dot_end": _dated("{y}.{m}.{d}."),
    "date_en": _dated("{mon} {d:02d}, {y}"),
    "ym_ko": _dated("{y}년 {m:02d}월"),
    "yn": lambda draw, example: "Y" if draw.chance(600) else "N",
    "url": lambda draw, example: f"https://www.example.kr/view/{draw.digits(6)}",
    "email": lambda draw, example: f"desk{draw.digits(3)}@example.kr",
    "phone": lambda draw, example: f"02-0000-{draw.digits(4)}",
    "id": lambda draw, example: _identifier(draw, str(example or "A0000000")),
    "person": lambda draw, example: person(draw),
    "name": lambda draw, example: person(draw),
    "org": lambda draw, example: company_name(draw),
    "place": lambda draw, example: place(draw),
    "address": lambda draw, example: address(draw),
}

_CHOSEN: dict[str, Callable[[Draw, str], JSON]] = {
    "org": lambda draw, kinds: named(draw, kinds.split("|")),
    "place": place,
    "address": address,
}
"""Shapes of text that may be narrowed down: ``org:도서관``, ``address:경기도``."""


def _identifier(draw: Draw, example: str) -> str:
    return "".join(draw.digits(1) if c.isdigit() else c for c in example)
