"""A scripted stand-in for the Anthropic Messages API on loopback; it knows nothing but its script.

Every request is kept as a row: seq, path, lane, turn (number in the lane, None when ``otherwise``
answered), headers (without credentials), body and reply (the content blocks).
"""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.e2e.model_script import Request, Script

HIDDEN_HEADERS = {"authorization", "x-api-key", "cookie", "proxy-authorization"}
USAGE = {"input_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 5}


def opening_and_delta(block):
    """The first event's block and the one delta that fills it."""
    if block["type"] == "text":
        return {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
    return dict(block, input={}), {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}


def stream_events(message, usage):
    """The server-sent events of one answer, each a mapping with its ``type``."""
    start = dict(message, content=[], stop_reason=None, stop_sequence=None, usage=dict(usage, output_tokens=1))
    yield {"type": "message_start", "message": start}
    for index, block in enumerate(message["content"]):
        opening, delta = opening_and_delta(block)
        yield {"type": "content_block_start", "index": index, "content_block": opening}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ends = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ends, "usage": usage}
    yield {"type": "message_stop"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "mock"
    server: MockServer

    def log_message(self, *_args):
        """Keep the test's output clean."""

    def handle_any(self):
        body = self._read_body()
        path = self.path.split("?")[0]
        try:
            if self.command == "POST" and path == "/v1/messages":
                self._messages(body)
                return
            self.server.record(self, body)
            self._reply_json(self._side_answer(path, body))
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client went away, as it does when a turn is interrupted

    do_GET = do_POST = do_HEAD = do_PUT = do_DELETE = handle_any  # noqa: N815 - the server's own names

    def _side_answer(self, path, body):
        if path == "/v1/messages/count_tokens":
            return {"input_tokens": max(1, len(json.dumps(body)) // 4)}
        if path == "/v1/models":
            return {"data": [], "has_more": False, "first_id": None, "last_id": None}
        return {}

    def _read_body(self):
        length = int(self.headers.get("content-length") or 0)
        raw = self.rfile.read(length) if length else b""
        try:
            return json.loads(raw) if raw else {}
        except ValueError:
            return {"_raw": raw.decode("utf-8", "replace")}

    def _reply_json(self, value, status=200):
        payload = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(payload)))
        self.send_header("request-id", f"req_mock{self.server.next_seq():04d}")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(payload)

    def _messages(self, body):
        headers = {name.lower(): value for name, value in self.headers.items()}
        lane, index, turn, blocks = self.server.script.answer(Request(body, headers))
        self.server.record(self, body, lane=lane, turn=index, reply=blocks)
        time.sleep(turn.get("delay", 0))
        if turn.get("status"):
            error = {"type": turn.get("error", "api_error"), "message": "scripted error"}
            self._reply_json({"type": "error", "error": error}, turn["status"])
            return
        usage = dict(USAGE, **turn.get("usage", {}))
        message = self._message(body, blocks, usage)
        if body.get("stream"):
            self._stream(message, usage)
        else:
            self._reply_json(message)

    def _message(self, body, blocks, usage):
        uses_tool = any(block["type"] == "tool_use" for block in blocks)
        return {
            "id": f"msg_mock{self.server.next_seq():04d}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model"),
            "content": blocks,
            "stop_reason": "tool_use" if uses_tool else "end_turn",
            "stop_sequence": None,
            "usage": usage,
        }

    def _stream(self, message, usage):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("cache-control", "no-cache")
        self.send_header("connection", "close")
        self.end_headers()
        for event in stream_events(message, usage):
            self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
            self.wfile.flush()
        self.close_connection = True


class MockServer(ThreadingHTTPServer):
    """Serves one script in a thread, from ``start()`` to ``stop()``; ``records`` holds the rows."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, script):
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = Script(script)
        self.records = []
        self._seq = 0
        self._lock = threading.Lock()

    def next_seq(self):
        with self._lock:
            self._seq += 1
            return self._seq

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def record(self, handler, body, lane=None, turn=None, reply=None):
        headers = {n.lower(): v for n, v in handler.headers.items() if n.lower() not in HIDDEN_HEADERS}
        row = {"seq": self.next_seq(), "path": handler.path, "lane": lane, "turn": turn}
        row.update(headers=headers, body=body, reply=reply)
        with self._lock:
            self.records.append(row)

    def start(self):
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def stop(self):
        self.shutdown()
        self.server_close()
