import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.report.aliases import NONE, Aliases
from papertaxa.report.canonical import Support, resolve, spelled
from papertaxa.report.spelling import name_key


def keys(forms, aliases=NONE):
    """Resolve forms given as text or (text, canonical), each with the papers that use it."""
    wide = {
        (form if isinstance(form, tuple) else (form, form)): Support(*support)
        for form, support in forms.items()
    }
    return {
        (text if text == canonical else (text, canonical)): key
        for (text, canonical), key in resolve(wide, aliases).items()
    }


PAIR = ("PPO", "Pear Picking Order")
OTHER = ("PPO", "Plum Peeling Oven")


def test_a_short_form_alone_stands_for_what_other_papers_spell_out():
    found = keys({PAIR: (3, 0), "PPO": (9, 0), "pear-picking orders": (2, 0), "PPOs": (1, 0)})
    assert set(found.values()) == {name_key("Pear Picking Order")}


def test_a_short_form_of_two_names_alone_is_neither():
    found = keys({PAIR: (3, 0), OTHER: (2, 0), "PPO": (9, 0)})
    assert len(set(found.values())) == 3
    assert found["PPO"] == name_key("PPO")


def test_a_short_form_that_nearly_all_papers_spell_out_alike_is_that():
    found = keys({PAIR: (9, 0), OTHER: (1, 0), "PPO": (9, 0)})
    assert found["PPO"] == found[PAIR] != found[OTHER]


def test_what_one_paper_coins_for_itself_says_nothing_about_others():
    found = keys({PAIR: (0, 1), "PPO": (9, 0)})
    assert found["PPO"] != found[PAIR]
    found = keys({PAIR: (0, 2), "PPO": (9, 0)})
    assert found["PPO"] == found[PAIR]


def test_one_paper_explains_a_longer_short_form_but_not_a_very_short_one():
    found = keys({("PPOX", "Pear Picking Order X"): (1, 0), "PPOX": (1, 0)})
    assert len(set(found.values())) == 1
    found = keys({PAIR: (1, 0), "PPO": (1, 0)})
    assert len(set(found.values())) == 2


@pytest.mark.parametrize(
    "variant",
    ["pear-picking orders", "Pear Picking Order algorithm", "Pear Pickking Order"],
)
def test_variants_of_a_long_form_are_one(variant):
    found = keys({PAIR: (3, 0), ("PPO", variant): (1, 0), variant: (1, 0)})
    assert set(found.values()) == {name_key("Pear Picking Order")}


def test_versions_stay_apart():
    found = keys({"GPT-4": (2, 0), "GPT-4o": (2, 0), "gpt 4": (1, 0), "ImageNet-1K": (1, 0)})
    assert len(set(found.values())) == 3


def test_an_alias_settles_a_bare_short_form_but_not_one_that_is_spelled_out():
    aliases = Aliases({name_key("PPO"): name_key("Plum")}, {name_key("Plum"): "Plum"})
    found = keys({PAIR: (3, 0), "PPO": (9, 0)}, aliases)
    assert found["PPO"] == name_key("Plum")
    assert found[PAIR] == name_key("Pear Picking Order")


def test_an_alias_of_a_long_form_joins_its_short_form_too():
    aliases = Aliases({name_key("Pear Picking Order"): name_key("Fruit")}, {})
    found = keys({PAIR: (3, 0), "PPO": (9, 0)}, aliases)
    assert set(found.values()) == {name_key("Fruit")}


def test_an_alias_to_itself_undoes_a_join():
    aliases = Aliases({name_key("PPO"): name_key("PPO")}, {name_key("PPO"): "PPO"})
    found = keys({PAIR: (3, 0), "PPO": (9, 0)}, aliases)
    assert found["PPO"] != found[PAIR]


@given(
    st.dictionaries(
        st.tuples(
            st.text(st.sampled_from("ABab -1"), min_size=1, max_size=4),
            st.text(st.sampled_from("ABab -1"), min_size=1, max_size=9),
        ),
        st.tuples(st.integers(0, 3), st.integers(0, 3)),
        max_size=12,
    )
)
def test_every_form_gets_a_key_whatever_the_order(forms):
    wide = {form: Support(*support) for form, support in forms.items()}
    found = resolve(wide, NONE)
    assert set(found) == set(forms)
    backwards = resolve(dict(reversed(wide.items())), NONE)
    assert backwards == found


def test_a_name_is_shown_as_most_papers_spell_it_with_its_short_form():
    key = name_key("Pear Picking Order")
    forms = [
        (("PPO", "Pear Picking Order"), 3),
        (("PPO", "PPO"), 5),
        (("pear picking order", "pear picking order"), 2),
    ]
    assert spelled(forms, key, NONE) == ("Pear Picking Order", "PPO")
    assert spelled(forms, key, Aliases({}, {key: "PEAR picking order"}))[0] == "PEAR picking order"


def test_a_short_form_that_hardly_any_paper_uses_is_not_shown():
    forms = [(("pears", "pears"), 20), (("PRs", "pears"), 1)]
    assert spelled(forms, name_key("pear"), NONE) == ("pears", "")
