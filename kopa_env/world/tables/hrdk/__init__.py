"""Tables of 한국산업인력공단's services."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.hrdk.acquirer_stats import ACQUIRER_STATS
from kopa_env.world.tables.hrdk.certificates import CERTIFICATES
from kopa_env.world.tables.hrdk.course_places import COURSE_PLACES
from kopa_env.world.tables.hrdk.course_quals import COURSE_TABLES
from kopa_env.world.tables.hrdk.course_stats import COURSE_STATS
from kopa_env.world.tables.hrdk.exam_breakdowns import EXAM_BREAKDOWNS
from kopa_env.world.tables.hrdk.exam_papers import EXAM_PAPERS
from kopa_env.world.tables.hrdk.exam_ranks import EXAM_RANKS
from kopa_env.world.tables.hrdk.exam_schedule import EXAM_SCHEDULE
from kopa_env.world.tables.hrdk.exam_sites import EXAM_SITES
from kopa_env.world.tables.hrdk.exam_stats import EXAM_STATS
from kopa_env.world.tables.hrdk.foreign_workers import FOREIGN_WORKERS
from kopa_env.world.tables.hrdk.korean_test import KOREAN_TEST
from kopa_env.world.tables.hrdk.meisters import MEISTER_TABLES
from kopa_env.world.tables.hrdk.ncs import NCS_CLASSIFICATION
from kopa_env.world.tables.hrdk.ncs_details import NCS_DETAILS
from kopa_env.world.tables.hrdk.ncs_search import NCS_SEARCH
from kopa_env.world.tables.hrdk.ncs_uses import NCS_USES
from kopa_env.world.tables.hrdk.overseas_jobs import OVERSEAS
from kopa_env.world.tables.hrdk.qnet_site import QNET_SITE
from kopa_env.world.tables.hrdk.qual_codes import QUAL_CODES
from kopa_env.world.tables.hrdk.qual_lore import QUAL_LORE
from kopa_env.world.tables.hrdk.qualifications import QUALIFICATIONS
from kopa_env.world.tables.hrdk.remote_agencies import REMOTE_AGENCIES
from kopa_env.world.tables.hrdk.remote_care import REMOTE_CARE
from kopa_env.world.tables.hrdk.remote_courses import REMOTE_COURSES
from kopa_env.world.tables.hrdk.remote_patterns import REMOTE_PATTERNS
from kopa_env.world.tables.hrdk.remote_site import REMOTE_SITE
from kopa_env.world.tables.hrdk.work_learning import WORK_LEARNING_LISTS
from kopa_env.world.tables.hrdk.work_tv import WORK_TV

HRDK_TABLES: tuple[Table, ...] = (
    QUALIFICATIONS,
    *EXAM_STATS,
    *EXAM_BREAKDOWNS,
    *ACQUIRER_STATS,
    *EXAM_RANKS,
    *EXAM_SITES,
    *EXAM_PAPERS,
    *QUAL_CODES,
    *CERTIFICATES,
    *QUAL_LORE,
    *EXAM_SCHEDULE,
    *NCS_CLASSIFICATION,
    *NCS_DETAILS,
    *COURSE_TABLES,
    *COURSE_STATS,
    *COURSE_PLACES,
    *NCS_USES,
    *OVERSEAS,
    *MEISTER_TABLES,
    *REMOTE_AGENCIES,
    *REMOTE_CARE,
    *REMOTE_COURSES,
    *REMOTE_PATTERNS,
    *REMOTE_SITE,
    *KOREAN_TEST,
    *FOREIGN_WORKERS,
    *WORK_TV,
    *QNET_SITE,
    *NCS_SEARCH,
    *WORK_LEARNING_LISTS,
)
