"""Settings as one table: name, default, help. Knows no room; rooms are handed the values they need."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource


class Settings(BaseSettings):
    """Every setting, by environment (`DOCFORGE_…`) or in the TOML file that DOCFORGE_CONFIG names."""

    model_config = SettingsConfigDict(env_prefix="DOCFORGE_", env_ignore_empty=True, extra="forbid")

    workspace: Path = Field(
        default=Path("workspace"), description="Folder that holds templates and documents (local storage)."
    )
    storage: str = Field(
        default="local", description="`local`, or `s3://bucket/prefix` for storage shared by machines."
    )
    storage_endpoint: str | None = Field(
        default=None, description="Address of an S3-compatible server; absent means AWS."
    )
    storage_region: str = Field(default="us-east-1", description="Region of the bucket.")
    storage_key: SecretStr | None = Field(
        default=None, description="Access key of the bucket; absent means the environment's."
    )
    storage_secret: SecretStr | None = Field(default=None, description="Secret key of the bucket.")
    database_url: str | None = Field(
        default=None, description="SQLAlchemy address of the records; absent means SQLite in the workspace."
    )
    secret: SecretStr | None = Field(
        default=None, description="Signs links and handles; made and kept in the workspace when absent."
    )
    api_key: SecretStr | None = Field(
        default=None, description="Key that callers send as a bearer token; required outside loopback.", min_length=1
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="What the service logs to stderr: this and worse."
    )
    log_format: Literal["json", "text"] = Field(default="json", description="A log line as JSON, or as words.")
    host: str = Field(default="127.0.0.1", description="Address that the service listens on.")
    port: int = Field(default=8765, description="Port that the service listens on.", ge=0, le=65535)
    public_url: str | None = Field(
        default=None, description="Address that users reach the service at; download links begin with it."
    )
    allowed_hosts: list[str] = Field(
        default_factory=list[str], description="Host names accepted besides loopback and the public address."
    )
    language: Literal["ko", "en"] = Field(default="ko", description="Language of messages where the caller names none.")
    zone: str = Field(
        default="Asia/Seoul", description="Time zone of the caller where the door names none (IANA name)."
    )
    template_folders: list[str] = Field(
        default_factory=lambda: ["templates"], description="Folders that hold templates; never written by a tool."
    )
    link_seconds: int = Field(default=86_400, description="Life of a download link.", ge=1)
    upload_seconds: int = Field(default=3_600, description="Life of an upload address.", ge=1)
    guide_seconds: int = Field(default=7_200, description="Life of a guide handle.", ge=1)
    lock_seconds: float = Field(
        default=10.0, description="How long a call waits for another one on the same document.", ge=0
    )
    repeat_seconds: int = Field(default=3_600, description="How long an equal call is recognised as a repeat.", ge=0)
    job_after_seconds: float = Field(
        default=20.0, description="A call that takes longer goes on as a job; 0 makes every slow call one.", ge=0
    )
    job_seconds: int = Field(default=3_600, description="How long a job that has ended can be asked for.", ge=60)
    job_threads: int = Field(
        default=40, description="Slow calls at work at once in one process; more of them wait.", ge=1
    )
    max_file_bytes: int = Field(default=64 * 2**20, description="Largest file taken in.", ge=1)
    max_call_bytes: int = Field(default=4 * 2**20, description="Largest call, as JSON.", ge=1_024)
    max_parts: int = Field(default=5_000, description="Most parts in one package.", ge=1)
    max_inflated_bytes: int = Field(
        default=512 * 2**20, description="Most bytes that one package may inflate to.", ge=1
    )
    max_part_bytes: int = Field(default=192 * 2**20, description="Most bytes that one part may inflate to.", ge=1)
    max_items: int = Field(default=5_000, description="Most cells or fields in one call.", ge=1)
    code: Literal["sealed", "off"] = Field(
        default="sealed", description="Whether callers' code runs, in a sealed process, or is refused."
    )
    code_seconds: float = Field(default=20.0, description="Longest run of a caller's code.", gt=0)
    code_cpu_seconds: int = Field(default=10, description="Most processor time that a caller's code takes.", ge=1)
    code_memory_bytes: int = Field(
        default=512 * 2**20, description="Most memory that a caller's code takes.", ge=64 * 2**20
    )
    code_answer_bytes: int = Field(default=64 * 2**20, description="Largest document that code gives back.", ge=1)
    force_calculation: bool = Field(default=False, description="Also set the workbook's flag to calculate at opening.")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  pydantic's hook
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003  pydantic's hook
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        import os  # noqa: PLC0415  read at call time, so a test can name another file

        named = os.environ.get("DOCFORGE_CONFIG")
        sources = (init_settings, env_settings)
        return (*sources, TomlConfigSettingsSource(settings_cls, Path(named))) if named else sources
