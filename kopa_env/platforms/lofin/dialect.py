"""지방재정365's wire format: a head and rows under ``/lf/hub``, the key spelled ``Key``.

A ``RESULT`` that stands alone is the one element of a list in JSON. Source: a public client and
the replies it recorded.
"""

from __future__ import annotations

from kopa_env.platforms.headrow import Habits, HeadRowDialect

DIALECT = HeadRowDialect(
    "lofin",
    ("www.lofin365.go.kr",),
    ("LOFIN_API_KEY",),
    Habits(path=("lf", "hub"), key="Key", keyless="none", listed=True),
)
