"""SimpleBLE's bindings for Python (C++ on libdbus), unmodified: a session with a board, told as JSON."""

import json
import queue
import sys

import simplepyble

METAWEAR = "326a9000-85cb-9195-d9dd-464cfbbae75a"
COMMAND, ANSWERS = (METAWEAR.replace("9000", number) for number in ("9001", "9006"))
INFORMATION, FIRMWARE = (f"0000{short}-0000-1000-8000-00805f9b34fb" for short in ("180a", "2a26"))

adapter = simplepyble.Adapter.get_adapters()[0]
adapter.scan_for(1000)
board = next(p for p in adapter.scan_get_results() if p.address().upper() == sys.argv[1])
found = {"name": board.identifier(), "connectable": board.is_connectable()}
board.connect()
found["services"] = sorted(s.uuid() for s in board.services())
found["firmware"] = board.read(INFORMATION, FIRMWARE).decode()
heard = queue.Queue()
board.notify(METAWEAR, ANSWERS, lambda value: heard.put(bytes(value).hex()))
board.write_command(METAWEAR, COMMAND, b"\x01\x80")
found["answer"] = heard.get(timeout=10)
board.write_request(METAWEAR, COMMAND, b"\x02\x80")
found["second"] = heard.get(timeout=10)
board.unsubscribe(METAWEAR, ANSWERS)
board.disconnect()
print(json.dumps(found))
