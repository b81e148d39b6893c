import sys
import time

import pytest

from papertaxa.web.job import Job


def run(script, check=lambda result: None):
    job = Job()
    assert job.start("train", [sys.executable, "-c", script], check=check)
    return job


def wait(job):
    for _ in range(1000):
        if job.progress.state != "running":
            return job.progress
        time.sleep(0.01)
    raise AssertionError("it does not end")


def test_progress_and_result_are_followed():
    seen = []
    job = run(
        "import json, time\n"
        "print('a library that prints', 7)\n"
        "print(json.dumps({'step': 'counting', 'part': 0.5}), flush=True)\n"
        "time.sleep(0.3)\n"
        "print(json.dumps({'result': {'id': 'v2'}}))",
        check=seen.append,
    )
    for _ in range(500):
        if job.progress.step == "counting":
            break
        time.sleep(0.01)
    assert (job.progress.state, job.progress.part) == ("running", 0.5)
    assert wait(job).result == {"id": "v2"}
    assert (job.progress.state, seen) == ("done", [{"id": "v2"}])


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("import sys; sys.exit('error: labels.jsonl, line 3: broken')", "line 3: broken"),
        ("import os; os._exit(9)", "ended with code 9"),
        ("print(1)", "ended with code 0"),
        ('print(\'{"result": {"x": 1}}\')', "'id'"),
    ],
)
def test_a_task_that_fails_says_why(script, why):
    job = run(script, check=lambda result: result["id"])
    progress = wait(job)
    assert progress.state == "failed"
    assert why in progress.step


def test_there_is_one_task_at_a_time_and_it_can_be_stopped():
    job = run("import time; time.sleep(60)")
    assert not job.start("train", [sys.executable, "-c", ""], check=print)
    job.stop()
    assert job.progress.state == "stopped"
    assert job.start("train", [sys.executable, "-c", "print('{\"result\": {}}')"], check=dict)
    assert wait(job).state == "done"


def test_stopping_nothing_is_no_error():
    Job().stop()
