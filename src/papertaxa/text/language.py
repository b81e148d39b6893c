"""Language: whether a text is in English, and if not, in what.

Almost every abstract is told by its share of English function words alone. The rest is told by its
script, and where that is Latin or shared by several languages, by py3langid (Lui and Baldwin,
"langid.py: An Off-the-shelf Language Identification Tool", ACL 2012), loaded on first use.
"""

from __future__ import annotations

import re

from papertaxa.text.wordlists import words

_ENOUGH = 2000  # characters that are looked at
_FUNCTION_WORDS = words(  # that no other language of Latin script often uses
    "the of and to is that for with we this are by our which it these from their has have can at "
    "or not into between be been its they however while using such how when both where than more "
    "other only through"
)
_ENGLISH_SHARE = 0.1  # of function words among all words; English abstracts have 0.2 to 0.4
_FEWEST_WORDS = 12
_LOWER_SHARE = 0.5  # of words in small letters: a list of names or a formula has fewer
_MARGIN = 2.0  # by which the log-odds against English must lead, per root of the length
_SCRIPT_SHARE = 0.3  # of letters; a few words of Chinese do not make a text Chinese
_FEWEST_LETTERS = 10

_SCRIPTS = {
    "Japanese": re.compile(r"[\u3040-\u30ff]"),
    "Korean": re.compile(r"[\u1100-\u11ff\uac00-\ud7af]"),
    "Chinese": re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]"),
    "Greek": re.compile(r"[\u0370-\u03ff]"),
    "Hebrew": re.compile(r"[\u0590-\u05ff]"),
    "Thai": re.compile(r"[\u0e00-\u0e7f]"),
    "Russian": re.compile(r"[\u0400-\u052f]"),  # or another language of the script
    "Arabic": re.compile(r"[\u0600-\u06ff\u0750-\u077f]"),
    "Hindi": re.compile(r"[\u0900-\u097f]"),
}
_SHARED = frozenset({"Russian", "Arabic", "Hindi"})
_OTHER_SCRIPT = re.compile(  # letters that are not Latin; Greek ones only in words
    r"[\u0370-\u03ff]{3,}"
    r"|[\u0400-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+"
)
_WORD = re.compile(r"[^\W\d_]{2,}")

_NAMES = {
    "ar": "Arabic", "be": "Belarusian", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech",
    "da": "Danish", "de": "German", "el": "Greek", "es": "Spanish", "et": "Estonian",
    "eu": "Basque", "fa": "Persian", "fi": "Finnish", "fr": "French", "gl": "Galician",
    "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian",
    "it": "Italian", "ja": "Japanese", "kk": "Kazakh", "ko": "Korean", "lt": "Lithuanian",
    "lv": "Latvian", "mk": "Macedonian", "mr": "Marathi", "ms": "Malay", "nb": "Norwegian",
    "ne": "Nepali", "nl": "Dutch", "nn": "Norwegian", "no": "Norwegian", "pl": "Polish",
    "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovenian",
    "sr": "Serbian", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu",
    "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


def foreign(text: str) -> str | None:
    """Tell in which language a text is, unless it is English.

    Args:
        text: A cleaned text.

    Returns:
        The language's English name (its ISO 639-1 code for a rare one); None if the text is
        English, or too short or too poor in words to tell.
    """
    text = text[:_ENOUGH]
    words = text.lower().split()
    known = sum(map(_FUNCTION_WORDS.__contains__, words))
    if known and known >= _ENGLISH_SHARE * len(words):
        return None
    if not text.isascii() and (script := _script(text)):
        return _identified(text) or script if script in _SHARED else script
    plain = _WORD.findall(text)
    lower = [word for word in plain if word.islower()]
    if len(plain) < _FEWEST_WORDS or len(lower) < _LOWER_SHARE * len(plain):
        return None
    return _identified(" ".join(lower))


def _script(text: str) -> str | None:
    """The language, or one of those, that the letters tell; None for Latin ones."""
    letters = sum(map(str.isalpha, text))
    others = sum(map(len, _OTHER_SCRIPT.findall(text)))
    if others < _FEWEST_LETTERS or others < _SCRIPT_SHARE * letters:
        return None
    counts = {name: len(script.findall(text)) for name, script in _SCRIPTS.items()}
    # Japanese is written with Chinese characters too, Chinese without kana.
    if counts["Japanese"] > 0.1 * counts["Chinese"]:
        counts["Japanese"] += counts["Chinese"]
    name = max(counts, key=counts.__getitem__)
    return name if counts[name] >= _FEWEST_LETTERS else None


def _identified(text: str) -> str | None:
    """The language that py3langid is certain of; None if it is English or none."""
    import py3langid  # loads for two seconds, and hardly any listing needs it

    scores = py3langid.rank(text)
    code, best = scores[0]
    # Log-probabilities of a naive Bayes model grow with the length far faster than the evidence.
    margin = (best - dict(scores)["en"]) / len(text.encode()) ** 0.5
    return _NAMES.get(code, code) if margin >= _MARGIN else None
