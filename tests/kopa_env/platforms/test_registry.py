"""Finding dialects: by name, by host, from other distributions, and cheaply."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
import yaml

import kopa_env.platforms as platforms
from kopa_env.errors import UsageError
from kopa_env.platforms import dialect, dialect_names, dialect_of
from kopa_env.wire import HttpRequest

DATA = Path(platforms.__file__).parent
SHIPPED = sorted(platforms._HOSTS)


class Other:
    platform = "other"
    hosts = ("api.other.kr",)


OTHER = Other()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_dialect_is_found_by_name_and_by_each_of_its_hosts(name: str) -> None:
    assert dialect(name).platform == name
    for place in dialect(name).hosts:
        host, *path = place.split("/")
        request = HttpRequest("GET", host, (*(part.encode() for part in path), b"anything"))
        assert dialect_of(request) is dialect(name)
    assert set(platforms._HOSTS[name]) == set(dialect(name).hosts)


@pytest.mark.parametrize("name", SHIPPED)
def test_code_and_data_agree_on_hosts_and_environment_names(name: str) -> None:
    text = (DATA / name / "platform.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    assert set(data["hosts"]) == {place.partition("/")[0] for place in dialect(name).hosts}
    assert data["credential"]["env"] == list(dialect(name).credential_env[""])


def test_an_unknown_name_gets_a_suggestion_and_an_unknown_host_nothing() -> None:
    with pytest.raises(UsageError, match="did you mean seoul"):
        dialect("seol")
    assert dialect_of(HttpRequest("GET", "example.kr", (b"api",))) is None


def test_another_distribution_can_add_a_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("other", "unused", platforms.GROUP)
    monkeypatch.setattr(EntryPoint, "load", lambda self: OTHER)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    caches = (platforms._added, dialect)
    for cached in caches:
        cached.cache_clear()
    try:
        asked = HttpRequest("GET", "api.other.kr", (b"rows",))
        assert dialect("other") is dialect_of(asked) is OTHER
        assert dialect_names() == sorted([*SHIPPED, "other"])
    finally:
        for cached in caches:
            cached.cache_clear()


def test_looking_a_dialect_up_loads_no_other_and_no_parser() -> None:
    code = (
        "import sys; from kopa_env.platforms import dialect_of; "
        "from kopa_env.wire import HttpRequest; "
        "dialect_of(HttpRequest('GET', 'opendart.fss.or.kr', (b'api',))); "
        "print([m for m in ('kopa_env.platforms.seoul.dialect', 'yaml', 'httpx', 'defusedxml', "
        "'sqlite3') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
