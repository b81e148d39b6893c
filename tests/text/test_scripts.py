"""Subscripts and superscripts."""

import pytest

from papertaxa.text import clean


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"$\ell_2$ $\pi_0$ $\pi_{0.5}$ $L_\infty$", "ℓ2 π0 π0.5 L∞"),
        (r"\pi_0 and \pi_{0.5} outside", "π0 and π0.5 outside"),
        (r"C$^3$ R$^{3}$ $x^{-1}$ $10^{12}$", "C³ R³ x⁻¹ 10¹²"),
        (r"$W_p$ $x_i$ $x_{ij}$ $s_\theta$", "W_p x_i x_ij sθ"),
        (r"LaSOT$_\mathrm{ext}$ SPS$_{safe}$ KL$_{\text{inf}}$", "LaSOT_ext SPS_safe KL_inf"),
        (r"$V^*$ $A^\ast$ $q^{\star}$ $X^\top$", "V* A* q* X⊤"),
        (r"$x^n$ $n^{-1/2}$ $e^{ab}$", "x^n n^(-1/2) e^ab"),
        (r"$k^{th}$ $k^\text{th}$ $2^{\text{nd}}$", "kth kth 2nd"),
        (r"90$^\circ$ $30^{\circ}$", "90° 30°"),
        (r"a\textsuperscript{2}", "a²"),
        ("F_1 x^2 M^2R snake_case UI^N", "F_1 x^2 M^2R snake_case UI^N"),
        ("10^{6} H_{2}O", "10⁶ H2O"),
        (r"$x_$ $x^$ _ ^", "x_ x^ _ ^"),
    ],
)
def test_scripts_keep_a_name_whole(raw, text):
    assert clean(raw).text == text
