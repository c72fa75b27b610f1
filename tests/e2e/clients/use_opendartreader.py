"""A user of OpenDartReader: reads what to ask for from stdin, prints what the library returned."""

import json
import sys

import OpenDartReader

ask = json.load(sys.stdin)
dart = OpenDartReader(ask["key"])


def rows(frame):
    return json.loads(frame.to_json(orient="records", force_ascii=False))


name = ask["names"][0]
out = {
    "codes": len(dart.corp_codes),
    "found": [dart.find_corp_code(text) for text in [*ask["names"], ask["stock"]]],
    "company": dart.company(ask["stock"]),
    "filings": rows(dart.list(start=ask["begin"], end=ask["end"], final=False)),
    "own filings": rows(dart.list(name, start="2024-01-01", end="2026-01-30", final=False)),
    "accounts": rows(dart.finstate(name, 2024)),
    "statements": rows(dart.finstate_all(name, 2024)),
    "employees": rows(dart.report(name, "직원", 2024)),
    "dividends": rows(dart.report(name, "배당", 2024)),
    "rights offerings": rows(dart.event(ask["offering"], "유상증자", "2015-01-01", "2026-01-30")),
    "holdings": rows(dart.major_shareholders(ask["held"])),
    "document": dart.document(ask["receipt"]),
}
print(json.dumps(out, ensure_ascii=False))
