"""How this process asks its system for memory.

Knows allocators, and nothing of what they hold. One idea: documents are read, written
and dropped on a few threads in turn, so one shared heap is reused where a heap a
thread would each keep the largest document that it ever saw.
"""

import ctypes
import gc
import os
import sys
from typing import Final

__all__ = ["share_one_heap"]

_ARENA_MAX: Final = -8
"""M_ARENA_MAX of glibc's malloc.h."""
_OBJECTS: Final = 50_000
"""Objects between two looks for garbage: what hot paths make goes without one."""


def share_one_heap() -> None:
    """Let all threads and Arrow use one heap; call it before Arrow is loaded.

    A million URLs in 20 files: 284 MB become 188 MB into Parquet, 273 MB become 170 MB
    into JSON lines, with the same CPU time. Allocators chosen by the user stay.
    """
    gc.set_threshold(_OBJECTS)
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if not sys.platform.startswith("linux") or "MALLOC_ARENA_MAX" in os.environ:
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # other libcs have none
    if mallopt is not None:
        mallopt(_ARENA_MAX, 1)
