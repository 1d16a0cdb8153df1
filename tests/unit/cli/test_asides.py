"""What the summary says beside the report: tries in vain, and the verdict on dates."""

from datetime import UTC, datetime

from arpent.cli.asides import Aside
from arpent.cli.summary import summary_of
from arpent.terms.changes import Changes, Dates
from arpent.terms.exchange import LogRow, Step
from arpent.terms.findings import finding
from arpent.terms.report import Report, RobotsSummary, StoppedBy

NOW = datetime(2024, 5, 6, tzinfo=UTC)
EMPTY = Report(target="e.xml", origin=None, started_at=NOW, finished_at=NOW)


def row(step: Step, status: int | str, *, sent: bool = True) -> LogRow:
    return LogRow(
        at=NOW,
        sent=sent,
        step=step,
        url="http://e/",
        status=status,
        bytes=0,
        ms=1,
        waited_ms=0,
        method="GET",
        source=None,
    )


def told(report: Report, aside: Aside) -> str:
    return "\n".join(line.plain for line in summary_of([report], [aside]))


def test_tries_in_vain_are_told_with_their_answer() -> None:
    aside = Aside()
    for _ in range(6):
        aside.row(row(Step.GUESS, 421))
    aside.row(row(Step.HOME, 421))
    aside.row(row(Step.ROBOTS, 404))
    aside.row(row(Step.GUESS, "refused-address", sent=False))
    text = told(EMPTY, aside)
    assert "no URL found; asked 6 usual addresses and the home page: 421" in text


def test_different_answers_are_counted() -> None:
    aside = Aside()
    for status in (404, 404, 403):
        aside.row(row(Step.GUESS, status))
    assert aside.tried == "asked 3 usual addresses: 2x 404, 1x 403"


def test_hops_of_a_redirect_are_no_answers() -> None:
    aside = Aside()
    aside.row(row(Step.HOME, 301))
    aside.row(row(Step.HOME, 200))
    assert aside.tried == "asked the home page: 200"


def test_nothing_tried_is_not_told() -> None:
    assert told(EMPTY, Aside()).endswith("no URL found")


def test_verdict_on_dates_stands_before_their_numbers() -> None:
    aside = Aside()
    dates = Dates(kind="missing", sentence="no URL has a date")
    answer = Changes(
        site="e", since=NOW, total=7, changed=(), undated=(), unchanged=7, dates=dates
    )
    aside.answered(answer)
    lines = told(EMPTY, aside).splitlines()
    assert lines[1] == "  verdict   BEWARE: no URL has a date [missing]"
    assert "0 changed since 2024-05-06T00:00:00Z, 0 undated" in lines[2]
    assert lines[2].endswith("7 unchanged")


def test_a_name_that_looks_like_a_file_is_no_file_here() -> None:
    why = finding("file-unreachable", "dns: e.xml is not known")
    lost = Report(
        target="e.xml",
        origin=None,
        started_at=NOW,
        finished_at=NOW,
        stopped_by=StoppedBy.UNREACHABLE,
        robots=RobotsSummary(status="dns"),
        findings=(why,),
    )
    assert (
        told(lost, Aside(no_such_file=True))
        .splitlines()[0]
        .endswith("e.xml is not known, and there is no file of that name here")
    )
    assert "no file" not in told(lost, Aside())
