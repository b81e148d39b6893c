"""Train, promote and roll back again and again, killed at moments spread over all of it.

Called by `test_versions.py` as a program of its own: it forks, which no program with threads
should. Prints what was found wrong after each kill.
"""

import json
import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path

# Before numpy is loaded, so that there is one thread and forking is safe.
os.environ.update({"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"})

from papertaxa.domain import Paper
from papertaxa.model import load, manifest, predict, versions
from papertaxa.text import clean_paper
from papertaxa.train import promote, rollback, train

root, papers, labels, taxonomy = map(Path, sys.argv[1:])
FIRST = {"papers": [papers], "labels": [labels], "taxonomy": taxonomy, "output": root}
PROBE = clean_paper(Paper(id="p", title="The whale", abstract="A pod of whales and their song."))


def retrain(seed):
    """Train, promote and roll back; never end."""
    while True:
        seed += 1
        made = train(**FIRST, seed=seed, extract_names=False)
        promote(root, made.version, force=True)
        rollback(root)
        promote(root, made.version, force=True)


def turn(seed):
    """The same without the fitting, so that there is little but writing and renaming."""

    def write(folder):
        for name in load(root, extract=False).manifest.files:
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(root / name, folder / name)
        manifest.write(folder, seed=seed, counts={}, sources={}, thin={})

    while True:
        seed += 1
        number, _ = versions.add(root, write)
        promote(root, number, force=True)
        rollback(root)
        promote(root, number, force=True)


def look(before):
    """Return what is wrong with the model."""
    found = versions.describe(root)
    wrong = [one.problem for one in found if one.problem is not None]
    kept = [one for one in before if not (versions.folder_of(root, one) / "manifest.json").exists()]
    wrong += [f"version {number} is gone" for number in kept]
    if predict(load(root), [PROBE])[0].decision.primary is None:
        wrong.append("the model in use says nothing")
    if versions.history(root) and versions.history(root)[-1]["version"] != versions.current(root):
        wrong.append("the history does not lead to the version in use")
    return wrong


def killed(work, seed, after):
    """Run it in a child, kill that after so many seconds, and say whether the kill was its end."""
    child = os.fork()
    if child == 0:
        try:
            work(seed)
        finally:
            os._exit(1)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


dice = random.Random(4)
report = {"kills": 0, "versions": 0, "wrong": []}
train(**FIRST, extract_names=False)
began = time.monotonic()
train(**FIRST, extract_names=False)
span = time.monotonic() - began  # what a training takes on this machine, now
moments = [(retrain, span * dice.uniform(0.5, 1.3)) for _ in range(4)]
moments += [(turn, dice.uniform(0.01, 0.2)) for _ in range(12)]
for kill, (work, after) in enumerate(moments):
    before = versions.numbers(root)
    report["kills"] += killed(work, 1000 * (kill + 1), after)
    report["wrong"] += look(before)
made = train(**FIRST, seed=1, extract_names=False)
if promote(root, made.version, force=True).version != versions.current(root):
    report["wrong"].append("after all kills, it cannot be trained and promoted")
report["versions"] = len(versions.numbers(root))
print(json.dumps(report))
