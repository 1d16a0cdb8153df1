"""Decides which document of a site to ask for next. Knows no network and no clock.

Robots.txt first; then what it declares; guesses only where it declares nothing that
works; the home page's links when there is still nothing; children of indexes, newest
first. Every address is asked for at most once, and a failing child never costs its
siblings.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum, auto

from arpent.agenda import Agenda, Item
from arpent.answers import (
    is_answer,
    reads_as_sitemap,
    summary_of_robots,
)
from arpent.endings import how_it_ended
from arpent.formats.page import link_header_sitemaps, read_page
from arpent.formats.robots import Robots as RobotsRules
from arpent.formats.robots_access import RobotsAccess
from arpent.formats.robots_kept import KeptRobots
from arpent.frontier import Frontier
from arpent.guesses import Guesses
from arpent.haul import REFUSALS, Haul
from arpent.terms.documents import Document
from arpent.terms.events import Event, Noted, Robots, Stopped
from arpent.terms.exchange import (
    Declined,
    Exchange,
    Failure,
    FailureKind,
    Request,
    Response,
    Step,
    Validators,
)
from arpent.terms.findings import finding
from arpent.terms.moments import EPOCH
from arpent.terms.policy import Policy
from arpent.terms.report import FoundBy, StoppedBy
from arpent.terms.target import Target, read_target
from arpent.terms.urls import Origin, origin_of
from arpent.wants import Opened, Settled, Want

__all__ = ["Walk"]

_NO_CONNECTION = frozenset(
    {FailureKind.CONNECT, FailureKind.TLS, FailureKind.TIMEOUT, FailureKind.PROTOCOL}
)


class _Stage(Enum):
    OPENING = auto()
    READING = auto()
    GUESSING = auto()
    ASKING_HOME = auto()
    ENDED = auto()


class Walk:
    """A walk over the sitemaps of one site, as requests wanted and answers received.

    `wanted()` hands out each request once; the walk has ended when it wants none and
    none is outstanding, and its last event is `Stopped`.
    """

    def __init__(
        self,
        site: str | Target,
        *,
        policy: Policy | None = None,
        now: datetime = EPOCH,
        validators: Mapping[str, Validators] | None = None,
        kept_robots: Mapping[str, Response] | None = None,
        extensions: bool = True,
    ) -> None:
        """Plan a walk; nothing is asked for yet.

        Args:
            site: A site or the URL of one document, as typed.
            policy: Budgets and limits.
            now: The moment from which requests never made are dated.
            validators: By request form of a document: what makes its request
                conditional.
            kept_robots: Answers for /robots.txt of earlier runs, by the address first
                asked for; how they are used: `arpent.formats.robots_kept`.
            extensions: Read news, images, videos and alternates too.

        Raises:
            UsageError: The site is neither an address nor a host name.
        """
        self.target = read_target(site) if isinstance(site, str) else site
        self.policy = policy or Policy()
        typed = frozenset((o.host, o.port) for o in self.target.origins)
        kept = KeptRobots(kept_robots or {})
        self._frontier = Frontier(self.policy, typed=typed, now=now, kept=kept)
        self._agenda = Agenda(self.policy.max_files)
        self._guesses = Guesses(allowed=self.policy.guess)
        self._validators = validators or {}
        self._haul = Haul(
            self._agenda,
            self._guesses,
            self.policy,
            validators=self._validators,
            extensions=extensions,
        )
        self._stage = _Stage.OPENING
        self.origin, *self._untried = self.target.origins
        self._whole_site = self.target.path is None
        self._items: dict[Want, Item] = {}
        self._documents: dict[Request, Document] = {}
        self._events: list[Event] = []
        self._asked_home = self._awaits_home = False
        self._stopped: StoppedBy | None = None
        self._frontier.open(self.origin)
        self._advance()

    # -- what a driver calls ---------------------------------------------------

    def begin(self) -> tuple[Event, ...]:
        """Return what is known before any request, by robots.txt that was kept."""
        events, self._events = tuple(self._events), []
        return events

    def wanted(self) -> tuple[Request, ...]:
        """Return the requests that may be made now, each exactly once."""
        return self._frontier.wanted()

    def read(self, outcome: Exchange) -> Document | None:
        """Read the sitemap in an outcome, or None when it holds none.

        Changes nothing, so a driver may call it on another thread and hand the
        result to `receive`.
        """
        return self._haul.read(outcome) if reads_as_sitemap(outcome) else None

    def receive(
        self, outcome: Exchange, document: Document | None = None
    ) -> tuple[Event, ...]:
        """Take the outcome of one request and return what it led to.

        Args:
            outcome: Of a request that `wanted` handed out.
            document: What `read` made of it, when it was called before.

        Raises:
            KeyError: The request was not handed out, or was answered already.
        """
        if document is not None:
            self._documents[outcome.request] = document
        self._frontier.receive(outcome)
        self._advance()
        self._documents.pop(outcome.request, None)
        events, self._events = tuple(self._events), []
        return events

    @property
    def files_known(self) -> int:
        """Return how many sitemaps are known so far."""
        return self._agenda.known

    @property
    def files_left(self) -> int:
        """Return how many sitemaps wait or are under way."""
        return self._agenda.left + self._agenda.under_way

    def requests(self) -> Mapping[str, int]:
        """Return the requests really sent, by host."""
        return self._frontier.sent()

    def access(self, origin: Origin) -> RobotsAccess | None:
        """Return what robots.txt of an origin allows, or None when it was not read."""
        return self._frontier.access(origin)

    def rules(self) -> tuple[tuple[Origin, RobotsRules], ...]:
        """Return the robots.txt read so far that have rules, by origin."""
        return self._frontier.rules()

    # -- the order of things ---------------------------------------------------

    def _advance(self) -> None:
        """Work off what happened, ask for what is next, end when there is nothing."""
        while self._stage is not _Stage.ENDED:
            happened = list(self._frontier.events())
            for event in happened:
                self._handle(event)
            if happened:
                continue
            if self._stage is _Stage.OPENING:
                return
            if self._take():
                continue
            if self._items or self._awaits_home:
                return
            self._next_stage()

    def _take(self) -> bool:
        taken = list(self._agenda.take(lambda host: bool(self._frontier.stopped(host))))
        for item in taken:
            guess = item.found_by is FoundBy.GUESS
            want = Want(
                url=item.form,
                step=Step.GUESS if guess else Step.SITEMAP,
                source=item.parent,
                limit_bytes=self.policy.limits.document_bytes,
                validators=self._validators.get(item.form),
            )
            self._items[want] = item
            self._frontier.ask(want)
        return bool(taken)

    def _next_stage(self) -> None:
        settled = self._haul.works or not self._whole_site
        if self._agenda.left or settled or self._stopped is not None:
            self._end()
        elif self._stage is _Stage.READING and self._haul.refused:
            self._ask_home()
        elif self._stage in {_Stage.READING, _Stage.GUESSING} or self._guesses:
            self._guess_next()
        else:
            self._end()

    def _guess_next(self) -> None:
        self._stage = _Stage.GUESSING
        while self._guesses:
            form = self.origin.address(self._guesses.next())
            if self._agenda.push(Item(url=form, form=form, found_by=FoundBy.GUESS)):
                return
        if self._asked_home:
            self._end()
        else:
            self._ask_home()

    def _ask_home(self) -> None:
        self._stage = _Stage.ASKING_HOME
        self._asked_home = self._awaits_home = True
        self._frontier.ask(
            Want(
                url=self.origin.address("/"),
                step=Step.HOME,
                limit_bytes=self.policy.limits.page_bytes,
            )
        )

    def _end(self) -> None:
        self._stage = _Stage.ENDED
        reason = self._stopped
        if reason is None:
            reason, notes = how_it_ended(
                self._frontier,
                self._agenda,
                self.policy,
                home=self.target.document(self.origin),
                haul=self._haul,
            )
            self._events.extend(Noted(finding=note) for note in notes)
        whole = reason is StoppedBy.DONE and not self._haul.missing
        self._events.append(Stopped(reason=reason, complete=whole))

    # -- what happened ---------------------------------------------------------

    def _handle(self, event: Opened | Settled | Declined) -> None:
        if isinstance(event, Declined):
            self._events.append(event)
        elif isinstance(event, Opened):
            if event.origin == self.origin:
                self._opened(event)
            self._note_pace(event)
        elif event.want.step is Step.HOME:
            self._receive_home(event)
        else:
            self._receive_sitemap(event)

    def _receive_sitemap(self, settled: Settled) -> None:
        outcome = settled.outcome
        read = self._documents.pop(outcome.request, None) if outcome else None
        self._events += self._haul.take(
            self._items.pop(settled.want),
            settled,
            read,
            access=self._frontier.access(origin_of(settled.url)),
            home=self.origin,
        )
        if self._haul.page and not self._whole_site:
            self._whole_site = True
            access = self._frontier.access(self.origin)
            if access is not None:
                self._push_declared(access)

    def _opened(self, opened: Opened) -> None:
        outcome = opened.outcome
        lost = isinstance(outcome, Failure) and outcome.kind in _NO_CONNECTION
        if lost and isinstance(outcome, Failure) and not outcome.sent and self._untried:
            self.origin = self._untried.pop(0)
            self._frontier.open(self.origin)
            return
        self._stage = _Stage.READING
        summary = summary_of_robots(opened, token=self.policy.robots_token)
        self._events.append(Robots(origin=str(self.origin), summary=summary))
        self._events.extend(Noted(finding=f) for f in opened.access.findings)
        if self._frontier.stopped(self.origin.host) == "delay-over-budget":
            self._stopped = StoppedBy.BUDGET
        elif opened.access.state == "disallow_all" and outcome is not None:
            self._stopped = (
                StoppedBy.REFUSED if summary.status == 429 else StoppedBy.UNREACHABLE  # noqa: PLR2004
            )
            if isinstance(outcome, Failure):
                why = f"{outcome.kind}: {outcome.detail or opened.access.reason}"
                self._note("file-unreachable", why, summary.url)
            else:
                self._note("robots-unreachable", opened.access.reason, summary.url)
        elif self.target.path is not None and not self.target.is_robots:
            form = self.target.document(self.origin)
            self._agenda.push(Item(url=form, form=form, found_by=FoundBy.ARGUMENT))
        else:
            if summary.status in REFUSALS:
                self._haul.refuse()
            self._push_declared(opened.access)

    def _note_pace(self, opened: Opened) -> None:
        """Note a pace, of any host, that is too slow to wait for."""
        robots = opened.access.robots
        if robots is None:
            return
        policy = self.policy
        found = robots.findings_for(policy.robots_token, policy.max_delay_s)
        over = found[len(robots.findings) :]
        self._events.extend(Noted(finding=f) for f in over)

    def _push_declared(self, access: RobotsAccess) -> None:
        for form in access.robots.sitemaps if access.robots else ():
            parent = self.origin.address("/robots.txt")
            self._agenda.push(
                Item(url=form, form=form, found_by=FoundBy.ROBOTS, parent=parent)
            )

    def _receive_home(self, settled: Settled) -> None:
        self._awaits_home = False
        outcome = settled.outcome
        if isinstance(outcome, Response) and outcome.status in {401, 403, 429}:
            self._stopped = StoppedBy.REFUSED
            note = f"the home page answers {outcome.status}"
            self._note("file-not-200", note, settled.url)
            return
        if isinstance(outcome, Failure):
            self._stopped = StoppedBy.UNREACHABLE
            note = f"the home page: {outcome.detail or outcome.kind.value}"
            self._note("file-unreachable", note, settled.url)
            return
        self._stage = _Stage.ASKING_HOME
        if not isinstance(outcome, Response) or not is_answer(outcome):
            return
        page = read_page(
            outcome.body,
            url=settled.url,
            content_type=outcome.headers.get("content-type"),
        )
        for url in (
            *link_header_sitemaps(outcome.headers, settled.url),
            *page.sitemaps,
        ):
            wrong = self._agenda.push_listed(
                url, found_by=FoundBy.LINK, parent=settled.url
            )
            self._events.extend(Noted(finding=f) for f in wrong)

    def _note(self, rule: str, message: str, url: str | None) -> None:
        self._events.append(Noted(finding=finding(rule, message, url=url)))
