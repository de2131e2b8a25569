"""The figures of a thought as shares of one win."""

from __future__ import annotations

from corsaires.bots.bot import Thought


def evened(thought: Thought) -> Thought:
    """The same thought with shares that add up to one: a bot may weigh the sides one by one."""
    total = sum(thought.values)
    if total <= 0.0:
        return thought
    return thought._replace(
        values=tuple(value / total for value in thought.values),
        ranked=tuple(each._replace(value=min(1.0, each.value / total)) for each in thought.ranked),
    )
