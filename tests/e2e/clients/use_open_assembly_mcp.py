"""A user of open-assembly-mcp's client: reads what to ask for from stdin, prints the answers."""

import asyncio
import json
import os
import sys

ask = json.load(sys.stdin)
os.environ["ASSEMBLY_API_KEY"] = ask["key"]

from data_go_mcp.open_assembly.client import AssemblyAPIClient  # noqa: E402


async def failure(call, *args):
    try:
        await call(*args)
    except ValueError as error:
        return str(error)
    return None


async def pages(call, **asked):
    found, page = [], 1
    while True:
        rows, total = await call(page=page, page_size=ask["page"], **asked)
        found += rows
        if len(found) >= total or not rows:
            return found
        page += 1


async def main():
    async with AssemblyAPIClient() as client:
        members, total = await client.get_member_info(assembly="22", page_size=400)
        return {
            "bills": await pages(client.search_bills, assembly="22", bill_name=ask["word"]),
            "fictional bills": await pages(client.search_bills, assembly="21", bill_name="안전"),
            "bill": await client.get_bill_detail(ask["bill number"]),
            "votes": await pages(client.get_vote_results, assembly="22", bill_name=ask["word"]),
            "ballots": await client.get_member_votes(ask["vote"], "22"),
            "against": await client.get_member_votes(
                ask["fictional vote"], "21", vote_result="반대"
            ),
            "proposers": await client.get_bill_proposers(ask["fictional bill"]),
            "members": members,
            "members in all": total,
            "member": await client.get_member_info(assembly="22", name=ask["member"]),
            "pending": await pages(client.get_pending_bills, assembly="22"),
            "nothing found": await client.search_bills("21", bill_name="없는 이름의 법률안"),
            "not recorded": await failure(client.get_bill_proposers, ask["bill"]),
            "missing parameter": await failure(client.search_bills, None),
            "unknown service": await client.query_endpoint("nothinglikethis"),
        }


json.dump(asyncio.run(main()), sys.stdout, ensure_ascii=False)
