"""Real Spark on this machine: two cores, and workers that are killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from environment import from_environment, without_settings
from readme import snippet
from support import RIGHT, SOURCE, WRONG

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from groundcheck_engine import GroundcheckError, analyze_json
from groundcheck_engine.spark import SCHEMA, Scorer, requests, score, score_to

ROOT = Path(__file__).resolve().parents[4]
DOCS = (ROOT / "docs" / "spark.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def offline():
    """Spark's parts talk to each other on this machine, so connections are not refused here."""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Where Java is started: what examples call by a relative name is here."""
    before, folder = Path.cwd(), tmp_path_factory.mktemp("home")
    os.chdir(folder)
    yield folder
    os.chdir(before)


@pytest.fixture(scope="module")
def spark(home, tmp_path_factory):
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.shuffle.partitions", "4").config("spark.driver.bindAddress", "127.0.0.1")
    session = builder.config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse"))).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def lines(requests_, file):
    file.write_text("".join(json.dumps(request, ensure_ascii=False) + "\n" for request in requests_), encoding="utf-8")
    return str(file)


def rows(frame):
    return {row["id"]: row for row in frame.collect()}


def labelled():
    """A request from each labelled file."""
    out = []
    for file in sorted((ROOT / "tests/gold").glob("*.jsonl")):
        case = json.loads(file.read_text(encoding="utf-8").partition("\n")[0])
        names = ("answer", "question", "sources", "facts", "scope", "history", "confidence", "locale", "as_of", "policy")
        out.append({"id": f"{file.stem} {case['id']}", **{name: case[name] for name in names if name in case}})
    assert len(out) >= 100
    return out


def answers(spark, count):
    """Half of them wrong, with an id each."""
    text = F.when(F.col("id") % 2 == 0, F.lit(RIGHT)).otherwise(F.lit(WRONG))
    return spark.range(count).select("id", text.alias("answer"), F.array(F.lit(SOURCE)).alias("sources"))


def test_the_reports_of_jsonl_are_those_of_analyze(spark, tmp_path):
    given = labelled()
    found = rows(score(spark.read.text(lines(given, tmp_path / "in.jsonl")).repartition(5), request="value"))
    assert found.keys() == {request["id"] for request in given}
    for request in given:
        assert found[request["id"]]["report"] == analyze_json(json.dumps(request)), request["id"]
        assert found[request["id"]]["error"] is None


def test_the_reports_of_columns_are_those_of_analyze(spark):
    schema = (
        "id long, answer string, question string, sources array<struct<id: string, text: string, title: string>>, "
        "facts array<struct<metric: string, value: decimal(12,2), period: string>>, scope struct<entity: string, period: string>, "
        "history array<struct<role: string, text: string>>, confidence double, as_of date, policy map<string, double>, retry_prompt boolean"
    )
    fact = {"metric": "noi", "value": Decimal("1200000.00"), "period": None}
    whole = (7, WRONG, "What was the NOI?", [("S1", SOURCE, None)], [fact], (None, "Q3 2024"), [("user", "Hello.")], 0.5, date(2024, 12, 1))
    given = [(*whole, {"currency_tolerance_ratio": 0.01}, True), (8, RIGHT, *[None] * 9)]
    found = rows(score(spark.createDataFrame(given, schema)))
    options = {"facts": [{"metric": "noi", "value": 1200000}], "scope": {"period": "Q3 2024"}, "confidence": 0.5, "as_of": "2024-12-01"}
    options |= {"history": [{"role": "user", "text": "Hello."}], "policy": {"currency_tolerance_ratio": 0.01}, "retry_prompt": True}
    wanted = {"id": "7", "answer": WRONG, "question": "What was the NOI?", "sources": [{"id": "S1", "text": SOURCE}], **options}
    assert found["7"]["report"] == analyze_json(json.dumps(wanted))
    assert json.loads(found["7"]["report"])["retry_prompt"]
    assert found["8"]["report"] == analyze_json(json.dumps({"id": "8", "answer": RIGHT}))


@pytest.mark.parametrize(
    ("kind", "value", "names"),
    [
        ("string", SOURCE, ["S0"]),
        ("array<string>", ["Nothing.", SOURCE], ["S0", "S1"]),
        ("map<string, string>", {"report.txt": SOURCE}, ["report.txt"]),
        ("array<struct<id: string, text: string>>", [("a", SOURCE)], ["a"]),
    ],
)
def test_sources_have_many_forms(spark, kind, value, names):
    frame = spark.createDataFrame([("a", WRONG, value), ("none", WRONG, None)], f"id string, answer string, sources {kind}")
    built = {row["id"]: json.loads(row["request"]) for row in requests(frame).collect()}
    assert [source["id"] for source in built["a"]["sources"]] == names and "sources" not in built["none"]
    found = rows(score(frame))
    assert (found["a"]["contradicted"], found["none"]["verdict_reason"]) == (1, "no_evidence")


def test_a_day_may_be_a_time(spark):
    frame = spark.createDataFrame([("a", WRONG, datetime(2024, 12, 1, 9))], "id string, answer string, as_of timestamp")
    assert json.loads(requests(frame).first()["request"])["as_of"] == "2024-12-01"


def test_bad_lines_are_kept(spark, tmp_path):
    good = json.dumps({"id": "good", "answer": WRONG, "sources": [{"id": "S0", "text": SOURCE}]}).encode()
    huge = b'{"id": "huge", "answer": "' + b"x" * 9_000_000 + b'"}'
    long = json.dumps({"id": "long", "answer": "x" * 300_000}).encode()
    broken = [b"{", b'{"id": "cut", "answer": "The NOI', b'{"id": "utf8", "answer": "\xff"}', b"", b'{"id": 5, "answer": "x"}']
    broken += [b'{"id": "\xfe", "answer": "x"}', huge, long, b'{"id": "field", "answer": "x", "surces": []}']
    (tmp_path / "in.jsonl").write_bytes(b"\n".join([good, *broken, good.replace(b"good", b"last")]) + b"\n")
    scored = score(spark.read.text(str(tmp_path / "in.jsonl")), request="value").cache()
    found = rows(scored)
    assert scored.count() == len(found) == len(broken) + 2 and None not in found
    assert found["good"]["verdict"] == found["last"]["verdict"] == "flagged"
    failed = {id: row for id, row in found.items() if row["error"] is not None}
    assert len(failed) == len(broken) and all(row["verdict"] == "error" and row["claims"] is None for row in failed.values())
    codes = sorted(row["error"]["code"] for row in failed.values())
    assert codes.count("invalid_json") >= 3 and {"request_too_large", "answer_too_large", "unknown_field"} <= set(codes), codes
    # Spark writes errors as columns of their own.
    assert scored.where("error.code = 'unknown_field'").select("id", "error.field").first() == ("field", "surces")


def test_a_row_without_an_id_gets_one_and_rows_with_the_same_id_are_all_kept(spark, tmp_path):
    frame = spark.createDataFrame([(None, RIGHT), (None, WRONG), ("a", RIGHT), ("a", WRONG), ("a", WRONG)], "id string, answer string")
    assert score_to(frame, str(tmp_path / "out")) == 5
    ids = [row["id"] for row in spark.read.parquet(str(tmp_path / "out")).collect()]
    assert ids.count("a") == 3 and len({len(id) for id in ids}) == 2 and len(set(ids)) == 3
    assert score_to(frame, str(tmp_path / "out")) == 0


def test_an_empty_id_is_none(spark, tmp_path):
    frame = spark.createDataFrame([("", RIGHT), ("", WRONG), ("a", RIGHT)], "id string, answer string")
    out = str(tmp_path / "out")
    assert score_to(frame.where(F.col("answer") == RIGHT), out) == 2
    assert score_to(frame, out) == 1, "the other one is scored by the next run"
    ids = {row["id"] for row in spark.read.parquet(out).collect()}
    assert len(ids) == 3 and {len(id) for id in ids} == {1, 64}
    lines = spark.createDataFrame([(json.dumps({"id": "", "answer": answer}),) for answer in (RIGHT, WRONG)], "value string")
    assert {len(row["id"]) for row in requests(lines, request="value").collect()} == {64}


@pytest.mark.parametrize("column", ["answer", "question", "sources"])
def test_bytes_are_refused_by_name(spark, column):
    frame = spark.createDataFrame([(RIGHT, "What?", {"S0": SOURCE})], "answer string, question string, sources map<string, string>")
    raw = F.col(column).cast("binary") if column != "sources" else F.transform_values(column, lambda _, text: text.cast("binary"))
    with pytest.raises(GroundcheckError, match="bytes") as refused:
        score(frame.withColumn(column, raw))
    assert (refused.value.code, refused.value.field) == ("invalid_value", column)


def test_slips_are_refused_before_a_job_runs(spark):
    frame = answers(spark, 1)
    for wrong, code, field in [
        (lambda: score(frame.withColumnRenamed("sources", "surces")), "unknown_field", "surces"),
        (lambda: score(frame.drop("answer")), "missing_field", "answer"),
        (lambda: score(frame, request="value"), "missing_field", "value"),
        (lambda: score(frame, id="key"), "missing_field", "key"),
        (lambda: score(frame, policy={"no_such": True}), "unknown_field", "policy.no_such"),
        (lambda: score_to(frame, "nowhere", partition_bytes=0), "invalid_value", "partition_bytes"),
    ]:
        with pytest.raises(GroundcheckError) as refused:
            wrong()
        assert (refused.value.code, refused.value.field) == (code, field)


def test_frames_may_be_scored_by_hand(spark):
    shared = Scorer(sources=[SOURCE], policy={"currency_tolerance_ratio": 0.5})
    frame = spark.createDataFrame([("a", json.dumps({"answer": WRONG})), ("b", None)], "id string, request string")
    found = rows(frame.mapInPandas(shared.score, SCHEMA))
    assert (found["a"]["contradicted"], rows(frame.mapInPandas(Scorer(sources=[SOURCE]).score, SCHEMA))["a"]["contradicted"]) == (0, 1)
    assert found["b"]["error"]["code"] == "invalid_json"


def test_what_is_there_is_not_scored_again(spark, tmp_path):
    out = str(tmp_path / "out")
    assert score_to(answers(spark, 0), out) == 0 and spark.read.parquet(out).count() == 0
    # As a run leaves it that was killed: some files, no mark of its end, and half a file of a task.
    assert score_to(answers(spark, 60), out) == 60
    files = sorted(Path(out).glob("part-*.parquet"))
    (Path(out) / "_SUCCESS").unlink()
    for file in files[::2]:
        file.unlink()
    half = Path(out) / "_temporary/0/_temporary/attempt_1"
    half.mkdir(parents=True)
    (half / files[1].name).write_bytes(files[1].read_bytes()[:500])
    left = spark.read.parquet(out).count()
    assert 0 < left < 60
    assert score_to(answers(spark, 100), out) == 100 - left
    found = spark.read.parquet(out)
    assert found.count() == 100 and found.select("id").distinct().count() == 100 and (Path(out) / "_SUCCESS").exists()
    assert found.where("verdict = 'flagged'").count() == 50
    before = sorted(Path(out).glob("part-*"))
    assert score_to(answers(spark, 100), out) == 0 and sorted(Path(out).glob("part-*")) == before


def test_a_run_that_ended_before_its_mark_is_brought_to_its_end(spark, tmp_path):
    out = tmp_path / "out"
    assert score_to(answers(spark, 20), str(out)) == 20
    # As a driver leaves it that was killed after its last task.
    (out / "_SUCCESS").unlink()
    (out / "_temporary/0").mkdir(parents=True)
    assert score_to(answers(spark, 20), str(out)) == 0
    assert (out / "_SUCCESS").exists() and not (out / "_temporary").exists()
    assert spark.read.parquet(str(out)).count() == 20


def test_the_mark_of_an_earlier_run_is_gone_while_another_writes(spark, tmp_path):
    out = tmp_path / "out"
    assert score_to(answers(spark, 20), str(out)) == 20
    # No folder for the tasks' files, so that the job fails as soon as it begins.
    before = sorted(out.glob("part-*.parquet"))
    (out / "_temporary").write_text("no folder", encoding="utf-8")
    with pytest.raises(Exception):
        score_to(answers(spark, 40), str(out))
    assert not (out / "_SUCCESS").exists() and sorted(out.glob("part-*.parquet")) == before
    (out / "_temporary").unlink()
    assert score_to(answers(spark, 40), str(out)) == 20 and (out / "_SUCCESS").exists()


def test_large_answers_do_not_hold_a_partition(spark, tmp_path):
    # A megabyte of sources in every twentieth row, and all of them together in one partition of the input.
    text = F.when(F.col("id") % 20 == 0, F.repeat(F.lit("Nothing to see here. "), 50_000)).otherwise(F.lit(SOURCE))
    frame = spark.range(0, 200, 1, 1).select("id", F.lit(WRONG).alias("answer"), F.array(text).alias("sources"))
    assert score_to(frame, str(tmp_path / "out"), partition_bytes=1_000_000) == 200
    files = spark.read.parquet(str(tmp_path / "out")).groupBy(F.input_file_name()).agg(F.count("*"), F.max("id")).collect()
    assert len(files) >= 10 and max(file[1] for file in files) <= 40
    large = spark.read.parquet(str(tmp_path / "out")).where("id % 20 = 0").groupBy(F.input_file_name()).count().collect()
    assert max(file["count"] for file in large) <= 4


DRIVER = """
    import sys
    from pyspark.sql import SparkSession, functions as F
    from groundcheck_engine.spark import score_to

    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    text = F.concat(F.lit("The NOI was $1.5M. "), F.repeat(F.lit("Occupancy was 92% in Q3 2024, and rent was $1,200. "), 10))
    answers = spark.range(int(sys.argv[2])).select("id", text.alias("answer"), F.array(F.lit("The NOI was $1,200,000.")).alias("sources"))
    print(score_to(answers, sys.argv[1]))
"""


def test_a_driver_that_is_killed_and_started_again_gives_each_answer_once(spark, tmp_path):
    script, out, count = tmp_path / "driver.py", tmp_path / "out", 800
    script.write_text(textwrap.dedent(DRIVER), encoding="utf-8")
    command = [sys.executable, str(script), str(out), str(count)]
    # A group of its own: Java and the workers are killed with it.
    driver = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        until = time.monotonic() + 300
        while len(list(out.glob("part-*.parquet"))) < 2:
            assert driver.poll() is None, "ended before it was killed"
            assert time.monotonic() < until, "wrote no two files in five minutes"
            driver_wait(driver)
    finally:
        os.killpg(driver.pid, signal.SIGKILL)
        driver.wait()
    assert not (out / "_SUCCESS").exists()
    there = spark.read.parquet(str(out)).count()
    assert 0 < there < count
    again = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", check=True)
    assert int(again.stdout) == count - there
    found = spark.read.parquet(str(out))
    assert found.count() == found.select("id").distinct().count() == count


def driver_wait(driver):
    """Until something may have changed."""
    try:
        driver.wait(timeout=0.05)
    except subprocess.TimeoutExpired:
        pass


def test_the_program_in_a_pipe_keeps_every_line(spark, tmp_path):
    given = [json.dumps(request) for request in labelled()[:40]]
    given[7], given[31] = "{", '{"id": "cut", "answer": "The NOI'
    command = f"{from_environment('GROUNDCHECK_BIN')} batch --quiet --jobs 1 --exit-zero"
    piped = spark.sparkContext.parallelize(given, 4).pipe(command, env=without_settings(), checkCode=True).collect()
    reports = [json.loads(line) for line in piped]
    assert [report["verdict"] == "error" for report in reports] == [at in (7, 31) for at in range(40)]
    assert all(line == analyze_json(request) for at, (line, request) in enumerate(zip(piped, given)) if at not in (7, 31))
    # Without the option a flagged answer looks like a broken run; with it, a run that is broken still does.
    for broken in (command.replace(" --exit-zero", ""), command + " --policy no/such/file"):
        with pytest.raises(Exception, match="PIPE_FUNCTION_EXITED|exited with error code"):
            spark.sparkContext.parallelize(given, 2).pipe(broken, env=without_settings(), checkCode=True).count()


def test_what_the_readme_says(spark, home, capfd):
    lines([{"id": "a", "answer": WRONG, "sources": [{"id": "S0", "text": SOURCE}]}], home / "answers.jsonl")
    exec(snippet("Apache Spark"), {"spark": spark, "answers": answers(spark, 2).withColumn("user", F.lit("who"))})
    assert spark.read.parquet("reports.parquet").first()["verdict"] == "flagged"
    shutil.rmtree(home / "reports.parquet")
    assert capfd.readouterr().out.count("|flagged|") == 1


def test_what_the_documentation_says(spark, home, capfd):
    (home / "groundcheck").symlink_to(from_environment("GROUNDCHECK_BIN"))
    examples = re.findall(r"```python\n(.*?)```\n+```text\n(.*?)```", DOCS, re.DOTALL)
    assert len(examples) == 2
    for code, shown in examples:
        capfd.readouterr()
        exec(compile(code, "docs/spark.md", "exec"), {})
        assert capfd.readouterr().out.strip() == shown.strip()
