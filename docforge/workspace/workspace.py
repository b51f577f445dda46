"""One tenant's workspace as higher floors see it: documents, cards and links, calls. Knows no format and no door."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from docforge.call import Call
from docforge.errors import Refusal
from docforge.workspace.files import Files, as_download
from docforge.workspace.intake import Intake
from docforge.workspace.links import Signer, derive_key, read_token
from docforge.workspace.media import media_type
from docforge.workspace.publish import version_key
from docforge.workspace.records.calls import Calls
from docforge.workspace.records.jobs import Jobs
from docforge.workspace.records.offers import Expected, Handover, Offers
from docforge.workspace.shapes import Card, Deed, Download, Filed, Json, PathTaken, Stored, version_of
from docforge.workspace.storage.base import Staged

_NEVER = datetime.fromtimestamp(0, UTC)
_NO_HANDOVER = Handover("", "", "", "", 0)
_NO_UPLOAD = Expected("", "", "", Call(), _NEVER, None)


class Workspace(Files):
    """One tenant's workspace. Paths are strings that `path()` has returned: relative, NFC, with `/`."""

    @property
    def _offers(self) -> Offers:
        return Offers(self._backing.engine, self.tenant, self._now, self._journal)

    @property
    def _calls(self) -> Calls:
        return Calls(self._backing.engine, self.tenant, self._now)

    def key_for(self, purpose: str) -> bytes:
        """A key of 32 bytes for signing what `purpose` names; the same in every process that shares the secret."""
        return derive_key(self._backing.secret, purpose)

    def location(self, path: str) -> str:
        """Where the file lies or would lie in the owner's own folder; for callers who own the workspace (DOOR-9)."""
        return self._storage.location(self._key(path))

    # ── hand-overs ────────────────────────────────────────────────────────────────────────────────────────────────────

    def hand_over(self, call: Call, stored: Stored) -> Card:
        """Make or renew the card of this path in this conversation (ATTACH-3) and remember the version handed over."""
        self._publisher.keep(stored.data, stored.sha256)
        return self._card(call, self._offers.hand_over(call, stored))

    def cards(self, call: Call) -> list[Card]:
        """Cards of the call's conversation, oldest first, each with a link of full life."""
        return [self._card(call, given) for given in self._offers.cards(call.talk)]

    def open_link(self, token: str) -> Download | None:
        """The version that a download link binds, whatever has become of the document; None for any fault of a link."""
        read = read_token(token)
        given = self._offers.handover(read.id) or _NO_HANDOVER
        signed = self._links.fits(read, given.tenant, given.path, given.sha256)
        if not signed or read.expires <= self._now():
            return None
        opened = self._storage.open(version_key(given.tenant, given.sha256))
        return opened and as_download(given.path, opened)

    def _card(self, call: Call, given: Handover) -> Card:
        name = given.path.rpartition("/")[2]
        version = version_of(given.sha256)
        bare = Card(given.path, name, given.size, media_type(given.path), version)
        if call.local:
            return replace(bare, location=self._storage.location(self._key(given.path)))
        expires = self._ends_in(self.settings.link_seconds)
        token = self._links.sign(given.id, expires, given.tenant, given.path, given.sha256)
        return replace(bare, url=f"{self._address()}/d/{token}", expires=expires)

    # ── uploads ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def upload_link(self, call: Call, path: str) -> tuple[str, datetime]:
        """A signed one-time address that takes the file at `path`, and when it ends; PathTaken, Refusal bad_path."""
        self._check_receivable(path, None)
        expected = self._offers.expect(call, path, self._ends_in(self.settings.upload_seconds))
        token = self._addresses.sign(expected.id, expected.expires_at, expected.tenant, path)
        return f"{self._address()}/u/{token}", expected.expires_at

    def receive_upload(self, token: str) -> Intake | None:
        """A place to stream the file of an upload address into; None for any fault of an address, also a second use.

        PathTaken where a file has come to lie at its path.
        """
        read = read_token(token)
        expected = self._offers.expected(read.id) or _NO_UPLOAD
        signed = self._addresses.fits(read, expected.tenant, expected.path)
        if not signed or read.expires <= self._now() or expected.used_at is not None:
            return None
        return Workspace(self.settings, expected.tenant, self._backing, self._step, self._now).receive_expected(
            expected
        )

    def receive_expected(self, expected: Expected) -> Intake:
        """The same for an address that has been checked."""
        self._check_receivable(expected.path, None)
        deed = Deed(expected.call, "upload_link", "uploaded")

        def publish(staged: Staged) -> Filed:
            with self.lock(expected.path):
                if not self._offers.is_open(expected.id):
                    raise PathTaken(expected.path)
                filed = self._file(expected.path, staged, deed, None)
                self._offers.use(expected.id)
            return filed

        return Intake(expected.path, self._storage.stage, self.settings.max_file_bytes, publish)

    @property
    def _links(self) -> Signer:
        return Signer(self._backing.secret, "download")

    @property
    def _addresses(self) -> Signer:
        return Signer(self._backing.secret, "upload")

    def _address(self) -> str:
        """Where users reach the service."""
        here = f"http://{self.settings.host}:{self.settings.port}"
        return (self.settings.public_url or here).rstrip("/")

    def _ends_in(self, seconds: int) -> datetime:
        """A whole second, as addresses carry no fraction of one."""
        return (self._now() + timedelta(seconds=seconds)).replace(microsecond=0)

    # ── calls ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def done_before(self, call: Call, tool: str, digest: str) -> tuple[datetime, Json] | None:
        """When and with what result an equal call was carried out within settings.repeat_seconds (DOOR-11).

        `digest` is the hash of the arguments. Where a door gave an idempotency key, the key tells the call instead, and
        key_reused is raised where it came with other arguments: their result must not pass for this call's.
        None also when the document that it wrote has changed since.
        """
        row = self._calls.latest(call, tool, digest, self.settings.repeat_seconds)
        if row is not None and row["digest"] != digest:
            raise Refusal("key_reused")
        if row is None or not self._is_still(row["path"], row["version_after"]):
            return None
        return row["at"], row["result"]["result"]

    def audit(
        self,
        call: Call,
        *,
        tool: str,
        digest: str,
        outcome: str,
        path: str | None,
        before: str | None,
        after: str | None,
        milliseconds: float,
        result: Json | None,
    ) -> None:
        """One row a call: outcome is "done" or the refusal's code; `result` is kept for done_before."""
        told: Json = {"tool": tool, "digest": digest, "outcome": outcome, "path": path, "milliseconds": milliseconds}
        self._calls.add(call, told | {"version_before": before, "version_after": after}, result)

    @property
    def jobs(self) -> Jobs:
        """Calls that outlast their doors (DOOR-12)."""
        return Jobs(self._backing.engine, self.tenant, self._now, self.settings.job_seconds)

    def _is_still(self, path: str | None, version: str | None) -> bool:
        if path is None or version is None:
            return False
        stored = self.read(path)
        return stored is not None and stored.sha256.startswith(version)
