"""What is promised to other programs stands in the reference, word for word."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from arpent.cli import codes
from arpent.cli.app import make_app
from arpent.cli.reports import changes_as_json, log_row_as_json, report_as_json
from arpent.formats.feed import RESOLVED_CHARS
from arpent.formats.signals import Signal
from arpent.settings import Settings
from arpent.terms.changes import Changes, Dates
from arpent.terms.documents import Kind
from arpent.terms.entries import Entry, Precision
from arpent.terms.exchange import FailureKind, Fault, LogRow, Step
from arpent.terms.findings import finding
from arpent.terms.policy import Limits, Policy
from arpent.terms.report import FoundBy, Report, SitemapRow, StoppedBy
from arpent.terms.rules import Severity
from pages import ROOT, examples

_REFERENCE: Final = ROOT / "docs" / "reference"
_NOW: Final = datetime(2026, 11, 20, tzinfo=UTC)
_FOUND: Final = finding("xml-cut", line=1, column=1, byte=0, entry=0, url="u")
_REPORT: Final = Report(
    target="t",
    origin=None,
    started_at=_NOW,
    finished_at=_NOW + timedelta(seconds=1),
    sitemaps=(SitemapRow(url="u", found_by=FoundBy.ROBOTS),),
    findings=(_FOUND,),
)
_ROW: Final = LogRow(
    at=_NOW,
    sent=True,
    step=Step.ROBOTS,
    method="GET",
    url="u",
    status=200,
    bytes=0,
    ms=0,
    waited_ms=0,
    source=None,
)
_CHANGES: Final = Changes(
    site="s",
    since=_NOW,
    total=0,
    changed=(),
    undated=(),
    unchanged=0,
    dates=Dates(kind="hint", sentence="."),
)


def _spans(page: str) -> set[str]:
    text = (_REFERENCE / page).read_text(encoding="utf-8")
    return set(re.findall(r"`([^`\n]+)`", text))


def _names(value: object) -> set[str]:
    """Return every name of a JSON value, at any depth."""
    if isinstance(value, Mapping):
        inner = (_names(part) for part in value.values())
        return {str(name) for name in value}.union(*inner)
    if isinstance(value, list):
        return set[str]().union(*(_names(part) for part in value))
    return set()


_PROMISED: Final[Mapping[str, Iterable[str]]] = {
    "the record of an entry": Entry._fields,
    "precisions": [p.name.lower() for p in Precision if p],
    "the report": _names(report_as_json(_REPORT)),
    "the log": _names(log_row_as_json(_ROW)),
    "the answer of changed": _names(changes_as_json(_CHANGES)),
    "a signal": [part.name for part in fields(Signal)],
    "words of the log": [*FailureKind, *Fault],
    "steps": Step,
    "kinds": Kind,
    "ways to find a sitemap": FoundBy,
    "ends of a run": StoppedBy,
    "severities": Severity,
}


@pytest.mark.parametrize("names", _PROMISED.values(), ids=_PROMISED)
def test_the_records_page_has_every_name(names: Iterable[str]) -> None:
    assert {str(name) for name in names} - _spans("records.md") == set()


def test_the_page_of_exit_codes_has_every_code() -> None:
    text = (_REFERENCE / "exit-codes.md").read_text(encoding="utf-8")
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)}
    assert told == {getattr(codes, name) for name in codes.__all__}


def test_the_limits_that_are_told_are_those_that_hold() -> None:
    limits, policy = Limits(), Policy()
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    rows = dict(
        re.findall(r"^\| ([a-z][^|]*?) \| ([^|]*\d[^|]*?) \|$", text, re.MULTILINE)
    )
    told = {what: re.findall(r"\d(?:[\d,]*\d)?", much) for what, much in rows.items()}
    assert told == {
        "a document, after decompression": [f"{limits.document_bytes:,}"],
        "a home page": [f"{limits.page_bytes:,}"],
        "robots.txt": [f"{limits.robots_bytes:,}"],
        "layers of compression": [f"{limits.compression_layers}"],
        "nesting of XML": [f"{limits.xml_depth}"],
        "an address": [f"{limits.url_chars:,}"],
        "redirects": [f"{limits.redirects}", f"{limits.robots_redirects}"],
        "depth of indexes": [f"{limits.index_depth}"],
        "origins that the documents of one site lead to": [f"{limits.origins}"],
        "sitemap files of a site": [f"{policy.max_files:,}"],
        "one exchange": [f"{policy.timeout_s:.0f}", f"{policy.robots_timeout_s:.0f}"],
        "requests to a host": [f"{policy.pause_s:.0f}"],
        "what relative addresses of a document grow by": [f"{RESOLVED_CHARS:,}"],
    }


def test_the_file_of_settings_that_is_shown_can_be_loaded(tmp_path: Path) -> None:
    page = _REFERENCE / "settings.md"
    (shown,) = (e.text for e in examples(page) if e.language == "toml")
    file = tmp_path / "arpent.toml"
    file.write_text(shown, encoding="utf-8")
    settings = Settings.load({}, {}, file)
    assert (settings.pause_s, settings.budget) == (2.5, 500)
    assert settings.source_of("pause_s") == str(file)


def _verbs(text: str) -> list[str]:
    return re.findall(r"^\| `arpent (\w+)", text, re.MULTILINE)


def test_the_readme_tells_the_verbs_that_exist_and_no_other() -> None:
    app: Any = make_app()
    verbs = [name for name in app.resolved_commands() if not name.startswith("-")]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert _verbs(readme) == verbs
    coming = next(s for s in readme.splitlines() if s.startswith("Coming:"))
    assert set(re.findall(r"`(\w+)`", coming)) & set(verbs) == set()


def test_the_changelog_tells_of_every_verb() -> None:
    app: Any = make_app()
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    verbs = [name for name in app.resolved_commands() if not name.startswith("-")]
    assert [verb for verb in verbs if f"`arpent {verb}`" not in text] == []
