"""What a scripted model answers: lanes of turns, matched against the requests a client sends.

A script is a mapping; every key is optional:

    {"lanes": [{"name": "child", "match": {"first_user": "CHILD"}, "turns": [...]}, ...],
     "turns": [...],                  # the lane of every request that no other lane takes ("main")
     "otherwise": {"text": "done"}}   # the answer when a lane has no turn left that fits

A *lane* is one conversation. A request goes to the first lane whose ``match`` holds in every point:
``first_user``, ``system`` and ``model`` are regular expressions, ``header`` maps names to regular
expressions, ``no_tools: True`` wants a request that declares no tools.

A *turn* is one answer: ``{"text": ...}``, ``{"tool": NAME, "input": {...}}`` or ``{"blocks": [...]}`` of
those, with these further keys:

    when, unless   regex that must (must not) occur in what came after the last answer
    when_any       regex that must occur somewhere in the messages or the system prompt
    repeat         how many requests the turn answers (a number or "forever"); 1 if not given
    capture        {"NAME": "regex with one group"} read from the messages, last match wins; {{NAME}} is
                   then replaced in this turn and all later ones
    delay          seconds to wait before answering
    status         answer with this HTTP status and an API error
    usage          numbers merged into the reported usage

The first turn that fits and has repeats left is used, so a script without conditions is a list of answers.
"""

from __future__ import annotations

import json
import re
import threading

TEXT_POINTS = ("first_user", "system", "model")


def text_of(content):
    """All text in a message's content: text blocks, tool results and tool inputs, one a line."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(text_of(part) for part in content)
    kind = content.get("type")
    if kind == "text":
        return content.get("text", "")
    if kind == "tool_result":
        return text_of(content.get("content"))
    if kind == "tool_use":
        return json.dumps(content.get("input"), ensure_ascii=False)
    return ""


def tail_of(messages):
    """The text after the last answer of the model: what it is asked now."""
    tail = []
    for message in reversed(messages):
        if message.get("role") == "assistant":
            break
        tail.append(text_of(message.get("content")))
    return "\n".join(reversed(tail))


class Request:
    """The parts of one request body that a script can ask about."""

    def __init__(self, body, headers):
        messages = body.get("messages") or []
        users = [m for m in messages if m.get("role") == "user"]
        self.tools = body.get("tools")
        self.headers = headers
        self.model = body.get("model") or ""
        self.system = text_of(body.get("system"))
        self.messages = "\n".join(text_of(m.get("content")) for m in messages)
        self.first_user = text_of(users[0].get("content")) if users else ""
        self.last = tail_of(messages)

    def fits(self, match):
        return all(self._holds(point, wanted) for point, wanted in match.items())

    def _holds(self, point, wanted):
        if point == "no_tools":
            return bool(self.tools) != bool(wanted)
        if point == "header":
            return all(re.search(pattern, self.headers.get(name.lower(), "")) for name, pattern in wanted.items())
        if point in TEXT_POINTS:
            return bool(re.search(wanted, getattr(self, point), re.DOTALL))
        raise ValueError(f"unknown lane match: {point!r}")


class Lane:
    def __init__(self, spec, default):
        self.name = spec.get("name", "main")
        self.match = spec.get("match", {})
        self.turns = spec.get("turns", [])
        self.otherwise = spec.get("otherwise", default)
        self.left = [float("inf") if t.get("repeat") == "forever" else int(t.get("repeat", 1)) for t in self.turns]

    def take(self, request):
        """The number and the text of the first turn that fits, or ``(None, the fallback)``."""
        for index, turn in enumerate(self.turns):
            if self.left[index] > 0 and turn_fits(turn, request):
                self.left[index] -= 1
                return index, turn
        return None, self.otherwise


def turn_fits(turn, request):
    everything = request.system + "\n" + request.messages
    if "when" in turn and not re.search(turn["when"], request.last, re.DOTALL):
        return False
    if "unless" in turn and re.search(turn["unless"], request.last, re.DOTALL):
        return False
    return not ("when_any" in turn and not re.search(turn["when_any"], everything, re.DOTALL))


class Script:
    """The lanes, the values captured so far, and the lock that keeps turns in order."""

    def __init__(self, spec):
        default = spec.get("otherwise", {"text": "(script: no turn left)"})
        self.lanes = [Lane(lane, default) for lane in spec.get("lanes", [])]
        self.lanes.append(Lane({"name": "main", "turns": spec.get("turns", [])}, default))
        self.captured = {}
        self.made_ids = 0
        self.lock = threading.Lock()

    def answer(self, request):
        """``(lane name, turn number or None, turn, content blocks)`` for one request."""
        with self.lock:
            lane = next(lane for lane in self.lanes if request.fits(lane.match))
            index, turn = lane.take(request)
            for name, pattern in turn.get("capture", {}).items():
                found = re.findall(pattern, request.messages, re.DOTALL)
                if found:
                    self.captured[name] = found[-1]
            return lane.name, index, turn, self._blocks(self._filled(turn))

    def _filled(self, value):
        if isinstance(value, str):
            for name, text in self.captured.items():
                value = value.replace("{{" + name + "}}", text)
            return value
        if isinstance(value, list):
            return [self._filled(item) for item in value]
        if isinstance(value, dict):
            return {key: self._filled(item) for key, item in value.items()}
        return value

    def _blocks(self, turn):
        made = []
        for block in turn.get("blocks", [turn]):
            if "tool" in block:
                self.made_ids += 1
                number = block.get("id", f"toolu_mock{self.made_ids:04d}")
                made.append({"type": "tool_use", "id": number, "name": block["tool"], "input": block.get("input", {})})
            elif "text" in block:
                made.append({"type": "text", "text": block["text"]})
        return made
