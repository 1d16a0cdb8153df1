"""The verb `demo`: the main job on simulated sites, with no network at all."""

from typing import Annotated

from cyclopts import Parameter

__all__ = ["demo"]


def demo(
    *,
    pause: Annotated[
        float,
        Parameter(
            name="--pause",
            metavar="SECONDS",
            help="least time between two requests to one simulated site (0.05)",
        ),
    ] = 0.05,
    seed: Annotated[
        int,
        Parameter(name="--seed", metavar="N", help="draws the sites; same seed, same"),
    ] = 0,
    serve: Annotated[
        bool,
        Parameter(
            name="--serve", help="keep the sites open for commands of your own instead"
        ),
    ] = False,
    no_color: Annotated[
        bool, Parameter(name="--no-color", help="plain text (also NO_COLOR)")
    ] = False,
) -> int:
    """What does this look like? (simulated sites, no network needed)."""
    from arpent.cli.codes import DONE
    from arpent.demo.show import main
    from arpent.errors import UsageError

    if seed < 0:
        raise UsageError(f"--seed {seed}: give 0 or more")
    main(pause_s=pause, seed=seed, serve=serve, no_color=no_color)
    return DONE
