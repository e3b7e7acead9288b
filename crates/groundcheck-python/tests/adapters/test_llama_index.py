"""The evaluator and the event handler in LlamaIndex."""

from __future__ import annotations

import asyncio

import pytest
from llama_index.core.chat_engine import ContextChatEngine
from llama_index.core.evaluation import BaseEvaluator, BatchEvalRunner
from llama_index.core.instrumentation import get_dispatcher
from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata
from llama_index.core.llms.callbacks import llm_completion_callback
from llama_index.core.memory import Memory
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.response_synthesizers import get_response_synthesizer
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, TextNode
from readme import snippet
from support import RIGHT, SOURCE, WRONG

from groundcheck_engine import Detector
from groundcheck_engine.llama_index import AnswerCheckHandler, GroundcheckEvaluator


class Model(CustomLLM):
    """Says one thing."""

    answer: str

    @property
    def metadata(self):
        return LLMMetadata()

    @llm_completion_callback()
    def complete(self, prompt, formatted=False, **kwargs):
        return CompletionResponse(text=self.answer)

    @llm_completion_callback()
    def stream_complete(self, prompt, formatted=False, **kwargs):
        yield CompletionResponse(text=self.answer, delta=self.answer)


class Nodes(BaseRetriever):
    def _retrieve(self, query_bundle):
        nodes = [TextNode(text=SOURCE, metadata={"file_name": "q3.pdf"}), TextNode(text="x", metadata={"file_name": "q3.pdf"})]
        return [NodeWithScore(node=node, score=1.0) for node in nodes]


def engine(answer):
    return RetrieverQueryEngine(Nodes(), response_synthesizer=get_response_synthesizer(llm=Model(answer=answer)))


@pytest.fixture
def dispatcher():
    """LlamaIndex's, whose handlers are afterwards as they were before."""
    dispatcher = get_dispatcher()
    before = list(dispatcher.event_handlers)
    yield dispatcher
    dispatcher.event_handlers[:] = before


@pytest.mark.parametrize(
    ("answer", "passing", "score"), [(RIGHT, True, 1), (WRONG, False, 0), (f"{WRONG} That was in Q3 2024.", False, 0.5)]
)
def test_the_evaluator_says_whether_contexts_support_an_answer(answer, passing, score):
    evaluator = GroundcheckEvaluator()
    assert isinstance(evaluator, BaseEvaluator)
    results = [
        evaluator.evaluate("What was the NOI?", answer, [SOURCE]),
        asyncio.run(evaluator.aevaluate("What was the NOI?", answer, [SOURCE])),
        evaluator.evaluate_response("What was the NOI?", engine(answer).query("What was the NOI?")),
        GroundcheckEvaluator(detector=Detector(sources=[SOURCE])).evaluate(response=answer),
    ]
    for result in results:
        assert (result.passing, result.score, result.invalid_result) == (passing, score, False)
        assert ("$1.5M: contradicted" in result.feedback) == (not passing)


def test_where_nothing_could_be_decided_there_is_no_pass():
    result = GroundcheckEvaluator().evaluate("?", "All is well.", [SOURCE])
    assert (result.passing, result.score, result.invalid_result) == (False, None, True)
    assert result.invalid_reason == "nothing_to_check"
    assert GroundcheckEvaluator().evaluate("?", RIGHT).invalid_reason == "no_evidence"
    with pytest.raises(ValueError):
        GroundcheckEvaluator().evaluate("?")


def test_strict_is_strict():
    passing = [
        GroundcheckEvaluator(strict=strict).evaluate("?", f"{RIGHT} It rose by 4%.", [SOURCE]).passing
        for strict in (False, True)
    ]
    assert passing == [True, False]


def test_batches():
    runner = BatchEvalRunner({"groundcheck": GroundcheckEvaluator()})
    done = runner.evaluate_response_strs(["a", "b"], [RIGHT, WRONG], [[SOURCE], [SOURCE]])
    assert [result.passing for result in done["groundcheck"]] == [True, False]


@pytest.mark.parametrize("way", ["query", "aquery", "chat"])
def test_the_handler_hears_of_every_answer(dispatcher, way):
    reports = []
    dispatcher.add_event_handler(AnswerCheckHandler(on_report=lambda report, answer: reports.append((report, answer))))
    if way == "query":
        engine(WRONG).query("What was the NOI?")
    elif way == "aquery":
        asyncio.run(engine(WRONG).aquery("What was the NOI?"))
    else:
        chat = ContextChatEngine.from_defaults(Nodes(), llm=Model(answer=WRONG), memory=Memory.from_defaults())
        assert chat.chat("What was the NOI?").response == WRONG
    assert [(report["verdict"], answer) for report, answer in reports] == [("flagged", WRONG)]
    assert reports[0][0]["claims"][0]["evidence"][0]["source"] == "q3.pdf"


def test_what_fails_is_told(dispatcher):
    errors = []
    options = {"policy": {"tolerance": 1}}
    dispatcher.add_event_handler(AnswerCheckHandler(on_report=print, on_error=errors.append, options=options))
    assert str(engine(RIGHT).query("What was the NOI?")) == RIGHT
    assert [error.field for error in errors] == ["policy.tolerance"]


def test_an_empty_response_is_no_answer(dispatcher):
    reports = []
    dispatcher.add_event_handler(AnswerCheckHandler(on_report=lambda report, answer: reports.append(answer)))
    engine(" ").query("What was the NOI?")
    assert reports == []


def test_the_readme(dispatcher, capsys):
    names = {"query_engine": engine(WRONG)}
    exec(snippet("LlamaIndex"), names)
    assert capsys.readouterr().out.startswith("False 0")
    names["query_engine"].query("What was the NOI?")
    assert capsys.readouterr().out == "flagged\n"
