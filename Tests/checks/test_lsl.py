"""What a program reads from the outlets of a run: `boardsim run --lsl`, with the library that is in PyPI's pylsl."""

import importlib.util
import os
import pathlib
import subprocess
import time
import uuid

import numpy
import pytest
import pyxdf

from repository import PROGRAM, ROOT
from test_sessions import STREAMED

pytestmark = pytest.mark.examples

LIBRARY = pathlib.Path(importlib.util.find_spec("pylsl").submodule_search_locations[0]) / "lib/liblsl.so.2"


@pytest.fixture(scope="module")
def pylsl(tmp_path_factory):
    """The reader's library, which like boardsim's finds only this machine and this test."""
    config = tmp_path_factory.mktemp("lsl") / "lsl_api.cfg"
    config.write_text(f"""[ports]
IPv6 = disable
[multicast]
ResolveScope = machine
ListenAddress = 127.0.0.1
AddressesOverride = {{127.0.0.1}}
[lab]
KnownPeers = {{127.0.0.1}}
SessionID = {uuid.uuid4()}
[log]
level = -2
""")
    os.environ["LSLAPICFG"] = str(config)
    import pylsl

    yield pylsl
    del os.environ["LSLAPICFG"]


def run(*words, library=LIBRARY, **more):
    return subprocess.Popen([PROGRAM, "run", *words], cwd=ROOT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, env={**os.environ, "PYLSL_LIB": str(library)}, **more)


def read(pylsl, program):
    """Everything that comes out of all outlets until the program ends: name, description, samples and times."""
    resolver, inlets, streams = pylsl.ContinuousResolver(), {}, {}
    while program.poll() is None:
        for found in resolver.results():
            if found.name() not in inlets:
                inlet = inlets[found.name()] = pylsl.StreamInlet(found, recover=False)
                inlet.open_stream(timeout=10)
                streams[found.name()] = (inlet.info(timeout=10), [], [])
        time.sleep(0.01)
        for name, inlet in inlets.items():
            while pulled(pylsl, inlet, streams[name]):
                pass
    return streams


def pulled(pylsl, inlet, stream):
    """Takes what has come; false if nothing has, or the outlet is gone."""
    try:
        samples, times = inlet.pull_chunk(timeout=0.0, max_samples=512)
    except pylsl.util.LostError:
        return False
    stream[1].extend(samples)
    stream[2].extend(times)
    return bool(times)


def test_what_is_read_is_what_the_client_received(pylsl, tmp_path):
    scenario = tmp_path / "streamed.yaml"
    scenario.write_text(STREAMED)
    program = run(scenario, "--lsl=wait", "--speed", "4", "--report", "xdf", "--out", tmp_path / "out")
    streams = read(pylsl, program)
    assert program.wait(30) == 0, program.stderr.read()
    written = {each["info"]["name"][0]: each for each in
               pyxdf.load_xdf(tmp_path / "out/session.xdf", dejitter_timestamps=False)[0]}
    assert set(streams) == set(written) and len(written) == 6
    origins = []
    for name, (info, samples, times) in streams.items():
        assert len(samples) == len(written[name]["time_series"]), name
        assert numpy.array_equal(numpy.reshape(samples, written[name]["time_series"].shape), written[name]["time_series"]), name
        assert info.type() == written[name]["info"]["type"][0]
        assert info.nominal_srate() == float(written[name]["info"]["nominal_srate"][0])
        assert info.get_channel_labels() == [
            each["label"][0] for each in written[name]["info"]["desc"][0]["channels"][0]["channel"]]
        origins.extend(numpy.array(times) - written[name]["time_stamps"])
    # One clock for all: what differs is where the library's began.
    assert numpy.ptp(origins) < 1e-6
    assert abs(pylsl.local_clock() - origins[0] - 3) < 3_600


def test_a_run_that_is_not_read_is_not_held_up(pylsl, tmp_path):
    scenario = tmp_path / "streamed.yaml"
    scenario.write_text(STREAMED)
    program = run(scenario, "--lsl", "--speed", "20")
    assert program.wait(60) == 0, program.stderr.read()


@pytest.mark.parametrize("words, said", [
    (["--lsl", "--speed", "max"], "--lsl needs real time; omit --speed, or write a number"),
    (["--lsl=now"], "--lsl"),
])
def test_what_cannot_be_is_refused(words, said):
    program = run("Scenarios/wrist.yaml", *words)
    assert program.wait(30) == 2
    assert said in program.stderr.read()


def test_without_the_library_a_sentence_says_where_to_get_it():
    program = run("Scenarios/wrist.yaml", "--lsl", library="/nowhere/liblsl.so.2")
    assert program.wait(30) == 3
    said = program.stderr.read()
    assert "/nowhere/liblsl.so.2" in said and "pip install pylsl" in said and "PYLSL_LIB" in said
