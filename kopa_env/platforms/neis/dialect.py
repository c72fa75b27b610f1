"""나이스's wire format: a head and rows under ``/hub``.

Without a key the first five rows come, whatever page and size were asked for. Timetables of past
years answer under the name of the present year's service (``items_path``). Source: public clients
and recorded replies, 2021 to 2025.
"""

from __future__ import annotations

from kopa_env.platforms.codes import ok
from kopa_env.platforms.headrow import Habits, HeadRowDialect

DIALECT = HeadRowDialect(
    "neis",
    ("open.neis.go.kr",),
    ("NEIS_API_KEY", "NEIS_KEY"),
    Habits(
        path=("hub",),
        prefix="neis.",
        selectors=("Type", "type"),
        codes={"INFO-100": ok("참고용 자료입니다.")},
    ),
)
