"""How fast Spark scores answers, on how many workers, and what becomes of the answers if a worker is killed.

    python bench/spark.py --answers 200000 --workers 1 2 --kill

Needs Linux, Java 17 or later, and `pip install groundcheck-engine[spark]`. Each worker is an executor with one core and 2 GiB, in a cluster of
Spark's own on this machine. The answers are made up and written to Parquet before anything is measured. Every run ends with a check that each
answer is in the output exactly once. Exit code 0 only if that is so, and the ratio of the last to the first number of workers is at least
`--ratio`, where that is given.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import answers as made_up

# Scored before the clock runs: Java compiles what it runs often, and workers import the engine.
WARM_UP = 2_000

EXECUTOR = "CoarseGrainedExecutorBackend"


def main() -> None:
    args = _arguments()
    if args.run is not None:
        return _run(args, json.loads(args.run))
    folder = Path(args.folder or tempfile.mkdtemp(prefix="groundcheck-spark-"))
    folder.mkdir(parents=True, exist_ok=True)
    good = _child(args, folder, {"make": True})["rows"] == args.answers
    rates = []
    for workers in args.workers:
        result = _child(args, folder, {"workers": workers})
        rates.append(result["answers_per_second"])
        good &= result["complete"]
    if len(rates) > 1:
        ratio = rates[-1] / rates[0]
        print(f"ratio: {ratio:.2f} ({args.workers[-1]} workers against {args.workers[0]})", flush=True)
        good &= args.ratio is None or ratio >= args.ratio
    if args.kill:
        result = _child(args, folder, {"workers": max(args.workers), "kill": True})
        good &= result["complete"] and result["killed"] is not None
    if args.folder is None:
        shutil.rmtree(folder)
    print("good" if good else "NOT GOOD")
    sys.exit(0 if good else 1)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=20_000, help="how many answers (default: %(default)s)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="numbers of workers to compare (default: 1 2)")
    parser.add_argument("--kill", action="store_true", help="also kill a worker midway, with the largest number of workers")
    parser.add_argument("--pin", action="store_true", help="hold each worker to one core of this machine, the driver to none")
    parser.add_argument("--ratio", type=float, help="fail where the last number of workers is not so many times as fast as the first")
    parser.add_argument("--folder", help="where answers and reports are kept (default: a temporary folder, removed at the end)")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    return parser.parse_args()


def _child(args: argparse.Namespace, folder: Path, run: dict[str, Any]) -> dict[str, Any]:
    """Each run has a Spark of its own. Its last line is the result."""
    words = [sys.executable, __file__, "--answers", str(args.answers), "--folder", str(folder), "--run", json.dumps(run)]
    words += ["--pin"] if args.pin else []
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    with (folder / "spark.log").open("a") as log:
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=log, env=environment, encoding="utf-8", check=False)
    if done.returncode != 0:
        sys.exit(f"failed: see {folder / 'spark.log'}\n{done.stdout}")
    line = done.stdout.splitlines()[-1]
    print(line, flush=True)
    result: dict[str, Any] = json.loads(line)
    return result


def _session(master: str, folder: Path) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("groundcheck").config("spark.ui.enabled", "false")
    builder = builder.config("spark.local.dir", str(folder / "tmp")).config("spark.ui.showConsoleProgress", "false")
    # `make` has the module beside this file; executors read it from here too.
    builder = builder.config("spark.executorEnv.PYTHONPATH", str(Path(__file__).parent))
    return builder.getOrCreate()


def _make(frames: Iterator[Any]) -> Iterator[Any]:
    import pandas as pd

    for frame in frames:
        for at in range(0, len(frame), 500):
            yield pd.DataFrame([made_up.answer(int(number)) for number in frame["id"][at : at + 500]])


def _run(args: argparse.Namespace, run: dict[str, Any]) -> None:
    folder = Path(args.folder)
    source, out = folder / f"answers-{args.answers}", folder / "reports"
    shutil.rmtree(out, ignore_errors=True)
    if run.get("make"):
        spark = _session("local[*]", folder)
        if not (source / "_SUCCESS").exists():
            numbers = spark.range(0, args.answers, 1, 16)
            numbers.mapInPandas(_make, made_up.SCHEMA).write.mode("overwrite").parquet(str(source))
        size = sum(file.stat().st_size for file in source.glob("*.parquet"))
        print(json.dumps({"rows": spark.read.parquet(str(source)).count(), "answers_mb": round(size / 1e6)}))
        return spark.stop()

    import pyspark

    from groundcheck_engine.spark import score, score_to

    workers = run["workers"]
    spark = _session(f"local-cluster[{workers},1,2048]", folder)
    executors = _wait_for_executors(workers)
    if args.pin:
        for at, executor in enumerate(executors):
            _pin(executor, at % os.cpu_count())
    answers = spark.read.parquet(str(source))
    first = answers.where(f"id < '{made_up.answer(min(WARM_UP, args.answers // 10))['id']}'")
    score(first.repartition(workers * 4)).write.format("noop").mode("overwrite").save()
    memory, killer = _Memory(), _Killer(out, executors[-1]) if run.get("kill") else None
    start = time.perf_counter()
    count = score_to(answers, str(out))
    seconds = time.perf_counter() - start
    peaks = memory.stop()
    killed = None if killer is None else killer.stop()
    reports = spark.read.parquet(str(out))
    found = reports.selectExpr("count(*)", "count(distinct id)", "count_if(error is not null)").first()
    wrong = sum(made_up.is_wrong(number) for number in range(args.answers))
    again = score_to(answers, str(out))
    result = {
        "workers": workers,
        "answers": count,
        "seconds": round(seconds, 1),
        "answers_per_second": round(count / seconds, 1),
        **peaks,
        "reports": found[0],
        "distinct_ids": found[1],
        "errors": found[2],
        "complete": list(found) == [args.answers, args.answers, wrong] and again == 0,
    }
    if killer is not None:
        result["killed"] = killed
    print(json.dumps(result))
    # The cluster of one machine keeps its workers' logs in the package.
    logs = Path(pyspark.__file__).parent / "work" / spark.sparkContext.applicationId
    spark.stop()
    if result["complete"]:
        shutil.rmtree(logs, ignore_errors=True)


def _processes() -> dict[int, str]:
    """The command lines of all processes below this one."""
    parents, words = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                words[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
    own, before = {os.getpid()}, 0
    while len(own) != before:
        before = len(own)
        own |= {pid for pid, parent in parents.items() if parent in own}
    return {pid: words[pid] for pid in own if pid in words}


def _is_executor(words: str) -> bool:
    return EXECUTOR in words and "--executor-id" in words


def _wait_for_executors(count: int) -> list[int]:
    until = time.monotonic() + 300
    while time.monotonic() < until:
        found = sorted(pid for pid, words in _processes().items() if _is_executor(words))
        if len(found) == count:
            return found
        time.sleep(0.5)
    sys.exit("Spark did not start its workers")


def _pin(pid: int, core: int) -> None:
    """Holds all threads of a process to a core, and with them all that they start later."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {core})


class _Memory:
    """The most memory that each process ever had."""

    def __init__(self) -> None:
        self._peaks: dict[tuple[str, int], int] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(1):
            for pid, words in _processes().items():
                kind = "java" if _is_executor(words) else "python" if "pyspark.daemon" in words else None
                try:
                    status = Path(f"/proc/{pid}/status").read_text() if kind else ""
                except OSError:
                    continue
                for line in status.splitlines():
                    if kind and line.startswith("VmHWM:"):
                        self._peaks[kind, pid] = int(line.split()[1])

    def stop(self) -> dict[str, int]:
        self._over.set()
        self._thread.join()
        most = {kind: max((kib for (of, _), kib in self._peaks.items() if of == kind), default=0) for kind in ("java", "python")}
        return {f"worker_{kind}_peak_mb": round(kib / 1024) for kind, kib in most.items()}


class _Killer:
    """Kills a worker's executor, Python and all, once there are some files."""

    FILES = 5

    def __init__(self, out: Path, executor: int) -> None:
        self._out, self._executor = out, executor
        self._killed: dict[str, int] | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(0.1):
            files = len(list(self._out.glob("part-*.parquet")))
            if files >= self.FILES:
                os.kill(self._executor, signal.SIGKILL)
                self._killed = {"pid": self._executor, "after_files": files}
                return

    def stop(self) -> dict[str, int] | None:
        self._over.set()
        self._thread.join()
        return self._killed


if __name__ == "__main__":
    main()
