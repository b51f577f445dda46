"""Where a door's logs go, and what of other libraries' messages may stand in them (DOOR-9). Knows no event by name."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

from docforge.config import Settings

OWN, SERVER = "docforge", "uvicorn.error"
Json = dict[str, Any]


def start_logs(settings: Settings) -> None:
    """From here on, one line an event on stderr: settings.log_level and worse, as JSON or as words.

    Of what libraries do well nothing is said but at the level debug.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(as_json=settings.log_format == "json"))
    if settings.log_level != "debug":
        handler.addFilter(_is_worth_a_line)
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)


class Lines(logging.Formatter):
    """One line an event. Our own say what they may; of a library only who spoke, where, and what kind of fault it met.

    A library's message may quote what a caller sent. The server's own are fixed sentences, and are kept.
    """

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        told = _own(record) if _is_own(record) else _of_library(record)
        if self._as_json:
            return json.dumps(told, ensure_ascii=False)
        return f"{told.pop('timestamp')} {told.pop('level'):7} {told.pop('event')} {_in_words(told)}".rstrip()


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    return _is_own(record) or record.levelno >= logging.WARNING


def _is_own(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] == OWN


def _own(record: logging.LogRecord) -> Json:
    return {**json.loads(record.getMessage()), "logger": record.name}


def _of_library(record: logging.LogRecord) -> Json:
    at = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
    told: Json = {"event": "library", "level": record.levelname.lower(), "timestamp": at, "logger": record.name}
    if record.name == SERVER:
        told["message"] = record.getMessage().strip()
    told["at"] = f"{record.module}:{record.lineno}"
    if record.exc_info and record.exc_info[0] is not None:
        frames = traceback.extract_tb(record.exc_info[2])
        told |= {"error": record.exc_info[0].__name__, "frames": [f"{frame.name}:{frame.lineno}" for frame in frames]}
    return told


def _in_words(told: Json) -> str:
    return " ".join(f"{name}={value}" for name, value in told.items())
