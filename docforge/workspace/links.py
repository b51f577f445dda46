"""Signing addresses: an id and a moment, bound to what they give. Knows no record and no door (RFC 2104, RFC 4648)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from docforge.errors import Phrase, Refusal

ID_BYTES = 9
_MOMENT_BYTES = 5
_TAG_BYTES = 16
_SECRET_BYTES = 32
_LENGTH = ID_BYTES + _MOMENT_BYTES + _TAG_BYTES


@dataclass(frozen=True, slots=True)
class Token:
    """What stands in an address before it is checked."""

    id: str
    expires: datetime
    tag: bytes


_NO_TOKEN = Token("", datetime.fromtimestamp(0, UTC), b"")


class Signer:
    """Signs for one purpose, so that an address for one thing is none for another."""

    def __init__(self, secret: bytes, purpose: str) -> None:
        self._key = derive_key(secret, purpose)
        self._key_id = hashlib.sha256(self._key).hexdigest()[:8]

    def sign(self, name: str, expires: datetime, *bound: str) -> str:
        """40 URL-safe characters for the id `name` (12 of them), bound to `expires` (whole seconds) and `bound`."""
        moment = int(expires.timestamp())
        head = base64.urlsafe_b64decode(name) + moment.to_bytes(_MOMENT_BYTES, "big")
        return base64.urlsafe_b64encode(head + self._tag(name, moment, bound)).decode()

    def fits(self, token: Token, *bound: str) -> bool:
        """True where the token was signed for `bound`; takes as long for any fault."""
        return hmac.compare_digest(self._tag(token.id, int(token.expires.timestamp()), bound), token.tag)

    def _tag(self, name: str, moment: int, bound: tuple[str, ...]) -> bytes:
        said = "\0".join((name, str(moment), self._key_id, *bound))
        return hmac.digest(self._key, said.encode(), "sha256")[:_TAG_BYTES]


def read_token(text: str) -> Token:
    """The parts of an address; for what is none, a token that fits nothing."""
    try:
        raw = base64.b64decode(text.encode("ascii"), altchars=b"-_", validate=True)
        name, moment = raw[:ID_BYTES], int.from_bytes(raw[ID_BYTES:-_TAG_BYTES], "big")
        token = Token(base64.urlsafe_b64encode(name).decode(), datetime.fromtimestamp(moment, UTC), raw[-_TAG_BYTES:])
    except (ValueError, OverflowError, OSError):  # not base64 (binascii.Error is a ValueError), or no moment
        return _NO_TOKEN
    return token if len(raw) == _LENGTH else _NO_TOKEN


def derive_key(secret: bytes, purpose: str) -> bytes:
    """A key for one purpose out of the one secret."""
    return hmac.digest(secret, f"docforge {purpose} v1".encode(), "sha256")


def kept_secret(folder: Path) -> bytes:
    """The secret in `folder`/secret, made at first use by whichever process is first; readable by its owner only."""
    path = folder / "secret"
    with suppress(FileNotFoundError):
        return _checked(path.read_bytes())
    _make_secret(folder, path)
    return _checked(path.read_bytes())


def _make_secret(folder: Path, path: Path) -> None:
    draft = folder / "tmp" / f"{secrets.token_hex(16)}.part"
    opened = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    try:
        os.write(opened, secrets.token_hex(_SECRET_BYTES).encode())
        os.fsync(opened)
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.close(opened)
        draft.unlink()


def _checked(secret: bytes) -> bytes:
    if len(secret.strip()) < _SECRET_BYTES:
        raise Refusal("cannot_start", why=Phrase("secret_damaged"))
    return secret.strip()
