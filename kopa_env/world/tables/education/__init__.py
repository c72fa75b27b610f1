"""Schools as 나이스 and 학교알리미 tell of them: those of the table ``schools``, no others."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.education.academies import ACADEMIES
from kopa_env.world.tables.education.academy import ACADEMY
from kopa_env.world.tables.education.classes import CLASSES, CLASSROOMS, DEPARTMENTS, TRACKS
from kopa_env.world.tables.education.days import CALENDAR
from kopa_env.world.tables.education.disclosed_life import DISCLOSED_LIFE
from kopa_env.world.tables.education.disclosed_money import DISCLOSED_MONEY
from kopa_env.world.tables.education.disclosed_places import DISCLOSED_PLACES
from kopa_env.world.tables.education.disclosed_pupils import DISCLOSED_PUPILS
from kopa_env.world.tables.education.disclosed_staff import DISCLOSED_STAFF
from kopa_env.world.tables.education.disclosures import DISCLOSED_SCHOOLS
from kopa_env.world.tables.education.lessons import LESSONS, PAST_LESSONS
from kopa_env.world.tables.education.meals import MEALS
from kopa_env.world.tables.education.register import REGISTER

EDUCATION: tuple[Table, ...] = (
    REGISTER,
    MEALS,
    CALENDAR,
    CLASSES,
    DEPARTMENTS,
    TRACKS,
    CLASSROOMS,
    LESSONS,
    PAST_LESSONS,
    ACADEMIES,
    DISCLOSED_SCHOOLS,
    *DISCLOSED_PUPILS,
    *DISCLOSED_STAFF,
    *DISCLOSED_PLACES,
    *DISCLOSED_MONEY,
    *DISCLOSED_LIFE,
    *ACADEMY,
)
