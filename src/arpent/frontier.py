"""The gate that every request of a walk or a hunt passes, and the order they leave in.

Robots.txt of an origin is read before anything else of it and holds for redirect hops
too; one request at a time per host; budgets, Crawl-delay and Retry-After; redirects
by hand. Knows no network and no clock: it hands out requests and is told outcomes.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from arpent.errors import InvalidUrl
from arpent.formats.retry_after import parse_retry_after
from arpent.formats.robots import Robots
from arpent.formats.robots_access import RobotsAccess, read_access
from arpent.formats.robots_kept import KeptRobots
from arpent.terms.exchange import (
    Declined,
    Exchange,
    FailureKind,
    Request,
    Response,
    Step,
)
from arpent.terms.policy import Policy
from arpent.terms.urls import Origin, origin_of, request_form
from arpent.wants import Opened, Settled, Want

__all__ = ["Frontier"]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_BUSY = frozenset({429, 503})


@dataclass(slots=True)
class _Leg:
    """One request on its way: for a want, or for the robots.txt of an origin."""

    url: str
    step: Step
    source: str | None
    want: Want | None
    opens: Origin | None = None
    hops: tuple[str, ...] = ()
    wait_s: float = 0.0
    retried: bool = False


@dataclass(slots=True)
class _Host:
    queue: deque[_Leg] = field(default_factory=deque)
    busy: bool = False
    sent: int = 0
    pace_s: float = 0.0
    stopped: str | None = None


@dataclass(slots=True)
class _OriginState:
    access: RobotsAccess | None = None
    waiting: list[_Leg] = field(default_factory=list)


class Frontier:
    """Hands out requests in an order that every host can bear."""

    def __init__(
        self,
        policy: Policy,
        *,
        typed: frozenset[tuple[str, int]],
        now: datetime,
        kept: KeptRobots | None = None,
    ) -> None:
        """Start with nothing to ask.

        Args:
            policy: Budgets and limits.
            typed: Hosts and ports that the user typed: they alone may be private,
                and they alone get the user's own headers.
            now: The moment from which rows of requests never made are dated.
            kept: Robots.txt of earlier runs.
        """
        self._policy = policy
        self._kept = kept or KeptRobots()
        self._typed = typed
        self._typed_hosts = {host for host, _ in typed}
        self._moment = now
        self._origins: dict[Origin, _OriginState] = {}
        self._hosts: dict[str, _Host] = {}
        self._out: dict[Request, _Leg] = {}
        self._events: deque[Opened | Settled | Declined] = deque()
        self._ready: dict[str, None] = {}
        self._left_out: set[str] = set()

    # -- asking ---------------------------------------------------------------

    def open(self, origin: Origin) -> None:
        """Ask for the robots.txt of an origin, if it was not asked for yet."""
        if origin in self._origins:
            return
        self._origins[origin] = _OriginState()
        url = origin.address("/robots.txt")
        fresh = self._kept.fresh(url, self._moment)
        if fresh is not None:
            self._hosts.setdefault(origin.host, _Host())
            self._opened(origin, read_access(fresh, url=url), fresh)
            return
        self._enqueue(_Leg(url, Step.ROBOTS, None, None, opens=origin))

    def ask(self, want: Want) -> None:
        """Ask for something; it is requested once its origin allows it."""
        self._admit(_Leg(want.url, want.step, want.source, want))

    def access(self, origin: Origin) -> RobotsAccess | None:
        """Return what robots.txt of an origin allows, or None while it is unknown."""
        state = self._origins.get(origin)
        return state.access if state else None

    def rules(self) -> tuple[tuple[Origin, Robots], ...]:
        """Return the robots.txt read so far that have rules, by origin."""
        return tuple(
            (origin, state.access.robots)
            for origin, state in self._origins.items()
            if state.access is not None and state.access.robots is not None
        )

    def stopped(self, host: str) -> str | None:
        """Return the word that says why a host is asked nothing more, or None."""
        state = self._hosts.get(host)
        return state.stopped if state else None

    def left_out(self) -> frozenset[str]:
        """Return the words for which hosts that were left were not asked something."""
        return frozenset(self._left_out)

    def sent(self) -> Mapping[str, int]:
        """Return the requests really sent, by host."""
        return {name: host.sent for name, host in self._hosts.items() if host.sent}

    def wanted(self) -> tuple[Request, ...]:
        """Return the requests that may be made now, each exactly once."""
        batch = []
        for name in list(self._ready):
            host = self._hosts[name]
            del self._ready[name]
            if host.busy or not host.queue:
                continue
            leg = host.queue.popleft()
            host.busy = True
            request = self._request(leg, host)
            self._out[request] = leg
            batch.append(request)
        return tuple(batch)

    # -- being told -----------------------------------------------------------

    def receive(self, outcome: Exchange) -> None:
        """Take the outcome of one request that was handed out.

        Raises:
            KeyError: The request was not handed out, or was answered already.
        """
        leg = self._out.pop(outcome.request)
        name = origin_of(outcome.request.url).host
        host = self._hosts[name]
        host.busy = False
        self._moment = outcome.started_at + timedelta(seconds=outcome.elapsed_s)
        if isinstance(outcome, Response) or outcome.sent:
            host.sent += 1
        if leg.opens is not None:
            self._receive_robots(leg, leg.opens, outcome)
        else:
            self._receive_answer(leg, outcome, host)
        if host.stopped is None and self._spent(host):
            host.stopped = "budget"
        if host.stopped is not None:
            self._flush(host)
        elif host.queue:
            self._ready[name] = None

    def events(self) -> Iterator[Opened | Settled | Declined]:
        """Yield what happened since; asking more while iterating is fine."""
        while self._events:
            yield self._events.popleft()

    # -- robots.txt -----------------------------------------------------------

    def _receive_robots(self, leg: _Leg, origin: Origin, outcome: Exchange) -> None:
        limit = len(leg.hops) >= self._policy.limits.robots_redirects
        url = origin.address("/robots.txt")
        access = read_access(
            outcome, url=url, hop_limit_reached=limit, stale=self._kept.rules(url)
        )
        if access.state == "redirect":
            hop = self._hop(leg, access.location or "")
            if isinstance(hop, _Leg):
                self._enqueue(hop)
                return
            access = replace(access, state="disallow_all", reason="refused redirect")
        elif (
            leg.hops
            and not isinstance(outcome, Response)
            and outcome.kind is FailureKind.REFUSED_ADDRESS
        ):
            access = replace(access, reason="refused address")
        self._opened(origin, access, outcome)

    def _opened(self, origin: Origin, access: RobotsAccess, outcome: Exchange) -> None:
        state = self._origins[origin]
        state.access = access
        host = self._hosts[origin.host]
        if access.robots is not None:
            pace_s = access.robots.pace(self._policy.robots_token)
            if pace_s > self._policy.max_delay_s:
                host.stopped = host.stopped or "delay-over-budget"
            host.pace_s = max(host.pace_s, pace_s)
        self._events.append(Opened(origin=origin, access=access, outcome=outcome))
        waiting, state.waiting = state.waiting, []
        for leg in waiting:
            self._admit(leg)

    def _admit(self, leg: _Leg) -> None:
        """Let a leg through the gate, or make it wait for robots.txt, or end it."""
        origin = origin_of(leg.url)
        host = self._hosts.setdefault(origin.host, _Host())
        if host.stopped is not None:
            self._leave_out(leg, host.stopped)
            return
        known = len(self._origins)
        if origin not in self._origins and known >= self._policy.limits.origins:
            self._decline(leg, "too-many-hosts")
            return
        self.open(origin)
        state = self._origins[origin]
        if state.access is None:
            state.waiting.append(leg)
        elif not state.access.allows(leg.url, self._policy.robots_token):
            self._decline(leg, state.access.refusal)
        else:
            self._enqueue(leg)

    # -- answers --------------------------------------------------------------

    def _receive_answer(self, leg: _Leg, outcome: Exchange, host: _Host) -> None:
        if isinstance(outcome, Response) and outcome.status in _REDIRECTS:
            location = outcome.headers.get("location").strip()
            if location:
                self._follow(leg, outcome, location)
                return
        if isinstance(outcome, Response) and outcome.status in _BUSY:
            wait_s = parse_retry_after(
                outcome.headers.get("retry-after"), now=self._moment
            )
            patient = wait_s is not None and wait_s <= self._policy.retry_after_s
            if leg.step is not Step.HOME or outcome.status != 429:  # noqa: PLR2004
                if patient and not leg.retried and not self._spent(host):
                    leg.wait_s, leg.retried = wait_s or 0.0, True
                    host.queue.appendleft(leg)
                    return
                host.stopped = host.stopped or "refused"
        self._settle(leg, outcome, None)

    def _follow(self, leg: _Leg, outcome: Response, location: str) -> None:
        if len(leg.hops) >= self._policy.limits.redirects:
            self._settle(leg, outcome, FailureKind.REDIRECTS.value)
            return
        hop = self._hop(leg, location)
        if isinstance(hop, _Leg):
            self._admit(hop)
        else:
            self._settle(leg, outcome, hop)

    def _hop(self, leg: _Leg, location: str) -> "_Leg | str":
        """Return the next leg of a redirect, or the word that refuses it."""
        try:
            url = request_form(location, base=leg.url, drop_userinfo=True)
        except InvalidUrl as error:
            word = (
                FailureKind.REFUSED_SCHEME
                if error.reason.startswith("scheme")
                else FailureKind.REFUSED_ADDRESS
            )
            self._events.append(
                Declined(
                    url=location[:2048],
                    step=leg.step,
                    word=word.value,
                    source=leg.url,
                    at=self._moment,
                )
            )
            return word.value
        return replace(
            leg, url=url, source=leg.url, hops=(*leg.hops, leg.url), wait_s=0.0
        )

    # -- ends -----------------------------------------------------------------

    def _settle(self, leg: _Leg, outcome: Exchange | None, word: str | None) -> None:
        if leg.want is not None:
            self._events.append(
                Settled(
                    want=leg.want,
                    outcome=outcome,
                    word=word,
                    url=leg.url,
                    hops=leg.hops,
                )
            )

    def _decline(self, leg: _Leg, word: str) -> None:
        self._events.append(
            Declined(
                url=leg.url,
                step=leg.step,
                word=word,
                source=leg.source,
                at=self._moment,
            )
        )
        self._settle(leg, None, word)

    def _leave_out(self, leg: _Leg, word: str) -> None:
        """End a leg whose host was left."""
        self._left_out.add(word)
        self._decline(leg, word)

    def _flush(self, host: _Host) -> None:
        """End all that waits for a host that was stopped."""
        word = host.stopped or "refused"
        queue, host.queue = host.queue, deque()
        for leg in queue:
            if leg.opens is None:
                self._leave_out(leg, word)
                continue
            state = self._origins[leg.opens]
            state.access = RobotsAccess(state="disallow_all", reason=word)
            self._events.append(
                Opened(origin=leg.opens, access=state.access, outcome=None)
            )
            waiting, state.waiting = state.waiting, []
            for waiter in waiting:
                self._leave_out(waiter, word)

    # -- making requests ------------------------------------------------------

    def _spent(self, host: _Host) -> bool:
        budget = self._policy.budget
        return budget is not None and host.sent >= budget

    def _enqueue(self, leg: _Leg) -> None:
        name = origin_of(leg.url).host
        host = self._hosts.setdefault(name, _Host())
        if host.stopped is not None:
            host.queue.append(leg)
            self._flush(host)
            return
        if leg.opens is not None or leg.hops:
            host.queue.appendleft(leg)
        else:
            host.queue.append(leg)
        if not host.busy:
            self._ready[name] = None

    def _request(self, leg: _Leg, host: _Host) -> Request:
        policy = self._policy
        origin = origin_of(leg.url)
        robots = leg.opens is not None
        return Request(
            url=leg.url,
            step=leg.step,
            source=leg.source,
            limit_bytes=policy.limits.robots_bytes
            if robots or leg.want is None
            else leg.want.limit_bytes,
            timeout_s=min(policy.timeout_s, policy.robots_timeout_s)
            if robots
            else policy.timeout_s,
            pause_s=max(policy.pause_s, host.pace_s, leg.wait_s),
            hop=len(leg.hops),
            validators=leg.want.validators
            if leg.want
            else self._kept.validators(leg.url),
            may_be_private=policy.allow_private
            or (origin.host, origin.port) in self._typed,
            own_headers=origin.host in self._typed_hosts,
        )
