from arpent.guesses import GUESSES
from arpent.terms.events import Found, Noted, Skipped, Unchanged
from arpent.terms.exchange import FailureKind, Fault, Step, Validators
from arpent.terms.report import FoundBy, StoppedBy
from arpent.walk import Walk
from replay import (
    Reply,
    Server,
    index,
    play,
    reason_of,
    robots,
    run,
    sitemap,
    stop_of,
    urls_of,
)

S = "https://kelp.test"


def test_robots_is_asked_first_and_declared_sitemaps_next() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml", f"Sitemap: {S}/b.xml"),
            f"{S}/a.xml": sitemap(f"{S}/1"),
            f"{S}/b.xml": sitemap(f"{S}/2"),
        }
    )
    assert server.asked == [f"{S}/robots.txt", f"{S}/a.xml", f"{S}/b.xml"]
    assert urls_of(events) == {f"{S}/1", f"{S}/2"}
    assert stop_of(events).complete
    assert reason_of(events) is StoppedBy.DONE


def test_guesses_are_tried_in_order_where_nothing_is_declared() -> None:
    server, _ = run({f"{S}/robots.txt": Reply(status=404)})
    guesses = [S + path for path in GUESSES]
    assert server.asked == [f"{S}/robots.txt", *guesses, f"{S}/"]


def test_the_first_guess_that_works_ends_the_guessing() -> None:
    server, events = run({f"{S}/sitemap_index.xml": sitemap(f"{S}/1")})
    assert server.asked[-1] == f"{S}/sitemap_index.xml"
    assert urls_of(events) == {f"{S}/1"}


def test_two_equal_soft_404_bodies_end_the_guessing() -> None:
    page = Reply(body=b"<html><body>not here</body></html>")
    server, events = run({S + path: page for path in GUESSES})
    guesses = [r for r in server.requests if r.step is Step.GUESS]
    assert len(guesses) == 2
    rules = [e.finding.rule for e in events if isinstance(e, Noted)]
    assert rules == ["soft-404"]


def test_a_refused_guess_ends_the_guessing_but_not_the_host() -> None:
    server, events = run({f"{S}/sitemap.xml": Reply(status=403)})
    assert server.asked == [f"{S}/robots.txt", f"{S}/sitemap.xml", f"{S}/"]
    assert reason_of(events) is StoppedBy.DONE


def test_home_page_links_are_followed_when_still_nothing_was_found() -> None:
    home = Reply(
        body=b'<html><head><link rel="sitemap" href="/map.xml"></head></html>',
        headers={"content-type": "text/html", "link": '</other.xml>; rel="sitemap"'},
    )
    server, events = run(
        {
            f"{S}/": home,
            f"{S}/map.xml": sitemap(f"{S}/1"),
            f"{S}/other.xml": sitemap(f"{S}/2"),
        }
    )
    assert urls_of(events) == {f"{S}/1", f"{S}/2"}
    assert {e.found_by for e in events if isinstance(e, Found)} == {FoundBy.LINK}


def test_home_page_that_refuses_stops_the_site() -> None:
    _, events = run({f"{S}/": Reply(status=403)}, guess=False)
    assert reason_of(events) is StoppedBy.REFUSED


def test_declared_sitemaps_all_refused_let_the_home_page_decide_before_guesses() -> (
    None
):
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml", "Sitemap: /b.xml"),
            f"{S}/a.xml": Reply(status=403),
            f"{S}/b.xml": Reply(status=403),
            f"{S}/": Reply(status=403),
        }
    )
    assert [r.step for r in server.requests] == [
        Step.ROBOTS,
        Step.SITEMAP,
        Step.SITEMAP,
        Step.HOME,
    ]
    assert reason_of(events) is StoppedBy.REFUSED


def test_children_of_an_index_are_read_newest_first_and_undated_last() -> None:
    listing = index(
        f"{S}/undated.xml",
        (f"{S}/old.xml", "2020-01-01"),
        (f"{S}/new.xml", "2026-01-01"),
    )
    server, _ = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /i.xml"),
            f"{S}/i.xml": Reply(body=listing),
        }
    )
    assert server.asked[2:5] == [f"{S}/new.xml", f"{S}/old.xml", f"{S}/undated.xml"]


def test_index_that_lists_itself_ends() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /i.xml"),
            f"{S}/i.xml": Reply(body=index(f"{S}/i.xml", f"{S}/a.xml")),
            f"{S}/a.xml": sitemap(f"{S}/1"),
        }
    )
    assert server.asked.count(f"{S}/i.xml") == 1
    found = next(e for e in events if isinstance(e, Found))
    assert "index-cycle" in {f.rule for f in found.row.findings}


def test_two_indexes_that_list_each_other_are_read_once_each() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml"),
            f"{S}/a.xml": Reply(body=index(f"{S}/b.xml")),
            f"{S}/b.xml": Reply(body=index(f"{S}/a.xml", f"{S}/c.xml")),
            f"{S}/c.xml": sitemap(f"{S}/1"),
        }
    )
    assert len(server.asked) == len(set(server.asked)) == 4
    assert urls_of(events) == {f"{S}/1"}


def test_failing_children_never_cost_their_siblings() -> None:
    _, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /i.xml"),
            f"{S}/i.xml": Reply(
                body=index(
                    f"{S}/404.xml", f"{S}/500.xml", f"{S}/lost.xml", f"{S}/a.xml"
                )
            ),
            f"{S}/500.xml": Reply(status=500),
            f"{S}/lost.xml": Reply(failure=FailureKind.TIMEOUT, sent=True),
            f"{S}/a.xml": sitemap(f"{S}/1"),
        }
    )
    assert urls_of(events) == {f"{S}/1"}
    skipped = {e.row.url: e.row.status for e in events if isinstance(e, Skipped)}
    assert skipped == {
        f"{S}/404.xml": 404,
        f"{S}/500.xml": 500,
        f"{S}/lost.xml": "timeout",
    }
    assert reason_of(events) is StoppedBy.DONE
    assert not stop_of(events).complete


def test_max_files_bounds_what_is_read_and_says_so() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /i.xml"),
            f"{S}/i.xml": Reply(body=index(*(f"{S}/{n}.xml" for n in range(9)))),
            **{f"{S}/{n}.xml": sitemap(f"{S}/p{n}") for n in range(9)},
        },
        max_files=3,
    )
    assert len(server.asked) == 4
    assert reason_of(events) is StoppedBy.MAX_FILES


def test_nested_indexes_end_at_the_depth_limit() -> None:
    site: dict[str, Reply] = {f"{S}/robots.txt": robots("Sitemap: /0.xml")}
    for n in range(20):
        site[f"{S}/{n}.xml"] = Reply(body=index(f"{S}/{n + 1}.xml"))
    server, events = run(site)
    assert len(server.asked) == 1 + 6 + len(GUESSES) + 1
    assert not stop_of(events).complete


def test_announced_sitemap_that_is_allowed_is_read_though_the_root_is_not() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots(
                "User-agent: *", "Disallow: /", "Allow: /a.xml", "Sitemap: /a.xml"
            ),
            f"{S}/a.xml": sitemap(f"{S}/1"),
        }
    )
    assert server.asked == [f"{S}/robots.txt", f"{S}/a.xml"]
    assert reason_of(events) is StoppedBy.DONE


def test_document_target_reads_robots_then_the_document_and_its_children_only() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots(f"Sitemap: {S}/other.xml"),
            f"{S}/i.xml": Reply(body=index(f"{S}/a.xml")),
            f"{S}/a.xml": sitemap(f"{S}/1"),
        },
        target=f"{S}/i.xml",
    )
    assert server.asked == [f"{S}/robots.txt", f"{S}/i.xml", f"{S}/a.xml"]
    assert urls_of(events) == {f"{S}/1"}


def test_html_target_gives_the_site_of_its_origin() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots(f"Sitemap: {S}/a.xml"),
            f"{S}/page": Reply(body=b"<!DOCTYPE html><html><p>hi</p></html>"),
            f"{S}/a.xml": sitemap(f"{S}/1"),
        },
        target=f"{S}/page",
    )
    assert server.asked == [f"{S}/robots.txt", f"{S}/page", f"{S}/a.xml"]
    assert urls_of(events) == {f"{S}/1"}


def test_robots_target_reads_what_it_declares_and_guesses_nothing() -> None:
    server, _ = run({f"{S}/robots.txt": robots()}, target=f"{S}/robots.txt")
    assert server.asked == [f"{S}/robots.txt"]


def test_a_304_reuses_what_was_kept() -> None:
    server = Server(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml"),
            f"{S}/a.xml": Reply(status=304),
        }
    )
    known = {f"{S}/a.xml": Validators(etag='"1"')}
    events = play(Walk(S, validators=known), server)
    assert server.requests[-1].validators == Validators(etag='"1"')
    assert [type(e) for e in events if isinstance(e, Unchanged | Skipped)] == [
        Unchanged
    ]
    assert stop_of(events).complete


def test_document_cut_on_the_way_keeps_what_came_and_says_so() -> None:
    whole = sitemap(f"{S}/1", f"{S}/2").body
    _, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml"),
            f"{S}/a.xml": Reply(body=whole[:-30], fault=Fault.PROTOCOL),
        }
    )
    assert f"{S}/1" in urls_of(events)
    found = next(e for e in events if isinstance(e, Found))
    assert found.row.findings[0].rule == "file-cut"
    assert not found.row.complete


def test_error_documents_speak_in_the_report() -> None:
    body = b"<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"
    _, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml"),
            f"{S}/a.xml": Reply(status=403, body=body),
        },
        guess=False,
    )
    row = next(e.row for e in events if isinstance(e, Skipped))
    assert "AccessDenied" in row.findings[0].message


def test_an_index_listed_by_an_index_is_read_and_reported() -> None:
    _, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /i.xml"),
            f"{S}/i.xml": Reply(body=index(f"{S}/j.xml")),
            f"{S}/j.xml": Reply(body=index(f"{S}/a.xml")),
            f"{S}/a.xml": sitemap(f"{S}/1"),
        }
    )
    rows = {
        e.url: {f.rule for f in e.row.findings} for e in events if isinstance(e, Found)
    }
    assert "index-nested" in rows[f"{S}/j.xml"]
    assert "index-nested" not in rows[f"{S}/i.xml"]
    assert urls_of(events) == {f"{S}/1"}
