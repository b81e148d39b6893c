import os

import pytest

from papertaxa.processes import workers


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_asking(jobs):
    with workers(2, jobs=jobs) as pool:
        tasks = [pool.submit(divmod, number, 3) for number in range(5)]
        assert [task.result() for task in tasks] == [divmod(number, 3) for number in range(5)]


def test_one_job_stays_in_this_process_and_more_do_not():
    found = []
    for jobs in (1, 2):
        with workers(1, jobs=jobs) as pool:
            found.append(pool.submit(os.getpid).result())
    assert found[0] == os.getpid() != found[1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_back_as_it_is(jobs):
    with workers(1, jobs=jobs) as pool, pytest.raises(ZeroDivisionError):
        pool.submit(divmod, 1, 0).result()
