"""Languages."""

import sys

import pytest

from papertaxa.text.language import foreign

FOREIGN = {
    "German": (
        "Wir untersuchen, wie große Sprachmodelle mit seltenen Wörtern umgehen, und schlagen "
        "ein neues Verfahren vor, das ohne zusätzliche Daten auskommt. Versuche auf drei "
        "Datensätzen zeigen, dass der Fehler dabei deutlich sinkt."
    ),
    "French": (
        "Nous étudions la manière dont les grands modèles de langue traitent les mots rares "
        "et proposons une méthode nouvelle qui se passe de données supplémentaires. Les "
        "essais menés sur trois corpus montrent que l'erreur diminue nettement."
    ),
    "Spanish": (
        "Estudiamos cómo los grandes modelos de lenguaje tratan las palabras raras y "
        "proponemos un método nuevo que no necesita datos adicionales. Los experimentos con "
        "tres conjuntos de datos muestran que el error disminuye claramente."
    ),
    "Portuguese": (
        "Estudamos como os grandes modelos de linguagem tratam as palavras raras e propomos "
        "um método novo que não precisa de dados adicionais. As experiências com três "
        "conjuntos de dados mostram que o erro diminui claramente."
    ),
    "Italian": (
        "Studiamo come i grandi modelli linguistici trattano le parole rare e proponiamo un "
        "metodo nuovo che non richiede dati aggiuntivi. Gli esperimenti su tre insiemi di "
        "dati mostrano che l'errore diminuisce nettamente."
    ),
    "Dutch": (
        "Wij onderzoeken hoe grote taalmodellen met zeldzame woorden omgaan en stellen een "
        "nieuwe methode voor die geen extra gegevens nodig heeft. Proeven met drie "
        "verzamelingen laten zien dat de fout duidelijk kleiner wordt."
    ),
    "Chinese": (
        "我们研究大型语言模型如何处理罕见词，并提出一种不需要额外数据的新方法。在三个数据"
        "集上的实验表明误差明显下降。"
    ),
    "Japanese": (
        "本研究では、大規模言語モデルが稀な単語をどのように扱うかを調べ、追加のデータを必"
        "要としない新しい手法を提案する。"
    ),
    "Russian": (
        "Мы изучаем, как большие языковые модели обращаются с редкими словами, и предлагаем "
        "новый метод, которому не нужны дополнительные данные. Опыты показывают, что ошибка "
        "заметно падает."
    ),
    "Korean": (
        "우리는 대규모 언어 모델이 드문 단어를 어떻게 다루는지 연구하고 추가 데이터가 필요 "
        "없는 새로운 방법을 제안한다."
    ),
    "Arabic": (
        "ندرس كيف تتعامل نماذج اللغة الكبيرة مع الكلمات النادرة ونقترح طريقة جديدة لا تحتاج "
        "إلى بيانات إضافية. وتظهر التجارب أن الخطأ ينخفض بوضوح."
    ),
}

ENGLISH = {
    "abstract": (
        "We study how large language models treat rare words, and propose a new method that "
        "needs no additional data. Experiments on three data sets show that the error falls."
    ),
    "terse": "Sparse models train faster than dense models. Results hold across scales.",
    "empty": "",
    "title": "Sparse Rewards and Dense Graphs",
    "word": "Zeitgeist",
    "lower title": "probabilistic low rank gradient estimation framework",
    "names": (
        "ImageNet, CIFAR-10, ResNet-50, ViT-L/16, Qwen3-8B, LLaMA-3, Mistral 7B, DINOv2, "
        "CLIP, SAM, MMLU, GSM8K, HumanEval, MATH, BIG-Bench, TruthfulQA"
    ),
    "formula": "f(x) = a x² + b x + c, g(y) = ∑_i α_i y_i, ‖A x − b‖₂ ≤ ε, x ∈ R^d, λ ≥ 0, μ ≪ L",
    "numbers": "1 2 3 4 5 6 7 8 9 10 11 12 13 14",
    "greek": "α β γ δ ε ζ η θ ι κ λ μ",
    "Chinese words": "We build a corpus of idioms such as 画蛇添足 for testing the models.",
    "German name": "The Gaußsche Summenformel is used to bound the error of the estimator.",
}


@pytest.mark.parametrize("language", FOREIGN)
def test_a_foreign_abstract_is_told_by_its_language(language):
    assert foreign(FOREIGN[language]) == language


@pytest.mark.parametrize("kind", ENGLISH)
def test_english_and_what_is_no_prose_is_not_foreign(kind):
    assert foreign(ENGLISH[kind]) is None


def test_an_abstract_in_two_languages_is_not_foreign_if_one_is_english():
    assert foreign(f"{ENGLISH['abstract']} {FOREIGN['German']}") is None


def test_english_is_told_without_loading_the_identifier(monkeypatch):
    monkeypatch.setitem(sys.modules, "py3langid", None)  # importing it would now fail
    assert foreign(ENGLISH["abstract"]) is None
    assert foreign(FOREIGN["Chinese"]) == "Chinese"
