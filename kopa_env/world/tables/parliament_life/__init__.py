"""Tables of the Assembly's daily life: what members, staff and visitors do there."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.parliament_life import (
    abroad,
    broadcast,
    courses,
    duties,
    gatherings,
    groups,
    staff,
    support,
    visitors,
)

PARLIAMENT_LIFE: tuple[Table, ...] = (
    gatherings.GATHERINGS,
    gatherings.CONFERENCE_TABLE,
    gatherings.PUBLICATIONS,
    duties.SECOND_POSTS,
    duties.JOURNEY_TABLE,
    duties.DEBATE_TABLE,
    duties.STUDIES,
    duties.DIARY_TABLE,
    groups.GROUPS,
    groups.REPORTS,
    groups.ACCOUNTS,
    groups.COUNTS,
    groups.ACTIVITY,
    groups.BEST,
    staff.EXAMS,
    staff.NOTICES,
    staff.AIDES,
    staff.LEAVERS,
    support.SUPPORT,
    visitors.EVENTS_TABLE,
    visitors.BUILDINGS,
    visitors.CHILDREN,
    courses.COURSES,
    abroad.POSTS,
    abroad.LISTS,
    broadcast.BROADCASTS,
)
