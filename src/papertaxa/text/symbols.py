"""What LaTeX's commands stand for: tables, as data."""

from __future__ import annotations

from papertaxa.text.wordlists import words

_SYMBOLS = """
    alpha:α beta:β gamma:γ delta:δ epsilon:ε varepsilon:ε eps:ε zeta:ζ eta:η theta:θ vartheta:θ
    iota:ι kappa:κ varkappa:κ lambda:λ mu:μ nu:ν xi:ξ omicron:ο pi:π varpi:π rho:ρ varrho:ρ
    sigma:σ varsigma:ς tau:τ upsilon:υ phi:φ varphi:φ chi:χ psi:ψ omega:ω Alpha:Α Beta:Β Gamma:Γ
    Delta:Δ Epsilon:Ε Zeta:Ζ Eta:Η Theta:Θ Iota:Ι Kappa:Κ Lambda:Λ Mu:Μ Nu:Ν Xi:Ξ Pi:Π Rho:Ρ
    Sigma:Σ Tau:Τ Upsilon:Υ Phi:Φ Chi:Χ Psi:Ψ Omega:Ω varGamma:Γ varDelta:Δ varTheta:Θ varLambda:Λ
    varXi:Ξ varPi:Π varSigma:Σ varPhi:Φ varPsi:Ψ varOmega:Ω textalpha:α textbeta:β textgamma:γ
    textmu:μ textpi:π upmu:μ ell:ℓ hbar:ħ nabla:∇ partial:∂ infty:∞ infinity:∞ emptyset:∅
    varnothing:∅ aleph:ℵ wp:℘ Re:ℜ Im:ℑ imath:i jmath:j times:× texttimes:× div:÷ pm:± mp:∓ cdot:·
    cdotp:· bullet:• textbullet:• ast:* star:* textasteriskcentered:* circ:∘ odot:⊙ oplus:⊕
    otimes:⊗ ominus:⊖ dagger:† dag:† ddagger:‡ wedge:∧ land:∧ vee:∨ lor:∨ cap:∩ cup:∪ uplus:⊎
    setminus:∖ sqcup:⊔ bigcup:∪ bigcap:∩ bigoplus:⊕ bigotimes:⊗ Join:⋈ bowtie:⋈ leq:≤ le:≤
    leqslant:≤ leqq:≤ geq:≥ ge:≥ geqslant:≥ geqq:≥ ll:≪ gg:≫ neq:≠ ne:≠ equiv:≡ sim:∼ simeq:≃
    approx:≈ cong:≅ propto:∝ asymp:≍ lesssim:≲ gtrsim:≳ prec:≺ succ:≻ preceq:⪯ succeq:⪰
    triangleq:≜ coloneqq:≔ coloneq:≔ colon:: in:∈ notin:∉ ni:∋ subset:⊂ subseteq:⊆ supset:⊃
    supseteq:⊇ subsetneq:⊊ sqsubseteq:⊑ forall:∀ exists:∃ nexists:∄ neg:¬ lnot:¬ perp:⊥ bot:⊥
    top:⊤ vdash:⊢ models:⊨ vDash:⊨ to:→ rightarrow:→ longrightarrow:→ textrightarrow:→ leftarrow:←
    gets:← longleftarrow:← leftrightarrow:↔ longleftrightarrow:↔ Rightarrow:⇒ Longrightarrow:⇒
    implies:⇒ Leftarrow:⇐ Leftrightarrow:⇔ iff:⇔ uparrow:↑ downarrow:↓ updownarrow:↕ nearrow:↗
    searrow:↘ mapsto:↦ hookrightarrow:↪ rightleftharpoons:⇌ leadsto:⇝ rightsquigarrow:⇝ sum:∑
    prod:∏ coprod:∐ int:∫ oint:∮ iint:∬ angle:∠ triangle:△ Box:□ square:□ blacksquare:■ Diamond:◇
    diamond:⋄ checkmark:✓ cmark:✓ xmark:✗ heartsuit:♥ clubsuit:♣ spadesuit:♠ natural:♮ sharp:♯
    flat:♭ ltimes:⋉ rtimes:⋊ prime:′ langle:⟨ rangle:⟩ lceil:⌈ rceil:⌉ lfloor:⌊ rfloor:⌋ lbrace:{
    rbrace:} lbrack:[ rbrack:] mid:| vert:| lvert:| rvert:| Vert:‖ lVert:‖ rVert:‖ parallel:∥
    backslash:\\ slash:/ ldots:… dots:… cdots:… dotsc:… dotsb:… textellipsis:… vdots:⋮ ddots:⋱
    textemdash:— textendash:– textasciitilde:~ textasciicircum:^ textbackslash:\\ textless:<
    textgreater:> textbar:| textunderscore:_ textdollar:$ textquotesingle:' textquoteleft:‘
    textquoteright:’ textquotedblleft:“ textquotedblright:” lq:‘ rq:’ textregistered:® circledR:®
    copyright:© textcopyright:© texttrademark:™ textdegree:° degree:° celsius:℃ S:§ pounds:£
    textsterling:£ texteuro:€ euro:€ yen:¥ LaTeX:LaTeX TeX:TeX ss:ß o:ø O:Ø l:ł L:Ł ae:æ AE:Æ oe:œ
    OE:Œ aa:å AA:Å i:ı j:ȷ dh:ð DH:Ð th:þ TH:Þ dj:đ DJ:Đ ng:ŋ
"""
SYMBOLS: dict[str, str] = dict(pair.split(":", 1) for pair in _SYMBOLS.split())

ACCENTS: dict[str, str] = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
}

# Commands that only set how the text after them, or in their argument, looks.
FONTS = words(
    """
    textbf textit textsl textsc texttt textrm textsf textnormal textup textmd emph underline uline
    ul textul text mbox hbox fbox mathbf mathit mathrm mathsf mathtt mathcal mathbb mathfrak
    mathscr mathds mathnormal boldsymbol bm pmb operatorname mathop mathbin mathrel mathord
    ensuremath tilde widetilde hat widehat bar overline vec dot ddot check breve acute grave
    mathring overbrace underbrace overrightarrow boxed textsuperscript textsubscript enquote
    textquote texorpdfstring phantom smash lowercase uppercase MakeUppercase MakeLowercase
    """
)

SWITCHES = words(
    """
    bf it rm em sf tt sc sl cal bfseries itshape slshape scshape rmfamily sffamily ttfamily
    mdseries upshape normalfont tiny scriptsize footnotesize small normalsize large Large LARGE
    huge Huge selectfont displaystyle textstyle scriptstyle limits nolimits left right middle big
    Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr Biggl Biggr boldmath xspace protect
    noindent centering relax ignorespaces unskip allowbreak nobreak nonumber nospace
    bigskip medskip smallskip newpage clearpage hline
    """
)

SPACES = words("quad qquad space enspace thinspace par newline linebreak item hfill")

# Commands dropped with this many arguments.
DROPPED: dict[str, int] = {
    **dict.fromkeys(
        words("""
        cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite
        autocite footcite nocite Cite Citet Citep ref eqref pageref cref Cref autoref label
        footnote footnotemark footnotetext thanks vspace hspace vskip hskip includegraphics input
        include bibliography bibliographystyle begin end color fontfamily fontsize pagestyle
        thispagestyle ding index todo vphantom hphantom
        """),
        1,
    ),
    "setlength": 2,
}

# Commands of which the first argument is not text, but the second is.
SECOND = frozenset(
    {"textcolor", "colorbox", "href", "hyperlink", "hyperref", "scalebox", "raisebox"}
)

FRACTIONS = frozenset({"frac", "tfrac", "dfrac", "nicefrac", "sfrac", "cfrac"})

OPERATORS = words(
    """
    log ln lg exp min max sup inf lim arg argmin argmax det dim ker deg gcd sin cos tan cot sinh
    cosh tanh poly polylog tr Tr Pr mod bmod softmax sign sgn diag rank choose over
    """
)

# A known command written without the space after it: \mathcalO.
RUN_ON = ("mathcal", "mathbb", "mathbf", "mathrm", "mathsf", "textbf", "textit", "emph", "sqrt")

KNOWN = (
    FONTS
    | SWITCHES
    | SPACES
    | SECOND
    | FRACTIONS
    | OPERATORS
    | {"sqrt", "unicode", "url", "verb", "Verb"}
).union(SYMBOLS, DROPPED)

# Letters of text; in formulas the same names are macros of the paper (\L is a loss).
LETTERS = words("S ss o O l L ae AE oe OE aa AA i j dh DH th TH dj DJ ng")

SUPERSCRIPTS = dict(zip("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻", strict=True)) | {" ": ""}
