"""What the dates of a site can mean, judged from one reading, no page fetched.

A first look only: it can say at once that dates are worthless for telling changes
apart; it can never say that they are true. Judged per document, then for the site: the
class of the documents that hold 80 % of its dated URLs, else `mixed`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
import numpy.typing as npt

from arpent.terms.changes import Dates

__all__ = ["DocumentDates", "look_at_dates"]

_WINDOW_S = 120.0
_ANCIENT = datetime.fromisoformat("1990-01-01T00:00:00+00:00").timestamp()

_SENTENCES = {
    "unread": "no entry was read here, so nothing can be told of its dates",
    "missing": "no URL here has a date: nothing can be told from lastmod",
    "partial": (
        "fewer than half of the URLs have a date: the others may have changed unseen"
    ),
    "future": "dates lie in the future: they say nothing about what changed",
    "generation": (
        "every date here is the time the file was made: "
        "use it for discovery, not to decide what to fetch"
    ),
    "suspect-batch": (
        "nearly all dates fall within two minutes: one batch stamped them, "
        "so they tell nothing apart yet"
    ),
    "frozen": "most dates are older than the web: they were never set",
    "publication": "the dates are those of publication: they find new pages, not edits",
    "mixed": (
        "the sitemaps of this site disagree: some dates may mean something, some not"
    ),
    "hint": "the dates look possible; whether they are true was not tested",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentDates:
    """The dates of one document, as microseconds since 1970 in UTC.

    Attributes:
        moments: One value a dated entry.
        entries: Entries of the document, dated or not.
        made_at: When the file was made or sent (Date, Last-Modified, its date in the
            index); any of them.
        read_at: The reference for what is future: the server's Date, or our clock.
        published: Entries whose date equals their date of publication.
    """

    moments: npt.NDArray[np.int64]
    entries: int
    made_at: tuple[datetime, ...]
    read_at: datetime
    published: int = 0


def look_at_dates(documents: Sequence[DocumentDates]) -> Dates:
    """Judge the dates of a site from one reading.

    Returns:
        A class: unread, missing, partial, future, generation, suspect-batch, frozen,
        publication, mixed or hint.

    Source: the distribution stage of the trust test (docs/explanation/dates.md).
    """
    entries = sum(d.entries for d in documents)
    dated = sum(len(d.moments) for d in documents)
    if not entries:
        return _dates("unread")
    if dated < 0.01 * entries or not dated:
        return _dates("missing")
    if dated < 0.5 * entries:
        return _dates("partial")
    weights: Counter[str] = Counter()
    for document in documents:
        if len(document.moments):
            weights[_class_of(document)] += len(document.moments)
    kind, weight = weights.most_common(1)[0]
    if weight < 0.8 * dated:
        kind = "mixed"
    return _dates(kind)


def _dates(kind: str) -> Dates:
    return Dates(kind=kind, sentence=_SENTENCES[kind])


def _class_of(document: DocumentDates) -> str:
    seconds = document.moments / 1e6
    late = (document.read_at + timedelta(hours=24)).timestamp()
    if float(np.mean(seconds > late)) > 0.05:  # noqa: PLR2004
        return "future"
    if len(seconds) < 20:  # noqa: PLR2004 -- too few for a distribution
        return "hint"
    if _cluster_share(seconds) >= 0.8:  # noqa: PLR2004
        near = any(
            float(np.mean(np.abs(seconds - made.timestamp()) < 3600)) >= 0.5  # noqa: PLR2004
            for made in document.made_at
        )
        return "generation" if near else "suspect-batch"
    if float(np.mean(seconds < _ANCIENT)) > 0.5:  # noqa: PLR2004
        return "frozen"
    if document.published > 0.95 * len(seconds):
        return "publication"
    return "hint"


def _cluster_share(seconds: npt.NDArray[np.float64]) -> float:
    """Return the largest share of moments within any window of 120 s."""
    ordered = np.sort(seconds)
    ends = np.searchsorted(ordered, ordered + _WINDOW_S, side="right")
    return float(np.max(ends - np.arange(len(ordered)))) / len(ordered)
