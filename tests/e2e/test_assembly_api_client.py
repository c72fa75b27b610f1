"""assembly-api-client: httpx and a typed model for every service of the Assembly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from comparing import Ask, every
from defusedxml import ElementTree
from installing import answers, installed
from serving import Served

pytestmark = pytest.mark.slow

Got = Mapping[str, Any]


@pytest.fixture(scope="module")
def got(
    served: Served, assembly_ask: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> Got:
    folder = tmp_path_factory.mktemp("assembly-api-client")
    python = installed(folder / "venv", "assembly-api-client==1.2.6")
    return answers(python, "use_assembly_api_client.py", assembly_ask, served, folder)


@pytest.mark.parametrize(
    ("what", "tool", "args"),
    [
        ("bills", "assembly_member_bills", {"AGE": "22", "BILL_NAME": "법"}),
        ("votes", "assembly_plenary_votes", {"AGE": "22", "BILL_NAME": "법"}),
        ("members", "assembly_members", {}),
    ],
)
def test_typed_rows_to_the_end(
    got: Got, ask: Ask, what: str, tool: str, args: dict[str, str]
) -> None:
    """Its models name every field of the service: none is missing, none is new."""
    rows = every(ask, tool, **args)
    assert len(rows) > 100, "several pages"
    assert got[what] == rows


def test_xml_and_failures(got: Got, ask: Ask) -> None:
    root = ElementTree.fromstring(got["xml"])
    rows = ask("assembly_member_bills", AGE="22", pSize=2)
    assert [row.findtext("BILL_ID") for row in root.iter("row")] == [r["BILL_ID"] for r in rows]
    assert ElementTree.fromstring(got["missing parameter"]).findtext("CODE") == "ERROR-300"
