"""Code that is not trusted gets nothing, and whatever it does the service goes on."""

from __future__ import annotations

import json
import os
import select
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import docx
import pytest
from PIL import Image

from docforge.sandbox import Job, Limits, Outcome, Sealed
from docforge.sandbox.seal import MACHINE, can_seal
from docforge.sandbox.syscalls import NUMBERS
from tests.sandbox.attacks import NATIVE, ORDINARY, OUTCOMES

pytestmark = pytest.mark.skipif(not can_seal(), reason="this machine has no seccomp filters")
PLAIN = "tests.sandbox.plain"
SECRET = "S3CRET"
SHORT = Limits(wall=3, cpu=2)


@pytest.fixture(scope="module")
def sealed() -> Iterator[Sealed]:
    """Workers under the service's own user: the worst case, and the only one in a container without root."""
    backend = Sealed([PLAIN], uid=None)
    yield backend
    backend.close()


@pytest.fixture(scope="module")
def native() -> Iterator[Sealed]:
    """The same with ctypes within reach."""
    backend = Sealed([PLAIN], uid=None, extra=["ctypes"])
    yield backend
    backend.close()


@dataclass
class Target:
    """What there is to be had around a worker."""

    outside: Path
    victim: Path
    sockets: dict[str, socket.socket]
    neighbour: subprocess.Popen[bytes]
    fields: dict[str, str]

    def fill(self, code: str) -> str:
        for name, value in self.fields.items():
            code = code.replace(f"<<{name}>>", value)
        return code

    def reached(self) -> list[str]:
        """Sockets that somebody spoke to since this was last asked."""
        return [name for name, each in self.sockets.items() if is_spoken_to(each)]


def is_spoken_to(each: socket.socket) -> bool:
    try:
        if each.type == socket.SOCK_DGRAM:
            each.recv(16)
        else:
            each.accept()[0].close()
    except BlockingIOError:
        return False
    return True


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    base = tmp_path_factory.mktemp("service")
    folder, outside, victim = base / "tenant", base / "outside", base / "victim"
    for each in (folder, outside):
        each.mkdir()
    outside.chmod(0o777)
    victim.write_text("keep")
    victim.chmod(0o666)
    (folder / "secret.txt").write_text(SECRET)
    docx.Document().save(str(folder / "a.docx"))
    Image.new("RGB", (3, 3)).save(folder / "a.png")
    sockets = listen(base / "s")
    environment = {**os.environ, "DOCFORGE_SECRET": SECRET}
    neighbour = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"], env=environment)
    fields = {
        "folder": folder, "outside": outside, "victim": victim, "secret_file": folder / "secret.txt",
        "document": folder / "a.docx", "picture": folder / "a.png", "path_socket": base / "s",
        "tcp": sockets["tcp"].getsockname()[1], "udp": sockets["udp"].getsockname()[1], "service": os.getpid(),
        "neighbour": neighbour.pid, "allowed": set(NUMBERS[MACHINE].values()),
    }  # fmt: skip
    yield Target(outside, victim, sockets, neighbour, {name: str(value) for name, value in fields.items()})
    neighbour.kill()
    neighbour.wait()
    for each in sockets.values():
        each.close()


def listen(path: Path) -> dict[str, socket.socket]:
    made = {
        "tcp": socket.socket(), "abstract": socket.socket(socket.AF_UNIX), "path": socket.socket(socket.AF_UNIX),
        "udp": socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
    }  # fmt: skip
    made["tcp"].bind(("127.0.0.1", 0))
    made["udp"].bind(("127.0.0.1", 0))
    made["abstract"].bind(f"\0docforge-{os.getpid()}")
    made["path"].bind(str(path))
    for name in ("tcp", "abstract", "path"):
        made[name].listen(8)
    for each in made.values():
        each.setblocking(False)
    return made


def run(backend: Sealed, code: str, limits: Limits | None = None, **more: object) -> Outcome:
    return backend.run(Job(PLAIN, code, **more), limits)  # type: ignore[arg-type]


def assert_untouched(target: Target) -> None:
    assert list(target.outside.iterdir()) == []
    assert target.victim.read_text() == "keep"
    assert target.victim.stat().st_mode & 0o777 == 0o666
    assert target.neighbour.poll() is None
    assert target.reached() == []


@pytest.mark.proves("CODE-1", "CODE-3")
@pytest.mark.parametrize("name", ORDINARY)
def test_code_gets_nothing_that_is_not_its_own(sealed: Sealed, target: Target, name: str) -> None:
    outcome = run(sealed, target.fill(ORDINARY[name]), Limits(wall=15))
    assert outcome.kind in ("done", "error"), outcome
    assert "PWNED" not in outcome.printed
    assert SECRET not in outcome.printed
    assert_untouched(target)


@pytest.mark.proves("CODE-3")
@pytest.mark.parametrize("name", NATIVE)
def test_native_code_gets_no_further(native: Sealed, target: Target, name: str) -> None:
    if MACHINE != "x86_64":
        pytest.skip("the numbers of system calls are those of x86_64")
    outcome = run(native, target.fill(NATIVE[name]), Limits(wall=15))
    assert outcome.kind == "done", outcome
    assert "held" in outcome.printed
    assert "PWNED" not in outcome.printed
    assert_untouched(target)


@pytest.mark.proves("CODE-3")
def test_a_call_of_another_abi_ends_the_worker(native: Sealed) -> None:
    if MACHINE != "x86_64":
        pytest.skip("x32 is an ABI of x86_64")
    code = "import ctypes\nctypes.CDLL(None).syscall(0x40000000 + 39)\nprint('PWNED')"
    assert run(native, code).kind == "crash"


@pytest.mark.proves("CODE-3")
@pytest.mark.parametrize("name", OUTCOMES)
def test_code_that_runs_wild_is_stopped_and_the_next_job_runs(sealed: Sealed, name: str) -> None:
    code, kinds = OUTCOMES[name]
    outcome = run(sealed, code, SHORT)
    assert outcome.kind in kinds, outcome
    assert len(outcome.printed) < 25_000
    assert run(sealed, "print('alive')").printed == "alive\n"


@pytest.mark.proves("CODE-3")
def test_a_fault_in_native_code_ends_one_worker_only(native: Sealed) -> None:
    assert run(native, "import ctypes; ctypes.string_at(0)").kind == "crash"
    assert run(native, "print(1)").printed == "1\n"


@pytest.mark.proves("RETRY-3")
def test_a_failure_tells_type_line_and_message_without_paths(sealed: Sealed) -> None:
    failure = run(sealed, "x = 1\n\nraise ValueError('bad /srv/docforge/lib/site.py here')").failure
    assert failure is not None
    assert (failure.type, failure.line, failure.message) == ("ValueError", 3, "bad site.py here")
    syntax = run(sealed, "x = 1\ny = = 2").failure
    assert syntax is not None
    assert (syntax.type, syntax.line) == ("SyntaxError", 2)


@pytest.mark.proves("CODE-1")
def test_code_has_its_document_assets_and_params_and_gives_parts_back(sealed: Sealed) -> None:
    code = (
        "print(data, params['n'], assets['logo.png'].read(), open('logo.png', 'rb').read())\n"
        "parts['a.xml'] = b'<a/>'; parts['b'] = b''; dropped.append('c')"
    )
    outcome = run(sealed, code, document=b"PK", assets={"logo.png": b"png"}, params={"n": 3})
    assert outcome.kind == "done", outcome
    assert outcome.printed == "b'PK' 3 b'png' b'png'\n"
    assert (dict(outcome.parts), list(outcome.dropped)) == ({"a.xml": b"<a/>", "b": b""}, ["c"])


@pytest.mark.proves("CODE-1")
def test_what_is_printed_is_cut(sealed: Sealed) -> None:
    printed = run(sealed, "print('가' * 30000)").printed
    assert len(printed) < 24_100
    assert printed.endswith("more characters]")


@pytest.mark.proves("CODE-1")
def test_files_that_code_writes_stay_in_its_own_memory(sealed: Sealed, target: Target) -> None:
    code = "open('a.txt', 'w').write('x'); open('a.txt', 'a').write('y'); print(open('a.txt').read())"
    assert run(sealed, code).printed == "xy\n"
    refused = run(sealed, "open('a.txt')").failure
    assert refused is not None
    assert "no file system" in refused.message


@pytest.mark.proves("CODE-3")
def test_jobs_do_not_see_one_another(sealed: Sealed) -> None:
    run(sealed, "import builtins, json; builtins.len = None; json.SECRET = 1; open('kept', 'w').write('x')")
    code = (
        "import json\nprint(len('ab'), hasattr(json, 'SECRET'))\ntry:\n    open('kept')\nexcept OSError:\n    print(1)"
    )
    assert run(sealed, code).printed == "2 False\n1\n"


@pytest.mark.proves("CODE-3")
def test_many_jobs_run_at_once(sealed: Sealed) -> None:
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda number: run(sealed, f"print({number})").printed, range(40)))
    assert told == [f"{number}\n" for number in range(40)]


@pytest.mark.proves("CODE-3")
def test_nothing_is_left_running_even_after_a_forged_answer(sealed: Sealed) -> None:
    answer = {"ok": True, "printed": "forged", "error": None, "parts": [["a", 2]], "dropped": []}
    header = json.dumps(answer).encode()
    forged = struct.pack("!IQ", len(header), 2) + header + b"PK"
    outcome = run(sealed, f"import os\nos.write(3, {forged!r})\nwhile True: pass")
    assert (outcome.kind, dict(outcome.parts)) == ("done", {"a": b"PK"})
    assert children_end(sealed)


def children_end(backend: Sealed) -> bool:
    """Whether every child of the fork server ends within ten seconds."""
    pid = backend.facts["pid"]
    left = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return all(has_ended(child) for child in left)


def has_ended(pid: int) -> bool:
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    poll = select.poll()
    poll.register(process, select.POLLIN)
    ended = bool(poll.poll(10_000))
    os.close(process)
    return ended


@pytest.mark.proves("CODE-3")
@pytest.mark.parametrize(
    "answer",
    [
        {"ok": True}, {"ok": True, "printed": "", "error": None, "parts": [["a", -1]], "dropped": []},
        {"ok": True, "printed": "", "error": None, "parts": [["a", 1], ["a", 1]], "dropped": []},
        {"ok": True, "printed": "", "error": None, "parts": [["a", 5]], "dropped": []},
        {"ok": False, "printed": "", "error": None, "parts": [], "dropped": []},
        {"ok": True, "printed": "x" * 30_000, "error": None, "parts": [["a", 2]], "dropped": []},
        {"ok": True, "printed": "", "error": None, "parts": [["a", 2]], "dropped": [3]},
        [1],
    ],
)  # fmt: skip
def test_an_answer_that_is_not_right_in_every_field_is_refused(sealed: Sealed, answer: object) -> None:
    header = json.dumps(answer).encode()
    forged = struct.pack("!IQ", len(header), 2) + header + b"PK"
    assert run(sealed, f"import os\nos.write(3, {forged!r})\nos._exit(0)").kind == "answer"


@pytest.mark.proves("CODE-3")
def test_the_server_holds_no_secret_and_one_thread(sealed: Sealed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCFORGE_SECRET", SECRET)
    backend = Sealed([PLAIN], uid=None)
    try:
        outcome = run(backend, "import os; print(sorted(os.environ))")
        assert backend.facts["threads"] == 1
        assert "DOCFORGE" not in outcome.printed
    finally:
        backend.close()


@pytest.mark.proves("CODE-3")
def test_a_server_that_died_is_started_again(sealed: Sealed) -> None:
    backend = Sealed([PLAIN], uid=None)
    try:
        run(backend, "pass")
        os.kill(backend.facts["pid"], 9)
        backend._server.wait()
        outcome = run(backend, "print(1)")
        assert outcome.printed == "1\n", outcome
    finally:
        backend.close()


@pytest.mark.proves("CODE-3")
def test_code_that_is_too_long_is_refused_before_it_runs(sealed: Sealed) -> None:
    outcome = run(sealed, "#" * 300_000)
    assert outcome.kind == "error"
    assert outcome.failure is not None
    assert "262144" in outcome.failure.message


@pytest.mark.proves("CODE-3")
def test_a_worker_that_is_slow_to_read_does_not_hold_the_service(sealed: Sealed) -> None:
    outcome = run(sealed, "import time; time.sleep(60)", Limits(wall=1), document=b"x" * 8_000_000)
    assert outcome.kind == "time"
