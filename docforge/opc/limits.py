"""How much one archive may hold. Knows nothing else."""

from __future__ import annotations

from dataclasses import dataclass

MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class Limits:
    """What one package may hold: bytes of the archive, entries, bytes inflated in all and in one part.

    A part above `ratio_floor` bytes that inflates more than `ratio` times is a bomb; below it, real pictures do so too.
    """

    file: int = 64 * MEBIBYTE
    parts: int = 5_000
    inflated: int = 512 * MEBIBYTE
    part: int = 192 * MEBIBYTE
    ratio: int = 200
    ratio_floor: int = 32 * MEBIBYTE


LIMITS = Limits()
