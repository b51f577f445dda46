"""Opens the bucket that the settings name, or says in its operator's words why it cannot be used. Knows no document."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import S3Store

from docforge.config import Settings
from docforge.errors import Phrase, Refusal
from docforge.workspace.storage.base import Step, no_step
from docforge.workspace.storage.s3 import ConditionsIgnored, S3Storage

SCHEME = "s3://"
_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_S3_CODE, _STATUS = re.compile(r"<Code>(\w+)</Code>"), re.compile(r"status code: (\d{3}[ \w]*)")
_MACHINE_KEYS = ("169.254.169.254", "169.254.170.2")  # where AWS's machines and containers are told their keys
_IGNORED = {
    "create": "storage_ignores_create",
    "replace": "storage_ignores_replace",
    "tag": "storage_ignores_tag",
}
_AT_START: Any = {"max_retries": 2, "retry_timeout": timedelta(seconds=10)}


def open_s3(settings: Settings, tmp: Path, step: Step = no_step) -> S3Storage:
    """The bucket of `settings.storage` (`s3://bucket/prefix`); Refusal cannot_start where it cannot keep documents."""
    bucket, _, prefix = settings.storage.removeprefix(SCHEME).partition("/")
    options: dict[str, Any] = {**_options(settings, bucket), "prefix": prefix.strip("/") or None}
    with _told(settings, bucket):
        S3Storage(S3Store(bucket, retry_config=_AT_START, **options), settings.storage, tmp).check_conditions()
    return S3Storage(S3Store(bucket, **options), settings.storage, tmp, step)


def _options(settings: Settings, bucket: str) -> dict[str, Any]:
    """What the client is made of; the client itself would not take a wrong address for an error, but break."""
    if not (settings.storage.startswith(SCHEME) and _BUCKET.fullmatch(bucket)):
        raise _unusable("storage_address")
    options: dict[str, Any] = {"region": settings.storage_region}
    if settings.storage_endpoint:
        if not _is_address(settings.storage_endpoint):
            raise _unusable("storage_endpoint")
        options["endpoint"] = settings.storage_endpoint
        options["client_options"] = {"allow_http": settings.storage_endpoint.startswith("http://")}
    if (settings.storage_key is None) is not (settings.storage_secret is None):
        raise _unusable("storage_half_key")
    if settings.storage_key and settings.storage_secret:
        options["access_key_id"] = settings.storage_key.get_secret_value()
        options["secret_access_key"] = settings.storage_secret.get_secret_value()
    return options


def _is_address(endpoint: str) -> bool:
    """True for http or https, a host and perhaps a port (RFC 3986 §3.2), without a name or password in it."""
    if not re.fullmatch(r"https?://[!-?A-~]+", endpoint):
        return False
    try:
        parts = urlsplit(endpoint)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _unusable(code: str, **facts: Any) -> Refusal:
    return Refusal("cannot_start", why=Phrase(code, facts))


@contextmanager
def _told(settings: Settings, bucket: str) -> Generator[None]:
    """What the first requests meet, in words that show no key and no signature."""
    server = settings.storage_endpoint or f"s3.{settings.storage_region}.amazonaws.com"
    try:
        yield
    except ConditionsIgnored as fault:
        raise _unusable(_IGNORED[fault.condition], server=server) from None
    except FileNotFoundError:
        raise _unusable("storage_no_bucket", bucket=bucket, server=server) from None
    except (PermissionDeniedError, UnauthenticatedError) as fault:
        raise _unusable("storage_denied", bucket=bucket, answer=_answer_of(str(fault))) from None
    except BaseError as fault:
        raise _without_answer(str(fault), server) from None


def _without_answer(said: str, server: str) -> Refusal:
    if any(address in said for address in _MACHINE_KEYS):
        return _unusable("storage_no_key")
    answer = _answer_of(said)
    return _unusable("storage_answers" if answer else "storage_lost", server=server, answer=answer)


def _answer_of(said: str) -> str:
    """The server's own code for what is wrong, else the status; "" where it gave neither."""
    found = _S3_CODE.search(said) or _STATUS.search(said)
    return found[1].strip() if found else ""
