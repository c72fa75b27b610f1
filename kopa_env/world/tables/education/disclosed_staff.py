"""Disclosures on teachers and staff, by post, certificate and subject.

However a staff is counted, the men and women of a school are the same, and all teachers are as many
as ``school_years`` says.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.tables.education.disclosures import Case, Values, disclosure, parted

Pair = tuple[int, int]
"""Men and women."""

_POSTS = (1, 2, 15, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13)
"""Numbers of the posts' columns: head, deputy, master, section, class, special, counsellor,
librarian, practical, health, nutrition, temporary, lecturer."""

_WOMEN = {"elementary": 770, "middle": 700, "high": 570, "special": 720}
_LEAD_WOMEN = {"elementary": 520, "middle": 330, "high": 180}


def _posts(case: Case, draw: Draw) -> dict[int, int]:
    """Return how many hold each post; all together they are the school's teachers."""
    rest = case.of("teachers")
    classes = case.of("classes")
    found: dict[int, int] = {}

    def take(post: int, wanted: int) -> None:
        nonlocal rest
        found[post] = max(0, min(wanted, rest))
        rest -= found[post]

    branch = case.school.branch == "분교장"
    take(1, 0 if branch else 1)
    take(2, 0 if branch else 2 if classes > 42 else 1 if classes > 5 else 0)
    take(5, case.of("special_classes") if case.level != "special" else classes)
    take(9, 1 if classes > 5 else 0)
    take(10, 1 if classes > 8 and draw.chance(820) else 0)
    take(6, 1 if classes > 11 and draw.chance(620) else 0)
    take(7, 1 if classes > 17 and draw.chance(330) else 0)
    take(8, draw.between(1, 4) if case.school.kind == "특성화고등학교" else 0)
    take(15, 1 if draw.chance(140) else 0)
    take(11, case.of("teachers") * draw.between(60, 190) // 1000)
    take(13, draw.between(0, 2))
    take(3, classes * draw.between(22, 38) // 100)
    take(4, rest)
    return found


def staff(case: Case) -> Iterator[tuple[int, Pair, int]]:
    """Yield post, men and women, and how many of them are on leave; the same for every subject."""
    draw = Draw(case.seed, "staff", case.school.open_id, case.year)
    for post, count in _posts(case, draw).items():
        share = _LEAD_WOMEN.get(case.level, 400) if post in (1, 2) else _WOMEN.get(case.level, 640)
        share = 990 if post in (9, 10) else share
        women = sum(draw.chance(share) for _ in range(count))
        away = sum(draw.chance(45) for _ in range(count)) if post in (3, 4, 5) else 0
        yield post, (count - women, women), away


def _by_post(case: Case) -> Iterator[Values]:
    row: dict[str, str | int | None] = {}
    men = women = away = 0
    for post, (male, female), leave in staff(case):
        row |= {f"COL_M{post}": male, f"COL_W{post}": female, f"COL_R{post}": leave}
        row[f"COL_{post}"] = male + female
        men, women, away = men + male, women + female, away + leave
    row |= {"COL_SM": men, "COL_SW": women, "COL_SR": away, "COL_S": men + women}
    native = case.draw().below(2) if case.pupils > 300 else 0
    row |= {"COL_M14": native, "COL_W14": 0, "COL_14": native, "COL_R_SUM": away}
    yield row


BY_POST = disclosure(
    "disclosed_posts",
    " ".join(f"COL_M{n}* COL_W{n}* COL_R{n}* COL_{n}*" for n in _POSTS)
    + " COL_SM* COL_SW* COL_SR* COL_S* COL_M14* COL_W14* COL_14* COL_R_SUM*",
    _by_post,
)

_KEPT = {1: 1, 2: 2, 15: 21, 8: 8, 6: 6, 7: 7, 9: 9, 10: 10}
"""Posts that are certificates of their own: post, certificate's column."""

_CERTIFICATES = (1, 2, 21, 3, 4, 19, 20, 5, 8, 6, 7, 9, 10, 11)


def _by_certificate(case: Case) -> Iterator[Values]:
    held: dict[int, Pair] = {n: (0, 0) for n in _CERTIFICATES}

    def add(number: int, men: int, women: int) -> None:
        held[number] = (held[number][0] + men, held[number][1] + women)

    draw = Draw(case.seed, "certificates", case.school.open_id, case.year)
    for post, (men, women), _ in staff(case):
        if post in _KEPT:
            add(_KEPT[post], men, women)
            continue
        first, second = (19, 20) if post == 5 else (3, 4)
        share = draw.between(180, 360) if post == 11 else draw.between(640, 830)
        older = (men * share // 1000, women * share // 1000)
        add(first, *older)
        none = men - older[0] if post == 13 else 0
        add(11, none, 0)
        add(second, men - older[0] - none, women - older[1])
    row: dict[str, str | int | None] = {}
    for number, (men, women) in held.items():
        row |= {f"COL_M{number}": men, f"COL_W{number}": women, f"COL_{number}": men + women}
    men, women = (sum(pair[n] for pair in held.values()) for n in (0, 1))
    yield row | {"COL_SM": men, "COL_SW": women, "COL_S": men + women}


BY_CERTIFICATE = disclosure(
    "disclosed_certificates",
    " ".join(f"COL_M{n}* COL_W{n}* COL_{n}*" for n in _CERTIFICATES) + " COL_SM* COL_SW* COL_S*",
    _by_certificate,
)

_SUBJECTS = (
    *(("국어", "국어", 15), ("수학", "수학", 15), ("외국어", "영어", 15), ("사회", "사회", 8)),
    *(("사회", "역사", 5), ("도덕", "도덕·윤리", 4), ("과학", "물리", 4), ("과학", "화학", 4)),
    *(("과학", "생물", 4), ("과학", "지구과학", 3), ("체육", "체육", 8), ("예술", "음악", 4)),
    *(("예술", "미술", 4), ("기술·가정", "기술", 4), ("기술·가정", "가정", 3)),
    *(("외국어", "중국어", 2), ("외국어", "일본어", 2), ("정보", "정보·컴퓨터", 3)),
    ("한문", "한문", 1),
)
_ALONE = (10, 7, 8, 9, 5, 3, 2)
"""Columns of subjects that elementary schools have teachers of their own for, 영어 first."""


def _by_subject(case: Case) -> Iterator[Values]:
    held = {post: pair for post, pair, _ in staff(case)}
    rest = [post for post in held if post in (3, 4, 11, 13)]
    men, women = (sum(held[p][n] for p in rest) for n in (0, 1))
    if case.level == "elementary":
        yield from _in_elementary(case, held, men, women)
        return
    weights = [w for _, _, w in _SUBJECTS]
    male, female = parted(men, weights), parted(women, weights)
    groups: dict[str, list[int]] = {}
    for place, ((group, name, _), a, b) in enumerate(zip(_SUBJECTS, male, female, strict=True)):
        sums = groups.setdefault(group, [0, 0])
        sums[0], sums[1] = sums[0] + a, sums[1] + b
        if a + b:
            yield _subject_row("20", f"{place + 1:03d}", group, name, a, b)
    for place, (group, (a, b)) in enumerate(groups.items()):
        if a + b:
            yield _subject_row("10", f"{place + 1:02d}", group, group, a, b)


def _subject_row(depth: str, code: str, group: str, name: str, men: int, women: int) -> Values:
    return {
        **{"depth": depth, "FMTCD": depth, "PJ_CHASU": "7", "UPPER_ORGA_NM": group},
        **{"ORGA_NM": group, "SBJT_CODE": code, "SBJT_NM": name, "ML_TCHER_FGR": men},
        **{"FML_TCHER_FGR": women, "SUM_CNT": men + women},
    }


def _in_elementary(case: Case, held: dict[int, Pair], men: int, women: int) -> Iterator[Values]:
    row: dict[str, str | int | None] = {}
    inside = [m * 88 // 100 for m in (men, women)]
    for number, (a, b) in enumerate(
        (held.get(2, (0, 0)), (inside[0], inside[1]), held.get(5, (0, 0)), (0, 0)), start=1
    ):
        row |= {f"COL1_M{number}": a, f"COL1_W{number}": b, f"COL1_{number}": a + b}
    weights = [30, 24, 14, 10, 12, 6, 4]
    male = parted(men - inside[0], weights)
    female = parted(women - inside[1], weights)
    given = dict(zip(_ALONE, zip(male, female, strict=True), strict=True))
    for number in range(1, 15):
        a, b = given.get(number, (0, 0))
        row |= {f"COL_M{number}": a, f"COL_W{number}": b, f"COL_{number}": a + b}
    yield from ({**row, "depth": depth} for depth in ("10", "20"))


BY_SUBJECT = disclosure(
    "disclosed_subjects",
    "depth "
    + " ".join(f"COL1_M{n}* COL1_W{n}* COL1_{n}*" for n in range(1, 5))
    + " "
    + " ".join(f"COL_M{n}* COL_W{n}* COL_{n}*" for n in range(1, 15))
    + " FMTCD PJ_CHASU UPPER_ORGA_NM ORGA_NM SBJT_CODE SBJT_NM ML_TCHER_FGR* FML_TCHER_FGR* "
    "SUM_CNT*",
    _by_subject,
)


def _others(case: Case) -> Iterator[Values]:
    draw = case.draw()
    size = case.of("classes")
    general = 2 + size // 14 + draw.between(0, 1)
    service = 4 + size // 4 + draw.between(0, 4)
    row: dict[str, str | int | None] = {}
    for number, (mark, count, share) in enumerate(
        (("FRL_GEP", general, 420), ("FRL_PGP", 0, 0), ("FTEMP_ETC", service, 100)), start=1
    ):
        men = sum(draw.chance(share) for _ in range(count))
        row |= {f"{mark}_ML_STAFF_FGR": men, f"{mark}_FML_STAFF_FGR": count - men}
        row[f"SUM_{number}"] = count
    yield row


STAFF = disclosure(
    "disclosed_staff",
    "FRL_GEP_ML_STAFF_FGR* FRL_GEP_FML_STAFF_FGR* SUM_1* FRL_PGP_ML_STAFF_FGR* "
    "FRL_PGP_FML_STAFF_FGR* SUM_2* FTEMP_ETC_ML_STAFF_FGR* FTEMP_ETC_FML_STAFF_FGR* SUM_3*",
    _others,
)

DISCLOSED_STAFF = (BY_POST, BY_CERTIFICATE, BY_SUBJECT, STAFF)
