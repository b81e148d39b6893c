"""``papertaxa labels``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertaxa.cli import options
from papertaxa.cli.progress import status, tracked
from papertaxa.data import DEFAULT_MODEL, TAXONOMY, label_files
from papertaxa.errors import LabelsError

if TYPE_CHECKING:
    from papertaxa.domain import Paper
    from papertaxa.labels.merge import Conflict
    from papertaxa.model import Model

_BATCH = 256
_TITLE = 60  # characters of a title that the queue shows on a terminal


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its parts."""
    parser = commands.add_parser("labels", help="look after hand labels")
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_check(parts)
    _add_merge(parts)
    _add_agree(parts)
    _add_queue(parts)
    _add_audit(parts)


def _add_check(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    check_ = parts.add_parser(
        "check",
        help="find unknown topics, duplicates, conflicts, empty lists and broken lines",
        description="Check labels against a taxonomy; exit code 1 if a problem was found.",
    )
    check_.set_defaults(run=check)
    check_.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="labels files (default: labels/papers/*.jsonl)",
    )
    check_.add_argument(
        "--taxonomy",
        type=Path,
        metavar="FILE",
        help="taxonomy to check against (default: the one that ships)",
    )


def _add_merge(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    merge_ = parts.add_parser(
        "merge",
        help="merge several people's labels; list conflicts and settle them by a rule",
        description="Merge labels files into one label a paper. Whose a label is says its "
        "'annotator', or else the file's name. Opinions that do not win are kept in 'others'.",
    )
    merge_.set_defaults(run=merge)
    merge_.add_argument("files", nargs="+", type=Path, metavar="FILE", help="labels files")
    merge_.add_argument(
        "-o", dest="output", type=Path, required=True, metavar="OUT", help="labels file to write"
    )
    merge_.add_argument(
        "--rule",
        default="newest",
        metavar="RULE",
        help="newest, majority, or annotator:NAME (default: %(default)s); ties, and labels "
        "without a date, are settled by the later file",
    )
    merge_.add_argument(
        "--conflicts", type=Path, metavar="FILE", help="write the conflicts as JSON Lines too"
    )


def _add_agree(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    agree_ = parts.add_parser(
        "agree",
        help="measure how far annotators agree, and list where they do not",
        description="Compare annotators on the papers they share: F1, Cohen's kappa, "
        "Krippendorff's alpha, topic by topic, and every disagreement.",
    )
    agree_.set_defaults(run=agree)
    agree_.add_argument("files", nargs="+", type=Path, metavar="FILE", help="labels files")
    agree_.add_argument(
        "--taxonomy", type=Path, metavar="FILE", help="list topics in the order of this taxonomy"
    )
    agree_.add_argument("--json", action="store_true", help="print JSON rather than text")


def _add_queue(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    queue_ = parts.add_parser(
        "queue",
        help="choose the papers whose labels would teach a model most",
        description="Choose papers to label next, each with the reason: topics the model is "
        "undecided on, rare topics, and papers unlike those chosen before. Labelled papers and "
        "near-duplicates are left out. JSON Lines, except on a terminal.",
    )
    queue_.set_defaults(run=queue)
    queue_.add_argument(
        "papers", nargs="+", metavar="PAPERS", help="listings (any format that `label` reads)"
    )
    queue_.add_argument(
        "--labels",
        nargs="+",
        action="extend",
        type=Path,
        metavar="FILE",
        help="labels files (default: those that ship; with --model, none)",
    )
    options.model(queue_)
    queue_.add_argument(
        "-n",
        dest="number",
        type=options.count,
        default=20,
        metavar="N",
        help="how many to choose; -1 for all that are left, in order (default: %(default)s)",
    )
    queue_.add_argument(
        "-o", dest="output", type=Path, metavar="OUT", help="write JSON Lines to this file"
    )


def _add_audit(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    audit_ = parts.add_parser(
        "audit",
        help="list the labels that a model trained without the paper contradicts most",
        description="Cross-validate a model on the labels, and list those that it contradicts: "
        "topics given that seem wrong, topics missing, primary topics that should not be. JSON "
        "Lines, except on a terminal.",
    )
    audit_.set_defaults(run=audit)
    options.papers_and_labels(audit_, required=False)
    audit_.add_argument(
        "--model",
        metavar="DIR|none",
        help="model whose own papers are used beside yours (default: the one that ships), or none",
    )
    audit_.add_argument(
        "-n",
        dest="number",
        type=options.count,
        default=20,
        metavar="N",
        help="how many to list; -1 for all (default: %(default)s)",
    )


def check(args: argparse.Namespace) -> int:
    """Run ``papertaxa labels check``."""
    from papertaxa import labels, taxonomy

    tree = taxonomy.load(args.taxonomy or TAXONOMY)
    files = args.files or label_files()
    problems = labels.check(files, tree)
    for problem in problems:
        print(problem)
    n = sum(1 for problem in problems if problem.severity == "error")
    print(f"{len(files)} files: {n} errors, {len(problems) - n} warnings")
    return 1 if n else 0


def merge(args: argparse.Namespace) -> int:
    """Run ``papertaxa labels merge``."""
    from papertaxa import labels
    from papertaxa.labels.merge import merge, row
    from papertaxa.labels.opinions import gather
    from papertaxa.labels.rowfile import rows_beside

    opinions = gather(args.files)
    merged, conflicts = merge(opinions, rule=args.rule)
    with rows_beside(args.conflicts, map(row, conflicts)):
        labels.write(args.output, merged)
    for conflict in conflicts:
        _show(conflict)
    people = len({opinion.annotator for opinion in opinions})
    print(
        f"{args.output}: {len(merged)} papers from {len(opinions)} labels by {people} annotators; "
        f"conflicts settled by the rule {args.rule}: {len(conflicts)}"
    )
    return 0


def _show(conflict: Conflict) -> None:
    print(f"{conflict.id}, {conflict.key}: {_listed(conflict.settled)} ({conflict.reason})")
    for opinion in conflict.opinions:
        value = _listed(getattr(opinion.label, conflict.key))
        print(f"  {opinion.annotator}, {opinion.date}: {value}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def agree(args: argparse.Namespace) -> int:
    """Run ``papertaxa labels agree``."""
    from papertaxa import taxonomy
    from papertaxa.labels.agree import agree
    from papertaxa.labels.agreement import render, to_json
    from papertaxa.labels.opinions import gather

    tree = taxonomy.load(args.taxonomy) if args.taxonomy is not None else None
    agreement = agree(gather(args.files), taxonomy=tree)
    if args.json:
        print(json.dumps(to_json(agreement), indent=2, ensure_ascii=False))
    else:
        print(render(agreement))
    return 0


def queue(args: argparse.Namespace) -> int:
    """Run ``papertaxa labels queue``."""
    from papertaxa import labels, listings
    from papertaxa.labels.queue import pick
    from papertaxa.labels.rowfile import write_rows
    from papertaxa.model import load

    papers = listings.read(args.papers)
    files = args.labels or ([] if args.model else label_files())
    known = labels.read(files) if files else []
    model = load(args.model, extract=False)
    topics = model.taxonomy.labels
    number_of = labels.counts(known)
    pool = _pool(tracked(papers, "scoring"), model, {label.id for label in known})
    with status("choosing"):
        chosen = pick(
            pool.ids,
            pool.scores,
            _thresholds(model),
            [number_of.get(topic, (0, 0))[0] for topic in topics],
            pool.sketches,
            len(pool.ids) if args.number < 0 else args.number,
            topics=topics,
            labelled=pool.labelled,
        )
    rows = [{"id": pool.ids[row], "title": pool.titles[row], "reason": why} for row, why in chosen]
    if args.output is not None:
        write_rows(args.output, rows)
    elif sys.stdout.isatty():
        for place, row in enumerate(rows, start=1):
            print(f"{place:>3}  {row['id']}  {row['title'][:_TITLE]}\n     {row['reason']}")
    else:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
    print(
        f"{len(rows)} papers chosen from {len(pool.ids) - sum(pool.labelled)} without a label; "
        f"{sum(pool.labelled)} have one, {pool.unusable} are no English abstracts or come twice",
        file=sys.stderr,
    )
    return 0


def audit(args: argparse.Namespace) -> int:
    """Run ``papertaxa labels audit``."""
    from dataclasses import asdict

    from papertaxa.train.audit import audit

    if not args.labels:
        raise LabelsError("no labels to look at: name their files with --labels")
    base = None if args.model == "none" else Path(args.model or DEFAULT_MODEL)
    with status("cross-validating"):
        done = audit(papers=args.papers, labels=args.labels, base=base)
    shown = done.findings if args.number < 0 else done.findings[: args.number]
    for place, finding in enumerate(shown, start=1):
        if sys.stdout.isatty():
            print(f"{place:>3}  {finding.id}: {finding.message}")
        else:
            print(json.dumps(asdict(finding), ensure_ascii=False))
    missing = f"; {done.textless} have no text" if done.textless else ""
    print(
        f"{len(shown)} of {len(done.findings)} doubtful decisions in {done.labels} labels, judged "
        f"by a model of {done.trained_on} papers, each left out in turn{missing}",
        file=sys.stderr,
    )
    return 0


def _thresholds(model: Model) -> list[float]:
    """One a topic of the taxonomy; those that the model never learnt score 0 everywhere."""
    limits = [0.5] * len(model.taxonomy.labels)
    learnt = model.classifier.learnt.tolist()
    for column, limit in zip(learnt, model.classifier.thresholds.topics.tolist(), strict=True):
        limits[column] = limit
    return limits


@dataclass(frozen=True, kw_only=True)
class _Pool:
    """Papers to choose from and, for comparison, those that have a label."""

    ids: list[str]
    titles: list[str]
    scores: Any  # an array; numpy is loaded only where a command needs it
    sketches: Any
    labelled: list[bool]
    unusable: int


def _pool(papers: Iterable[Paper], model: Model, done: AbstractSet[str]) -> _Pool:
    """Score the papers without a label, and sketch all."""
    import numpy as np

    from papertaxa.batch.screen import Seen, screen
    from papertaxa.labels.sketch import sketch
    from papertaxa.model import predict
    from papertaxa.text import clean_paper

    seen = Seen()
    rows: list[tuple[str, str, bool]] = []
    unusable = 0
    width = len(model.taxonomy.labels)
    scores, sketches = [np.zeros((0, width), np.float32)], [sketch([])]
    papers = iter(papers)
    while batch := list(islice(papers, _BATCH)):
        texts = [(paper, clean_paper(paper)) for paper in batch]
        usable = [paper.id in done or screen(paper, text, seen)[0] == "ok" for paper, text in texts]
        kept = [pair for pair, good in zip(texts, usable, strict=True) if good]
        unusable += len(texts) - len(kept)
        rows += [(paper.id, text.title.text, paper.id in done) for paper, text in kept]
        sketches.append(sketch(f"{text.title.text}\n{text.abstract.text}" for _, text in kept))
        block = np.zeros((len(kept), width), np.float32)
        new = [number for number, (paper, _) in enumerate(kept) if paper.id not in done]
        found = predict(model, [kept[number][1] for number in new], extract_names=False)
        for number, prediction in zip(new, found, strict=True):
            block[number] = prediction.scores
        scores.append(block)
    return _Pool(
        ids=[paper_id for paper_id, _, _ in rows],
        titles=[title for _, title, _ in rows],
        scores=np.vstack(scores),
        sketches=np.vstack(sketches),
        labelled=[labelled for _, _, labelled in rows],
        unusable=unusable,
    )
