from datetime import UTC, datetime

from arpent.agenda import Agenda, Item
from arpent.terms.documents import Child, Document, Kind
from arpent.terms.entries import Entries
from arpent.terms.report import FoundBy

S = "https://kelp.test"


def item(path: str, *, host: str = S, date: int | None = None) -> Item:
    child = None
    if date is not None:
        moment = datetime(date, 1, 1, tzinfo=UTC) if date else None
        child = Child(url=f"{host}{path}", lastmod=moment)
    return Item(
        url=f"{host}{path}", form=f"{host}{path}", found_by=FoundBy.INDEX, child=child
    )


def take(agenda: Agenda) -> list[str]:
    return [taken.form for taken in agenda.take(lambda _host: False)]


def test_an_address_is_listed_once() -> None:
    agenda = Agenda(10)
    assert agenda.push(item("/a"))
    assert not agenda.push(item("/a"))
    assert agenda.known == 1


def test_declared_come_first_then_newest_then_undated() -> None:
    agenda = Agenda(10)
    for entry in (item("/u", date=0), item("/o", date=2001), item("/n", date=2026)):
        agenda.push(entry)
    agenda.push(item("/declared"))
    order = []
    while agenda.left:
        for taken in agenda.take(lambda _host: False):
            order.append(taken.form.removeprefix(S))
            agenda.settle(taken, read=True)
    assert order == ["/declared", "/n", "/o", "/u"]


def test_a_host_has_one_sitemap_under_way_and_hosts_go_in_parallel() -> None:
    agenda = Agenda(10)
    for path in ("/a", "/b"):
        agenda.push(item(path))
        agenda.push(item(path, host="https://cdn.test"))
    assert take(agenda) == [f"{S}/a", "https://cdn.test/a"]
    assert take(agenda) == []
    assert agenda.under_way == 2


def test_a_file_that_fails_gives_its_place_back() -> None:
    agenda = Agenda(1)
    agenda.push(item("/a"))
    agenda.push(item("/b"))
    (first,) = agenda.take(lambda _host: False)
    assert agenda.full
    agenda.settle(first, read=False)
    assert take(agenda) == [f"{S}/b"]


def test_stopped_hosts_give_nothing() -> None:
    agenda = Agenda(10)
    agenda.push(item("/a"))
    assert list(agenda.take(lambda _host: True)) == []
    assert agenda.waiting_hosts() == ("kelp.test",)


def test_where_redirects_end_is_listed_too() -> None:
    agenda = Agenda(10)
    assert agenda.reached(f"{S}/a")
    assert not agenda.reached(f"{S}/a")
    assert not agenda.push(item("/a"))


def test_children_that_cannot_be_asked_are_findings() -> None:
    agenda = Agenda(10)
    children = (
        "ftp://kelp.test/a",
        "http://0177.0.0.1/a",
        f"{S}/i",
        "https://cdn.test/a",
        f"{S}/b",
    )
    document = Document(
        url=f"{S}/i",
        kind=Kind.INDEX,
        entries=Entries.none(),
        sitemaps=tuple(Child(url=url) for url in children),
    )
    found = agenda.push_children(item("/i"), document, max_depth=5)
    assert {f.rule for f in found} == {
        "refused-scheme",
        "refused-address",
        "index-cycle",
        "index-host",
    }
    assert agenda.known == 2


def test_children_below_the_depth_limit_are_not_listed() -> None:
    agenda = Agenda(10)
    document = Document(
        url=f"{S}/i",
        kind=Kind.INDEX,
        entries=Entries.none(),
        sitemaps=(Child(url=f"{S}/b"),),
    )
    (found,) = agenda.push_children(item("/i"), document, max_depth=0)
    assert found.rule == "index-too-deep"
    assert agenda.known == 0


def test_links_of_a_page_are_listed_or_told() -> None:
    agenda = Agenda(10)
    assert agenda.push_listed(f"{S}/a", found_by=FoundBy.LINK, parent=S) == ()
    (found,) = agenda.push_listed("data:x", found_by=FoundBy.LINK, parent=S)
    assert found.rule == "refused-scheme"


def test_host_that_had_its_turn_is_taken_again_once_it_is_settled() -> None:
    agenda = Agenda(10)
    for path in ("/a", "/b"):
        agenda.push(item(path))
    (first,) = agenda.take(lambda _host: False)
    agenda.push(item("/c"))
    assert take(agenda) == []
    assert (agenda.left, agenda.under_way) == (2, 1)
    agenda.settle(first, read=True)
    assert take(agenda) == [f"{S}/b"]
