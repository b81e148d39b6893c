"""A tokenizer that keeps the names of papers whole and never glues one to what surrounds it.

``Qwen3-8B``, ``COCO-MIG``, ``π0.5``, ``ℓ2-PGD``, ``C³`` and ``∇-SDF`` are one token each, and so
are links. A compound is split where a name may end inside it: ``GRPO-based`` gives ``GRPO`` and
``-based``, since the name is ``GRPO``; a name that covers a whole compound is still a run of whole
tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import DummyTokenizer, registry
from spacy.vocab import Vocab

from papertaxa.extract.spelling import squash

# Second halves of compounds that say something about the name before the hyphen.
_TAILS = (
    "adapted|adaptive|agnostic|aided|aligned|alone|assisted|augmented|aware|backed|base|based|"
    "bench|boosted|capable|centric|class|compatible|complete|conditional|conditioned|"
    "consistent|constrained|constructed|corrected|coupled|dependent|derived|distilled|driven|"
    "efficient|empowered|enabled|enhanced|equipped|equivariant|family|finetuned|focused|form|"
    "formatted|framed|free|friendly|generated|gradient|grounded|guided|hard|inclusive|"
    "independent|induced|informed|initialized|inspired|integrated|invariant|large|level|like|"
    "motivated|only|optimal|optimized|oriented|parameterized|powered|preserving|pretrained|"
    "refined|regularized|related|scale|sensitive|series|side|size|sized|specific|stabilized|"
    "structured|style|styled|supervised|trained|tuned|type|weighted|wise"
)
_HYPHEN = r"[-\u2010-\u2013]"
_PREFIXES = rf"^(?:\s+|[\(\[{{<\"'`“”‘’«|*_~,;:!?/\\…—―=≈≤≥+→←↔⇒×$&•·]|{_HYPHEN}+(?=\w)|\.(?=\D|$))"
_SUFFIXES = (
    r"(?:\s+|[\)\]}>\"'`“”‘’»|*_~,;:!?/\\…—―=≈≤≥→←↔⇒×$&%•·†‡]|['’]s|\.|"
    rf"{_HYPHEN}+(?:{_TAILS})|"
    # An all lower-case word after a name with a capital or a digit: Adam-stabilized, 3DGS-centred.
    rf"(?<=[A-Z\d\)]){_HYPHEN}[a-z]{{4,}}|(?<=[A-Z][a-z]){_HYPHEN}[a-z]{{4,}}|{_HYPHEN})$"
)
_INFIXES = (
    rf"\s+|[\(\)\[\]{{}}<>\"“”«»|*~;,:!?/\\…—―=≈≤≥→←↔⇒×&]|{_HYPHEN}{_HYPHEN}+|"
    r"(?<=[a-z])\.(?=[A-Z][a-z])|(?<=[A-Za-z])\+(?=[A-Za-z])"
)
_LINK = (
    r"^(?:https?://|www\.)\S*[\w/]$|^[\w.-]+\.(?:com|org|io|net|ai|science|edu)(?:/(?:\S*[\w/])?)?$"
)

_WORDS = "papertaxa_words"
_NORMS = "papertaxa_norms"
_SPACES = "papertaxa_spaces"
_MOST = 200_000  # chunks remembered


_prefix = re.compile(_PREFIXES).match
_suffix = re.compile(_SUFFIXES).search
_infix = re.compile(_INFIXES).finditer
_squashed = lru_cache(maxsize=1 << 12)(squash)  # most chunks end in one of a few marks
_link = re.compile(_LINK).match
_plain = re.compile(r"[^\W_]+(?:-[^\W_]+)*").fullmatch  # most of what is left; quick to tell


def split(chunk: str) -> list[str]:
    """Split what stands between two spaces into tokens.

    As spaCy's own tokenizer does: what may stand before or after a word is cut off as long as there
    is any; the rest is a link, or is cut at what may stand between words.
    """
    before: list[str] = []
    after: list[str] = []
    start, end = 0, len(chunk)
    while start < end:
        rest = chunk[start:end]
        if rest.isalnum() or _link(rest):
            break
        if cut := _prefix(rest):
            before.append(cut[0])
            start += len(cut[0])
        elif cut := _suffix(rest):
            after.append(cut[0])
            end -= len(cut[0])
        else:
            break
    rest = chunk[start:end]
    middle: list[str] = []
    if rest and (_plain(rest) or _link(rest)):
        middle.append(rest)
    elif rest:
        at = 0
        for cut in _infix(rest):
            middle += (rest[at : cut.start()], cut[0])
            at = cut.end()
        middle.append(rest[at:])
    return [token for token in (*before, *middle, *reversed(after)) if token]


class PaperTokenizer(DummyTokenizer):
    """The tokenizer as spaCy wants it, with a memory.

    It remembers what stands between two spaces with its tokens and their squashed forms, and hands
    both on with the document, for reading them from spaCy's tokens takes longer than tokenizing.
    """

    def __init__(self, vocab: Vocab) -> None:
        """Make a tokenizer on a pipeline's vocabulary."""
        self.vocab = vocab
        self._memory: dict[str, tuple[list[str], list[str], list[bool]]] = {}

    def __call__(self, text: str) -> Doc:
        """Split a text into tokens; spaces but the single ones between words are tokens too."""
        memory = self._memory
        if len(memory) > _MOST:
            memory.clear()
        words: list[str] = []
        norms: list[str] = []
        spaces: list[bool] = []
        for chunk in text.split(" "):
            parts = memory.get(chunk)
            if parts is None:
                parts = memory[chunk] = self._parts(chunk)
            words += parts[0]
            norms += parts[1]
            spaces += parts[2]
        if spaces[-1]:
            spaces[-1] = False
        else:
            del words[-1], norms[-1], spaces[-1]
        known = {_WORDS: words, _NORMS: norms, _SPACES: spaces}
        return Doc(self.vocab, words=words, spaces=spaces, user_data=known)

    @staticmethod
    def _parts(chunk: str) -> tuple[list[str], list[str], list[bool]]:
        words = split(chunk)
        if not words:
            return [" "], [""], [False]
        norms = [_squashed(word) for word in words]
        return words, words if norms == words else norms, _spaces(len(words))


@lru_cache
def _spaces(count: int) -> list[bool]:
    """Say that a space follows the last of some tokens; the same list for all of that many."""
    return [False] * (count - 1) + [True]


def words_of(doc: Doc) -> list[str]:
    """Return the tokens of a document."""
    known: list[str] | None = doc.user_data.get(_WORDS)
    return [token.text for token in doc] if known is None else known


def norms_of(doc: Doc) -> list[str]:
    """Return the tokens of a document, squashed."""
    known: list[str] | None = doc.user_data.get(_NORMS)
    return [squash(token.text) for token in doc] if known is None else known


def spaces_of(doc: Doc) -> list[bool]:
    """Tell for each token of a document whether a space follows."""
    known: list[bool] | None = doc.user_data.get(_SPACES)
    return [bool(token.whitespace_) for token in doc] if known is None else known


@registry.tokenizers("papertaxa.PaperTokenizer.v1")  # type: ignore[untyped-decorator] # spaCy's
def create_tokenizer() -> Callable[[Language], PaperTokenizer]:
    """Return the factory that spaCy's config names under ``[nlp.tokenizer]``."""

    def make(nlp: Language) -> PaperTokenizer:
        return PaperTokenizer(nlp.vocab)

    return make
