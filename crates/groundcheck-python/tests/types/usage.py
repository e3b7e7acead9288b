"""What type checkers say of the package: `test_package.py` runs mypy on it."""

from datetime import date

from groundcheck_engine import Detector, GroundcheckError, analyze, assert_grounded, corrected, stream, validate_record
from groundcheck_engine.contract import Claim, Report, Request, Status

report: Report = analyze("x", sources=["y"], question="z", as_of=date(2024, 12, 1), policy={"document_confidence": 0.5})
claim: Claim = report["claims"][0]
status: Status = claim["status"]
start: int = claim["chars"]["start"]
text: str = claim["text"][start:]
if claim["nearest"] is not None:
    nearest: str = claim["nearest"]["text"]
claim["nearest"]["text"]  # type: ignore[index]
claim["state"]  # type: ignore[typeddict-item]
if status == "suported":  # type: ignore[comparison-overlap]
    pass

request: Request = {"answer": "x", "sources": [{"id": "S0", "text": "y"}], "facts": [{"metric": "noi", "value": 1}]}
analyze(request, sources={"a.txt": "y"})
analyze("x", sorces=["y"])  # type: ignore[call-arg]
analyze("x", policy={"tolerance": 1})  # type: ignore[typeddict-unknown-key]

detector = Detector(sources=["y"], facts="metric,value\nnoi,1\n", policy={"auto_flag": False}, locale="en")
reports: list[Report] = detector.check_many(["x", request], threads=2, question="z")
detector.check("x", sources=["y"])  # type: ignore[call-arg]
answer: str = corrected("x", sources="y")["answer"]

growing = stream(sources=["y"], monitor={"interruption_threshold": 0.9})
update = growing.push("x")
if update is not None:
    settled: int = update["settled_to_chars"]
action: str = growing.finish()["response"]["action"]

assert_grounded("x", detector, strict=True, confidence=0.5)
rejected: bool = validate_record({}, profile="invoice", document=["page"], as_of="2024-12-01")["summary"]["rejection_recommended"]

try:
    analyze("")
except GroundcheckError as error:
    code: str = error.code
    field: str | None = error.field
