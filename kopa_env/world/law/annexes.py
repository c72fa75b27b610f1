"""Annexes and forms: their records in a statute's text and what an annex says."""

from __future__ import annotations

from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.law.families import Annex, Family, penalties
from kopa_env.world.law.statutes import Code


def serial(mst: str, place: int) -> str:
    """Return the serial number of a statute's annex: that of the version, then its place."""
    return f"{int(mst) * 100 + place}"


def download(number: str, offset: int = 0) -> str:
    """Return the path of an annex's file."""
    return f"/LSW/flDownload.do?flSeq={int(number) * 3 + offset}"


def records(owner: Family, code: Code, version: int, mst: str, day: str) -> list[JSON]:
    """Return the annexes and forms of a version as its text has them."""
    made: list[JSON] = []
    for place, annex in enumerate(owner.annexes(code.tier), 1):
        number = serial(mst, place)
        file = f"{owner.name}({annex.label}) {annex.title}"
        made.append(
            {
                "별표번호": f"{annex.number:04d}",
                "별표가지번호": "00",
                "별표구분": "서식" if annex.form else "별표",
                "별표제목": annex.title,
                "별표제목문자열": annex.title,
                "별표시행일자": day,
                "별표서식파일링크": download(number),
                "별표HWP파일명": f"{file}.hwp",
                "별표서식PDF파일링크": download(number, 1),
                "별표PDF파일명": f"{file}.pdf",
                "별표서식이미지파일링크": download(number, 2),
                "별표이미지파일명": f"{file}.gif",
                "별표내용": content(owner, code, annex, version),
            }
        )
    return made


def content(owner: Family, code: Code, annex: Annex, version: int) -> str:
    """Return what an annex or a form says."""
    tier = {"령": "시행령", "칙": "시행규칙"}.get(code.tier, "")
    heading = f"■ {owner.name} {tier} [{annex.label}]\n{annex.title}"
    if annex.form:
        return f"{heading}\n{_form(owner, annex)}"
    if annex.key == "과태료":
        return f"{heading}\n{_fines(owner, version)}"
    if annex.key == "취소":
        return f"{heading}\n{_measures(owner)}"
    if annex.key == "과징금":
        return f"{heading}\n{_surcharges(owner)}"
    return f"{heading}\n{_standards(owner, annex)}"


def _form(owner: Family, annex: Annex) -> str:
    return "\n".join(
        (
            "접수번호 | 접수일시 | 처리기간",
            "신청인(신고인) | 성명(법인명) | 생년월일(사업자등록번호)",
            "주소 | 전화번호",
            f"「{owner.name}」 및 같은 법 시행규칙에 따라 위와 같이 {annex.title.split()[-1]}를 "
            f"제출합니다.",
            "년 월 일",
            "신청인(신고인) (서명 또는 인)",
            f"{owner.words['관청']} 귀하",
        )
    )


def _fines(owner: Family, version: int) -> str:
    """Return the table of fines: what an act threatens, by the number of offences."""
    over = owner.codes["법"]
    last = over.versions[-1].index
    where = over.of_block("과태료")
    items = penalties(over, min(version, last) if version else last)["과"]
    lines = ["1. 일반기준", "  위반행위의 횟수에 따른 과태료의 가중된 부과기준은 최근 1년간 같은 "
                            "위반행위로 "
             "과태료 부과처분을 받은 경우에 적용한다.", "2. 개별기준 (단위: 만원)",
             "위반행위 | 근거 법조문 | 1차 위반 | 2차 위반 | 3차 이상 위반"]  # fmt: skip
    for place, item in enumerate(items, 1):
        who, _, amount = owner.fill(item.partition(" ")[2], "과태료").rpartition(": ")
        most = _figure(amount)
        lines.append(
            f"{'가나다라마바사아자차카타파하'[(place - 1) % 14]}. 법 {who} | 법 {where[0].label}"
            f"제1항제{place}호 | {most * 3 // 10} | {most * 6 // 10} | {most}"
        )
    return "\n".join(lines)


def _measures(owner: Family) -> str:
    """Return the table of measures: each ground for revoking a registration, by the offences."""
    over = owner.codes["법"]
    (unit, *_) = over.of_block("취소")
    lines = ["위반사항 | 근거 법조문 | 1차 위반 | 2차 위반 | 3차 위반"]
    items = [x for x in owner.lines("법", unit, over.versions[-1].index) if x.kind == "item"]
    for place, item in enumerate(items, 1):
        days = Draw(owner.seed, "measure", owner.number, place).pick((10, 15, 30))
        steps = f"영업정지 {days}일 | 영업정지 {days * 2}일 | 등록취소"
        if place == 1:
            steps = "등록취소 | - | -"
        what = item.text.partition(" ")[2]
        lines.append(f"{place}. {what} | 법 {unit.label}제1항제{place}호 | {steps}")
    return "\n".join(lines)


def _surcharges(owner: Family) -> str:
    draw = Draw(owner.seed, "surcharge", owner.number)
    base = draw.between(2, 9)
    lines = [
        "1. 영업정지 1개월은 30일을 기준으로 한다.",
        "2. 연간 매출액에 따른 1일당 과징금의 금액은 다음과 같다.",
        "연간 매출액(단위: 백만원) | 1일당 과징금(단위: 만원)",
    ]
    sizes = ("100 이하", "100 초과 300 이하", "300 초과 1,000 이하", "1,000 초과")
    return "\n".join([*lines, *(f"{size} | {base * n}" for n, size in enumerate(sizes, 1))])


def _figure(amount: str) -> int:
    """Read an amount in ten thousands of won: ``500만원``, ``1천만원``."""
    text = amount.removesuffix("만원")
    return int(text[:-1]) * 1000 if text.endswith("천") else int(text)


def _standards(owner: Family, annex: Annex) -> str:
    draw = Draw(owner.seed, "annex", owner.number, annex.key)
    grades = (("소규모", 1), ("중규모", 2), ("대규모", 4))
    lines = ["구분 | 기준 | 비고"]
    for name, size in grades:
        area = draw.between(3, 9) * 10 * size
        staff = draw.between(1, 2) * size
        lines.append(
            f"{name} | {area}제곱미터 이상, 인력 {staff}명 이상 | {owner.words['시설']} 기준"
        )
    lines.append("비고: 위 표에서 정하지 않은 사항은 주무부처의 장이 정하는 바에 따른다.")
    return "\n".join(lines)
