"""Runs the official `metawear` SDK through what it can do while its board judges it.

    python3 score_card.py            prints what was found and exercised, as Markdown
    python3 score_card.py --write    writes it into docs/examples/metawear-sdk-score-card.md

What stands in the document between the marks is made by this; the sentences that explain the findings
are written by hand, one a rule.
"""

import pathlib
import sys

from harness import HERE
from led import session

CUBE = "E1:00:00:00:00:01"
OLDER = ["E4:00:00:00:00:03", "E4:00:00:00:00:07", "E4:00:00:00:00:06"]
PAGE = pathlib.Path(HERE).parents[1] / "docs/examples/metawear-sdk-score-card.md"
BEGIN, END = "<!-- made by Tests/Clients/score_card.py -->", "<!-- end -->"
# The board whose registers are counted.
MODEL = "MetaMotion S"
# (what it does, scenario, model, script, arguments)
COURSES = [
    ("initialise", "models.yaml", MODEL, "sdk_session.py", ["initialise", "E3:00:00:00:00:03"]),
    ("stream", "turning.yaml", MODEL, "sdk_session.py", ["stream", CUBE]),
    ("log and download", "turning.yaml", MODEL, "sdk_session.py", ["log", CUBE]),
    ("fusion", "turning.yaml", MODEL, "sdk_fusion.py",
     [CUBE, "NDOF", "3", "QUATERNION", "EULER_ANGLE"]),
    ("processors", "turning.yaml", MODEL, "sdk_processors.py", ["chains", CUBE]),
    ("recovery of signals", "turning.yaml", MODEL, "sdk_processors.py", ["recover", CUBE]),
    ("events and timers", "programs.yaml", MODEL, "sdk_events.py", ["events", CUBE]),
    ("macro", "programs.yaml", MODEL, "sdk_events.py", ["macro", CUBE]),
    ("temperature chain", "turning.yaml", MODEL, "sdk_processors.py", ["temperatures", CUBE]),
    ("firmware update", "guide.yaml", MODEL, "sdk_update.py", [CUBE, "1.7.9"]),
    ("stream of an R", "turning.yaml", "MetaMotion R", "sdk_session.py", ["stream", CUBE]),
    ("log of an R", "turning.yaml", "MetaMotion R", "sdk_session.py", ["log", CUBE]),
    ("older boards", "older-models.yaml", MODEL, "sdk_session.py", ["surroundings", *OLDER]),
]


def course(scenario, model, script, arguments):
    """One script against one scenario; what the judge says."""
    _, report = session(scenario, script, *arguments, model=model, options=["--judge-client"], LOG="4,9")
    return report["client"]


def merged(judged):
    """The findings of all courses by rule and register, and one score card."""
    findings, cards = {}, {}
    for what, client in judged:
        for finding in client["findings"]:
            key = (finding["rule"], finding.get("module"), finding.get("register"))
            findings.setdefault(key, {**finding, "courses": []})["courses"].append(what)
        for card in client["scoreCards"]:
            if card["model"] != MODEL:
                continue
            for module in card["modules"]:
                place = cards.setdefault(
                    module["id"], {"name": module["name"], "total": 0, "registers": {}})
                place["total"] = max(place["total"], module["total"])
                for register in module["registers"]:
                    if register["accepted"] + register["read"] + register["ignored"]:
                        place["registers"].setdefault(register["id"], register)
    return findings, cards


def exercised(module):
    """The registers of a module at which the firmware did something."""
    return [each for each in module["registers"].values() if each["accepted"] + each["read"]]


def table(findings, cards):
    """What was found and exercised, as Markdown."""
    lines = [BEGIN, "", "| severity | rule | what was sent | what is said of it | while |",
             "|---|---|---|---|---|"]
    order = {"error": 0, "warning": 1, "note": 2}
    for _, each in sorted(findings.items(), key=lambda item: (order[item[1]["severity"]], item[0][0], str(item[0]))):
        sent = f"`{each['packet']}`" if each.get("packet") else (
            f"{each['module']} {each['register']}" if each.get("module") else "")
        lines.append(
            f"| {each['severity']} | [{each['rule']}](../rules.md#{each['rule'].lower()}) | {sent} "
            f"| {each['title']}: {each['detail']} | {', '.join(each['courses'])} |")
    if not findings:
        lines.append("| – | none | | | |")
    total = sum(module["total"] for module in cards.values())
    done = sum(len(exercised(module)) for module in cards.values())
    lines += ["", f"{done} of {total} registers of a {MODEL} were exercised:", "",
              "| module | exercised | registers |", "|---|---|---|"]
    for identifier, module in sorted(cards.items()):
        names = ", ".join(each["name"] for each in exercised(module)) or "–"
        lines.append(
            f"| {identifier} {module['name']} | {len(exercised(module))} of {module['total']} | {names} |")
    return "\n".join([*lines, "", END])


def run():
    judged = []
    for what, scenario, model, script, arguments in COURSES:
        print(what, file=sys.stderr)
        judged.append((what, course(scenario, model, script, arguments)))
    return merged(judged)


if __name__ == "__main__":
    text = table(*run())
    if "--write" in sys.argv:
        page = PAGE.read_text()
        PAGE.write_text(page[: page.index(BEGIN)] + text + page[page.index(END) + len(END):])
    else:
        print(text)
