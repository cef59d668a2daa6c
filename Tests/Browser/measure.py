"""What the live page costs, against the figures that it must reach: `python Tests/Browser/measure.py [SECONDS]`.

Not part of CI: the figures depend on what else the machine does. SECONDS (default 20) is how long memory is watched.
"""
import base64
import os
import pathlib
import socket
import struct
import sys
import tempfile
import threading
import time
import urllib.request

import conftest

WRIST = "Scenarios/wrist.yaml"
MISSED = []


def row(name, value, unit, limit, ok):
    print(f"{'ok    ' if ok else 'MISSED'}  {name}: {value:.4g} {unit}, limit {limit}", flush=True)
    if not ok:
        MISSED.append(name)


def fields(pid):
    return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()


def processor(pid):
    """Seconds of processor of a process and of all below it."""
    used = {}
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            found = fields(name)
        except OSError:
            continue
        children.setdefault(int(found[1]), []).append(int(name))
        used[int(name)] = (int(found[11]) + int(found[12])) / os.sysconf("SC_CLK_TCK")
    total, todo = 0, [pid]
    while todo:
        next_ = todo.pop()
        total += used.get(next_, 0)
        todo += children.get(next_, [])
    return total


def memory(pid):
    """Resident megabytes."""
    status = open(f"/proc/{pid}/status").read()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


class Client:
    """A WebSocket without a browser; it counts what comes, or never reads."""

    def __init__(self, port, reads=True):
        self.bytes = 0
        self.socket = socket.create_connection(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        if reads:
            threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            while data := self.socket.recv(65536):
                self.bytes += len(data)
        except OSError:
            pass

    def close(self):
        self.socket.close()


def cost(program, seconds):
    """Share of a core."""
    before, began = processor(program.process.pid), time.monotonic()
    time.sleep(seconds)
    return 100 * (processor(program.process.pid) - before) / (time.monotonic() - began)


def server():
    with conftest.PageProgram("live", WRIST) as program:
        time.sleep(3)
        alone = cost(program, 8)
        client = Client(program.port)
        time.sleep(1)
        watched = cost(program, 8)
        row("server, one board at 30 Hz (beside the board itself)", watched - alone, "% of a core", 2,
            watched - alone <= 2)
        print(f"        the board alone {alone:.2f} %, with a page {watched:.2f} %, {client.bytes / 9000:.1f} kB/s")
        client.close()


def crowd(seconds):
    with conftest.PageProgram("live", WRIST) as program:
        clients = [Client(program.port) for _ in range(19)] + [Client(program.port, reads=False)]
        time.sleep(5)
        before = memory(program.process.pid)
        share = cost(program, seconds)
        grown = memory(program.process.pid) - before
        row("20 pages, one of which never reads: memory grows by", grown, f"MB in {seconds} s", 1, grown <= 1)
        print(f"        {before:.1f} MB, {share:.1f} % of a core")
        for client in clients:
            client.close()


def hostile():
    with conftest.PageProgram("live", WRIST) as program:
        time.sleep(1)
        before = memory(program.process.pid)
        began = time.monotonic()
        for _ in range(10_000):
            socket.create_connection(("127.0.0.1", program.port)).close()
        took = time.monotonic() - began
        frame = bytes([0x81, 0x80 | 127]) + struct.pack(">Q", 100_000_000) + b"\0\0\0\0"
        for _ in range(20):
            client = Client(program.port, reads=False)
            try:
                client.socket.sendall(frame + b"x" * 1_000_000)
            except OSError:
                pass
            client.close()
        with socket.create_connection(("127.0.0.1", program.port)) as half:
            half.sendall(b"GET / HTTP/1.1\r\nHo")
        began = time.monotonic()
        urllib.request.urlopen(program.url).read()
        answer = 1000 * (time.monotonic() - began)
        grown = memory(program.process.pid) - before
        row("10,000 connections and 20 frames of 100 MB: memory grows by", grown, "MB", 8, grown <= 8)
        row("an honest answer after that", answer, "ms", 100, answer <= 100)
        print(f"        {took:.1f} s for the connections")


def opening(browser):
    with conftest.PageProgram("live", WRIST) as program:
        found = []
        for _ in range(7):
            browser.open(program.url)
            browser.until("measure.first.board")
            found.append(browser.get("[performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, measure.first.frame, measure.first.board]"))
        paint, state, board = [sorted(each)[len(each) // 2] for each in zip(*found)]
        row("page opened to the first picture in 3D", board, "ms", 500, board <= 500)
        print(f"        first paint {paint:.0f} ms, first state {state:.0f} ms; medians of 7")


def ten(browser, seconds):
    boards = "".join(
        f"  - name: board {i}\n    model: MetaMotion S\n    motion:\n"
        f"      - swing: {{by: 35 deg, period: {1 + i / 10} s, arm: 0.6 m, for: 30 min}}\n" for i in range(10))
    clients = "".join(
        f"  - name: phone {i}\n    steps:\n      - connect: {{board: board {i}, interval: 15 ms}}\n      - initialise\n"
        "      - configure:\n          accelerometer: {rate: 100 Hz, range: 8 g}\n          gyroscope: {rate: 100 Hz, range: 1000 deg/s}\n"
        "      - stream: {signals: [acceleration-packed, rotation-packed], for: 20 min}\n" for i in range(10))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "ten.yaml"
        file.write_text(f"version: 1\nname: Ten boards\nseed: 1\nboards:\n{boards}clients:\n{clients}")
        with conftest.PageProgram("live", file) as program:
            browser.open(program.url)
            browser.run("document.querySelector('#all-boards').click()")
            browser.until("Object.keys(measure.view.state.streams ?? {}).length >= 20")
            time.sleep(12)
            heap = "performance.memory.usedJSHeapSize / 1048576"
            browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
            before, own = browser.get(heap), memory(program.process.pid)
            frames, began = browser.get("measure.frames"), time.monotonic()
            share, page = processor(program.process.pid), processor(browser.driver.service.process.pid)
            time.sleep(seconds)
            took = time.monotonic() - began
            rate = (browser.get("measure.frames") - frames) / took
            share = 100 * (processor(program.process.pid) - share) / took
            page = 100 * (processor(browser.driver.service.process.pid) - page) / took
            browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
            grown, own = browser.get(heap) - before, memory(program.process.pid) - own
            row("10 boards x 6 axes x 100 Hz", rate, "frames/s", 25, rate >= 25)
            row("the page's memory grows by", grown, f"MB in {seconds} s", 4, grown <= 4)
            row("the program's memory grows by", own, f"MB in {seconds} s", 4, own <= 4)
            lag = browser.get("measure.view.state.time.lag")
            print(f"        program {share:.0f} %, Chromium {page:.0f} % of a core, behind by {lag} s")


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    server()
    crowd(seconds)
    hostile()
    browser = conftest.Browser(conftest.chromium())
    try:
        opening(browser)
        ten(browser, seconds)
    finally:
        browser.driver.quit()
    sys.exit(1 if MISSED else 0)


if __name__ == "__main__":
    main()
