"""A tenant's documents: reading with healing, publishing under a lock, streams. Knows no card and no link."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Self

from docforge.call import Call
from docforge.config import Settings
from docforge.errors import Phrase, Refusal
from docforge.workspace import paths
from docforge.workspace.backing import Backing, open_backing, shared_backing
from docforge.workspace.intake import Intake
from docforge.workspace.locks import Busy
from docforge.workspace.media import media_type
from docforge.workspace.publish import Publisher, agrees
from docforge.workspace.records.journal import Claimed, Clock, Journal
from docforge.workspace.shapes import Deed, Download, FileChanged, Filed, Lineage, PathTaken, Stored
from docforge.workspace.storage.base import Found, Opened, Published, Staged, Step, TooLarge, Unusable, no_step

_TENANT = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")


def _clock() -> datetime:
    return datetime.now(UTC)


class Files:
    """The documents of one tenant."""

    def __init__(
        self, settings: Settings, tenant: str, backing: Backing, step: Step = no_step, now: Clock = _clock
    ) -> None:
        if not _TENANT.fullmatch(tenant):
            raise ValueError("a tenant is named by a-z, 0-9, - and _, at most 63 of them")
        self.settings, self.tenant = settings, tenant
        self._backing, self._step, self._now = backing, step, now
        self._storage = backing.storage
        self._journal = Journal(backing.engine, tenant, now)
        self._publisher = Publisher(backing.storage, self._journal, tenant, step)

    @classmethod
    def open(cls, settings: Settings, tenant: str = "default", *, step: Step = no_step, now: Clock = _clock) -> Self:
        """The tenant's workspace; cheap, as all of one process and setting share store, database and locks.

        `step` is told each boundary that a publish crosses, by a store of this workspace's own; `now` is the clock.
        """
        backing = shared_backing(settings) if step is no_step else open_backing(settings, step)
        return cls(settings, tenant, backing, step, now)

    # ── paths ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def path(self, text: str, argument: str = "path") -> str:
        """A safe path for what a caller typed; Refusal bad_path(argument, rule). NFC; never leaves the workspace."""
        return paths.safe_path(text, argument)

    def is_template_path(self, path: str) -> bool:
        """True below one of the template folders."""
        return paths.is_below(path, self.settings.template_folders)

    def exists(self, path: str) -> bool:
        """True where anything lies at the path, so that nothing can be made there; Refusal bad_path."""
        with self._told(path):
            return self._storage.exists(self._key(path))

    def files(self, folder: str = "") -> Iterator[str]:
        """Paths of all files, sorted; nothing of `.docforge/`, no links."""
        own = f"{self.tenant}/"
        below = self._key(folder) + "/" if folder else own
        with self._told(folder):
            found = (key.removeprefix(own) for key in self._storage.keys(below))
        return (path for path in found if paths.broken_rule(path) is None)

    def near(self, path: str, candidates: Sequence[str], limit: int = 3) -> list[str]:
        """The candidates whose names are nearest to `path`, best first."""
        return paths.nearest(path, candidates, limit)

    def free_path(self, path: str) -> str:
        """`path` when nothing lies there, else `name-2.ext`, `name-3.ext` …"""
        return next(free for free in paths.numbered(path) if not self.exists(free))

    # ── documents ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @contextmanager
    def lock(self, path: str) -> Generator[None]:
        """Exclusive over processes and machines for one path; Refusal busy after settings.lock_seconds."""
        with ExitStack() as held:
            try:
                held.enter_context(self._backing.locks.hold(self._key(path), self.settings.lock_seconds))
            except Busy:
                raise Refusal("busy", path=path) from None
            yield

    def read(self, path: str) -> Stored | None:
        """The file's bytes, or None. Heals the records when the bytes differ from what was recorded (MATRIX-7).

        Refusal bad_path where what lies there is no plain file, too_large over settings.max_file_bytes.
        """
        found = self._healed(path)
        return found and Stored(path, found.data, found.sha256, found.modified, found.tag)

    def create(self, path: str, data: bytes, deed: Deed) -> Stored:
        """Publish a new file whole or not at all; PathTaken where one lies there. Takes the lock if it is not held."""
        with self._storage.stage() as staged:
            staged.write(data)
            published = self._create(path, staged, deed)
            return Stored(path, data, staged.sha256, published.modified, published.tag)

    def replace(self, before: Stored, data: bytes, deed: Deed) -> Stored:
        """Publish over `before`, keeping its bytes as a version; FileChanged where it is no longer what lies there.

        Takes the lock if it is not held.
        """
        found = Found(before.data, before.sha256, before.modified, before.tag)
        with self._storage.stage() as staged:
            staged.write(data)
            published = self._replace(before.path, found, staged, deed)
            return Stored(before.path, data, staged.sha256, published.modified, published.tag)

    def delete(self, call: Call, path: str, if_match: str | None = None) -> bool:
        """Remove a document, keeping its bytes as a version; False where there is none.

        FileChanged where `if_match` is given and is not its version or hash. Refusal is_a_template, busy, bad_path.
        """
        self._refuse_template(path)
        with self._holding(path):
            found = self._healed(path)
            if found is None:
                return False
            _check_match(path, found, if_match)
            with self._told(path):
                self._publisher.delete(path, found, call)
            return True

    def version_bytes(self, sha256: str) -> bytes | None:
        """Bytes of a kept version by its hash (also the template's, as it was when copied)."""
        found = self._storage.read(self._publisher.version_key(sha256), sys.maxsize)
        return found and found.data

    def lineage(self, path: str) -> Lineage | None:
        """What is known of the document at `path`, as of its last read; None for a file that nobody changed here."""
        return self._journal.lineage(path)

    # ── streams ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def download(self, path: str) -> Download | None:
        """The file as a stream, or None; Refusal bad_path."""
        with self._told(path):
            opened = self._storage.open(self._key(path))
        return opened and as_download(path, opened)

    def receive(self, call: Call, path: str, if_match: str | None = None, tool: str = "put_file") -> Intake:
        """A place to stream a file into, published at its end: new, or over the version or hash `if_match`.

        PathTaken where a file lies there and `if_match` is None, FileChanged where it is another than that; both are
        told before the first byte and again at the end. Refusal is_a_template for writing over one, bad_path, busy.
        """
        self._check_receivable(path, if_match)
        deed = Deed(call, tool, "uploaded")

        def publish(staged: Staged) -> Filed:
            return self._file(path, staged, deed, if_match)

        return Intake(path, self._storage.stage, self.settings.max_file_bytes, publish)

    def _check_receivable(self, path: str, if_match: str | None) -> None:
        if if_match is not None:
            self._refuse_template(path)
        elif self.exists(path):
            raise PathTaken(path)

    def _file(self, path: str, staged: Staged, deed: Deed, if_match: str | None) -> Filed:
        if if_match is None:
            self._create(path, staged, deed)
            return Filed(path, staged.size, staged.sha256, created=True)
        with self._holding(path):
            found = self._healed(path)
            if found is None:
                raise FileChanged(path)
            _check_match(path, found, if_match)
            self._replace(path, found, staged, deed)
        return Filed(path, staged.size, staged.sha256, created=False)

    # ── how ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _key(self, path: str) -> str:
        return self._publisher.key(path)

    def _create(self, path: str, staged: Staged, deed: Deed) -> Published:
        with self._holding(path), self._told(path):
            if self._storage.exists(self._key(path)):
                raise PathTaken(path)
            self._settle_claim(path)
            self._keep_template(deed)
            return self._publisher.create(path, staged, deed)

    def _replace(self, path: str, before: Found, staged: Staged, deed: Deed) -> Published:
        with self._holding(path), self._told(path):
            self._settle_claim(path)
            return self._publisher.replace(path, before, staged, deed)

    def _settle_claim(self, path: str) -> None:
        if self._journal.state(path).claim is not None:
            self._publisher.settle(path, self._found(path))

    def _keep_template(self, deed: Deed) -> None:
        """Keep the template's bytes as they were copied; one that was exchanged since is no longer those."""
        if deed.template is None or deed.template_sha256 is None:
            return
        if not self._publisher.has_kept(deed.template_sha256):
            found = self._found(deed.template)
            if found is not None and found.sha256 == deed.template_sha256:
                self._publisher.keep(found.data, found.sha256)

    def _healed(self, path: str) -> Found | None:
        found = self._found(path)
        if agrees(self._journal.state(path), found):
            return found
        if self._backing.locks.is_held(self._key(path)):
            return self._settled(path)
        try:
            with self._backing.locks.hold(self._key(path), 0):
                return self._settled(path)
        except Busy:
            return found  # somebody is at work there, and will settle what it does

    def _settled(self, path: str) -> Found | None:
        found = self._found(path)
        self._publisher.settle(path, found)
        return found

    def _found(self, path: str) -> Found | None:
        with self._told(path):
            return self._storage.read(self._key(path), self.settings.max_file_bytes)

    @contextmanager
    def _holding(self, path: str) -> Generator[None]:
        if self._backing.locks.is_held(self._key(path)):
            yield
        else:
            with self.lock(path):
                yield

    @contextmanager
    def _told(self, path: str) -> Generator[None]:
        """Says what the store and the records found in the caller's words."""
        try:
            yield
        except Claimed:
            raise Refusal("busy", path=path) from None
        except Unusable as unusable:
            raise Refusal("bad_path", argument="path", path=path, rule=Phrase(unusable.rule)) from None
        except TooLarge:
            raise Refusal("too_large", path=path, why=over_limit(self.settings.max_file_bytes)) from None

    def _refuse_template(self, path: str) -> None:
        if self.is_template_path(path):
            raise Refusal("is_a_template", path=path)


def over_limit(limit: int) -> Phrase:
    """That a file is larger than `limit` bytes, in words."""
    return Phrase("over_bytes", {"limit": limit})


def as_download(path: str, opened: Opened) -> Download:
    """An opened file under the name that it is downloaded by."""
    name = path.rpartition("/")[2]
    return Download(path, name, opened.size, media_type(path), opened.sha256, opened.chunks)


def _check_match(path: str, found: Found, if_match: str | None) -> None:
    if if_match is not None and if_match not in (found.sha256, found.sha256[:12]):
        raise FileChanged(path)
