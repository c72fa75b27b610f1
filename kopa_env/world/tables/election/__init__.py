"""Elections: their codes, constituencies, candidates, counts and places."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.election.ballots import (
    CANDIDATES,
    COUNTS,
    EARLY_CANDIDATES,
    PLEDGES,
    POLICIES,
    TURNOUT,
)
from kopa_env.world.tables.election.lists import (
    BY_ELECTION_DAYS,
    BY_ELECTIONS,
    CANDIDATE_CODES,
    CONSTITUENCIES,
    ELECTION_PARTIES,
    ELECTION_WARDS,
    ELECTIONS,
    PAST_ELECTIONS,
)
from kopa_env.world.tables.election.polling import (
    COUNTING,
    EARLY_POLLING,
    OFFICES,
    PARTY_OFFICES,
    POLLING,
)

ELECTION: tuple[Table, ...] = (
    ELECTIONS,
    ELECTION_WARDS,
    CONSTITUENCIES,
    ELECTION_PARTIES,
    CANDIDATE_CODES,
    PAST_ELECTIONS,
    BY_ELECTIONS,
    BY_ELECTION_DAYS,
    CANDIDATES,
    EARLY_CANDIDATES,
    TURNOUT,
    COUNTS,
    PLEDGES,
    POLICIES,
    POLLING,
    EARLY_POLLING,
    COUNTING,
    OFFICES,
    PARTY_OFFICES,
)
