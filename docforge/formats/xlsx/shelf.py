"""Keeps what is known of the workbooks used last, so that a form in use is not taken apart anew at every call.

Workbooks are found by their whole bytes and hold facts of those bytes alone. Knows no call, no caller and no item.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package

_MOST = 48 * 2**20
_KEY = 2**12


class Shelf:
    """At most `most` bytes of workbooks, the one not used for longest leaving first. Threads may share it.

    No workbook may take more than a third.
    """

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._books: OrderedDict[bytes, tuple[Workbook, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._books)

    def take(self, package: Package) -> Workbook:
        """The workbook of a package with the same bytes, else a new one."""
        key = _key(package)
        with self._lock:
            found = self._books.get(key)
            if found is None or found[0].package.data != package.data:
                return Workbook(package)
            self._books.move_to_end(key)
            return found[0]

    def keep(self, workbook: Workbook) -> None:
        """Put the workbook on the shelf without its large sheets, or weigh it anew: it grows as it is asked."""
        workbook.put_away()
        key, size = _key(workbook.package), workbook.size
        with self._lock:
            self._books.pop(key, None)
            if size * 3 <= self._most:
                self._books[key] = (workbook, size)
            total = sum(weight for _, weight in self._books.values())
            while total > self._most:
                _, (_, weight) = self._books.popitem(last=False)
                total -= weight

    def clear(self) -> None:
        """Forget all, so that the next fill is as the first."""
        with self._lock:
            self._books.clear()


def _key(package: Package) -> bytes:
    """The end of the file: there stand the length and CRC-32 of each part."""
    return package.data[-_KEY:]


SHELF = Shelf()
