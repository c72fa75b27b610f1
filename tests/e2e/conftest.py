"""The replica as strangers meet it: a server process of its own, clients that import none of us."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from comparing import KEY, SAMSUNG, SPAN, Ask
from serving import Served, serving

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate
from kopa_env.outcome import ToolResult
from kopa_env.sources.named import MINI_SEED
from kopa_env.sources.replica import ReplicaSource
from kopa_env.sources.views import ViewSource
from kopa_env.world import World


@pytest.fixture(scope="session")
def served(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture(scope="session")
def replica(cache: Path, catalogue: Catalogue) -> ReplicaSource:
    """The same world in this process, asked for records: no HTTP and no wire format."""
    return ReplicaSource(World(MINI_SEED), catalogue)


@pytest.fixture(scope="session")
def ask(replica: ReplicaSource, catalogue: Catalogue) -> Ask:
    """Call a tool by name and return the records, of all pages where there are several."""
    source = ViewSource(replica, catalogue)

    def call(name: str, **args: Any) -> list[dict[str, Any]]:
        spec = catalogue[name]
        valid = validate(spec, args)
        assert not isinstance(valid, ToolResult), valid
        return [dict(record) for record in source.call(spec, valid).records]

    return call


@pytest.fixture(scope="session")
def dart_ask(replica: ReplicaSource, ask: Ask) -> dict[str, Any]:
    world = replica.replica.world
    tables = {
        "offering": "dart_piicDecsn",
        "registering": "dart_estkRs",
        "held": "large_holdings",
    }
    corps = {n: str(world.select(t, limit=1)[0][0]["corp_code"]) for n, t in tables.items()}
    newest = ask("dart_list_disclosures", corp_code=SAMSUNG, bgn_de="20240101")[0]
    return {
        "key": KEY,
        "company": SAMSUNG,
        "stock": "005930",
        "companies": [SAMSUNG, "00164779"],
        "names": ["삼성전자", "SK하이닉스"],
        "begin": SPAN["bgn_de"],
        "end": SPAN["end_de"],
        "receipt": newest["rcept_no"],
        **corps,
    }


@pytest.fixture(scope="session")
def assembly_ask(ask: Ask) -> dict[str, Any]:
    (vote,) = ask("assembly_plenary_votes", AGE="22", BILL_NAME="사도 광산")
    fictional = ask("assembly_plenary_votes", AGE="21")[0]
    bill = ask("assembly_member_bills", AGE="22")[0]
    return {
        "key": KEY,
        "page": 100,
        "word": "법",
        "vote": vote["BILL_ID"],
        "fictional vote": fictional["BILL_ID"],
        "bill": bill["BILL_ID"],
        "bill number": bill["BILL_NO"],
        "fictional bill": ask("assembly_member_bills", AGE="21")[0]["BILL_ID"],
        "member": bill["RST_PROPOSER"],
    }
