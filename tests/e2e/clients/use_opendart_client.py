"""A user of opendart-client: reads what to ask for from stdin, prints what the library returned."""

import io
import json
import sys
import zipfile

from opendart_client import AuthError, DartError, OpenDart, ValidationError

ask = json.load(sys.stdin)
dart = OpenDart(api_key=ask["key"])
one, span = ask["company"], {"begin_date": ask["begin"], "end_date": ask["end"]}


def failure(kind, call, *args, **named):
    try:
        call(*args, **named)
    except kind as error:
        return [type(error).__name__, error.status, error.message]
    return None


codes = dart.corp_codes()
document = zipfile.ZipFile(io.BytesIO(dart.disclosure.document(ask["receipt"])))
json.dump(
    {
        "codes": codes,
        "resolved": [dart.resolver().resolve(name) for name in ask["names"]],
        "company": dart.disclosure.company(one),
        "filings": dart.disclosure.search(corp_class="Y", page_count=50, **span),
        "own filings": dart.disclosure.search(corp_code=one, begin_date="20240101"),
        "accounts": dart.finance.single_accounts(one, fiscal_year=2024),
        "accounts of several": dart.finance.multi_accounts(ask["companies"], fiscal_year=2024),
        "statements": dart.finance.full_statements(one, fiscal_year=2024, statement_div="CFS"),
        "ratios": dart.finance.single_indicators(one, fiscal_year=2024, index_class="M210000"),
        "taxonomy": dart.finance.xbrl_taxonomy(statement_kind="BS1"),
        "employees": dart.report.employees(one, fiscal_year=2024),
        "dividends": dart.report.dividends(one, fiscal_year=2024),
        "pay": dart.report.individual_pay_v2(one, fiscal_year=2024),
        "holdings": dart.ownership.five_percent_holdings(ask["held"]),
        "rights offerings": dart.event.paid_in_capital_increase(
            corp_code=ask["offering"], begin_date="20150101", end_date="20260130"
        ),
        "securities": dart.registration.equity_securities(
            corp_code=ask["registering"], begin_date="20150101", end_date="20260130"
        ),
        "document": {name: document.read(name).decode() for name in document.namelist()},
        "nothing found": dart.report.employees(one, fiscal_year=2015, report_code="11013"),
        "bad parameter": failure(ValidationError, dart.disclosure.company, "삼성전자"),
        "long span": failure(
            ValidationError,
            dart.disclosure.search,
            begin_date="20250101",
            end_date="20260130",
        ),
        "no document": failure(DartError, dart.disclosure.document, "19990101000001"),
        "bad key": failure(AuthError, OpenDart(api_key="INVALID").disclosure.company, one),
    },
    sys.stdout,
    ensure_ascii=False,
)
