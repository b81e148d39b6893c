"""Processes that work beside this one."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor


def workers(number: int, *, jobs: int) -> Executor:
    """Make workers for tasks that are functions of a module; the caller closes them.

    Args:
        number: How many, if they are processes.
        jobs: How many processes may be used; if it is 1, one thread of this process does the work.

    Returns:
        The workers. Processes are started afresh: copies of one that has threads may hang.
    """
    if jobs == 1:
        return ThreadPoolExecutor(1)
    return ProcessPoolExecutor(number, mp_context=multiprocessing.get_context("spawn"))
