import pyarrow as pa

from arpent.formats.alerts import Alerts
from arpent.formats.locs import Locs, read_locs
from arpent.terms.entries import mark_names
from arpent.terms.policy import Limits

BASE = "http://a.test/x/s.xml"


def read(*texts: str, base: str = BASE, alerts: Alerts | None = None) -> Locs:
    column = pa.array(texts, pa.string())
    return read_locs(column, base=base, limits=Limits(), alerts=alerts or Alerts())


def test_rows_that_are_left_out_are_told_apart() -> None:
    alerts = Alerts()
    locs = read("", "http://a.test/1", "ftp://x/", " ", "/r", alerts=alerts)
    assert locs.url.to_pylist() == ["http://a.test/1", "http://a.test/r"]
    assert locs.kept.tolist() == [False, True, False, False, True]
    assert {rule: found.count for rule, found in alerts.found.items()} == {
        "loc-empty": 2,
        "loc-scheme": 1,
    }


def test_marks_belong_to_their_rows() -> None:
    locs = read(
        "http://a.test/%4",
        "http://a.test/%41",
        "http://a.test/&amp;",
        "http://a.test/&am",
        "http://u@a.test/",
        "http://a.test/u@b",
        "http://a.test?u@b",
        "http://a.test/\u00e9",
        "http://a.test/%",
    )
    assert [mark_names(int(bits)) for bits in locs.marks] == [
        ("loc-bad-percent",),
        (),
        ("loc-double-escaped",),
        (),
        ("loc-userinfo",),
        (),
        (),
        ("loc-not-encoded",),
        ("loc-bad-percent",),
    ]


def test_row_does_not_look_into_the_next() -> None:
    locs = read("http://a.test/%", "41http", "http://a.test/&", "amp;")
    assert mark_names(int(locs.marks[0])) == ("loc-bad-percent",)
    assert mark_names(int(locs.marks[2])) == ()


def test_slice_of_a_column_is_read_like_a_column() -> None:
    column = pa.array(["http://a.test/0", "/1", "http://a.test/%", "x"]).slice(1, 2)
    locs = read_locs(column, base=BASE, limits=Limits(), alerts=Alerts())
    assert locs.url.to_pylist() == ["http://a.test/1", "http://a.test/%"]
    assert mark_names(int(locs.marks[1])) == ("loc-bad-percent",)


def test_start_of_a_long_column_is_read_like_a_column() -> None:
    column = pa.array(["http://a.test/0", "/1", "http://a.test/" + "x" * 50])
    locs = read_locs(column.slice(0, 2), base=BASE, limits=Limits(), alerts=Alerts())
    assert locs.url.to_pylist() == ["http://a.test/0", "http://a.test/1"]


def test_relative_forms_are_resolved_as_rfc_3986_says() -> None:
    locs = read("/a?b", "c", "../d", "./e", "?q", "//h.test/p", "/f/../g", "i;p", "/j?")
    assert locs.url.to_pylist() == [
        "http://a.test/a?b",
        "http://a.test/x/c",
        "http://a.test/d",
        "http://a.test/x/e",
        "http://a.test/x/s.xml?q",
        "http://h.test/p",
        "http://a.test/g",
        "http://a.test/x/i;p",
        "http://a.test/j?",
    ]
    assert all(mark_names(int(bits)) == ("loc-relative",) for bits in locs.marks)


def test_relative_is_kept_as_written_without_a_base() -> None:
    locs = read("b", "u@c", base="sitemap.xml")
    assert locs.url.to_pylist() == ["b", "u@c"]
    assert all(mark_names(int(bits)) == ("loc-relative",) for bits in locs.marks)


def test_no_rows_give_no_rows() -> None:
    assert len(read().url) == 0


def test_very_long_texts_are_cut_before_they_are_looked_at() -> None:
    alerts = Alerts()
    blanks = " " * 1_000_000
    texts = (f"{blanks}http://a.test/1{blanks}", "http://a.test/" + "&" * 1_000_000)
    locs = read(*texts, blanks, "http://a.test/2", alerts=alerts)
    assert locs.url.to_pylist() == ["http://a.test/1", "http://a.test/2"]
    assert mark_names(int(locs.marks[0])) == ("loc-whitespace",)
    assert set(alerts.found) == {"loc-over-limit", "loc-empty"}
