"""One engine: the package and the command line return the same bytes."""

from __future__ import annotations

import json
import subprocess

from environment import without_settings

from groundcheck_engine import Detector, analyze, analyze_json, validate_record_json


def test_reports_are_those_of_the_command_line(requests, program, tmp_path):
    lines = [json.dumps(request, ensure_ascii=at % 2 == 0) for at, request in enumerate(requests)]
    file = tmp_path / "requests.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    batch = subprocess.run(
        [program, "batch", "--quiet", str(file)], capture_output=True, env=without_settings(), check=False
    )
    assert batch.returncode in (0, 1), batch.stderr.decode()
    expected = batch.stdout.decode().splitlines()
    assert len(expected) == len(requests) >= 100
    for line, report in zip(lines, expected):
        assert analyze_json(line) == report
        assert analyze_json(line.encode()) == report


def test_a_detector_says_the_same(requests):
    for request in requests[::4]:
        evidence = {name: request[name] for name in ("sources", "facts", "locale") if name in request}
        rest = {name: value for name, value in request.items() if name not in ("sources", "facts")}
        assert Detector(**evidence).check_json(json.dumps(rest)) == analyze_json(json.dumps(request))


def test_dicts_say_the_same(requests):
    """What `analyze` returns is the report with places in code points, and nothing else."""

    def without_chars(node):
        if isinstance(node, dict):
            return {name: without_chars(value) for name, value in node.items() if name != "chars"}
        return [without_chars(item) for item in node] if isinstance(node, list) else node

    for request in requests[::4]:
        assert without_chars(analyze(request)) == json.loads(analyze_json(json.dumps(request)))


def test_records_are_those_of_the_command_line(program, tmp_path):
    document = {"pages": ["Westpac. Statement of account 034-123 456782, 1 March 2024 to 31 March 2024, balance $1,204.10"]}
    for record in ({"bank_name": "Bank of Atlantis"}, {"account_number": 12345678901234567890}, None, []):
        text = json.dumps({"profile": "bank_statement", "record": record, "document": document, "as_of": "2024-12-01"})
        file = tmp_path / "record.json"
        file.write_text(text)
        shown = subprocess.run(
            [program, "records", "--request", str(file), "--format", "json"],
            capture_output=True,
            env=without_settings(),
            check=False,
        )
        assert validate_record_json(text) == shown.stdout.decode().removesuffix("\n")
