"""How abstracts write what they measured: numbers with units, metrics, and words for change.

Regular expressions as text, of which :mod:`papertaxa.extract.phrases` makes the phrases.
"""

from __future__ import annotations

# Everything that repeats is bounded: a text of one kind of word must not take quadratic time.
NUMBER = r"\d{1,9}(?:,\d{3}){0,4}(?:\.\d{1,6})?"
RANGE = rf"{NUMBER}(?:(?:\s?[%×x])?\s?(?:-{{1,3}}|[–—∼~]|to)\s?[+]?{NUMBER})?"
UNIT = (
    r"\s?%|\s?[x×](?![\w×])|\stimes\b|\s?(?:absolute |percentage )?points?\b|\s?pp\b|\s?p\.p\.|"
    r"\s?dB\b"
)
HEDGE = (
    r"(?<![A-Za-z])(?:(?:less than|fewer than|below|under|up to|upto|as much as|as high as|"
    r"at least|at most|over|more than|nearly|almost|about|around|approximately|approx\.|roughly|"
    r"close to|an average of|on average|average|averaging|a factor of|a margin of|margins of|"
    r"an absolute|an additional|a further|a|an|only|just|[~≈≥≤><])\s?){0,4}"
)

_NEVER = (  # what no name of a metric holds
    "a|an|the|its?|their|our|of|in|on|by|to|for|with|and|or|as|at|over|up|while|when|from|than|"
    "relative|compared|under|this|that|these|all|both|each|any|no|higher|better|greater|smaller|"
    "us(?:e|es|ing)|without|significant|substantial|consistent|notable|remarkable|overall"
)
_NEVER_STEMS = (
    "achiev|reach|attain|obtain|scor|yield|deliver|reduc|improv|increas|boost|enhanc|decreas|"
    "lower|cut|drop|show|demonstrat|maintain|keep|preserv|retain|match|surpass|outperform|exceed"
)
# A word before a head that says little by itself: squared (error), MAUVE (score).
_WORD = rf"(?:(?!(?:{_NEVER}|(?:{_NEVER_STEMS})\w*)[- ])[A-Za-z][\w.@]*[- ])"
_HEADS = (
    r"accurac(?:y|ies)|precision|recall(?:@\d+)?|F1(?:[- ]scores?)?|F-scores?|"
    r"(?:m?AP|AR)(?:@\d+(?:[.:]\d+)*|\d+)?|(?:(?:PR|ROC)-)?AUC|AU(?:RO|PR)C|m?IoU|"
    r"Dice(?: scores?)?|BLEU|ROUGE(?:-\w)?|METEOR|CIDEr|PSNR|SSIM|LPIPS|[rg]?FID|FVD|perplexity|"
    r"WER|CER|RMSE|MSE|MAE|[nN]?DCG(?:@\d+)?|[Hh]its?@\d+|MRR|exact match|[Pp]ass@\d+|R²|success|"
    r"regret|latency|throughput|goodput|FLOPs|runtime|speed|correlation|reward|returns?|"
    r"(?:GPU |peak |memory ){0,3}memory(?: usage| footprint| consumption| overhead| cost)?|"
    r"(?:inference|decoding|generation|search|simulation|execution) speeds?|"
    r"(?:token|energy|power|computational|compute|communication|API|annotation|labeling|data)[- ]"
    r"(?:usage|consumption|overhead)|"
    rf"{_WORD}{{0,3}}?(?:scores?|errors?|costs?|efficiency|rates?|gap|loss|quality)|"
    rf"{_WORD}{{1,3}}?times?|{_WORD}{{0,1}}?performance"
)
_MODIFIER = (
    r"(?:(?:average|mean|overall|absolute|relative|top-\d|Top-\d|zero-shot|few-shot|one-shot|test|"
    r"clean|robust|certified|standard|balanced|downstream|classification|prediction|reasoning|"
    r"segmentation|detection|retrieval|forecasting|planning|answer|task|end-to-end|total|peak|"
    r"macro|micro|weighted|per-class|final|validation|in-domain|out-of-domain|real-world|"
    r"state-of-the-art|predictive|generalization|reconstruction|inference|training|GPU|"
    r"adversarial|diagnostic|execution|factual|mathematical|policy|navigation|tracking|"
    r"translation|linear probing|estimation|calibration|median|worst-case|worst-group|prefill|"
    r"length-controlled|LC|raw|human|functional|semantic)[- ]){0,4}"
)
METRIC = rf"{_MODIFIER}(?<![\w-])(?:{_HEADS})(?![\w@-]|[.:]\d)"
"""A metric as abstracts name it, with the words before it that say which."""

AFTER = (
    r"(?=\s*(?:[,.;:)—]|\s–|$|(?:on|in|with|for|across|at|and|when|while|using|under|compared|"
    r"relative|without|whereas|over|than|against|by|from|to|vs\.?|versus|after|within|during|"
    r"through|among)\b))"
)
"""What may follow a metric that ends there, rather than beginning a longer noun."""

UP_VERB = (
    r"improv(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|boost(?:s|ed|ing)?|rais(?:e|es|ed|ing)|"
    r"enhanc(?:e|es|ed|ing)|outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|"
    r"beat(?:s|ing)?|lift(?:s|ed|ing)?|elevat(?:e|es|ed|ing)|accelerat(?:e|es|ed|ing)|"
    r"grow(?:s|ing)?|jump(?:s|ed|ing)?|ris(?:es|ing)"
)
DOWN_VERB = (
    r"reduc(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|lower(?:s|ed|ing)|cut(?:s|ting)?|"
    r"drop(?:s|ped|ping)?|degrad(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|shrink(?:s|ing)?|"
    r"fall(?:s|ing)?"
)
UP_NOUN = r"improvements?|gains?|increases?|boosts?|uplifts?|speed-?ups?|accelerations?"
DOWN_NOUN = r"reductions?|decreases?|drops?|declines?|degradations?|savings?"
REACH = (
    r"achiev(?:e|es|ed|ing)|reach(?:es|ed|ing)?|attain(?:s|ed|ing)?|obtain(?:s|ed|ing)?|"
    r"scor(?:e|es|ed|ing)|yield(?:s|ed|ing)?|deliver(?:s|ed|ing)?|hit(?:s|ting)?"
)
