"""Structured logs through the standard library's loggers, so that a program decides where they go. Knows no tool."""

from __future__ import annotations

import json
import logging
import traceback
from typing import Any

import structlog

_STEPS: list[Any] = [
    structlog.stdlib.filter_by_level,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.JSONRenderer(serializer=json.dumps, ensure_ascii=False),
]


def get_log(name: str) -> structlog.stdlib.BoundLogger:
    """A log of one line of JSON an event; unset, warnings and worse go to stderr and the rest nowhere."""
    logger = logging.getLogger(name)
    return structlog.wrap_logger(logger, processors=_STEPS, wrapper_class=structlog.stdlib.BoundLogger)


def log_fault(log: structlog.stdlib.BoundLogger, event: str, fault: BaseException, **told: Any) -> None:
    """The type of a fault of our own and the lines it passed; never its message, which may quote a document."""
    frames = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(fault.__traceback__)]
    log.error(event, error=type(fault).__name__, frames=frames, **told)
