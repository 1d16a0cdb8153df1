"""The farm of the tests: the demo's own sites, ready to be asked."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arpent.demo.clock import Clock
from arpent.demo.replies import Reply, Site
from arpent.demo.server import Farm
from arpent.demo.sites import all_sites

__all__ = ["Got", "ask", "connected", "farm", "one_site"]

Got = tuple[int, dict[str, str], bytes]


@pytest.fixture
def farm() -> Iterator[Farm]:
    """Serve every simulated site on a thread of its own."""
    with Farm(all_sites(), clock=Clock()) as running:
        yield running


def one_site(host: str, **answers: Reply) -> Site:
    """Return a site whose addresses are the keywords, dots left out."""
    return Site(host=host, answers={f"/{name}": a for name, a in answers.items()})


@contextmanager
def connected(farm: Farm) -> Iterator[http.client.HTTPConnection]:
    """Give one connection to the farm."""
    connection = http.client.HTTPConnection("127.0.0.1", farm.port, timeout=5)
    try:
        yield connection
    finally:
        connection.close()


def ask(farm: Farm, host: str, target: str, **headers: str) -> Got:
    """Ask on a connection of its own; underscores of header names are hyphens."""
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    with connected(farm) as connection:
        connection.request("GET", target, headers={"Host": host} | fields)
        response = connection.getresponse()
        return (
            response.status,
            {name.lower(): value for name, value in response.getheaders()},
            response.read(),
        )
