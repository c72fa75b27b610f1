"""What the bodies of the Assembly put up: publications, disclosures, registers, news.

The bodies are the Secretariat, the Library, the Budget Office (NABO), the Research Service (NARS)
and the Futures Institute (NAFI). Series and their rhythm are real, every single item is generated.
Writers, hosts and speakers are fictional; where an item names a member, it is one of the fictional
21st term, and items of later years name offices only.
"""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.parliament_boards.disclosures import DISCLOSURES
from kopa_env.world.tables.parliament_boards.lists import (
    PAPERS,
    REPORTS,
    SERVICES,
    WANTING,
    WORDS,
)
from kopa_env.world.tables.parliament_boards.news import NEWS
from kopa_env.world.tables.parliament_boards.press import LEADERS_PRESS, PRESS
from kopa_env.world.tables.parliament_boards.publications import PUBLICATIONS
from kopa_env.world.tables.parliament_boards.requests import DISPUTES, REQUESTS

PARLIAMENT_BOARDS: tuple[Table, ...] = (
    PUBLICATIONS,
    DISCLOSURES,
    REQUESTS,
    DISPUTES,
    NEWS,
    PRESS,
    LEADERS_PRESS,
    PAPERS,
    REPORTS,
    WANTING,
    WORDS,
    SERVICES,
)
