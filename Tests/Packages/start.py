"""Prints how long a program takes to start: the median of 100 starts, its limit, and that of this Python without a program.

The time depends on the machine, so a missed limit is printed and is no failure, as in the benchmark. It fails if the program
starts no faster than Python: then a script in front of it would do as well.

    start.py              the packed program of dist/
    start.py PROGRAM      one that was installed

The packed program starts from its folder, so that it finds the libraries that were packed with it.
"""

import pathlib
import subprocess
import sys
import tarfile
import tempfile
import time

LIMIT = 0.010
STARTS = 100
# Another program of the machine may delay the starts of one round, but not those of all.
ROUNDS = 3


def spans(*command):
    """How long each start took, in ascending order."""
    found = []
    for _ in range(STARTS):
        begin = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        found.append(time.perf_counter() - begin)
    return sorted(found)


def measure(program):
    """Prints the figures of a program; true if it starts faster than Python."""
    rounds = []
    for _ in range(ROUNDS):
        rounds.append(spans(program, "--version"))
        if rounds[-1][STARTS // 2] <= LIMIT:
            break
    best = min(rounds, key=lambda found: found[STARTS // 2])
    median = best[STARTS // 2]
    python = spans(sys.executable, "-c", "")[STARTS // 2]
    print(f"the start of {program}: median {median * 1e3:.1f} ms, fastest {best[0] * 1e3:.1f} ms,"
          f" limit {LIMIT * 1e3:g} ms{'' if median <= LIMIT else ': MISSED'}; Python: {python * 1e3:.1f} ms")
    return median < python


def main():
    if len(sys.argv) > 1:
        return not measure(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        (package,) = pathlib.Path("dist").glob("boardsim-*-linux-*.tar.gz")
        with tarfile.open(package) as archive:
            archive.extractall(folder)
        (program,) = pathlib.Path(folder).glob("*/bin/boardsim")
        return not measure(program)


if __name__ == "__main__":
    sys.exit(main())
