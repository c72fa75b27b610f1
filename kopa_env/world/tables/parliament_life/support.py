"""What members' offices are paid for, item by item; the sums are generated."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.world import World

_LATER = "의원실 신청에 따른 사후 지급"
_BY_HOUSEHOLDS = f"{_LATER}(세대수별 차등)"
_PAID_SINCE, _PAID_UNTIL = 2016, 2025
_POLICY, _OFFICE, _JOURNEY, _AID = (
    *("입법 및 정책개발 지원", "사무실 운영 지원", "공무 출장 등 교통 지원", "보좌직원 등 지원"),
)
_COSTS = (
    # groups, item, how the amount is written, won in 2025, how it is paid
    (_POLICY, "입법 및 정책개발비", "입법 및 정책개발비", "연 평균 {}", 27_400_000, _LATER),
    (_POLICY, "정책자료발간비", "정책자료발간비", "연 {} 이내", 12_000_000, _LATER),
    (_POLICY, "정책자료발간비", "정책자료 홍보물 유인비", "연 평균 {}", 9_300_000, _LATER),
    (_POLICY, "정책자료발송료", "정책자료발송료", "연 평균 {}", 7_600_000, _BY_HOUSEHOLDS),
    (
        _POLICY,
        "소규모 연구용역비",
        "소규모 연구용역비",
        "건당 {} 이내",
        5_000_000,
        "계약상대자에게 지급",
    ),
    (_OFFICE, "사무실운영비", "사무실운영비", "월 {}", 180_000, "매월 정액 지급"),
    (_OFFICE, "사무실운영비", "업무추진비", "월 평균 {}", 291_000, "카드 사용액 정산"),
    (_OFFICE, "공공요금", "우편요금", "월 평균 {}", 118_000, "사용 실적에 따라 직접 납부"),
    (_OFFICE, "공공요금", "전화요금", "월 평균 {}", 264_000, "사용 실적에 따라 직접 납부"),
    (_OFFICE, "사무용품비", "복사용지 등 소모품", "연 {} 한도", 5_190_000, "현물 지급"),
    (_OFFICE, "사무기기", "복합기 임차료", "월 {}", 158_000, "계약업체에 직접 지급"),
    (_JOURNEY, "차량 유지", "차량유지비", "월 {}", 358_000, "매월 정액 지급"),
    (_JOURNEY, "차량 유지", "차량유류비", "월 {}", 1_100_000, "매월 정액 지급"),
    (_JOURNEY, "공무수행 출장비", "공무수행 출장비", "연 평균 {}", 4_400_000, _LATER),
    (_AID, "매식비", "의정활동 매식비", "연 {} 이내", 6_800_000, "카드 사용액 정산"),
    (
        _AID,
        "직무교육",
        "의원실 정책자료 조사 교육비",
        "연 {} 이내",
        740_000,
        "수료 확인 후 사후 지급",
    ),
)


def _support(world: World) -> Iterator[Row]:
    for year in range(_PAID_UNTIL, _PAID_SINCE - 1, -1):
        for place, (first, second, third, form, won, how) in enumerate(_COSTS):
            draw = Draw(world.seed, "office-cost", place, year)
            past = won * (1000 - (_PAID_UNTIL - year) * 18) // 1000
            exact = past + draw.between(-past // 40, past // 40)
            amount = exact // 100 * 100 if "평균" in form else past // 10_000 * 10_000
            yield (str(year), first, second, third, form.format(f"{amount:,}"), how)


SUPPORT = Table(
    "office_support",
    (
        Column("year", domain="year4"),
        *(Column(n) for n in ("first", "second", "third", "amount", "how")),
    ),
    _support,
    key=("year", "second", "third"),
)
