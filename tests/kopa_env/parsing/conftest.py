from __future__ import annotations

import pytest

from kopa_env.spec import Param, ToolSpec


def spec(name: str, **types: str) -> ToolSpec:
    params = tuple(Param(key, key, type=kind) for key, kind in types.items())  # type: ignore[arg-type]
    return ToolSpec(name, f"t:{name}", "endpoint", "t", "t", name, name, "", "", params)


@pytest.fixture(scope="session")
def tools() -> dict[str, ToolSpec]:
    specs = (
        spec("company", corp_code="string"),
        spec(
            "filings",
            corp_code="string",
            page="integer",
            rate="number",
            codes="array",
            where="object",
            final="boolean",
            anything="any",
        ),
        spec("note_save", text="string"),
    )
    return {s.name: s for s in specs}
