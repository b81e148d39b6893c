import time

from papertaxa.web.store import NEW, Author, Wanted


def test_the_queue_is_worked_out_once_the_model_has_read_all_and_leaves_labelled_papers_out(desk):
    assert desk.queue() == ()
    desk.store.decide("fern-02", Wanted(topics=("safe-rl",)), seen=NEW, by=Author(id="a"))
    desk.suggestions.start()
    desk.suggestions.wait()
    for _ in range(1000):
        if desk.queue():
            break
        time.sleep(0.01)
    ids = desk.queue()
    assert set(ids) <= desk.listing.ids - {"fern-02"}
    assert len(ids) == len(set(ids)) >= 10


def test_the_choice_is_the_same_each_time(desk):
    desk.suggestions.start()
    desk.suggestions.wait()
    assert desk.queue.chosen() == desk.queue.chosen()
