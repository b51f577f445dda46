"""Restricts the process it runs in, for good: limits, no privileges, Landlock where there is any, seccomp always.

Every layer works without rights of its own, in an ordinary container too. Knows no job.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import signal
import struct
import sys
from typing import Any

from docforge.sandbox.syscalls import NUMBERS, SECCOMP, build_program

MACHINE = platform.machine()
_PARENT_DEATH, _DUMPABLE, _NO_NEW_PRIVILEGES = 1, 4, 38  # prctl(2)
_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # landlock(7), the same on every machine
_FILE_RIGHTS = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF}
_ALL_FILE_RIGHTS = 0xFFFF
_NETWORK_FROM, _SCOPE_FROM = 4, 6
_NETWORK, _SCOPE = 0x3, 0x3  # bind and connect; abstract sockets and signals
_LIBC: Any = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_PROGRAM = build_program(MACHINE) if MACHINE in NUMBERS else None  # built before: a sealed process may import nothing


class Unsealed(OSError):  # noqa: N818  what the process is
    """A layer could not be put on; the process must not go on."""


def can_seal() -> bool:
    """Whether this machine has what `seal` needs: Linux, seccomp filters, a processor whose calls are known."""
    if _LIBC is None or _PROGRAM is None:
        return False
    action = ctypes.c_uint32(0x7FFF0000)
    return _LIBC.syscall(SECCOMP[MACHINE], 2, 0, ctypes.byref(action)) == 0  # SECCOMP_GET_ACTION_AVAIL


def landlock_version() -> int:
    """The version of Landlock that the kernel offers, 0 where it has none."""
    return max(0, _LIBC.syscall(_CREATE_RULESET, None, 0, 1)) if _LIBC is not None else 0


def address_space() -> int:
    """Bytes of address space that this process has taken."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  read where pathlib may not be loaded
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def seal(*, cpu: int, memory: int, parent: int, uid: int | None) -> None:
    """Seal this process. `memory` is the whole address space in bytes, `cpu` seconds; `uid` is taken on if it is root.

    Raises Unsealed where a layer fails, and leaves at once where the parent is gone.
    """
    if _PROGRAM is None:
        raise Unsealed(0, MACHINE)
    _LIBC.prctl(_PARENT_DEATH, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)
    if uid is not None and os.geteuid() == 0:
        _take_on(uid)
    _check(_LIBC.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no_new_privs")
    if version := landlock_version():
        _deny_files(version)
    _limit(cpu, memory)
    _check(_LIBC.prctl(_DUMPABLE, 0, 0, 0, 0), "dumpable")
    _check(_LIBC.syscall(SECCOMP[MACHINE], 1, 0, ctypes.byref(_PROGRAM)), "seccomp")


def hide_from_others() -> None:
    """Let no other process of this user read the memory of this one."""
    _check(_LIBC.prctl(_DUMPABLE, 0, 0, 0, 0), "dumpable")


def _take_on(uid: int) -> None:
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    _LIBC.prctl(_PARENT_DEATH, signal.SIGKILL, 0, 0, 0)  # a change of user clears it


def _deny_files(version: int) -> None:
    """A ruleset without a rule: every right that it governs is gone."""
    files = _FILE_RIGHTS.get(version, _ALL_FILE_RIGHTS)
    rights = [files, _NETWORK if version >= _NETWORK_FROM else 0, _SCOPE if version >= _SCOPE_FROM else 0]
    length = 24 if version >= _SCOPE_FROM else 16 if version >= _NETWORK_FROM else 8
    ruleset = _LIBC.syscall(_CREATE_RULESET, struct.pack("=QQQ", *rights)[:length], length, 0)
    _check(ruleset, "landlock")
    _check(_LIBC.syscall(_RESTRICT_SELF, ruleset, 0), "landlock")
    os.close(ruleset)


def _limit(cpu: int, memory: int) -> None:
    for kind in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC, resource.RLIMIT_NOFILE):
        resource.setrlimit(kind, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _check(answer: int, layer: str) -> None:
    if answer < 0:
        raise Unsealed(ctypes.get_errno(), layer)
