"""The package as it is installed: alone, typed, and as its README says."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from readme import README, snippet

import groundcheck_engine

PACKAGE = Path(__file__).resolve().parents[1]

# Run by a fresh environment, by pytest, and by the adapters' own tests.
ELSEWHERE = ("Install and start", "In pytest", "DeepEval", "LangChain", "LlamaIndex", "Apache Spark")


def said(code: str) -> list[tuple[str, str]]:
    """`expression  # value` is what a reader believes."""
    return re.findall(r"^(\S.*?)  # (.+)$", code, re.MULTILINE)


def test_a_fresh_environment_prints_a_report(wheel, tmp_path):
    """Nothing but the wheel is installed."""
    venv.create(tmp_path / "fresh", with_pip=True)
    python = tmp_path / "fresh" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", wheel]
    subprocess.run(pip, check=True)
    code = snippet("Install and start")
    assert len([line for line in code.splitlines() if line.strip()]) == 6
    shown = subprocess.run([python, "-c", code], capture_output=True, encoding="utf-8", check=True).stdout
    assert shown == snippet("Install and start", "text"), shown


def test_what_the_readme_says(capsys):
    checked = 0
    for heading in re.findall(r"^## (.+)$", README, re.MULTILINE):
        if heading in ELSEWHERE:
            continue
        code = snippet(heading)
        names = {"words_of_a_model": ["Occupancy was 95% in Q3 2024. " * 9], "print": lambda *texts: None}
        exec(compile(code, heading, "exec"), names)
        for expression, value in said(code):
            if value[0] in "'[{(0123456789" or value in ("True", "False"):
                assert eval(expression, names) == eval(value), (heading, expression)
                checked += 1
    assert checked >= 11


def test_what_the_repository_says(capsys):
    readme = (PACKAGE.parents[1] / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", readme, re.DOTALL)[1]
    exec(code)
    assert capsys.readouterr().out.strip() == re.search(r"  # (\w+)$", code, re.MULTILINE)[1]


def test_doctests():
    import doctest

    from groundcheck_engine import _analysis

    for module in (groundcheck_engine, _analysis):
        failed, ran = doctest.testmod(module)
        assert not failed and ran


def test_it_depends_on_nothing():
    requires = importlib.metadata.requires("groundcheck-engine") or []
    assert requires and all("extra ==" in requirement for requirement in requires), requires


@pytest.mark.parametrize("python", ["3.10", "3.14"])
def test_types(tmp_path, python):
    """The stubs fit the code, reports are known key by key, and mistakes are found."""
    usage = tmp_path / "usage.py"
    usage.write_text((Path(__file__).parent / "types" / "usage.py").read_text(encoding="utf-8"), encoding="utf-8")
    # All but the adapters, whose packages are not installed here.
    modules = {file.name.split(".")[0] for file in Path(groundcheck_engine.__file__).parent.glob("*.py*")}
    modules -= {"__init__", "deepeval", "langchain", "llama_index", "spark"}
    own = ["-m", "groundcheck_engine", *(word for name in sorted(modules) for word in ("-m", f"groundcheck_engine.{name}"))]
    mypy = [sys.executable, "-m", "mypy", "--strict", "--warn-unused-ignores", "--cache-dir", str(tmp_path / "cache")]
    for files in ([str(usage)], own):
        run = [*mypy, "--python-version", python, *files]
        done = subprocess.run(run, capture_output=True, encoding="utf-8", cwd=tmp_path, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_reports_have_the_keys_that_their_types_say(requests):
    import typing

    from groundcheck_engine import Detector, analyze, contract, corrected

    def fits(value, kind, path):
        origin = typing.get_origin(kind)
        if typing.is_typeddict(kind):
            keys = typing.get_type_hints(kind, include_extras=True)
            required = {name for name, of in keys.items() if typing.get_origin(of) is not contract.NotRequired}
            assert value.keys() <= keys.keys(), (path, value.keys() - keys.keys())
            assert sys.version_info < (3, 11) or required <= value.keys(), (path, required - value.keys())
            for name, item in value.items():
                of = keys[name]
                fits(item, typing.get_args(of)[0] if name not in required else of, f"{path}.{name}")
        elif origin is list:
            for item in value:
                fits(item, typing.get_args(kind)[0], f"{path}[]")
        elif origin is typing.Literal:
            assert value in typing.get_args(kind), (path, value)
        elif typing.get_args(kind):
            kinds = typing.get_args(kind)
            if value is None:
                assert type(None) in kinds, path
            else:
                dicts = [of for of in kinds if typing.is_typeddict(of)]
                if dicts:
                    fits(value, dicts[0], path)
        elif kind is float:
            assert isinstance(value, (int, float)), (path, value)
        elif isinstance(kind, type):
            assert isinstance(value, kind), (path, value)

    for request in requests[::5]:
        fits(analyze(request), contract.Report, "report")
        fits(corrected(request), contract.Corrected, "corrected")
        stream = Detector(sources=request.get("sources")).stream()
        update = stream.push(request["answer"])
        if update:
            fits(update, contract.MonitorUpdate, "update")
        fits(stream.finish(), contract.MonitorReport, "monitor")
