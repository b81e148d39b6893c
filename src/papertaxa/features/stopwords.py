"""Words that say nothing of a paper's topic, at which word n-grams break."""

from __future__ import annotations

_GRAMMAR = """
a about above across after again against all almost along already also although always among an
and another any are around as at be because been before behind being below between beyond both but
by can cannot could did do does doing done down due during each either else especially etc even
ever every few for from further furthermore had has have having he hence her here his how however
i if in indeed instead into is it its itself just less let like many may me might mine more
moreover most much must my namely nearly neither nevertheless no nor not now of off often on once
one only onto or other others otherwise ought our ours out over own per perhaps quite rather same
several shall she should since so some still such than that the their them themselves then there
thereby therefore these they this those though three through throughout thus to together too
toward towards two under until unto up upon us very via was we well were what when where whereas
whether which while who whom whose why will with within without would yet you your
eg ie et al vs
"""

_PAPERS = """
address addresses approach approaches best better demonstrate demonstrates demonstrated existing
find first general introduce introduces introduced method methods new novel paper papers present
presents presented propose proposes proposed provide provides provided results second show shows
shown study studies use used uses using work works
"""
# What nearly every abstract says of itself, whatever it is about.

STOP_WORDS = frozenset(f"{_GRAMMAR} {_PAPERS}".split())
"""Lower-case words, as they are written."""
