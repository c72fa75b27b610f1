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
from kopa_env.platforms import dialect, dialect_for_host, dialect_names

DATA = Path(platforms.__file__).parent
SHIPPED = ["assembly", "dart", "edudata", "seoul"]


class Other:
    platform = "other"
    hosts = ("api.other.kr",)


OTHER = Other()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_dialect_is_found_by_name_and_by_each_of_its_hosts(name: str) -> None:
    assert dialect(name).platform == name
    for host in dialect(name).hosts:
        assert dialect_for_host(host) is dialect(name)
    assert set(platforms._HOSTS[name]) == set(dialect(name).hosts)


@pytest.mark.parametrize("name", SHIPPED)
def test_code_and_data_agree_on_hosts_and_environment_names(name: str) -> None:
    text = (DATA / name / "platform.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    assert set(data["hosts"]) == set(dialect(name).hosts)
    assert data["credential"]["env"] == list(dialect(name).credential_env[""])


def test_an_unknown_name_gets_a_suggestion_and_an_unknown_host_nothing() -> None:
    with pytest.raises(UsageError, match="did you mean seoul"):
        dialect("seol")
    assert dialect_for_host("example.kr") is None


def test_another_distribution_can_add_a_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("other", "unused", platforms.GROUP)
    monkeypatch.setattr(EntryPoint, "load", lambda self: OTHER)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    caches = (platforms._added, dialect, dialect_for_host)
    for cached in caches:
        cached.cache_clear()
    try:
        assert dialect("other") is dialect_for_host("api.other.kr") is OTHER
        assert dialect_names() == sorted([*SHIPPED, "other"])
    finally:
        for cached in caches:
            cached.cache_clear()


def test_looking_a_dialect_up_loads_no_other_and_no_parser() -> None:
    code = (
        "import sys; from kopa_env.platforms import dialect_for_host; "
        "dialect_for_host('opendart.fss.or.kr'); "
        "print([m for m in ('kopa_env.platforms.seoul.dialect', 'yaml', 'httpx', 'defusedxml', "
        "'sqlite3') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
