"""The YAML of a cassette: vcrpy's format 1, written so that a person can read Korean in it.

Stock vcrpy loads and replays these files. What differs from its own serializer: Korean stands as
it is, lines are never folded, the order is fixed, and a comment over each interaction says which
request it answers, decoded. A body that is no UTF-8 text is ``!!binary``; a long or opaque one is a
pointer to a blob, on which stock vcrpy stops with an error rather than replay something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

import yaml

from kopa_env.cassettes.interaction import MAX_BODY, Interaction
from kopa_env.errors import IntegrityError

try:
    from yaml import CSafeDumper as _BaseDumper
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML built without libyaml: slower, same text
    from yaml import SafeDumper as _BaseDumper  # type: ignore[assignment]
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

_HEAD = "version: 1\ninteractions:\n"
_WIDE = 2**31 - 1
_NOT_IN_BLOCK = ("\x85", "\u2028", "\u2029", "\ufeff", "\t", "\r")


class _Dumper(_BaseDumper):
    """Writes text with line breaks as a literal block, everything else in a line."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent_text(dumper: Any, text: str) -> Any:
    block = (
        "\n" in text
        and not text[0].isspace()
        and not text.endswith("\n\n")
        and not any(mark in text for mark in _NOT_IN_BLOCK)
        and not any(line.endswith(" ") for line in text.split("\n"))
    )
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if block else None)


_Dumper.add_representer(str, _represent_text)


def dump(interactions: Iterable[Interaction]) -> str:
    """Return a cassette as YAML text."""
    return assemble(dump_one(interaction) for interaction in interactions)


def assemble(items: Iterable[str]) -> str:
    """Return a cassette from items that :func:`dump_one` wrote."""
    return _HEAD + "".join(items)


def dump_one(interaction: Interaction) -> str:
    """Return one list item of a cassette's interactions."""
    data = {"request": _request(interaction), "response": _response(interaction)}
    written = yaml.dump(
        [data],
        Dumper=_Dumper,
        allow_unicode=True,
        default_flow_style=False,
        sort_keys=False,
        width=_WIDE,
    )
    return f"# {_comment(interaction)}\n{written}"


def is_blob(interaction: Interaction) -> bool:
    """Say whether a reply's body is kept outside the cassette."""
    if len(interaction.body) > MAX_BODY:
        return True
    return _as_text(interaction.body) is None and twin_text(interaction) is None


def twin_text(interaction: Interaction) -> str | None:
    """Return the text of a body in a Korean encoding other than UTF-8, else ``None``."""
    body = interaction.body
    if not body or _as_text(body) is not None or b"\0" in body:
        return None
    try:
        return body.decode("cp949")
    except UnicodeDecodeError:
        return None


def load(data: bytes, name: str, blob: Callable[[str], bytes]) -> list[Interaction]:
    """Read a cassette.

    Args:
        data: the file's bytes.
        name: what to call the file in messages.
        blob: returns the bytes of a blob by its hash.

    Raises:
        IntegrityError: if the file is no cassette of format 1.
    """
    try:
        document = yaml.load(data.decode(), Loader=_Loader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark else ""
        raise IntegrityError(f"{name} is not readable YAML{where}") from None
    if not isinstance(document, dict) or document.get("version") != 1:
        raise IntegrityError(f"{name} is no cassette of format 1")
    return list(_interactions(document.get("interactions") or [], name, blob))


def _interactions(
    rows: list[Any], name: str, blob: Callable[[str], bytes]
) -> Iterator[Interaction]:
    for number, row in enumerate(rows, 1):
        try:
            yield _interaction(row["request"], row["response"], blob)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise IntegrityError(f"{name}: interaction {number} is malformed") from None


def _interaction(
    request: Mapping[str, Any], response: Mapping[str, Any], blob: Callable[[str], bytes]
) -> Interaction:
    body = response["body"]
    return Interaction(
        method=str(request["method"]),
        uri=str(request["uri"]),
        request_body=_bytes(request.get("body")),
        status=int(response["status"]["code"]),
        phrase=str(response["status"].get("message") or ""),
        headers=tuple(
            (str(key), str(value))
            for key, values in (response.get("headers") or {}).items()
            for value in values
        ),
        body=blob(str(body["blob"])) if "blob" in body else _bytes(body["string"]),
    )


def _bytes(value: Any) -> bytes:
    if value is None:
        return b""
    return value if isinstance(value, bytes) else str(value).encode()


def _request(interaction: Interaction) -> dict[str, Any]:
    return {
        "method": interaction.method,
        "uri": interaction.uri,
        "body": _string(interaction.request_body) or None,
        "headers": {},
    }


def _response(interaction: Interaction) -> dict[str, Any]:
    body: dict[str, Any] = {"string": _string(interaction.body)}
    if is_blob(interaction):
        body = {"blob": interaction.body_sha256, "bytes": len(interaction.body)}
    return {
        "status": {"code": interaction.status, "message": interaction.phrase},
        "headers": {name: [value] for name, value in interaction.headers},
        "body": body,
    }


def _string(body: bytes) -> str | bytes:
    text = _as_text(body)
    return body if text is None else text


def _as_text(body: bytes) -> str | None:
    """Return a body as text where YAML can hold it unchanged."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def _comment(interaction: Interaction) -> str:
    readable = unquote(interaction.uri, errors="replace")
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in readable)
