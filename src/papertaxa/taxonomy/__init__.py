"""Taxonomies: trees of topics, from a file, from labels, or from a model."""

from papertaxa.taxonomy.entries import Problem
from papertaxa.taxonomy.lookup import find, suggest
from papertaxa.taxonomy.read import load, problems
from papertaxa.taxonomy.render import render
from papertaxa.taxonomy.ship import dumps_json, from_json, infer
from papertaxa.taxonomy.tree import Taxonomy, Topic

__all__ = [
    "Problem",
    "Taxonomy",
    "Topic",
    "dumps_json",
    "find",
    "from_json",
    "infer",
    "load",
    "problems",
    "render",
    "suggest",
]
