"""Places in code points: what a slice takes is what the engine means."""

from __future__ import annotations

import random

import pytest

from groundcheck_engine import Detector, analyze
from groundcheck_engine._places import Text

# One, two, three and four bytes; one and two UTF-16 units; a character that is combined; letters from right to left; half a pair.
WEIRD = ["a", "é", "₪", "🏠", "👩\u200d🔬", "e\u0301", "שלום", "\ud83d", " "]


def check(node, answer, question, sources, history):
    """Every place of a report holds the text that the engine shows of it; how many there were."""
    if isinstance(node, list):
        return sum(check(item, answer, question, sources, history) for item in node)
    if not isinstance(node, dict):
        return 0
    found = 0
    for name, value in node.items():
        found += check(value, question if name == "not_in_sources" else answer, question, sources, history)
    chars = node.get("chars")
    assert ("span" in node) == ("chars" in node)
    if chars is None:
        return found
    text = answer
    if node.get("turn") is not None:
        text = history[node["turn"]]["text"]
    elif node.get("source") in sources:
        text = sources[node["source"]]
    held = text[chars["start"] : chars["end"]].replace("\ud83d", "\ufffd")
    shown = node.get("text") or node.get("segment") or node.get("detected_value")
    # A sentence's coverage shows no text; the statement of a contradiction is the sentence around its place.
    assert held
    assert shown is None or held == shown or held.startswith(shown) or held in shown
    return found + 1


@pytest.mark.parametrize("seed", range(40))
def test_places_hold_what_they_say(seed):
    rng = random.Random(seed)

    def noise():
        return "".join(rng.choices(WEIRD, k=rng.randrange(6)))

    value = rng.choice(["$1.2M", "$1,500,000", "95%"])
    answer = f"{noise()} The NOI was {value} {noise()} for Oak Plaza. {noise()} Sales were 7,000 units."
    question = f"{noise()} What was the NOI of Zebulon Tower?"
    history = [
        {"role": "user", "text": f"{noise()} hello"},
        {"role": "assistant", "text": f"{noise()} Sales were 9,000 units."},
    ]
    sources = {"a": f"{noise()} The NOI was $1,200,000.\n{noise()} Sales were 7,000 units.", "b": f"{noise()} Occupancy: 95%"}
    report = analyze(answer, sources=sources, question=question, history=history)
    assert check(report, answer, question, sources, history) > 6
    for claim in report["claims"]:
        assert answer[claim["chars"]["start"] : claim["chars"]["end"]] == claim["text"]
    options = {"question": question, "history": history}
    detector = Detector(sources=sources)
    assert detector.check(answer, **options) == report

    stream = detector.stream(**options)
    for at in range(0, len(answer), 3):
        if update := stream.push(answer[at : at + 3]):
            check(update, answer, question, sources, history)
    finished = stream.finish()
    assert finished["report"] == report
    check(finished["warnings"], answer, question, sources, history)


def test_a_contradiction_of_an_earlier_turn_has_its_places():
    history = [{"role": "assistant", "text": "🏠🏠 Sales were 9,000 units."}]
    stream = Detector(sources=["Sales were 7,000 units."]).stream(history=history)
    stream.push("🏠 Sales were 7,000 units. ")
    finished = stream.finish()
    warning = next(of for of in finished["warnings"] if of["pattern"] == "contradicts_earlier_turn")
    chars = warning["contradiction"]["contradicts"]["chars"]
    assert "9,000" in history[0]["text"][chars["start"] : chars["end"]]
    finding = finished["report"]["findings"][0]
    assert finding["source"] == "answer" and finding["chars"]["end"] <= len(stream.text)


def test_a_source_may_be_called_answer():
    report = analyze("🏠 NOI was $5.", sources={"answer": "₪₪ NOI was $5."})
    evidence = report["claims"][0]["evidence"][0]
    assert "₪₪ NOI was $5."[evidence["chars"]["start"] : evidence["chars"]["end"]] == evidence["text"]


@pytest.mark.parametrize("text", ["", "plain", "שלום 5", "🏠a🏠", "".join(WEIRD)])
def test_every_place_of_a_text(text):
    places = Text(text)
    clean = text.replace("\ud83d", "\ufffd")
    for at in range(len(text) + 1):
        assert places.of_utf16(len(clean[:at].encode("utf-16-le")) // 2) == at
        assert places.of_utf8(len(clean[:at].encode())) == at
