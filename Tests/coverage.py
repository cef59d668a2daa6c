"""Prints covered lines by target, from the summary that llvm-cov exports."""

import json
import sys

totals: dict[str, list[int]] = {}
for file in json.load(sys.stdin)["data"][0]["files"]:
    target = file["filename"].split("/Sources/")[-1].split("/")[1]
    lines = file["summary"]["lines"]
    for name in (target, "all"):
        sums = totals.setdefault(name, [0, 0])
        sums[0] += lines["covered"]
        sums[1] += lines["count"]
for name in sorted(totals, key=lambda name: (name == "all", name)):
    covered, count = totals[name]
    print(f"  {name:18}{100 * covered / max(count, 1):6.1f} %  {covered} of {count}")
