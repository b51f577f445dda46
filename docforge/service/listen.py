"""Takes a port and makes the server of the app. Knows no route."""

from __future__ import annotations

import errno
import logging
import socket

import uvicorn

from docforge.config import Settings
from docforge.errors import Phrase, Refusal
from docforge.service.app import create_app
from docforge.service.doorkeeper import check_exposure


def bind(settings: Settings) -> tuple[socket.socket, Settings]:
    """A listening socket, and the settings with the port that it got.

    Refusal key_needed before anything listens; Refusal cannot_start where another program has the port.
    """
    check_exposure(settings)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio switches Nagle's algorithm off (40 ms an answer) only on sockets that name their protocol.
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((settings.host, settings.port))
        taken.listen()
    except OSError as fault:
        taken.close()
        if fault.errno != errno.EADDRINUSE:
            raise
        raise Refusal("cannot_start", why=Phrase("port_taken", {"port": settings.port})) from None
    return taken, settings.model_copy(update={"port": taken.getsockname()[1]})


def make_server(settings: Settings) -> uvicorn.Server:
    """The HTTP server over the app; addresses are never logged, as they carry names and keys (DOOR-9)."""
    logging.getLogger("uvicorn.access").disabled = True
    config = uvicorn.Config(create_app(settings), access_log=False, log_config=None, server_header=False)
    return uvicorn.Server(config)


def address_of(bound: Settings) -> str:
    """Where the service of these settings listens."""
    host = f"[{bound.host}]" if ":" in bound.host else bound.host
    return f"http://{host}:{bound.port}"
