"""경기데이터드림's wire format: a head that also names its version, services at the host's root.

Without a key the first five rows come, with the true total. A client that does not call itself a
browser gets a page instead of data: in EUC-KR, or a server error. Source: working clients of
2021 to 2026 and the rows they recorded.
"""

from __future__ import annotations

from kopa_env.dialect import Incoming
from kopa_env.outcome import Reason
from kopa_env.platforms.codes import failure
from kopa_env.platforms.headrow import Habits, HeadRowDialect
from kopa_env.wire import HttpRequest, HttpResponse

_BROWSER = "Mozilla/5.0 (compatible; kopa-env; +https://pypi.org/project/kopa-env/)"
_BLOCKED = (
    '<html><head><meta charset="euc-kr"><title>접근 차단</title></head>'
    "<body>보안 정책에 의해 차단되었습니다.</body></html>"
)


class GgDialect(HeadRowDialect):
    """경기데이터드림, both ways."""

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request; a client whose name is no browser's is shut out before anything else.

        A request without the header passes: recordings do not keep what a client called itself.
        """
        agent = next((value for name, value in request.headers if name == "user-agent"), "")
        if agent and not agent.startswith("Mozilla/"):
            return HttpResponse(200, "text/html; charset=euc-kr", _BLOCKED.encode("cp949"))
        return super().receive(request)


DIALECT = GgDialect(
    "gg",
    ("openapi.gg.go.kr",),
    ("GG_DATA_API_KEY", "GYEONGGI_API_KEY", "GG_API_KEY"),
    Habits(
        head=(("api_version", "1.0"),),
        headers=(("user-agent", _BROWSER),),
        codes={"INFO-100": failure(Reason.KEY_INVALID, "인증키가 유효하지 않습니다.")},
    ),
)
