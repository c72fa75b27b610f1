"""An episode as text a person can read."""

from __future__ import annotations

from kopa_env.episode import Done, Episode
from kopa_env.episode.record import Message

WIDTH = 300
"""Characters of a tool message that are shown."""


def transcript(episode: Episode, done: Done | None) -> str:
    """Return the conversation with its calls, results cut to ``WIDTH``, and the reward."""
    lines = [f"# {episode.task.id} ({episode.task.domain}, {episode.task.tier})"]
    lines += [line for message in episode.messages[1:] for line in _lines(message)]
    if done is not None:
        grade = done.grade
        lines.append(f"[{done.stop_reason}] reward {grade.reward}")
        lines += [f"  {name}: {reason}" for name, reason in grade.reasons.items()]
    return "\n".join(lines)


def _lines(message: Message) -> list[str]:
    lines = []
    if content := message.get("content"):
        text = str(content)
        shown = text if message["role"] != "tool" or len(text) <= WIDTH else f"{text[:WIDTH]}…"
        lines.append(f"{message['role']}: {shown}")
    for call in message.get("tool_calls", ()):
        function = call["function"]
        lines.append(f"{message['role']} → {function['name']}({function['arguments']})")
    return lines
