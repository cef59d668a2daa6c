"""Lists public symbols without a doc comment, from the compiler's symbol graphs.

A member that fulfils a protocol's requirement has the requirement's words. Enumeration cases with a
name that says it all, operators and what the compiler makes itself are left out.
"""

import json
import pathlib
import sys

SILENT_KINDS = {"swift.enum.case", "swift.func.op"}

total = 0
missing = []
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.symbols.json")):
    graph = json.loads(path.read_text())
    fulfils = {
        edge["source"]
        for edge in graph["relationships"]
        if edge["kind"] in ("requirementOf", "defaultImplementationOf", "overrides")
        or "sourceOrigin" in edge
    }
    for symbol in graph["symbols"]:
        if symbol["kind"]["identifier"] in SILENT_KINDS or "location" not in symbol:
            continue
        total += 1
        if "docComment" in symbol or symbol["identifier"]["precise"] in fulfils:
            continue
        place = symbol["location"]["uri"].split("/Sources/")[-1]
        line = symbol["location"]["position"]["line"] + 1
        missing.append(f"Sources/{place}:{line}: {'.'.join(symbol['pathComponents'])}")
for line in sorted(set(missing)):
    print(line)
print(f"{total - len(missing)} of {total} public symbols have a doc comment")
sys.exit(1 if missing else 0)
