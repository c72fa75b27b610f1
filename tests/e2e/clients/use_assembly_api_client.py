"""A user of assembly-api-client: reads what to ask for from stdin, prints the typed answers.

The library looks up the address of a service in a cache of the platform's Excel specifications,
which it downloads. The cache is filled here through the library's own classes.
"""

import asyncio
import json
import pathlib
import sys
import tempfile

from assembly_client.api import AssemblyAPIClient
from assembly_client.generated import Service
from assembly_client.parser import APISpec, SpecParser

ask = json.load(sys.stdin)
BASE = "https://open.assembly.go.kr/portal/openapi"
SERVICES = {
    Service.국회의원_발의법률안: "nzmimeepazxkubdpn",
    Service.의안별_표결현황: "ncocpgfiaoituanbr",
    Service.국회의원_인적사항: "nwvrqwxyaytdsfvhu",
}


async def every(client, service, **params):
    pages = [page async for page in client.get_all_data(service, params, p_size=ask["page"])]
    return [row.model_dump() for page in pages for row in page]


async def main(cache):
    parser = SpecParser(cache_dir=cache)
    for service, endpoint in SERVICES.items():
        spec = APISpec(service.value, endpoint, f"{BASE}/{endpoint}", [], [], [])
        parser.save_spec_json(spec, cache)
    async with AssemblyAPIClient(api_key=ask["key"], spec_parser=parser) as client:
        bills, votes, members = SERVICES
        return {
            "bills": await every(client, bills, AGE="22", BILL_NAME=ask["word"]),
            "votes": await every(client, votes, AGE="22", BILL_NAME=ask["word"]),
            "members": await every(client, members),
            "missing parameter": await client.get_data(bills, fmt="xml"),
            "xml": await client.get_data(bills, {"AGE": "22", "pSize": 2}, fmt="xml"),
        }


with tempfile.TemporaryDirectory() as folder:
    json.dump(asyncio.run(main(pathlib.Path(folder))), sys.stdout, ensure_ascii=False)
