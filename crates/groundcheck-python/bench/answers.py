"""Answers with sources, made up: number n is the same on every machine and in every run."""

from __future__ import annotations

import json
import random
from typing import Any

PLACES = ("Maple Court", "Oak Plaza", "Harbour House", "Elm Gardens", "Station Square", "Mill Wharf", "Park Row", "Cedar Point")
METRICS = ("Rental income", "Parking income", "Service charges", "Repairs", "Insurance", "Property tax", "Management fees", "Utilities")

# One in so many is wrong as a request, or has a source of some hundred kilobytes.
WRONG = 1_000
LARGE = 2_500

SCHEMA = "id string, answer string, question string, sources array<struct<id: string, text: string>>"


def is_wrong(number: int) -> bool:
    """Whether the answer cannot be checked: it has no text."""
    return number % WRONG == WRONG - 1


def answer(number: int) -> dict[str, Any]:
    """Five to nine sentences on a quarterly report of a property, about a third of them with a wrong number."""
    chance = random.Random(number)
    place, year, quarter = chance.choice(PLACES), chance.randint(2015, 2024), chance.randint(1, 4)
    period = f"Q{quarter} {year}"
    values = {metric: chance.randint(20, 900) * 1_000 for metric in METRICS}
    occupancy, units, staff = chance.randint(700, 990) / 10, chance.randint(40, 400), chance.randint(3, 60)
    rows = "\n".join(f"| {metric} | ${value:,} | ${int(value * 0.93):,} |" for metric, value in values.items())
    notes = " ".join(
        f"In week {week} the office recorded {chance.randint(2, 80)} viewings and {chance.randint(1, 20)} new leases, "
        f"and spent ${chance.randint(1, 90) * 100:,} on small repairs."
        for week in range(1, 13)
    )
    report = (
        f"# {place}, report for {period}\n\nOccupancy was {occupancy}% at the end of the quarter. The property has {units} units "
        f"and {staff} employees.\n\n| Item | {period} | a year earlier |\n|---|---:|---:|\n{rows}\n"
    )
    if number % LARGE == LARGE - 1:
        notes = "\n".join(f"Entry {line}: invoice {chance.randint(1, 10**6)} over ${chance.randint(1, 10**6):,}." for line in range(6_000))
    said = [_sentence(chance, period, metric, values[metric]) for metric in chance.sample(METRICS, chance.randint(3, 6))]
    said.append(f"Occupancy was {occupancy if chance.random() > 0.3 else occupancy - 5:.1f}% and the property has {units} units.")
    said.append(f"About {staff} people work there.")
    return {
        "id": f"answer-{number:09d}",
        "answer": "" if is_wrong(number) else " ".join(said),
        "question": f"How did {place} do in {period}?",
        "sources": [{"id": "report.md", "text": report}, {"id": "notes.txt", "text": notes}],
    }


def _sentence(chance: random.Random, period: str, metric: str, value: int) -> str:
    if chance.random() < 0.3:
        value += chance.choice((-1, 1)) * chance.randint(5, 15) * 1_000
    amount = f"${value:,}" if chance.random() < 0.5 else f"${value / 1e6:.3f} million"
    return chance.choice(("{m} came to {a} in {p}.", "In {p}, {m} was {a}.", "{m} for {p}: {a}.")).format(m=metric, a=amount, p=period)


if __name__ == "__main__":
    import sys

    for at in range(int(sys.argv[1])):
        print(json.dumps(answer(at), ensure_ascii=False))
