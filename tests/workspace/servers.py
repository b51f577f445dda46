"""Real servers for the tests of the workspace: an S3-compatible one, and PostgreSQL where it is installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import psycopg
from obstore.store import S3Store

_MOTO = """
import sys
import tempfile
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
"""
KEY = "test"


@contextmanager
def s3_server() -> Iterator[str]:
    """The address of a bucket server that lives as long as the block."""
    command = [sys.executable, "-c", _MOTO]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as server:
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}"
        server.kill()


def bucket_store(endpoint: str, bucket: str) -> S3Store:
    """A client of our own, to look at what lies in a bucket and to put things there behind DocForge's back."""
    return S3Store(
        bucket,
        endpoint=endpoint,
        access_key_id=KEY,
        secret_access_key=KEY,
        region="us-east-1",
        client_options={"allow_http": True},
    )


def make_bucket(endpoint: str, bucket: str) -> None:
    """Make a bucket."""
    with urlopen(Request(f"{endpoint}/{bucket}", method="PUT"), timeout=30):
        return


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs, or None."""
    named = shutil.which("initdb")
    folders = [Path(named).resolve().parent] if named else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def postgres_server(programs: Path) -> Iterator[str]:
    """The SQLAlchemy address of a server that lives as long as the block."""
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to other users
        yield from _serve(programs, Path(folder))


def _serve(programs: Path, folder: Path) -> Iterator[str]:
    user = {"user": "postgres"} if os.getuid() == 0 else {}  # it refuses to run as root
    if user:
        shutil.chown(folder, "postgres")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **user}
    data, port = folder / "data", free_port()
    subprocess.run([programs / "initdb", "-D", data, "-U", "docforge", "-A", "trust", "--no-sync"], check=True, **quiet)
    options = f"-p {port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off"
    subprocess.run(
        [programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start"], check=True, **quiet
    )
    try:
        yield f"postgresql+psycopg://docforge@127.0.0.1:{port}/"
    finally:
        subprocess.run([programs / "pg_ctl", "-D", data, "-m", "immediate", "stop"], check=True, **quiet)


def make_database(server: str, name: str) -> str:
    """The address of a new, empty database on the server."""
    with psycopg.connect(server.replace("+psycopg", "") + "postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return server + name
