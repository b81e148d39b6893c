"""Compare papertaxa with its peers on the same splits in one run.

Usage: python bench/peers/run.py [--only SYSTEM ...] [--split ours|icml] [--jobs 2] [--json FILE]

The peers are installed into an environment of their own (--venv); every system is tuned, trained
and applied in child processes of one core each, whose time and peak memory are measured. It needs
../shared. What it prints is a Markdown table.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import measured
import scoring
import splits
from measured import Cost
from splits import Split

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SYSTEMS = HERE / "systems"
FIGURES = {
    "precision_at_1": "P@1",
    "topic_f1": "topic F1",
    "topic_macro_f1": "macro F1",
    "primary_topic_accuracy": "primary",
    "area_f1": "area F1",
}


@dataclass(frozen=True)
class Peer:
    """A system in the peers' environment.

    Attributes:
        script: In `SYSTEMS`, called with the arguments, a phase, the split and the output folder.
        argument: Which system of the script.
        after: Systems that have to be there before; their cost counts too.
    """

    script: str
    argument: str
    after: tuple[str, ...] = ()


PARTS = ("annif-tfidf", "annif-svc", "annif-omikuji")
PEERS = {
    "sklearn-svc": Peer("linear.py", "svc"),
    "sklearn-logistic": Peer("linear.py", "logistic"),
    "fasttext": Peer("fast_text.py", "fasttext"),
    "annif-tfidf": Peer("annif_projects.py", "tfidf"),
    "annif-svc": Peer("annif_projects.py", "svc"),
    "annif-omikuji": Peer("annif_projects.py", "omikuji"),
    "annif-ensemble": Peer("annif_projects.py", "ensemble", after=PARTS),
}
OURS = ("papertaxa", "papertaxa-corpus")


@dataclass
class Outcome:
    """What is known of one system on one split."""

    system: str
    split: str
    tune: Cost = field(default_factory=Cost)
    train: Cost = field(default_factory=Cost)
    label: Cost = field(default_factory=Cost)
    size: float = 0.0
    figures: dict[str, float] = field(default_factory=dict)
    settings: object = None
    failed: str = ""


def main() -> int:
    args = parse()
    python = install(args.venv)
    with tempfile.TemporaryDirectory(prefix="peers-") as temporary:
        work = args.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        made = [getattr(splits, name)(args.shared, work) for name in args.split]
        corpus = splits.corpus(args.shared, work, made) if "papertaxa-corpus" in args.only else []
        outcomes = compare(args, made, python, corpus, work)
        leads = best_leads(made, outcomes, work)
    report = render(made, outcomes, leads)
    print(report)
    if args.json:
        args.json.write_text(json.dumps(as_json(outcomes, leads), indent=1), "utf-8")
    return int(any(its.failed for its in outcomes))


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    everything = (*OURS, *PEERS)
    parser.add_argument("--only", nargs="+", choices=everything, default=everything)
    parser.add_argument("--split", nargs="+", choices=("ours", "icml"), default=("ours", "icml"))
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--venv", type=Path, default=ROOT / "build" / "peers-venv")
    parser.add_argument("--work", type=Path, help="keep all files in this folder")
    parser.add_argument("--jobs", type=int, default=1, help="systems measured side by side")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser.parse_args()


def install(venv: Path) -> Path:
    """Make the peers' environment if it is not there."""
    python = venv / "bin" / "python"
    wanted = (HERE / "requirements.txt").read_bytes()
    stamp = venv / "requirements.txt"
    if not (stamp.exists() and stamp.read_bytes() == wanted):
        print(f"setting up {venv} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"],
            check=True,
        )
        stamp.write_bytes(wanted)
    return python


def compare(
    args: argparse.Namespace, made: Sequence[Split], python: Path, corpus: list[Path], work: Path
) -> list[Outcome]:
    """Run every system on every split; one that fails is shown as failed."""
    lock = threading.Lock()
    results: dict[tuple[str, str], Future[Outcome]] = {}

    def one(name: str, split: Split, needs: Sequence[Future[Outcome]]) -> Outcome:
        outcome = Outcome(system=name, split=split.name)
        out = work / "results" / split.name / name
        out.mkdir(parents=True, exist_ok=True)
        try:
            parts = [future.result() for future in needs]
            outcome.failed = ", ".join(f"needs {its.system}" for its in parts if its.failed)
            if outcome.failed:
                return outcome
            if name in PEERS:
                _peer(PEERS[name], split, out, python, outcome)
            else:
                _papertaxa(split, out, corpus if name.endswith("-corpus") else [], outcome)
            for part in parts:
                outcome.tune += part.tune
                outcome.train += part.train
            outcome.figures = scoring.measure(
                scoring.read(out / "predictions.jsonl", split), split.name
            )
        except RuntimeError as error:
            outcome.failed = str(error)
        with lock:
            print(f"{split.name} {name}: {outcome.failed or outcome.figures}", file=sys.stderr)
        return outcome

    # The longest first; what others wait for stands before them, so nothing waits for ever.
    order = [name for name in (*reversed(OURS), *PEERS) if name in args.only]
    with ThreadPoolExecutor(args.jobs) as pool:
        for name in order:
            for split in made:
                wanted = PEERS[name].after if name in PEERS else ()
                needs = [results[split.name, its] for its in wanted if (split.name, its) in results]
                if len(needs) < len(wanted):
                    raise SystemExit(f"{name} needs {', '.join(wanted)}: add them to --only")
                results[split.name, name] = pool.submit(one, name, split, needs)
    return [future.result() for future in results.values()]


def _peer(peer: Peer, split: Split, out: Path, python: Path, outcome: Outcome) -> None:
    def phase(name: str) -> Cost:
        command = [str(python), peer.script, peer.argument, name, str(split.folder), str(out)]
        return measured.run(command, log=out / f"{name}.log", cwd=SYSTEMS)

    outcome.tune = phase("tune")
    outcome.settings = json.loads((out / "settings.json").read_text("utf-8"))
    outcome.train = phase("train")
    outcome.label = phase("label")
    outcome.size = measured.size(out / "model")


def _papertaxa(split: Split, out: Path, corpus: list[Path], outcome: Outcome) -> None:
    command = [sys.executable, "-m", "papertaxa", "train", "--base", "none", "--no-extract"]
    command += ["-o", str(out / "model"), "--taxonomy", str(split.folder / "taxonomy.json")]
    command += ["--papers", str(split.folder / "train_papers.jsonl")]
    command += ["--labels", str(split.folder / "train_labels.jsonl")]
    command += ["--corpus", *map(str, corpus)] if corpus else []
    outcome.train = measured.run(command, log=out / "train.log", cwd=ROOT)
    script = [sys.executable, str(SYSTEMS / "label_papertaxa.py"), str(split.folder), str(out)]
    outcome.label = measured.run(script, log=out / "label.log", cwd=ROOT)
    outcome.size = measured.size(out / "model")


def best_leads(
    made: Sequence[Split], outcomes: Sequence[Outcome], work: Path
) -> dict[str, dict[str, dict[str, object]]]:
    """How far papertaxa is ahead of the best peer of each figure."""
    found: dict[str, dict[str, dict[str, object]]] = {}
    for split in made:
        done = {its.system: its for its in outcomes if its.split == split.name and not its.failed}
        peers = [name for name in PEERS if name in done]
        for own in (name for name in OURS if name in done and peers):
            for figure in scoring.SHOWN[split.name]:
                best = max((done[name].figures[figure], name) for name in peers)[1]
                pair = [
                    scoring.read(work / "results" / split.name / name / "predictions.jsonl", split)
                    for name in (own, best)
                ]
                ahead = scoring.lead(*pair, split.name)[figure]
                found.setdefault(split.name, {}).setdefault(own, {})[figure] = {
                    "best_peer": best,
                    "ahead": ahead[0],
                    "interval": ahead[1:],
                }
    return found


def render(made: Sequence[Split], outcomes: Sequence[Outcome], leads: dict) -> str:
    lines = []
    for split in made:
        shown = scoring.SHOWN[split.name]
        lines += [
            f"### {split.name}: {split.train} papers to learn from, {len(split.ids)} to label",
            "",
            "| system | "
            + " | ".join(FIGURES[figure] for figure in shown)
            + " | tune, s | train, s | label, s | peak, MiB | model, MB |",
            "|---" * (len(shown) + 6) + "|",
        ]
        for its in sorted(
            (o for o in outcomes if o.split == split.name),
            key=lambda o: -o.figures.get(shown[0], 0),
        ):
            if its.failed:
                lines.append(f"| {its.system} | could not run: {its.failed} |")
                continue
            cells = [f"{its.figures[figure]:.1f}" for figure in shown]
            cells += [f"{cost.cpu:.0f}" for cost in (its.tune, its.train)]
            cells += [f"{its.label.cpu:.1f}", f"{max(its.train.peak, its.label.peak):.0f}"]
            lines.append(f"| {its.system} | {' | '.join(cells)} | {its.size:.1f} |")
        lines += ["", *_leads(leads.get(split.name, {})), ""]
        lines += [
            f"- {its.system}: {json.dumps(its.settings['settings'])}"
            for its in outcomes
            if its.split == split.name and isinstance(its.settings, dict)
        ]
        lines.append("")
    return "\n".join(lines)


def _leads(found: dict) -> list[str]:
    return [
        f"- {own} against the best peer: "
        + "; ".join(
            f"{FIGURES[figure]} {its['ahead']:+.1f} [{its['interval'][0]:+.1f}, "
            f"{its['interval'][1]:+.1f}] ({its['best_peer']})"
            for figure, its in figures.items()
        )
        for own, figures in found.items()
    ]


def as_json(outcomes: Sequence[Outcome], leads: dict) -> dict:
    return {
        "systems": [
            {
                "system": its.system,
                "split": its.split,
                **its.figures,
                "failed": its.failed or None,
                "settings": its.settings,
                "model_mb": round(its.size, 2),
                **{
                    f"{phase}_{what}": round(getattr(getattr(its, phase), what), 2)
                    for phase in ("tune", "train", "label")
                    for what in ("wall", "cpu", "peak")
                },
            }
            for its in outcomes
        ],
        "leads": leads,
    }


if __name__ == "__main__":
    sys.exit(main())
