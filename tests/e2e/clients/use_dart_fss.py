"""A user of dart-fss: reads what to ask for from stdin, prints what the library returned."""

import json
import sys

import dart_fss

ask = json.load(sys.stdin)
dart_fss.set_api_key(ask["key"])
dart_fss.utils.request.set_delay(0)
one = ask["company"]


def failure(call, *args, **named):
    try:
        call(*args, **named)
    except (dart_fss.errors.NoDataReceived, dart_fss.errors.InvalidField) as error:
        return type(error).__name__
    return None


pages = []
while not pages or len(pages) < pages[0].total_page:
    pages.append(
        dart_fss.search(
            bgn_de=ask["begin"],
            end_de=ask["end"],
            corp_cls="Y",
            page_no=len(pages) + 1,
            page_count=50,
        )
    )
reports = [report.to_dict() for page in pages for report in page]
json.dump(
    {
        "codes": dart_fss.api.filings.get_corp_code(),
        "company": dart_fss.api.filings.get_corp_info(one),
        "profile": dart_fss.corp.Corp(one, profile=True).to_dict(),
        "total": pages[0].total_count,
        "filings": reports,
        "own filings": dart_fss.corp.Corp(one).search_filings("20240101").total_count,
        "accounts": dart_fss.api.finance.fnltt_singl_acnt(one, "2024", "11011")["list"],
        "statements": dart_fss.api.finance.fnltt_singl_acnt_all(one, "2024", "11011", "CFS")[
            "list"
        ],
        "employees": dart_fss.api.info.emp_sttus(one, "2024", "11011")["list"],
        "rights offerings": dart_fss.api.issue.piic_decsn(ask["offering"], "20150101", "20260130")[
            "list"
        ],
        "securities": dart_fss.api.registration.estk_rs(ask["registering"], "20150101", "20260130")[
            "group"
        ],
        "nothing found": failure(dart_fss.api.info.emp_sttus, one, "2015", "11013"),
        "bad parameter": failure(dart_fss.search, bgn_de="20250101", end_de="20260130"),
    },
    sys.stdout,
    ensure_ascii=False,
)
