"""Which robots.txt kept from an earlier run still hold, and how they are asked again.

Knows RFC 9309 section 2.4 and as much of RFC 9111 as it needs. Must not know where
copies are kept. The one idea: a copy is the answer itself, so that everything else is
read out of it again, by the same rules as on the first day.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import format_datetime
from typing import Final

from arpent.formats.robots import Robots
from arpent.formats.robots_access import read_access
from arpent.terms.exchange import Response, Validators

__all__ = ["KeptRobots"]

_DAY_S: Final = 86_400
_MAX_AGE: Final = re.compile(r"max-age\s*=\s*\"?([0-9]{1,18})")
_NEVER: Final = re.compile(r"(?:^|,)\s*no-(?:store|cache)\b")
_NONE: Final[Mapping[str, Response]] = {}


class KeptRobots:
    """Answers for /robots.txt from earlier runs, by the address first asked for."""

    def __init__(self, answers: Mapping[str, Response] = _NONE) -> None:
        """Keep answers; each was asked for at its `started_at`."""
        self._answers = answers

    def fresh(self, url: str, now: datetime) -> Response | None:
        """Return the copy that may be used without asking, if there is one.

        A copy holds for 24 hours, or for a shorter max-age. Only an answer that
        opened the host is used again: a refusal is asked about again.
        """
        kept = self._answers.get(url)
        if kept is None or read_access(kept, url=url).state not in {
            *("rules", "allow_all"),
        }:
            return None
        age_s = (now - kept.started_at).total_seconds()
        return kept if 0 <= age_s < _lifetime_s(kept) else None

    def rules(self, url: str) -> Robots | None:
        """Return the rules that hold while the file cannot be reached.

        Only real rules: that there was no file once says nothing.
        """
        kept = self._answers.get(url)
        if kept is None:
            return None
        access = read_access(kept, url=url)
        return access.robots if access.state == "rules" else None

    def validators(self, url: str) -> Validators | None:
        """Return what makes the next request conditional.

        A copy without validators of its own is asked about by the moment it came.

        Source: RFC 9110 section 13.1.3.
        """
        kept = self._answers.get(url)
        if kept is None or self.rules(url) is None:
            return None
        etag = kept.headers.get("etag") or None
        moment = kept.headers.get("last-modified") or kept.headers.get("date")
        if etag is None and not moment:
            moment = format_datetime(kept.started_at, usegmt=True)
        return Validators(etag=etag, last_modified=moment or None)


def _lifetime_s(kept: Response) -> int:
    says = ", ".join(kept.headers.all("cache-control")).lower()
    if _NEVER.search(says):
        return 0
    found = _MAX_AGE.search(says)
    return min(int(found[1]), _DAY_S) if found else _DAY_S
