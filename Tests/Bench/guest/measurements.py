import datetime
import json


class Measurements:
    """Samples by program and metric, in the order of their first appearance."""

    def __init__(self):
        self.samples = {}

    def add(self, program, metric, unit, *values):
        self.samples.setdefault((program, metric, unit), []).extend(values)

    def records(self):
        """The contents of bench.json: one object for each program and metric."""
        return [
            {
                "program": program, "metric": metric, "unit": unit, "n": len(values),
                "median": percentile(values, 50), "p90": percentile(values, 90), "p99": percentile(values, 99),
                "p999": percentile(values, 99.9), "max": max(values),
                "date": datetime.date.today().isoformat(),
            }
            for (program, metric, unit), values in self.samples.items()
        ]

    def write(self, path):
        """Writes the records to a file, in place of those that it has of the same programs and metrics."""
        newest = self.records()
        measured = {(record["program"], record["metric"]) for record in newest}
        before = json.loads(path.read_text()) if path.exists() else []
        kept = [record for record in before if (record["program"], record["metric"]) not in measured]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(kept + newest, indent=1) + "\n")


def percentile(values, percent):
    """The nearest-rank percentile: a value that was measured, never one between two."""
    ordered = sorted(values)
    # The calculation uses thousandths, so that 99.9 % of 1,000 values is the 999th and not, by rounding, the 1,000th.
    rank = -(-len(ordered) * round(percent * 10) // 1000)
    return ordered[max(rank, 1) - 1]
