"""Jobs abroad (월드잡): who went where, by month, country, occupation; grants, trainings, interns.

Every sum agrees: a year of a country is the sum of its months, a year of the occupations the sum of
the countries. Countries are real; employers abroad and their notices are fictional.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.acquirers import REGIONS
from kopa_env.world.tables.hrdk.exam_figures import shared
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.universities import university_names
from kopa_env.world.world import World

YEARS = range(2018, 2026)
NATIONS = (
    ("일본", 262), ("미국", 248), ("싱가포르", 72), ("베트남", 68), ("호주", 60), ("중국", 44),
    ("캐나다", 42), ("아랍에미리트", 30), ("독일", 28), ("인도네시아", 24), ("말레이시아", 22),
    ("필리핀", 20), ("뉴질랜드", 16), ("태국", 14), ("홍콩", 12), ("영국", 11), ("폴란드", 9),
    ("멕시코", 8), ("헝가리", 6), ("카타르", 4),
)  # fmt: skip
JOBS = (
    ("경영·사무", 330), ("숙박·관광서비스", 190), ("정보통신", 168), ("기계·금속", 74),
    ("전기·전자", 70), ("의료·보건", 62), ("건설·토목", 40), ("디자인", 34), ("교육", 20),
    ("조리", 12),
)  # fmt: skip
_TOTALS = {2018: 5_780, 2019: 6_810, 2020: 4_400, 2021: 3_720, 2022: 5_020, 2023: 5_460,
           2024: 5_710, 2025: 5_880}  # fmt: skip


@lru_cache(maxsize=64)
def hires(seed: int, year: int) -> tuple[tuple[str, int, int, int], ...]:
    """Return (country, month, all who went, those of them who had been trained) of a year."""
    draw = Draw(seed, "abroad", year)
    total = _TOTALS[year] * draw.between(970, 1030) // 1000
    found = []
    by_nation = shared(draw, total, [w for _, w in NATIONS])
    for (nation, _), number in zip(NATIONS, by_nation, strict=True):
        one = Draw(seed, "abroad", year, nation)
        months = shared(one, number, (70, 78, 96, 92, 84, 80, 86, 82, 88, 90, 80, 74), 220)
        for month, count in enumerate(months, start=1):
            found.append((nation, month, count, count * one.between(220, 460) // 1000))
    return tuple(found)


def _hires(world: World) -> Iterator[Row]:
    for year in reversed(YEARS):
        rows = sorted(hires(world.seed, year), key=lambda r: (-r[1], -r[2], r[0]))
        for nation, month, count, trained in rows:
            if count:
                yield (str(year), f"{month:02d}", f"{year}{month:02d}", nation, count, trained)


HIRES = Table(
    "overseas_hires",
    columns("year month ym nation hired trained", "hired trained"),
    _hires,
    key=("ym", "nation"),
)


def _months(world: World) -> Iterator[Row]:
    for year in reversed(YEARS):
        for month in range(12, 0, -1):
            went = sum(c for _, m, c, _ in hires(world.seed, year) if m == month)
            draw = Draw(world.seed, "abroad month", year, month)
            posted = went * draw.between(900, 1900) // 1000
            paid = went * draw.between(300, 520) // 1000
            referred = went * draw.between(1300, 2600) // 1000
            yield (
                *(str(year), f"{month:02d}", f"{year}{month:02d}", f"{year}{month:02d}01"),
                *(posted, paid, referred),
            )


MONTHS = Table(
    "overseas_months",
    columns("year month ym first_day posted paid referred", "posted paid referred"),
    _months,
    key=("ym",),
)


def _nations(world: World) -> Iterator[Row]:
    for year in reversed(YEARS):
        for nation, _ in NATIONS:
            rows = [r for r in hires(world.seed, year) if r[0] == nation]
            yield (str(year), nation, sum(r[2] for r in rows), sum(r[3] for r in rows))


NATION_YEARS = Table(
    "overseas_nation_years",
    columns("year nation hired trained", "hired trained"),
    _nations,
    key=("year", "nation"),
)


def _occupations(world: World) -> Iterator[Row]:
    for year in reversed(YEARS):
        rows = hires(world.seed, year)
        draw = Draw(world.seed, "abroad jobs", year)
        weights = [w for _, w in JOBS]
        went = shared(draw, sum(r[2] for r in rows), weights)
        trained = shared(draw, sum(r[3] for r in rows), weights)
        for (job, _), number, after in zip(JOBS, went, trained, strict=True):
            yield (str(year), job, number, after, number * draw.between(280, 480) // 1000)


JOB_YEARS = Table(
    "overseas_job_years",
    columns("year job hired trained granted", "hired trained granted"),
    _occupations,
    key=("year", "job"),
)


def _bases(world: World) -> Iterator[Row]:
    """Employment after training, once by country (1) and once by occupation (2)."""
    for row in world.rows("overseas_nation_years"):
        yield (row["year"], "1", row["nation"], row["trained"])
    for row in world.rows("overseas_job_years"):
        yield (row["year"], "2", row["job"], row["trained"])


BASES = Table("overseas_trained", columns("year basis name trained", "trained"), _bases)


def _years(world: World) -> Iterator[Row]:
    for year in reversed(YEARS):
        went = sum(r[2] for r in hires(world.seed, year))
        draw = Draw(world.seed, "abroad year", year)
        yield (
            str(year),
            went * draw.between(160, 260) // 1000,
            went * draw.between(90, 180) // 1000,
        )


YEAR_SUMS = Table(
    "overseas_years", columns("year resigned returned", "resigned returned"), _years, key=("year",)
)


def _rounds(world: World) -> Iterator[Row]:
    for year in range(2025, 2019, -1):
        for step in (1, 2, 3):
            yield (str(year), str(step))


GRANT_ROUNDS = Table("overseas_grant_rounds", columns("year step"), _rounds)
_STATES = ("연수중", "연수수료", "중도탈락", "취업", "구직중")


def _trainees(world: World) -> Iterator[Row]:
    for year in reversed(YEARS):
        for state in _STATES:
            yield (str(year), state)


TRAINEES = Table("overseas_trainee_states", columns("year state"), _trainees)


def _seekers(world: World) -> Iterator[Row]:
    centres = ("서울", "부산", "대구", "인천", "광주", "대전", "경기", "강원", "제주")
    for centre in centres:
        number = Draw(world.seed, "seekers", centre).between(300, 4_200)
        for step, share in (("1단계 구직등록", 100), ("2단계 상담", 58), ("3단계 매칭", 31),
                            ("4단계 취업", 12)):  # fmt: skip
            yield (f"{centre}해외취업센터", step, number * share // 100)


SEEKERS = Table("overseas_seekers", columns("centre step count", "count"), _seekers)


# ---- interns, trainings, notices -------------------------------------------------------------


def _interns(world: World) -> Iterator[Row]:
    lands = ("미국", "일본", "중국", "독일", "호주", "베트남")
    for year in reversed(YEARS):
        for place, land in enumerate(lands):
            for number in range(1, 1 + Draw(world.seed, "interns", year, land).between(1, 3)):
                draw = Draw(world.seed, "intern", year, land, number)
                applied = draw.between(40, 420)
                term = (year - 2018) * 2 + number
                name = f"{land} {('글로벌', '청년', '전문직')[place % 3]} 인턴 사업"
                yield (str(year), name, term, applied, applied * draw.between(120, 460) // 1000)


INTERNS = Table(
    "overseas_interns",
    columns("year program term applied joined", "term applied joined"),
    _interns,
)


@lru_cache(maxsize=4)
def employers(seed: int) -> tuple[tuple[str, str, str], ...]:
    """Return employers abroad: name, country, line of business."""
    tails = {"일본": "재팬", "미국": "아메리카", "베트남": "비나", "중국": "차이나"}
    found: dict[str, tuple[str, str, str]] = {}
    for number in range(1_500):
        draw = Draw(seed, "employer", number)
        nation = draw.weighted(NATIONS)
        bare, _, code = names.firm(draw.u64(), seed & 1)
        name = f"{bare} {tails.get(nation, nation)}"
        found.setdefault(name, (name, nation, names.business_of(code)))
    return tuple(found.values())


def _employers(world: World) -> Iterator[Row]:
    for place, (name, nation, business) in enumerate(employers(world.seed)):
        draw = Draw(world.seed, "openings", place)
        kind = "연수" if draw.chance(140) else "기업"
        yield (name, nation, business, draw.weighted(JOBS), kind, draw.skewed(1, 60))


EMPLOYERS = Table(
    "overseas_employers",
    columns("employer nation business job kind_of openings", "openings"),
    _employers,
    index=(("kind_of",),),
)


def _notices(world: World) -> Iterator[Row]:
    every = employers(world.seed)
    for number in range(2_600):
        draw = Draw(world.seed, "notice", number)
        name, nation, _ = draw.pick(every)
        job = draw.weighted(JOBS)
        title = f"[{nation}] {name} {job} 채용 {draw.between(1, 20)}명"
        course = f"{nation} {job} 취업연수 {draw.between(1, 9)}기"
        yield (title, name, nation, job, course, "Y" if draw.chance(180) else "N")


NOTICES = Table(
    "overseas_notices",
    columns("title employer nation job course excellent"),
    _notices,
    index=(("excellent",),),
)


def _events(world: World) -> Iterator[Row]:
    """Briefings: by region (at a university), by country, and on line."""
    schools = university_names(world.seed)
    for year in range(2025, 2019, -1):
        for number in range(120):
            draw = Draw(world.seed, "briefing", year, number)
            start = f"{year}{draw.between(2, 11):02d}{draw.between(1, 26):02d}"
            end = f"{start[:6]}{int(start[6:]) + draw.below(3):02d}"
            kind = ("region", "nation", "online")[number % 3]
            region, nation = draw.weighted(REGIONS), draw.weighted(NATIONS)
            school = draw.pick(schools) if kind == "region" else None
            about = region if kind == "region" else nation
            host = f"한국산업인력공단 {region[:2]}해외취업센터"
            title = f"{year} {about} 해외취업설명회 {number // 3 + 1}차"
            yield (kind, str(year), title, school, host, start, end)


EVENTS = Table(
    "overseas_briefings",
    columns("kind_of year title university_name host start_day end_day", nulls="university_name"),
    _events,
    index=(("kind_of",),),
)


def _posts(world: World) -> Iterator[Row]:
    """Articles of the site: stories, mentoring, news, guides, banners, contests and the like."""
    about = {"story": "성공수기", "mentoring": "멘토링 이야기", "news": "해외취업 소식",
             "guide": "취업 가이드북", "banner": "안내", "contest": "인턴 수기 공모전",
             "orientation": "출국 전 오리엔테이션"}  # fmt: skip
    sizes = {"story": 420, "mentoring": 260, "news": 900, "guide": 60, "banner": 45, "contest": 12,
             "orientation": 48}  # fmt: skip
    for kind, label in about.items():
        for number in range(sizes[kind], 0, -1):
            draw = Draw(world.seed, "post", kind, number)
            nation = draw.weighted(NATIONS)
            year = 2018 + number * 8 // (sizes[kind] + 1)
            day = f"{year}{draw.between(1, 12):02d}{draw.between(1, 28):02d}"
            job = draw.weighted(JOBS)
            field = "job" if number % 2 else "nation"
            subject = job if kind == "guide" and field == "job" else nation
            yield (
                *(kind, str(number), f"{subject} {label} {number}", nation, job, field, str(year)),
                *(day, f"https://www.worldjob.or.kr/{kind}/{number}", names.person(draw)),
                *(
                    draw.pick(("월드잡", "해외통신원", "KOTRA 무역관", "현지 언론")),
                    draw.skewed(10, 9_000),
                ),
            )


POSTS = Table(
    "overseas_posts",
    columns("kind_of number title nation job about year day url writer origin views", "views"),
    _posts,
    index=(("kind_of",),),
    persons="fictional",
)


def _academy(world: World) -> Iterator[Row]:
    for year in range(2025, 2019, -1):
        for number in range(30):
            draw = Draw(world.seed, "academy", year, number)
            kind = ("1", "k-learning") if number % 2 else ("2", "k-class")
            course = f"{draw.weighted(NATIONS)} 취업 과정"
            yield (str(year), *kind, f"{draw.weighted(REGIONS)[:2]} 교육장", course)


ACADEMY = Table("overseas_academy", columns("year type type_name place course"), _academy)


def _links(world: World) -> Iterator[Row]:
    for place, (nation, _) in enumerate(NATIONS, start=1):
        yield (nation, f"https://www.worldjob.or.kr/info/nation/{place}")


LINKS = Table("overseas_links", columns("nation url"), _links, key=("nation",))

OVERSEAS = (
    HIRES,
    MONTHS,
    NATION_YEARS,
    JOB_YEARS,
    BASES,
    YEAR_SUMS,
    GRANT_ROUNDS,
    TRAINEES,
    SEEKERS,
    INTERNS,
    EMPLOYERS,
    NOTICES,
    EVENTS,
    POSTS,
    ACADEMY,
    LINKS,
)
