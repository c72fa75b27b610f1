"""The catalogue: lazy, compiled from the YAML, searchable in Korean and English."""

from __future__ import annotations

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import NAME, write
from kopa_env.catalogue.schema import openai_tool
from kopa_env.catalogue.serial import spec_from_dict, to_dict
from kopa_env.errors import UsageError


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


def test_compiled_files_are_current() -> None:
    assert write(check=True), "run: python -m kopa_env.catalogue.compile"


def test_only_the_tools_asked_for_are_parsed() -> None:
    fresh = Catalogue(*_parts(Catalogue.load()))
    name = fresh.names()[0]
    assert fresh[name].name == name
    assert list(fresh._loaded) == [name]


def _parts(catalogue: Catalogue) -> tuple[bytes, dict[str, object]]:
    from kopa_env.catalogue.compile import compile_catalogue

    specs = tuple(catalogue[name] for name in catalogue.names())
    return compile_catalogue(specs, catalogue.platforms.values(), {})


def test_what_the_replica_has_no_rules_for_can_be_left_out(catalogue: Catalogue) -> None:
    declared = catalogue.declared()
    assert {e.fidelity for e in declared.entries.values()} == {"declared", "local"}
    assert {e.name for e in catalogue.entries.values() if e.fidelity == "declared"} < set(
        declared.names()
    )
    assert "kto" in catalogue.platforms
    assert "kto" not in declared.platforms


def test_every_tool_is_well_formed(catalogue: Catalogue) -> None:
    for name in catalogue.names():
        spec = catalogue[name]
        assert NAME.match(spec.name)
        assert spec_from_dict(to_dict(spec)) == spec
        assert (spec.endpoint is not None) == (spec.kind == "endpoint")
        assert all(p.name.isidentifier() for p in spec.params)
        assert len({p.name for p in spec.params}) == len(spec.params)
        schema = openai_tool(spec)["function"]
        assert schema["name"] == name
        assert set(schema["parameters"]["required"]) <= set(schema["parameters"]["properties"])


def test_unknown_names_get_a_hint(catalogue: Catalogue) -> None:
    known = catalogue.names()[0]
    with pytest.raises(UsageError, match=f"did you mean.*{known}"):
        catalogue[known[:-1]]
    with pytest.raises(UsageError, match="no platform"):
        catalogue.names("nowhere")
    assert catalogue.get("nowhere") is None


@pytest.mark.parametrize("field", ["title_ko", "title_en"])
def test_a_title_finds_its_tool(catalogue: Catalogue, field: str) -> None:
    names = catalogue.names()[::9]
    found = [
        name in [n for n, _ in catalogue.search(getattr(catalogue[name], field), 10)]
        for name in names
    ]
    assert sum(found) >= 0.9 * len(names)
