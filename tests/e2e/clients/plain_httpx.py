"""What somebody who has never heard of this project would write: plain httpx, real addresses.

Where requests go is left to the environment (``HTTPS_PROXY``, ``HTTP_PROXY``, ``SSL_CERT_FILE``).
Prints a line of JSON for every reply: name, status, content type, body in base64.
"""

import base64
import json
import sys
from collections.abc import Iterator
from typing import Any

import httpx

KEY = "0123456789abcdef0123456789abcdef01234567"
DART = "https://opendart.fss.or.kr/api"
ASSEMBLY = "https://open.assembly.go.kr/portal/openapi"
BILLS = f"{ASSEMBLY}/nzmimeepazxkubdpn"
EDUDATA = "https://openapi.edmgr.kr/openAPI/service"
SEOUL = "http://openapi.seoul.go.kr:8088"
SUBWAY = "http://swopenapi.seoul.go.kr/api/subway"
BUS = "http://ws.bus.go.kr/api/rest"

Call = tuple[str, str, dict[str, Any]]


def dart(**params: str) -> dict[str, Any]:
    return {"params": {"crtfc_key": KEY, **params}}


def assembly(**params: str) -> dict[str, Any]:
    return {"params": {"KEY": KEY, "Type": "json", **params}}


def edudata(service: str, token: str = KEY, **asked: Any) -> dict[str, Any]:
    body = {"userApiAthkCn": token, "apiId": service, "srhParam": asked}
    return {"headers": {"api_key": token} if token else {}, "json": body}


CALLS: dict[str, Call] = {
    "dart company": ("GET", f"{DART}/company.json", dart(corp_code="00126380")),
    "dart company, XML": ("GET", f"{DART}/company.xml", dart(corp_code="00126380")),
    "dart list": ("GET", f"{DART}/list.json", dart(bgn_de="20260129", end_de="20260130")),
    "dart list, page 3 of five rows": (
        "GET",
        f"{DART}/list.json",
        dart(bgn_de="20260129", end_de="20260130", page_no="3", page_count="5"),
    ),
    "dart nothing found": ("GET", f"{DART}/company.json", dart(corp_code="99999998")),
    "dart no document, XML": ("GET", f"{DART}/document.xml", dart(rcept_no="19990101000001")),
    "dart no key": ("GET", f"{DART}/company.json", {"params": {"corp_code": "00126380"}}),
    "dart missing parameter": ("GET", f"{DART}/company.json", dart()),
    "dart bad parameter": ("GET", f"{DART}/company.json", dart(corp_code="삼성전자")),
    "dart over-long range": (
        "GET",
        f"{DART}/list.json",
        dart(bgn_de="20250101", end_de="20260130"),
    ),
    "dart page too long": (
        "GET",
        f"{DART}/list.json",
        dart(bgn_de="20260129", end_de="20260130", page_count="101"),
    ),
    "dart unknown service": ("GET", f"{DART}/nothing.json", dart()),
    "dart wrong method": ("POST", f"{DART}/company.json", dart(corp_code="00126380")),
    "assembly bills": ("GET", BILLS, assembly(AGE="22", pSize="20")),
    "assembly bills, page 2": ("GET", BILLS, assembly(AGE="22", pIndex="2", pSize="20")),
    "assembly bills, XML by default": (
        "GET",
        BILLS,
        {"params": {"KEY": KEY, "AGE": "22", "pSize": "3"}},
    ),
    "assembly no key": ("GET", BILLS, {"params": {"Type": "json", "AGE": "22"}}),
    "assembly nothing found": ("GET", BILLS, assembly(AGE="21", BILL_NAME="없는 이름의 법률안")),
    "assembly missing parameter": ("GET", BILLS, assembly()),
    "assembly bad parameter": ("GET", BILLS, assembly(AGE="22", pIndex="one")),
    "assembly over-long page": ("GET", BILLS, assembly(AGE="22", pSize="1001")),
    "assembly unknown service": ("GET", f"{ASSEMBLY}/nothinglikethis", assembly()),
    "assembly wrong method": ("POST", BILLS, assembly(AGE="22")),
    "edudata schools": (
        "POST",
        f"{EDUDATA}/SA00202400011",
        edudata("SA00202400011", crtrYr=2024, ctpvNm="세종"),
    ),
    "edudata nothing found": (
        "POST",
        f"{EDUDATA}/SA00202400011",
        edudata("SA00202400011", crtrYr=1990, ctpvNm="세종"),
    ),
    "edudata no key": (
        "POST",
        f"{EDUDATA}/SA00202400011",
        edudata("SA00202400011", token="", crtrYr=2024),
    ),
    "edudata body without a service": (
        "POST",
        f"{EDUDATA}/SA00202400011",
        {"headers": {"api_key": KEY}, "json": {"srhParam": {}}},
    ),
    "edudata unknown service": (
        "POST",
        f"{EDUDATA}/SA99999999999",
        edudata("SA99999999999", crtrYr=2024),
    ),
    "edudata wrong method": ("GET", f"{EDUDATA}/SA00202400011", {"headers": {"api_key": KEY}}),
    "seoul bikes": ("GET", f"{SEOUL}/{KEY}/json/tbCycleStationInfo/1/5/", {}),
    "seoul bikes, next rows": ("GET", f"{SEOUL}/{KEY}/json/tbCycleStationInfo/6/10/", {}),
    "seoul bikes, XML": ("GET", f"{SEOUL}/{KEY}/xml/tbCycleStationInfo/1/5/", {}),
    "seoul station in Korean": (
        "GET",
        f"{SEOUL}/{KEY}/json/SearchInfoBySubwayNameService/1/5/강남/",
        {},
    ),
    "seoul nothing found": (
        "GET",
        f"{SEOUL}/{KEY}/json/SearchInfoBySubwayNameService/1/5/없는역/",
        {},
    ),
    "seoul bad key": ("GET", f"{SEOUL}/INVALIDKEY/json/tbCycleStationInfo/1/5/", {}),
    "seoul missing parameter": ("GET", f"{SEOUL}/{KEY}/json/CardSubwayStatsNew/1/5/", {}),
    "seoul bad parameter": ("GET", f"{SEOUL}/{KEY}/json/tbCycleStationInfo/one/5/", {}),
    "seoul over-long range": ("GET", f"{SEOUL}/{KEY}/json/tbCycleStationInfo/1/1001/", {}),
    "seoul range backwards": ("GET", f"{SEOUL}/{KEY}/json/tbCycleStationInfo/5/1/", {}),
    "seoul unknown service": ("GET", f"{SEOUL}/{KEY}/json/NoSuchService/1/5/", {}),
    "subway arrivals": ("GET", f"{SUBWAY}/{KEY}/json/realtimeStationArrival/0/5/서울", {}),
    "bus routes": (
        "GET",
        f"{BUS}/busRouteInfo/getBusRouteList",
        {"params": {"serviceKey": KEY, "strSrch": "3", "resultType": "json"}},
    ),
    "bus routes, XML by default": (
        "GET",
        f"{BUS}/busRouteInfo/getBusRouteList",
        {"params": {"serviceKey": KEY, "strSrch": "3"}},
    ),
    "bus no key": (
        "GET",
        f"{BUS}/busRouteInfo/getBusRouteList",
        {"params": {"strSrch": "3", "resultType": "json"}},
    ),
}


def replies(client: httpx.Client) -> Iterator[tuple[str, httpx.Response]]:
    """Make every call and yield its reply."""
    for name, (method, url, sent) in CALLS.items():
        yield name, client.request(method, url, **sent)


def main() -> None:
    with httpx.Client(timeout=60) as client:
        for name, reply in replies(client):
            body = base64.b64encode(reply.content).decode()
            kind = reply.headers.get("content-type", "")
            line = {"name": name, "status": reply.status_code, "type": kind, "body": body}
            sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
