"""나이스 교육정보 개방 포털: schools, meals, calendars and timetables."""

from kopa_env.platforms.neis.dialect import DIALECT

__all__ = ["DIALECT"]
