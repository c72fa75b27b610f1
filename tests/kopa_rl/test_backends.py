"""Which trainer can be used here, told in one line."""

from __future__ import annotations

from importlib.machinery import ModuleSpec

import pytest

from kopa_env.errors import MissingExtra, UsageError
from kopa_rl import backends


def installed(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    found = {name: ModuleSpec(name, None) for name in names}
    monkeypatch.setattr(backends, "find_spec", found.get)


@pytest.mark.parametrize("backend", backends.BACKENDS)
def test_a_trainer_that_is_not_there_names_its_extra(
    monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    installed(monkeypatch)
    with pytest.raises(MissingExtra, match=rf"kopa-env\[{backend}\]"):
        backends.require(backend)
    installed(monkeypatch, backend)
    backends.require(backend)


@pytest.mark.parametrize("backend", backends.BACKENDS)
def test_two_trainers_in_one_environment_are_refused(
    monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    installed(monkeypatch, *backends.BACKENDS)
    with pytest.raises(UsageError, match="virtual environments of their own"):
        backends.require(backend)


def test_an_unknown_trainer_is_refused_with_what_is_near() -> None:
    with pytest.raises(UsageError, match="did you mean"):
        backends.require("ver")
