"""The firmware as WebAssembly (Packaging/wasm) does in Node what it does natively: packets, times and trace.

    ./boardsim test wasm

The native twin is linked from the objects of the program that is tested, and has the module's own sources.
"""

import itertools
import subprocess

BOARDS = 12
SEEDS = 40
PACKETS = 30


def lines(twin, module, *words):
    """What both print, from two processes at once."""
    both = [subprocess.Popen([*each, *words], stdout=subprocess.PIPE, text=True) for each in (twin, module)]
    texts = [each.communicate()[0].splitlines() for each in both]
    assert [each.returncode for each in both] == [0, 0]
    return texts


def test_nothing_is_imported(module):
    count = 'process.stdout.write(`${WebAssembly.Module.imports(new WebAssembly.Module(require("fs").readFileSync(process.argv[1]))).length}`)'
    done = subprocess.run(["node", "-e", count, module[2]], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout == "0"


def test_every_product_sends_and_traces_the_same(twin, module, tmp_path, record_property):
    """An exchange that reads every register, streams, fuses and logs, packet by packet; and 5 minutes more in one number."""
    for name in ("native", "wasm"):
        (tmp_path / name).mkdir()
    both = [
        subprocess.run([*each, "exchange", tmp_path / name], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
        for each, name in ((twin, "native"), (module, "wasm"))
    ]
    for product in range(BOARDS + 1):
        for kind in ("packets", "trace"):
            one, other = ((tmp_path / name / f"{product}.{kind}").read_text().splitlines() for name in ("native", "wasm"))
            assert one, f"product {product} has no {kind}"
            for number, pair in enumerate(itertools.zip_longest(one, other), 1):
                assert pair[0] == pair[1], f"product {product}, line {number} of the {kind}"
    assert len(both[0]) == BOARDS + 1 and both[0] == both[1]
    record_property("checks", BOARDS + 1)


def test_any_bytes_do_the_same(twin, module, record_property):
    native, wasm = lines(twin, module, "fuzz", f"{SEEDS}", f"{PACKETS}")
    assert len(native) == BOARDS * SEEDS
    assert native == wasm
    record_property("checks", BOARDS * SEEDS)
