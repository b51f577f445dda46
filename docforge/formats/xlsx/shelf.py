"""Keeps what is known of the small workbooks used last, so that a form in use is not taken apart anew at every call.

Workbooks are found by their whole bytes and hold facts of those bytes alone. Knows no call, no caller and no item.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package

_LARGEST_FILE = 1 * 2**20
_LARGEST_BOOK, _LARGEST_SHELF = 8 * 2**20, 48 * 2**20


class Shelf:
    """At most `most` bytes of workbooks, the one not used for longest leaving first. Threads may share it."""

    def __init__(self, most: int = _LARGEST_SHELF) -> None:
        self._most = most
        self._books: OrderedDict[bytes, tuple[Workbook, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._books)

    def take(self, package: Package) -> Workbook:
        """The workbook of a package with the same bytes, else a new one."""
        if len(package.data) > _LARGEST_FILE:
            return Workbook(package)
        with self._lock:
            found = self._books.get(package.data)
            if found is None:
                return Workbook(package)
            self._books.move_to_end(package.data)
            return found[0]

    def keep(self, workbook: Workbook) -> None:
        """Put the workbook on the shelf, or weigh it anew: it grows as it is asked."""
        data, size = workbook.package.data, workbook.size
        with self._lock:
            self._books.pop(data, None)
            if len(data) <= _LARGEST_FILE and size <= _LARGEST_BOOK:
                self._books[data] = (workbook, size)
            total = sum(weight for _, weight in self._books.values())
            while total > self._most:
                _, (_, weight) = self._books.popitem(last=False)
                total -= weight

    def clear(self) -> None:
        """Forget all, so that the next fill is as the first."""
        with self._lock:
            self._books.clear()


SHELF = Shelf()
