"""What the answer for /robots.txt means for the host that was asked.

Knows RFC 9309 section 2.3.1. Knows no network: a redirect is handed back, and whether
it may be followed is decided by those who would. The one idea: only a clear answer
opens a host; whatever is not clear closes it, and says why.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from arpent.errors import InvalidUrl
from arpent.formats.retry_after import parse_retry_after
from arpent.formats.robots import Robots, read_robots
from arpent.terms.exchange import Failure, FailureKind, Fault, Response
from arpent.terms.findings import Finding, finding
from arpent.terms.urls import request_form, resolve

__all__ = ["RobotsAccess", "parse_retry_after", "read_access"]

State = Literal["rules", "allow_all", "disallow_all", "redirect"]

_FAILURES: Final = {
    FailureKind.REDIRECTS: "too many redirects",
    FailureKind.REFUSED_ADDRESS: "refused address",
    FailureKind.REFUSED_SCHEME: "refused redirect",
}
_UNREACHABLE: Final = "unreachable"
_NUMERIC: Final = re.compile(r"https?://(?:0[xX])?[0-9][0-9A-Fa-fxX.]*(?:[:/?#]|$)")
_OPENING: Final = frozenset({"gzip-broken", "gzip-cut", "gzip-too-many-layers"})


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsAccess:
    """What may be asked of a host.

    Attributes:
        state: rules (as `robots` says), allow_all, disallow_all, or redirect: ask
            `location` next, the answer counts for the host asked first.
        robots: What was read; also without rules, for its sitemaps and findings.
        reason: In few words, why; empty for rules that were read.
        retry_after_s: Seconds to wait that a refusal names.
        location: Where a redirect leads, in request form.
    """

    state: State
    robots: Robots | None = None
    reason: str = ""
    retry_after_s: float | None = None
    location: str | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def refusal(self) -> str:
        """Return the word of the log for what this does not allow.

        A host whose own address was refused was never asked, and one whose
        robots.txt could not be read forbade nothing: neither is a rule.
        """
        if self.state != "disallow_all":
            return "robots-disallow"
        refused = self.reason == _FAILURES[FailureKind.REFUSED_ADDRESS]
        return "refused-address" if refused else "robots-unreachable"

    def allows(self, url: str, agent: str = "arpent") -> bool:
        """Say whether an agent may ask for an address of the host."""
        if self.state == "rules" and self.robots is not None:
            return self.robots.allows(url, agent)
        return self.state == "allow_all"


def read_access(  # noqa: PLR0911 -- one line a row of the table of RFC 9309
    outcome: Response | Failure,
    *,
    url: str,
    hop_limit_reached: bool = False,
    stale: Robots | None = None,
) -> RobotsAccess:
    """Decide what the answer for /robots.txt, or its absence, allows.

    Args:
        outcome: The answer, or why there is none.
        url: Address of the robots.txt first asked for, whose host this is about.
        hop_limit_reached: Five redirects were followed; one more is not.
        stale: Rules read before, which hold while the file cannot be reached. Only real
            rules: that there was no file once says nothing.

    Source: RFC 9309 sections 2.3.1, 2.4, 2.5.
    """
    if isinstance(outcome, Failure):
        reason = _FAILURES.get(outcome.kind, _UNREACHABLE)
        return _closed(reason, url, stale if reason == _UNREACHABLE else None)
    status = outcome.status
    if status == 304 and stale is not None and outcome.request.validators is not None:  # noqa: PLR2004
        return _read(stale, reason="revalidated")
    if 300 <= status < 400 and status != 304:  # noqa: PLR2004 -- a class of RFC 9110
        return _redirect(outcome, url, hop_limit_reached=hop_limit_reached)
    if status == 429:  # noqa: PLR2004 -- not "unavailable": the server asks for peace
        return _closed("rate limited", url, retry_after_s=_retry_after(outcome))
    if 400 <= status < 500:  # noqa: PLR2004 -- a class of RFC 9110
        return RobotsAccess(state="allow_all", reason=f"no robots.txt: {status}")
    if 500 <= status < 600:  # noqa: PLR2004 -- a class of RFC 9110
        wait_s = _retry_after(outcome)
        return _closed(_UNREACHABLE, url, stale, retry_after_s=wait_s)
    if not 200 <= status < 300 or status == 206:  # noqa: PLR2004 -- no range was asked for
        return _closed("unexpected status", url)
    return _body(outcome, url, stale)


def _body(response: Response, url: str, stale: Robots | None) -> RobotsAccess:
    if response.fault is Fault.ENCODING:
        return _closed("encoding refused", url, stale)
    if response.fault in {Fault.TIMEOUT, Fault.PROTOCOL}:
        return _closed(_UNREACHABLE, url, stale)
    robots = read_robots(
        response.body,
        url=url,
        content_type=response.headers.get("content-type"),
        truncated=response.fault is Fault.TOO_LARGE,
    )
    if any(f.rule in _OPENING for f in robots.findings):
        return _closed("encoding refused", url, stale)
    return _read(robots)


def _read(robots: Robots, *, reason: str = "") -> RobotsAccess:
    says_something = robots.groups or robots.sitemaps
    return RobotsAccess(
        state="rules" if says_something else "allow_all",
        robots=robots,
        reason=reason if says_something else "no rules in robots.txt",
        findings=robots.findings,
    )


def _closed(
    reason: str,
    url: str,
    stale: Robots | None = None,
    *,
    retry_after_s: float | None = None,
) -> RobotsAccess:
    if stale is not None:
        note = finding("stale-robots", f"{reason}; the rules read before hold", url=url)
        return RobotsAccess(
            state="rules",
            robots=stale,
            reason=reason,
            retry_after_s=retry_after_s,
            findings=(note, *stale.findings),
        )
    return RobotsAccess(
        state="disallow_all", reason=reason, retry_after_s=retry_after_s
    )


def _redirect(response: Response, url: str, *, hop_limit_reached: bool) -> RobotsAccess:
    if hop_limit_reached:
        return RobotsAccess(
            state="allow_all",
            reason="too many redirects",
            findings=(finding("robots-redirects", url=url),),
        )
    location = response.headers.get("location").strip()
    if not location:
        return _closed("refused redirect", url)
    base = response.request.url
    try:
        form = request_form(location, base=base, drop_userinfo=True)
    except InvalidUrl:
        numeric = _NUMERIC.match(resolve(location, base))
        return _closed("refused address" if numeric else "refused redirect", url)
    return RobotsAccess(state="redirect", location=form)


def _retry_after(response: Response) -> float | None:
    value = response.headers.get("retry-after")
    return parse_retry_after(value, now=response.started_at) if value else None
