"""Changing a document whole or not at all, in an order that a death at any moment leaves whole and tellable.

Keep the version before, stage the new bytes, claim the change in the journal, publish in the store, settle the claim.
Knows no caller's path rules and takes no lock: its caller holds the lock of the path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from docforge.call import Call
from docforge.workspace.paths import safe_path
from docforge.workspace.records.journal import Claim, Journal, State, deed_row
from docforge.workspace.shapes import Deed, FileChanged, PathTaken
from docforge.workspace.storage.base import Changed, Found, Published, Staged, Step, Storage, Taken

T = TypeVar("T")


class Publisher:
    """Publishes for one tenant."""

    def __init__(self, storage: Storage, journal: Journal, tenant: str, step: Step) -> None:
        self._storage, self._journal, self._tenant, self._step = storage, journal, tenant, step

    def key(self, path: str) -> str:
        """The store's key of a document; Refusal bad_path for what no caller may name, whoever forgot to check it."""
        return f"{self._tenant}/{safe_path(path)}"

    def version_key(self, sha256: str) -> str:
        """The store's key of kept bytes."""
        return version_key(self._tenant, sha256)

    def has_kept(self, sha256: str) -> bool:
        """True where bytes of that hash are kept."""
        return self._storage.exists(self.version_key(sha256))

    def keep(self, data: bytes, sha256: str) -> None:
        """Keep bytes under their hash; again is nothing."""
        if self.has_kept(sha256):
            return
        key = self.version_key(sha256)
        with self._storage.stage() as staged:
            staged.write(data)
            try:
                staged.create(key)
            except Taken:
                return  # somebody else kept the same bytes meanwhile

    def create(self, path: str, staged: Staged, deed: Deed) -> Published:
        """Publish at a free path; PathTaken where something lies there."""
        claim = self._journal.claim(path, before=None, after=staged.sha256, size=staged.size, deed=deed_row(deed))
        try:
            return self._carry_out(claim, lambda: staged.create(self.key(path)))
        except Taken:
            raise PathTaken(path) from None

    def replace(self, path: str, before: Found, staged: Staged, deed: Deed) -> Published:
        """Keep `before` and publish over it; FileChanged where it is not what lies there."""
        self.keep(before.data, before.sha256)
        self._step("kept")
        claim = self._journal.claim(
            path, before=before.sha256, after=staged.sha256, size=staged.size, deed=deed_row(deed)
        )
        try:
            return self._carry_out(claim, lambda: staged.replace(self.key(path), before.tag))
        except Changed:
            raise FileChanged(path) from None

    def delete(self, path: str, before: Found, call: Call) -> None:
        """Keep `before` and remove it; FileChanged where it is not what lies there."""
        self.keep(before.data, before.sha256)
        self._step("kept")
        row = deed_row(Deed(call, "delete_file", "deleted"))
        claim = self._journal.claim(path, before=before.sha256, after=None, size=0, deed=row)
        try:
            self._carry_out(claim, lambda: self._storage.delete(self.key(path), before.tag))
        except Changed:
            raise FileChanged(path) from None

    def _carry_out(self, claim: Claim, change: Callable[[], T]) -> T:
        self._step("claimed")
        try:
            done = change()
        except (Taken, Changed):
            self._journal.drop(claim)
            raise
        self._step("published")
        self._journal.finish(claim)
        self._step("recorded")
        return done

    def settle(self, path: str, found: Found | None) -> None:
        """Bring the records to what has just been read at `path`."""
        size = len(found.data) if found else 0
        self._journal.settle(path, found.sha256 if found else None, size, found.modified if found else None)


def version_key(tenant: str, sha256: str) -> str:
    """The store's key of bytes that are kept by their hash."""
    return f"{tenant}/.docforge/versions/{sha256[:2]}/{sha256}"


def agrees(state: State, found: Found | None) -> bool:
    """True where the records say what lies there; a document nobody recorded yet needs no word."""
    return state.claim is None and (state.sha256 is None or (found is not None and found.sha256 == state.sha256))
