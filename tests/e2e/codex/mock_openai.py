"""A scripted stand-in for the Responses API on loopback, as Codex speaks it; it knows nothing but its script.

A script is a list of turns, each one answer of the model:

    {"text": "Hello."}                                   words
    {"calls": [CALL, ...]}                               tool calls, with or without words
    {"status": 500}                                      an HTTP error
    {"fail": {"code": "...", "message": "..."}}          an answer that fails half-way

with these further keys: ``when`` (see CONDITIONS; all must hold), ``repeat`` (True: never used up), ``delay`` (seconds) and
``usage`` (numbers merged into the reported usage). A request takes the first turn that fits and is not used up; after the
last one the answer is "Done.".

A CALL is {"name", "arguments": {...}} (a function), or {"name", "input": text} (a free-form tool), with ``namespace`` for a
tool that lives in one.

Every request is kept as a row: seq, path, turn (its number, None for "Done."), headers (without credentials), body.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HIDDEN_HEADERS = {"authorization"}
DEFAULT = {"text": "Done."}
USAGE = {"input_tokens": 10, "output_tokens": 5}


def text_of(value):
    """All strings inside a JSON value, one a line."""
    if isinstance(value, str):
        return value
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return "\n".join(text_of(item) for item in items)


def last(body):
    return text_of((body.get("input") or [""])[-1])


def has_headers(wanted, headers):
    return all(part in headers.get(name, "") for name, part in wanted.items())


# What a turn may ask of a request: its last item, the whole conversation, or a header (name → part of its value).
CONDITIONS = {
    "last": lambda want, body, _headers: want in last(body),
    "any": lambda want, body, _headers: want in text_of(body.get("input")),
    "not_any": lambda want, body, _headers: want not in text_of(body.get("input")),
    "header": lambda want, _body, headers: has_headers(want, headers),
}


def fits(turn, body, headers):
    return all(CONDITIONS[name](want, body, headers) for name, want in turn.get("when", {}).items())


def new_id(kind):
    return f"{kind}_{uuid.uuid4().hex[:24]}"


def call_item(call):
    """The output item of one CALL."""
    item = {"call_id": new_id("call"), **{key: call[key] for key in ("name", "namespace") if key in call}}
    if "input" in call:
        return {**item, "type": "custom_tool_call", "id": new_id("ctc"), "input": call["input"]}
    return {**item, "type": "function_call", "id": new_id("fc"), "arguments": json.dumps(call.get("arguments", {}))}


def message_item(text):
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": new_id("msg"), "role": "assistant", "status": "completed", "content": content}


def begun(item):
    """An item as it is announced, before its content comes."""
    empty = {"message": {"content": []}, "custom_tool_call": {"input": ""}, "function_call": {"arguments": ""}}
    return {**item, **empty[item["type"]]}


def item_events(index, item):
    yield {"type": "response.output_item.added", "output_index": index, "item": begun(item)}
    if item["type"] == "message":
        place = {"output_index": index, "content_index": 0, "item_id": item["id"]}
        yield {"type": "response.output_text.delta", **place, "delta": item["content"][0]["text"]}
    yield {"type": "response.output_item.done", "output_index": index, "item": item}


def stream_events(turn, model):
    """The server-sent events of one turn, each a mapping with its ``type``."""
    shell = {"id": new_id("resp"), "object": "response", "model": model, "output": []}
    yield {"type": "response.created", "response": {**shell, "status": "in_progress"}}
    if "fail" in turn:
        yield {"type": "response.failed", "response": {**shell, "status": "failed", "error": turn["fail"]}}
        return
    items = [message_item(turn["text"])] if "text" in turn else []
    items += [call_item(call) for call in turn.get("calls", [])]
    for index, item in enumerate(items):
        yield from item_events(index, item)
    usage = {**USAGE, **turn.get("usage", {})}
    usage.update(total_tokens=sum(usage.values()), input_tokens_details={"cached_tokens": 0})
    usage.update(output_tokens_details={"reasoning_tokens": 0})
    yield {"type": "response.completed", "response": {**shell, "status": "completed", "output": items, "usage": usage}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: MockServer

    def log_message(self, *_args):
        """Keep the test's output clean."""

    def do_GET(self):
        self.server.record(self, None, None)
        self._reply({"object": "list", "data": []}, 200 if self.path.split("?")[0].endswith("/models") else 404)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        if not self.path.split("?")[0].endswith("/responses"):
            self.server.record(self, body, None)
            self._reply({"error": {"message": "not scripted"}}, 404)
            return
        turn = self.server.take(self, body)
        time.sleep(turn.get("delay", 0))
        if "status" in turn:
            self._reply({"error": {"message": "scripted error"}}, turn["status"])
        else:
            self._stream(stream_events(turn, body.get("model")))

    def _reply(self, value, status):
        payload = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def _stream(self, events):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        try:
            for number, event in enumerate(events):
                data = json.dumps({**event, "sequence_number": number})
                self.wfile.write(f"event: {event['type']}\ndata: {data}\n\n".encode())
                self.wfile.flush()
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client gave this turn up, as it does when it is interrupted
        self.close_connection = True


class MockServer(ThreadingHTTPServer):
    """Serves one script in a thread, from ``start()`` to ``stop()``; ``records`` holds the rows."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, turns):
        super().__init__(("127.0.0.1", 0), Handler)
        self.turns = list(turns)
        unknown = {name for turn in self.turns for name in turn.get("when", {})} - set(CONDITIONS)
        if unknown:
            raise ValueError(f"unknown conditions: {sorted(unknown)}")
        self.used = set()
        self.records = []
        self._lock = threading.Lock()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def take(self, handler, body):
        """The turn that answers a request; it is recorded and used up."""
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self._lock:
            free = (number for number, turn in enumerate(self.turns) if number not in self.used and fits(turn, body, headers))
            number = next(free, None)
            if number is not None and not self.turns[number].get("repeat"):
                self.used.add(number)
        self.record(handler, body, number)
        return DEFAULT if number is None else self.turns[number]

    def record(self, handler, body, number):
        headers = {name.lower(): value for name, value in handler.headers.items() if name.lower() not in HIDDEN_HEADERS}
        with self._lock:
            row = {"seq": len(self.records), "path": handler.path, "turn": number, "headers": headers, "body": body}
            self.records.append(row)

    def start(self):
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def stop(self):
        self.shutdown()
        self.server_close()
