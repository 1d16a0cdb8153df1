"""What `arpent demo` does: the main job on simulated sites, told as it happens.

Knows the workspace and the farm. The sites are real HTTP servers on this machine's
loopback; the client is the one that everybody uses, with `--resolve` and no more.
"""

import asyncio
import sys
import time
from datetime import timedelta
from typing import Final

from rich.console import Console
from rich.text import Text

from arpent.demo.blocks import Shown, block, closing, proof
from arpent.demo.clock import Clock
from arpent.demo.server import Farm
from arpent.demo.sites import all_sites
from arpent.settings import Settings
from arpent.terms.entries import Entry
from arpent.terms.exchange import LogRow
from arpent.terms.report import Progress
from arpent.workspace import AsyncWorkspace

__all__ = ["TOUR", "main"]

TOUR: Final = (
    "honest.sim",
    "yomiuri.sim",
    "guess.sim",
    "multilang.sim",
    "generation.sim",
    "big.sim",
    "broken.sim",
    "hostile.sim",
    "ap.sim",
    "reuters.sim",
)
"""The sites that the demo surveys, in order."""

_SAMPLES: Final = 3


def main(*, pause_s: float, seed: int, serve: bool, no_color: bool) -> None:
    """Run the demo.

    Args:
        pause_s: Least seconds between two requests to one simulated host.
        seed: Draws the sites; 0 or more. Same seed, same sites.
        serve: Keep the sites open for the user's own commands, in place of the tour.
        no_color: Print plain text.

    Raises:
        InvalidSettings: The pause is below 0.
        KeyboardInterrupt: The tour was interrupted; for open sites that is the end.
    """
    console = Console(no_color=no_color, highlight=False)
    try:
        if serve:
            _serve(console, seed)
        else:
            asyncio.run(_tour(console, pause_s=pause_s, seed=seed, no_color=no_color))
    except KeyboardInterrupt:
        console.print(Text("closed" if serve else "interrupted", "yellow"))
        if not serve:
            raise


async def _tour(console: Console, *, pause_s: float, seed: int, no_color: bool) -> None:
    clock = Clock()
    started = time.perf_counter()
    with Farm(all_sites(seed=seed, now=clock.now()), clock=clock) as farm:
        _say(
            console,
            Text.assemble(
                f"{len(farm.sites)} simulated sites are open on 127.0.0.1:{farm.port}"
                " (no network is used). Surveying ",
                (f"{len(TOUR)} of them", "bold"),
                ", one after another.\n",
            ),
        )
        settings = Settings(pause_s=pause_s, resolve=tuple(farm.resolve))
        all_shown = []
        async with AsyncWorkspace(settings, now=clock.now) as workspace:
            for host in TOUR:
                waiting = Console(stderr=True, no_color=no_color, highlight=False)
                shown = await _survey(workspace, host, farm.sites[host].what, waiting)
                all_shown.append(shown)
                for line in block(shown):
                    _say_row(console, line)
        _say(console, closing(all_shown, time.perf_counter() - started))
        _say(console, proof(farm.log(), all_shown, pause_s))
    _say(console, _next_steps())


async def _survey(
    workspace: AsyncWorkspace, host: str, what: str, waiting: Console
) -> Shown:
    """List one site, and keep a few of its entries and its whole log."""
    rows: list[LogRow] = []
    samples: list[Entry] = []
    started = time.perf_counter()
    with waiting.status(f"{host} ...") as status:

        def tell(progress: Progress) -> None:
            status.update(
                f"{host}: {progress.files_read} of {progress.files_known} files, "
                f"{progress.urls:,} URLs"
            )

        listing = workspace.urls(host, watch=rows.append, progress=tell)
        async for listed in listing:
            wanted = 1 if samples else _SAMPLES - 1  # more than one document, if any
            if len(samples) < _SAMPLES:
                head = listed.entries.iterate(listed.sitemap)
                samples += [
                    entry for _, entry in zip(range(wanted), head, strict=False)
                ]
    return Shown(
        target=host,
        what=what,
        report=listing.report,
        samples=samples,
        rows=rows,
        elapsed_s=time.perf_counter() - started,
    )


def _next_steps() -> Text:
    command = ("arpent demo --serve", "bold cyan")
    return Text.assemble(
        "\nNext: ",
        ("arpent urls example.com", "bold cyan"),
        " lists a real site. ",
        command,
        " keeps these sites open for commands of your own.",
    )


def _serve(console: Console, seed: int) -> None:
    clock = Clock(AsyncWorkspace().now())
    with Farm(all_sites(seed=seed, now=clock.now()), clock=clock) as farm:
        width = max(map(len, farm.sites))
        for host, site in sorted(farm.sites.items()):
            _say_row(
                console, Text.assemble((f"{host:{width}}", "cyan"), f"  {site.what}")
            )
        resolve = f"--resolve '{farm.resolve[0]}' --resolve '{farm.resolve[1]}'"
        _say(console, Text(f"\nOpen on 127.0.0.1:{farm.port}. In another terminal:\n"))
        for words in ("urls honest.sim", "changed honest.sim --since 2d"):
            command = f"arpent {words} --pause 0.05 {resolve}"
            console.print(Text(command, "bold cyan"), soft_wrap=True)
        _say(console, Text("\nOr once for all commands of that terminal:\n"))
        for line in (
            f"export ARPENT_RESOLVE='{' '.join(farm.resolve)}'",
            "export ARPENT_PAUSE=0.05",
        ):
            console.print(Text(line, "bold cyan"), soft_wrap=True)
        _say(console, Text("\nCtrl-C closes the sites.", "dim"))
        sys.stdout.flush()
        while True:
            time.sleep(1)
            clock.move(timedelta(seconds=1))


def _say(console: Console, line: Text) -> None:
    """Print a text, wrapped on a terminal and whole elsewhere."""
    console.print(line, soft_wrap=not console.is_terminal)


def _say_row(console: Console, line: Text) -> None:
    """Print one row: on a terminal what is too long is cut, not wrapped."""
    if console.is_terminal:
        console.print(line, no_wrap=True, overflow="ellipsis")
    else:
        console.print(line, soft_wrap=True)
