"""The error tree: what a caller did wrong, or what failed on our own machine.

What the web does wrong is data (a finding, a failure), never one of these.

    ArpentError
    |-- UsageError                  the caller's mistake; CLI exit 2
    |   |-- InvalidUrl              (also ValueError)   .text .reason
    |   |-- InvalidSettings         (also ValueError)   .name .value .source
    |   `-- UnknownSite             (also LookupError)  .site
    |-- StoreError                  .path; CLI exit 6
    |   |-- StoreMissing
    |   |-- StoreBusy               .held_for_s
    |   `-- StoreTooNew             .found .supported
    `-- FleetError                  .shard; CLI exit 6
"""

__all__ = [
    "ArpentError",
    "FleetError",
    "InvalidSettings",
    "InvalidUrl",
    "StoreBusy",
    "StoreError",
    "StoreMissing",
    "StoreTooNew",
    "UnknownSite",
    "UsageError",
]


class ArpentError(Exception):
    """Anything that arpent raises on purpose."""


class UsageError(ArpentError):
    """The caller asked for something that cannot be done as asked."""


class InvalidUrl(UsageError, ValueError):
    """A text that is no address that may be requested."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text[:200]!r}: {reason}")
        self.text = text
        self.reason = reason


class InvalidSettings(UsageError, ValueError):
    """A setting whose value cannot be used."""

    def __init__(self, name: str, value: object, *, reason: str, source: str) -> None:
        super().__init__(f"{name} = {value!r} ({source}): {reason}")
        self.name = name
        self.value = value
        self.source = source


class UnknownSite(UsageError, LookupError):
    """A site of which the store knows nothing."""

    def __init__(self, site: str) -> None:
        super().__init__(f"{site!r}: not in the store; survey it first")
        self.site = site


class StoreError(ArpentError):
    """The store, or a file that we were asked to write, failed."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path


class StoreMissing(StoreError):
    """There is no store at this place."""


class StoreBusy(StoreError):
    """Another writer holds the store."""

    def __init__(self, path: str, *, held_for_s: float) -> None:
        super().__init__(
            path, f"held by another writer for {held_for_s:.0f} s; try again later"
        )
        self.held_for_s = held_for_s


class StoreTooNew(StoreError):
    """The store was written by a newer version."""

    def __init__(self, path: str, *, found: int, supported: int) -> None:
        super().__init__(
            path,
            f"schema {found} is newer than {supported}, which this version reads; "
            "upgrade arpent",
        )
        self.found = found
        self.supported = supported


class FleetError(ArpentError):
    """A shard of a fleet failed."""

    def __init__(self, shard: str, reason: str) -> None:
        super().__init__(f"shard {shard}: {reason}")
        self.shard = shard
