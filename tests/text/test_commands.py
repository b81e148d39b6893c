"""LaTeX's commands."""

import pytest

from papertaxa.text import clean, symbols


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"\textbf{a} \emph{b} \textsc{C}d \texttt{e_f}", "a b Cd e_f"),
        (r"{\bf x} {\em de novo} \rm{C}", "x de novo C"),
        (r"VERI{\large X}+", "VERIX+"),
        (r"\underline{u}niversal \myfancymacro{M}odel", "universal Model"),
        (r"\ours wins, \ours{} wins, (\ours)", "ours wins, ours wins, (ours)"),
        (r"\egno, i.e. \ieno", "egno, i.e. ieno"),
        (r"a \cite{x}, b~\citep[see][p. 3]{y}.", "a, b."),
        (r"a\footnote{See \url{https://a.org}.} b", "a b"),
        (r"\label{sec}Now", "Now"),
        (r"\textcolor{red}{x} \href{https://a.org}{here}", "x here"),
        (r"\url{https://a.org/b_c}", "https://a.org/b_c"),
        (r"\unicode{x2014} \unicode{8212}", "— —"),
        (r"\verb|a_b*c| x", "a_b*c x"),
        (r"$\frac{1}{2}$ $\frac{a+b}{2n}$ $\frac12$ $\frac1{n}$", "1/2 (a+b)/(2n) 1/2 1/n"),
        (r"$\sqrt{n}$ $\sqrt{KT}$ $\sqrt[3]{n}$", "√n √(KT) √n"),
        (r"$\frac{\sqrt{d}}{n\epsilon}$", "√d/(nε)"),
        (r"$\log n$ $d\log d$ $\log\log T$ $\max(x)$", "log n d log d log log T max(x)"),
        (r"$\left( a \right.$", "( a"),
        (r"$\mathcal O(n)$ $\tilde{\mathcal{O}}(n)$ $\mathcalO$", "O(n) O(n) O"),
        (r"$\mu P$ and $\mu$P", "μP and μP"),
        (r"\% \& \# \_ \$ \{ \}", "% & # _ $ { }"),
        (r"10\,000 and 5\,ms vs.\ x", "10000 and 5 ms vs. x"),
        (r"DK\-LLM \--- \<MASK\> a\@b it\'s", "DK-LLM — <MASK> a@b it's"),
        (r"\(x\) \[y\] $\|z\|$", "x y ‖z‖"),
        (r"L\&amp;E", "L&E"),
    ],
)
def test_a_command_reads_as_typeset(raw, text):
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"Fr\'echet Poincar\'{e} R$\'{e}$nyi", "Fréchet Poincaré Rényi"),
        (r"Schr\"odinger na\"{\i}ve na{\"\i}ve D{\"u}tting", "Schrödinger naïve naïve Dütting"),
        (r"\c{c} Erd\H{o}s \v{S}i \'s \~n \=a \.z \^o \`a", "ç Erdős Ši ś ñ ā ż ô à"),
        (r"\O stergaard \L{}ukasz Stra\ss{}e \aa", "Østergaard Łukasz Straße å"),
        (r"$\L(x)$ and $\O(n)$", "L(x) and O(n)"),
    ],
)
def test_accents_are_composed(raw, text):
    assert clean(raw).text == text


@pytest.mark.parametrize("name", sorted(symbols.SYMBOLS))
def test_every_symbol_reads_as_its_character_in_text(name):
    assert clean(rf"a \{name}{{}} b").text.replace(" ", "") == f"a{symbols.SYMBOLS[name]}b"


@pytest.mark.parametrize("name", sorted(symbols.FONTS))
def test_every_font_command_reads_as_its_argument(name):
    assert clean(rf"\{name}{{Ab}}cd").text == "Abcd"


@pytest.mark.parametrize("name", sorted(symbols.DROPPED))
def test_every_dropped_command_goes_with_its_arguments(name):
    arguments = "{x}" * symbols.DROPPED[name]
    assert clean(rf"one \{name}{arguments} two").text == "one two"
