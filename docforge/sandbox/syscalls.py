"""The system calls that a sealed process may make, as a seccomp filter (seccomp(2), BPF). Knows no process.

An allow-list: no open, stat, socket, fork, exec or kill. Memory is never made executable.
"""

from __future__ import annotations

import ctypes
import errno

_COMMON = (
    "read", "write", "close", "fstat", "lseek", "mmap", "mprotect", "munmap", "brk", "rt_sigaction", "rt_sigprocmask",
    "rt_sigreturn", "sched_yield", "mremap", "madvise", "nanosleep", "getpid", "getppid", "exit", "gettimeofday",
    "getrusage", "sigaltstack", "gettid", "futex", "pselect6", "clock_gettime", "clock_getres", "clock_nanosleep",
    "exit_group", "restart_syscall", "getrandom", "rseq", "clone3",
)  # fmt: skip
_X86_64 = (
    0, 1, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 28, 35, 39, 110, 60, 96, 98, 131, 186, 202, 270, 228, 229, 230,
    231, 219, 318, 334, 435,
)  # fmt: skip
_AARCH64 = (
    63, 64, 57, 80, 62, 222, 226, 215, 214, 134, 135, 139, 124, 216, 233, 101, 172, 173, 93, 169, 165, 132, 178, 98, 72,
    113, 114, 115, 94, 128, 278, 293, 435,
)  # fmt: skip
NUMBERS: dict[str, dict[str, int]] = {
    "x86_64": {**dict(zip(_COMMON, _X86_64, strict=True)), "select": 23},
    "aarch64": dict(zip(_COMMON, _AARCH64, strict=True)),
}
_AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
SECCOMP = {"x86_64": 317, "aarch64": 277}
_MEMORY = ("mmap", "mprotect")
_X32 = 0x40000000  # the calls of the x32 ABI begin here
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _PROTECTION_AT = 0, 4, 16 + 2 * 8
_EXECUTABLE = 4

Step = tuple[int, int, int, int]


class Instruction(ctypes.Structure):
    """struct sock_filter."""

    _fields_ = (
        ("code", ctypes.c_ushort), ("if_true", ctypes.c_ubyte), ("if_false", ctypes.c_ubyte), ("k", ctypes.c_uint32),
    )  # fmt: skip


class Program(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.POINTER(Instruction)))


def build_program(machine: str) -> Program:
    """The filter for a machine of `NUMBERS`; whatever it does not name fails with EPERM."""
    steps = [*_check_architecture(machine), *_rules(machine), (_RETURN, 0, 0, _REFUSE | errno.EPERM)]
    held = (Instruction * len(steps))(*steps)
    return Program(len(steps), held)


def _check_architecture(machine: str) -> list[Step]:
    steps: list[Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT), (_EQUAL, 1, 0, _AUDIT[machine]), (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
    ]  # fmt: skip
    if machine == "x86_64":
        steps += [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _KILL)]
    return steps


def _rules(machine: str) -> list[Step]:
    steps = list[Step]()
    for name, number in NUMBERS[machine].items():
        if name == "clone3":  # libc falls back to clone, which is refused, only when told that there is no clone3
            steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE | errno.ENOSYS)]
        elif name in _MEMORY:
            steps += [
                (_EQUAL, 0, 4, number), (_LOAD, 0, 0, _PROTECTION_AT), (_BITS, 0, 1, _EXECUTABLE),
                (_RETURN, 0, 0, _REFUSE | errno.EPERM), (_RETURN, 0, 0, _ALLOW),
            ]  # fmt: skip
        else:
            steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    return steps
