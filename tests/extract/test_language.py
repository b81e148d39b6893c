import spacy

from papertaxa.extract.language import LANG, PaperLanguage
from papertaxa.extract.pipeline import blank


def test_the_language_is_registered_and_computes_no_lexeme_attributes():
    nlp = spacy.blank(LANG)
    assert isinstance(nlp, PaperLanguage)
    assert nlp.vocab.lex_attr_getters == {}
    assert not nlp.Defaults.stop_words


def test_the_pipeline_is_what_its_config_says():
    assert blank().pipe_names == [
        "papertaxa_tagger",
        "papertaxa_gazetteer",
        "papertaxa_acronyms",
        "papertaxa_candidates",
        "papertaxa_judge",
    ]
