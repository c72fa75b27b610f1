"""Messages of an episode's history in OpenAI form."""

from __future__ import annotations

from collections.abc import Sequence

from kopa_env.episode.observation import dumps
from kopa_env.episode.record import Message
from kopa_env.outcome import ToolCall


def assistant_message(content: str, calls: Sequence[ToolCall]) -> Message:
    """Return what the policy said and asked for, arguments as JSON text, Korean as it is."""
    message: Message = {"role": "assistant", "content": content}
    if calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": dumps(dict(call.args))},
            }
            for call in calls
        ]
    return message
