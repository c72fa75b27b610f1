"""열린국회정보's wire format: a head and rows, in XML without ``Type``.

Without a key (or with the key ``sample``) it serves at most five rows of the page asked for and
still tells the true total. Source: the platform's specifications and recorded replies.
"""

from __future__ import annotations

from kopa_env.platforms.headrow import Habits, HeadRowDialect

DIALECT = HeadRowDialect(
    "assembly",
    ("open.assembly.go.kr",),
    ("ASSEMBLY_API_KEY",),
    Habits(path=("portal", "openapi"), keyless="few"),
)
