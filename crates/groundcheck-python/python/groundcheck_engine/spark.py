"""Many answers on Apache Spark: ``pip install groundcheck-engine[spark]``.

>>> from groundcheck_engine.spark import score, score_to        # doctest: +SKIP
>>> score(answers).where("verdict = 'flagged'").show()           # doctest: +SKIP
>>> score_to(answers, "reports.parquet")                         # doctest: +SKIP

An answer that cannot be checked is a row with verdict ``error`` and the reason in ``error``; it never fails the job.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd
from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, BinaryType, DataType, MapType, StringType, StructType, TimestampNTZType, TimestampType

from ._native import REQUEST_MAX_BYTES
from ._scoring import COLUMNS, Scoring
from .errors import GroundcheckError

if TYPE_CHECKING:
    from ._request import Sources
    from .contract import Facts, PolicyOverrides

__all__ = ["PARTITION_BYTES", "SCHEMA", "Scorer", "requests", "score", "score_to"]

SCHEMA = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
"""The columns of a scored answer, as Spark reads them."""

PARTITION_BYTES = 4 * 1024 * 1024
"""How many bytes of requests a task of :func:`score_to` has, where nothing else is asked for."""

# The columns that make a request, all but `id`.
_FIELDS = (
    "answer",
    "sources",
    "facts",
    "question",
    "scope",
    "history",
    "confidence",
    "locale",
    "as_of",
    "policy",
    "retry_prompt",
    "provider",
    "model",
)

# Each is a file of the output: more would be a burden, not a help.
_PARTITIONS_MAX = 100_000

# Tasks for each core, so that none is idle for long at the end.
_TASKS_PER_CORE = 8


class Scorer:
    """Scores the pandas frames of ``mapInPandas``; :func:`score` is that with :func:`requests`.

    ``requests(answers).mapInPandas(Scorer().score, SCHEMA)``

    ``sources`` and ``facts`` are the evidence of all answers, if they share one; each answer then brings none of its own. ``policy`` has the
    thresholds and switches that differ from the defaults. Both are prepared once in each Python worker, and while the engine works the GIL
    is released.

    Raises :class:`GroundcheckError <groundcheck_engine.GroundcheckError>` where the evidence or the policy is wrong: here, before any job
    runs.
    """

    def __init__(
        self,
        *,
        sources: Sources | None = None,
        facts: Facts | None = None,
        policy: PolicyOverrides | None = None,
        locale: str | None = None,
    ) -> None:
        self._scoring = Scoring(sources=sources, facts=facts, policy=policy, locale=locale)

    def score(self, frames: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        """Frames with the columns ``id`` and ``request`` (JSON) to frames with the columns of :data:`SCHEMA`."""
        for frame in frames:
            for rows in self._scoring.batches(zip(frame["id"], frame["request"], strict=True)):
                # As objects: whole numbers stay whole where some row has none.
                yield pd.DataFrame({name: pd.Series([row[name] for row in rows], dtype=object) for name in COLUMNS})


def requests(answers: DataFrame, *, id: str | None = None, request: str | None = None) -> DataFrame:
    """The requests of a table of answers: the columns ``id``, a text, and ``request``, JSON in UTF-8.

    Without ``request`` each column is a field of a request: ``answer``, and where there are some ``id``, ``sources``, ``facts``,
    ``question``, ``scope``, ``history``, ``confidence``, ``locale``, ``as_of``, ``policy``, ``retry_prompt``, ``provider`` and ``model``. Null
    is as good as absent. Sources are a text, an array of texts, a map from ids to texts, or an array of structs with ``id``, ``text`` and, where
    wanted, ``title``, ``url`` and ``kind``. A column with any other name is refused, so that a slip of the pen is not an answer without evidence.

    ``request`` names a column that has whole requests as JSON, a line of a JSONL file each; other columns are not looked at. The ids are then
    those of the column ``id``, or of the requests themselves where there is no such column.

    ``id`` names the column of the ids where it has another name. A row without an id, or with an empty one, gets one: the SHA-256 of its request.
    """
    if id is not None:
        _of(answers, id)
    elif "id" in answers.columns and request != "id":
        id = "id"
    body = _built(answers, id) if request is None else _of(answers, request)
    rows = answers.select(body.cast("binary").alias("request"), *([] if id is None else [_of(answers, id).cast("string").alias("id")]))
    if id is None:
        own = F.get_json_object(F.col("request").cast("string"), "$.id") if request is not None else F.lit(None).cast("string")
        rows = rows.withColumn("id", own)
    # Ids are compared, sorted and read as texts: what is no UTF-8 in them becomes U+FFFD.
    own_id = F.coalesce(F.make_valid_utf8(F.nullif(F.col("id"), F.lit(""))), F.sha2(F.coalesce("request", F.lit("").cast("binary")), 256))
    # The engine refuses a request over the limit by its size; nothing that is longer has to travel.
    cut = F.substring("request", 1, REQUEST_MAX_BYTES + 1)
    return rows.select(own_id.alias("id"), cut.alias("request"))


def score(
    answers: DataFrame,
    *,
    id: str | None = None,
    request: str | None = None,
    sources: Sources | None = None,
    facts: Facts | None = None,
    policy: PolicyOverrides | None = None,
    locale: str | None = None,
) -> DataFrame:
    """The answers scored: a row each, with the columns of :data:`SCHEMA`. Lazy, and for streams too.

    Of the answers it reads what :func:`requests` says; the other options are those of :class:`Scorer`. Each task scores a partition as it is:
    :func:`score_to` divides them by their size.
    """
    scorer = Scorer(sources=sources, facts=facts, policy=policy, locale=locale)
    return requests(answers, id=id, request=request).mapInPandas(scorer.score, SCHEMA)


def score_to(
    answers: DataFrame,
    path: str,
    *,
    id: str | None = None,
    request: str | None = None,
    sources: Sources | None = None,
    facts: Facts | None = None,
    policy: PolicyOverrides | None = None,
    locale: str | None = None,
    partition_bytes: int = PARTITION_BYTES,
) -> int:
    """Scores the answers that ``path`` does not have yet, appends them to it as Parquet, and returns how many there were.

    Whatever ended a run before its time, the next one does what is left: each task writes one file, which is there as a whole or not at all,
    and all rows with one id are in one file. When all is done, there is a file ``_SUCCESS``, and another run does nothing; over Spark Connect,
    which cannot see that file, another run writes a file without rows. One run at a time may write to a path, and each policy should have a path of its own: an id that is there is not scored again.

    A task has about ``partition_bytes`` of requests, whatever order and partitions the answers come in, and no request is larger than 8 MiB: no
    task is held up by large ones, and none needs much memory.
    """
    if partition_bytes < 1:
        raise GroundcheckError("invalid_value", "must be at least 1", "partition_bytes")
    scorer = Scorer(sources=sources, facts=facts, policy=policy, locale=locale)
    rows = requests(answers, id=id, request=request)
    spark = answers.sparkSession
    folder = _Folder.of(spark, path)
    written = _written(spark, path, folder)
    if written is not None:
        rows = rows.join(written.select("id"), "id", "left_anti")
    size = rows.agg(F.count("*"), F.coalesce(F.sum(F.octet_length("request")), F.lit(0))).first()
    count, total = (0, 0) if size is None else (int(size[0]), int(size[1]))
    if count == 0 and folder is not None and folder.is_done():
        return 0
    if count == 0:
        # The run before may have ended between its last task and its end: writing nothing gives that, and removes what it left behind.
        scored = spark.createDataFrame([], SCHEMA)
    else:
        # By their ids: a hash is the same however often a lost task is repeated, and rows with the same id share a file.
        divided = rows.repartition(_tasks(count, total, partition_bytes, _cores(spark)), "id")
        scored = divided.mapInPandas(scorer.score, SCHEMA)
    if folder is not None:
        folder.begin()
    # A file is there as soon as its task is done, not only once all are; and a task writes no second one.
    options = {"mapreduce.fileoutputcommitter.algorithm.version": "2", "maxRecordsPerFile": "0"}
    scored.write.mode("append").options(**options).parquet(path)
    return count


def _tasks(count: int, total_bytes: int, partition_bytes: int, cores: int) -> int:
    """How many tasks: as many as the bytes ask for, and enough for all cores."""
    by_size = -(-total_bytes // partition_bytes)
    return max(1, min(count, max(by_size, cores * _TASKS_PER_CORE), _PARTITIONS_MAX))


def _cores(spark: SparkSession) -> int:
    try:
        return spark.sparkContext.defaultParallelism
    except Exception:  # Spark Connect has no context; the number only divides the work.
        return 4


class _Folder:
    """Where the output is, as Hadoop sees it."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        jvm: Any = spark._jvm
        configuration = spark._jsc.hadoopConfiguration()
        self._path = jvm.org.apache.hadoop.fs.Path(path)
        self._mark = jvm.org.apache.hadoop.fs.Path(self._path, "_SUCCESS")
        self._files = self._path.getFileSystem(configuration)

    @classmethod
    def of(cls, spark: SparkSession, path: str) -> _Folder | None:
        """None with Spark Connect, which has no Java at this end."""
        try:
            return cls(spark, path)
        except AttributeError:
            return None

    def exists(self) -> bool:
        return bool(self._files.exists(self._path))

    def is_done(self) -> bool:
        """Whether the last run came to its end."""
        return bool(self._files.exists(self._mark))

    def begin(self) -> None:
        """Removes the mark of an earlier run's end: this run may not reach its own."""
        self._files.delete(self._mark, False)


def _written(spark: SparkSession, path: str, folder: _Folder | None) -> DataFrame | None:
    """What is there already; None where there is nothing."""
    # Spark would log a stack trace where there is nothing, in every first run.
    if folder is not None and not folder.exists():
        return None
    try:
        return spark.read.schema(SCHEMA).parquet(path)
    except AnalysisException as error:
        if "PATH_NOT_FOUND" in str(error):
            return None
        raise


def _of(answers: DataFrame, name: str) -> Column:
    """A column by its plain name."""
    if name not in answers.columns:
        raise GroundcheckError("missing_field", "there is no such column", name)
    return F.col(f"`{name.replace('`', '``')}`")


def _built(answers: DataFrame, id: str | None) -> Column:
    """A request of the columns that each are a field of it."""
    fields: list[Column] = [] if id is None else [_of(answers, id).cast("string").alias("id")]
    for name in answers.columns:
        if name in _FIELDS:
            fields.append(_field(answers, name).alias(name))
        elif name != id:
            message = "is no field of a request: select the columns that are, or name the one that has the ids or the requests"
            raise GroundcheckError("unknown_field", message, name)
    if "answer" not in answers.columns:
        raise GroundcheckError("missing_field", "there is no such column", "answer")
    return F.to_json(F.struct(*fields))


def _field(answers: DataFrame, name: str) -> Column:
    """A field as the contract has it."""
    column, kind = _of(answers, name), answers.schema[name].dataType
    if _has_bytes(kind):
        # JSON would have them in base64, and that would be checked.
        raise GroundcheckError("invalid_value", "holds bytes: decode them to a text first", name)
    if name == "as_of" and isinstance(kind, (TimestampType, TimestampNTZType)):
        return column.cast("date")
    if name != "sources":
        return column
    if isinstance(kind, StringType):
        return F.when(column.isNotNull(), F.array(_source(F.lit("S0"), column)))
    if isinstance(kind, MapType):
        return F.transform(F.map_entries(column), lambda entry: _source(entry["key"], entry["value"]))
    if isinstance(kind, ArrayType) and isinstance(kind.elementType, StringType):
        return F.transform(column, lambda text, at: _source(F.concat(F.lit("S"), at.cast("string")), text))
    return column


def _has_bytes(kind: DataType) -> bool:
    if isinstance(kind, ArrayType):
        return _has_bytes(kind.elementType)
    if isinstance(kind, MapType):
        return _has_bytes(kind.keyType) or _has_bytes(kind.valueType)
    if isinstance(kind, StructType):
        return any(_has_bytes(field.dataType) for field in kind.fields)
    return isinstance(kind, BinaryType)


def _source(id: Column, text: Any) -> Column:
    return F.struct(id.alias("id"), text.alias("text"))
