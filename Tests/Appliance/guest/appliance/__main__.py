"""python3 -m appliance RESULTS FILE…: runs the cases that the Python files define, one result line each."""

import importlib.util
import sys

from . import cases


def main():
    results, *files = sys.argv[1:]
    for number, file in enumerate(files):
        specification = importlib.util.spec_from_file_location(f"cases_{number}", file)
        specification.loader.exec_module(importlib.util.module_from_spec(specification))
    with open(results, "a") as output:
        return 0 if cases.run(output) else 1


if __name__ == "__main__":
    sys.exit(main())
