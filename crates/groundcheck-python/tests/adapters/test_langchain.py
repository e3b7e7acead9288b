"""The callback handler in LangChain."""

from __future__ import annotations

import asyncio

import pytest
from langchain_core.documents import Document
from langchain_core.language_models import FakeListChatModel, FakeListLLM
from langchain_core.messages import AIMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langchain_core.tools import create_retriever_tool
from readme import snippet
from support import RIGHT, SOURCE, WRONG

from groundcheck_engine import Detector, GroundcheckError, UngroundedError
from groundcheck_engine.langchain import AnswerCheckHandler


class Documents(BaseRetriever):
    documents: list[Document]

    def _get_relevant_documents(self, query, *, run_manager):
        return self.documents


DOCUMENTS = [
    Document(SOURCE, metadata={"source": "q3.pdf"}),
    Document("Occupancy was 92%.", metadata={"source": "q3.pdf"}),
    Document(SOURCE, metadata={"source": "copy.pdf"}),
]
PROMPT = ChatPromptTemplate.from_template("{context}\n{question}")


def chain(answer, model=FakeListChatModel, documents=DOCUMENTS):
    given = {"context": Documents(documents=documents), "question": RunnablePassthrough()}
    return given | PROMPT | model(responses=[answer]) | StrOutputParser()


def heard():
    reports = []
    return reports, AnswerCheckHandler(lambda report, answer: reports.append((report, answer)))


@pytest.mark.parametrize("model", [FakeListChatModel, FakeListLLM])
@pytest.mark.parametrize("way", ["invoke", "ainvoke", "stream", "batch"])
def test_an_answer_is_checked_against_what_was_retrieved(model, way):
    reports, handler = heard()
    config = {"callbacks": [handler]}
    runnable = chain(WRONG, model)
    if way == "invoke":
        runnable.invoke("What was the NOI?", config)
    elif way == "ainvoke":
        asyncio.run(runnable.ainvoke("What was the NOI?", config))
    elif way == "stream":
        assert "".join(runnable.stream("What was the NOI?", config)) == WRONG
    else:
        runnable.batch(["What was the NOI?"] * 5, config)
    assert len(reports) == (5 if way == "batch" else 1)
    for report, answer in reports:
        assert (report["verdict"], answer) == ("flagged", WRONG)
        assert report["claims"][0]["nearest"]["text"] == "$1,200,000"
        assert report["claims"][0]["evidence"][0]["source"] in ("q3.pdf", "copy.pdf")
    # Nothing is kept of chains that have ended.
    assert handler._roots == {}


def test_what_is_said_before_anything_is_retrieved_is_not_checked():
    reports, handler = heard()
    rephrase = PROMPT.partial(context="") | FakeListChatModel(responses=["NOI of 2031?"]) | StrOutputParser()
    whole = RunnableLambda(lambda question: {"question": question}) | rephrase | chain(RIGHT)
    whole.invoke("What was the NOI?", {"callbacks": [handler]})
    assert [(report["verdict"], answer) for report, answer in reports] == [("clean", RIGHT)]
    FakeListChatModel(responses=[WRONG]).invoke("hello", {"callbacks": [handler]})
    assert len(reports) == 1 and handler._roots == {}


def test_an_answer_after_a_search_that_found_nothing_does_not_come_through():
    for answer in (WRONG, "The property did well."):
        reports, handler = heard()
        handler.enforce = True
        with pytest.raises(UngroundedError):
            chain(answer, documents=[]).invoke("What was the NOI?", {"callbacks": [handler]})
        assert [report["verdict"] for report, _ in reports] == ["unverified"]


def test_names_that_meet_or_are_long_are_told_apart():
    documents = [Document(f"Text {at}.", metadata={"source": name}) for at, name in enumerate(["x", "x", "x (2)", "y" * 2000])]
    reports, handler = heard()
    chain("The NOI was $1.", documents=documents).invoke("What was the NOI?", {"callbacks": [handler]})
    assert len(reports) == 1


def test_a_retriever_may_be_a_tool():
    reports, handler = heard()
    tool = create_retriever_tool(Documents(documents=DOCUMENTS), "search", "Searches.")
    model = FakeListChatModel(responses=[WRONG])

    def agent(question):
        return model.invoke([AIMessage(tool.invoke({"query": question}))])

    RunnableLambda(agent).invoke("What was the NOI?", {"callbacks": [handler]})
    assert [report["verdict"] for report, _ in reports] == ["flagged"]


def test_a_detector_has_evidence_of_its_own():
    reports = []
    handler = AnswerCheckHandler(
        lambda report, answer: reports.append(report), detector=Detector(sources=[SOURCE]), options={"id": "7"}
    )
    FakeListChatModel(responses=[WRONG]).invoke("What was the NOI?", {"callbacks": [handler]})
    assert [(report["verdict"], report["id"]) for report in reports] == [("flagged", "7")]


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_a_wrong_answer_does_not_come_through(way):
    handler = AnswerCheckHandler(enforce=True)
    config = {"callbacks": [handler]}

    def run(answer):
        runnable = chain(answer)
        return runnable.invoke("?", config) if way == "invoke" else asyncio.run(runnable.ainvoke("?", config))

    assert run(RIGHT) == RIGHT
    with pytest.raises(UngroundedError, match=r"(q3|copy).pdf: The NOI for the property"):
        run(WRONG)
    assert handler._roots == {}


def test_a_check_that_fails_is_not_silent():
    handler = AnswerCheckHandler(options={"policy": {"tolerance": 1}})
    with pytest.raises(GroundcheckError):
        chain(RIGHT).invoke("?", {"callbacks": [handler]})
    assert handler._roots == {}


def test_a_chain_that_fails_is_forgotten():
    reports, handler = heard()

    def fails(_):
        raise OSError("no")

    with pytest.raises(OSError):
        (Documents(documents=DOCUMENTS) | RunnableLambda(fails)).invoke("?", {"callbacks": [handler]})
    assert handler._roots == {} and reports == []


def test_the_readme(capsys):
    exec(snippet("LangChain"), {"chain": chain(WRONG)})
    assert capsys.readouterr().out == "flagged\n"
