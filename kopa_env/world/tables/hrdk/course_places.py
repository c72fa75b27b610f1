"""Where courses and their external evaluations are held, and who looks after them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.course_quals import evaluations
from kopa_env.world.tables.hrdk.course_stats import trainers
from kopa_env.world.tables.hrdk.exam_sites import Site, branch_of_province, sites
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import KINDS
from kopa_env.world.world import World


@lru_cache(maxsize=4)
def _workshops(seed: int) -> tuple[Site, ...]:
    """Return the sites that have workshops."""
    return tuple(s for s in sites(seed) if s.own or "실기" in s.kind)


def _sites(world: World) -> Iterator[Row]:
    places = _workshops(world.seed)
    for e in evaluations(world.seed):
        draw = Draw(world.seed, "evaluation sites", e.plan)
        chosen = dict.fromkeys(draw.below(len(places)) for _ in range(draw.between(6, 40)))
        for place in sorted(chosen):
            at = places[place]
            yield (
                *(e.kind, e.system, str(e.year), str(e.number), e.plan, e.name),
                *(at.branch.code, at.branch.name, at.name),
            )


EVALUATION_SITES = Table(
    "evaluation_sites",
    columns("kind system year round plan plan_name branch branch_name site"),
    _sites,
    index=(("kind", "year"),),
)


def _visits(world: World) -> Iterator[Row]:
    """Courses that a branch looks at: some of each year's."""
    for number, row in enumerate(world.rows("designated_courses")):
        if Draw(world.seed, "visit", number).chance(620):
            branch = branch_of_province()[str(row["sido"])]
            yield (row["review_name"], row["year"], branch.code, branch.name, row["course"])


VISITS = Table("course_visits", columns("review_name year branch branch_name course"), _visits)


def _trainers(world: World) -> Iterator[Row]:
    labels = {"01": "훈련기관", "02": "특성화고", "03": "대학", "04": "기업"}
    for name, kind, region in trainers(world.seed):
        for code in ("C", "W") if kind != "01" else ("C",):
            yield (code, KINDS[code], name, kind, labels[kind], region)


TRAINERS = Table(
    "course_trainers", columns("kind kind_name trainer type type_name sido"), _trainers
)

COURSE_PLACES = (EVALUATION_SITES, VISITS, TRAINERS)
