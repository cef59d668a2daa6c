"""Adds up what came out of the stages: `results.py FOLDER STAGE…`. Ends with status 1 if something failed.

A stage leaves a file of its name, with lines: `passed N`; `failed N`, for what another line names; `FAILED what`, one failure; `repeated what`,
for what passed when it was repeated, both with what says why, indented, below; `skipped why`, which is no check; `time …` at the end.
"""

import pathlib
import sys

TITLES = {"repeated": "what failed at first and passed when repeated:", "FAILED": "what failed:"}


def main(folder, stages):
    times, counts, passed, failed = [], [], 0, 0
    told = {kind: [] for kind in ("skipped", *TITLES)}
    for stage in dict.fromkeys(stages):
        file = pathlib.Path(folder, stage)
        own, time, kind = 0, None, None
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines() if file.exists() else []:
            if line.startswith("    ") and kind in TITLES:
                told[kind].append(line)
                continue
            kind, _, what = line.partition(" ")
            if kind == "passed":
                own += int(what)
            elif kind == "failed":
                failed += int(what)
            elif kind == "time":
                time = what
            elif kind in told:
                failed += kind == "FAILED"
                told[kind].append(f"{stage}: {what}")
        if time is None:
            failed += 1
            told["FAILED"].append(f"{stage}: it did not come to its end")
        passed += own
        times.append(f" {stage} {time}")
        counts.append(f" {stage} {own}")
    print(f"times:{','.join(times)}")
    print(f"passed by stage:{','.join(counts)}")
    for line in told["skipped"]:
        print(f"skipped: {line}")
    for kind, title in TITLES.items():
        if told[kind]:
            print(title, *told[kind], sep="\n")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
