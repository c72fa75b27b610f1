"""Episodes: the pure core that every driver (gymnasium, asyncio, TRL, verl, MCP, HTTP) shares."""

from kopa_env.episode.episode import LOCAL_SHARE, MAX_PARSE_ERRORS, Episode
from kopa_env.episode.observation import observation_text, render
from kopa_env.episode.record import CallEntry, EpisodeRecord, Message, ParseEntry, StopReason
from kopa_env.episode.turn import Done, Pending, SourceCall, Turn

__all__ = [
    "LOCAL_SHARE",
    "MAX_PARSE_ERRORS",
    "CallEntry",
    "Done",
    "Episode",
    "EpisodeRecord",
    "Message",
    "ParseEntry",
    "Pending",
    "SourceCall",
    "StopReason",
    "Turn",
    "observation_text",
    "render",
]
