"""Pages whose code blocks are executed as printed: how a page is parsed.

A page is Markdown. A comment right above its fence, which readers do not see, says how a block is used:

    <!-- file desk.yaml -->         the contents of this file, in the folder where the page runs
    <!-- edit Sources/a.swift -->   what changes in this file of the checkout: lines with +, without -, among those around them
    <!-- copy -->                   a command for a copy of the checkout with the page's files and edits: copied.py plays it
    <!-- terminal -->               a command that keeps running during what follows; clients that connect to the
                                    board must obey the rules of the judge
    <!-- terminal unjudged -->      the same, for hosts that are meant to do something wrong
    <!-- fails 1 -->                a command that exits with this status
    <!-- with wheel -->             a command for those who installed the wheel; `with checkout`: for those who have a checkout
    <!-- output -->                 the output of the preceding block: `…` alone matches any lines, in a line any text
    <!-- output about -->           the same, but numbers may differ slightly
    <!-- prints COMMAND -->         the same for a command further up
    <!-- report -->                 the terminals above are ended with Ctrl-C, and their output contains this
    <!-- steps -->                  steps of a client, which replace the steps in the page's first file
    <!-- tested by Tests/a.swift --> this test, which another stage runs, contains its lines
    <!-- installed bumble==1.2 -->  the environment of these tests already has this, so that nothing is downloaded
    <!-- not run: reason -->        it cannot be executed here, and why

Pages are played twice: with a checkout on the PATH, and with the wheel in an environment; `in=checkout` and
`needs=checkout` mean the former only. A block of `sh` without a comment is executed. Any other block without one is an error, and so is a block that
is indented instead of fenced. `<!-- play: in=checkout -->` at the top says where a page runs, if not in an empty folder;
`python-path=…` is a folder of the checkout.
"""

import dataclasses
import re

MARK = re.compile(r"<!-- (with|file|edit|copy|terminal|fails|output|prints|report|steps|tested by|installed|not run:|play:)(?: (.+?))? -->")
FENCE = re.compile(r"( *)```(\w*)$")


@dataclasses.dataclass
class Block:
    page: str
    line: int
    """Of the fence, from 1."""
    language: str
    text: str
    kind: str
    argument: str = ""

    @property
    def place(self):
        return f"{self.page}:{self.line}"


class Wrong(Exception):
    """An error in a page, and its place."""


def read(name, text):
    """The blocks of a page, and how the whole page is played (`<!-- play: … -->`, once, anywhere)."""
    blocks, settings = [], {}
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        fence = FENCE.fullmatch(line)
        if fence and not fence[1]:
            end = next((i for i in range(number + 1, len(lines)) if lines[i] == "```"), None)
            if end is None:
                raise Wrong(f"{name}:{number + 1}: the block has no end")
            body = "".join(each + "\n" for each in lines[number + 1:end])
            blocks.append(block(name, number, fence[2], body, lines[number - 1] if number else ""))
            number = end
        elif fence:
            raise Wrong(f"{name}:{number + 1}: the block is indented; begin its fence in the first column")
        elif is_indented_code(lines, number):
            raise Wrong(f"{name}:{number + 1}: an indented block; fence it with ```")
        elif (mark := MARK.fullmatch(line)) and mark[1] == "play:":
            settings = dict(part.split("=", 1) for part in mark[2].split())
        number += 1
    return blocks, settings


def block(name, number, language, body, above):
    place = f"{name}:{number + 1}"
    mark = MARK.fullmatch(above)
    if mark:
        kind, argument = mark[1].rstrip(":"), mark[2] or ""
        if kind in ("with", "file", "edit", "fails", "prints", "tested by", "installed", "not run") and not argument:
            raise Wrong(f"{place}: `{kind}` needs an argument; see Tests/Guides/pages.py")
        return Block(name, number + 1, language, body, kind, argument)
    if above.startswith("<!--"):
        raise Wrong(f"{place}: the comment `{above}` is not understood; see Tests/Guides/pages.py")
    if language == "sh":
        return Block(name, number + 1, language, body, "run")
    raise Wrong(
        f"{place}: this block is not executed; say above it what it is (Tests/Guides/pages.py)")


def edited(block, text):
    """The text of a file after an edit, whose lines occur in it exactly once."""
    lines = block.text.splitlines()
    if any(line[:1] not in (" ", "+", "-") for line in lines):
        raise Wrong(f"{block.place}: a line of an edit begins with a blank, + or -")
    before, after = ("".join(line[1:] + "\n" for line in lines if line[0] != sign) for sign in "+-")
    if ("\n" + text).count("\n" + before) != 1:
        raise Wrong(f"{block.place}: {block.argument} does not have these lines once")
    return ("\n" + text).replace("\n" + before, "\n" + after)[1:]


def is_indented_code(lines, number):
    """Four blanks behind an empty line are code, but for the text of a list."""
    line = lines[number]
    if not line.startswith("    ") or (number and lines[number - 1].strip()):
        return False
    for above in reversed(lines[:number]):
        if above.strip() and not above.startswith(" "):
            return not re.match(r"([*+-]|\d+\.) ", above)
    return True


# `+0.012`, `1,203`; an address or a version is none.
NUMBER = re.compile(r"(?<![\d.])[+-]?\d+(?:,\d{3})*(?:\.\d+)?(?![\d.])")


def fits(wanted, got, about=False):
    """Whether what was printed is what the page shows."""
    shown, printed = wanted.rstrip("\n").split("\n"), got.rstrip("\n").split("\n")
    # Which lines of the page can be reached by what was printed so far.
    reached = {0}
    reached |= skip(shown, reached)
    for line in printed:
        after = set()
        for at in reached:
            if at < len(shown):
                if shown[at].strip() == "…":
                    after.add(at)
                elif is_line(shown[at], line, about):
                    after.add(at + 1)
        reached = after | skip(shown, after)
    return len(shown) in reached


def skip(shown, reached):
    """Places behind `…`, which stands for no line too."""
    more = set()
    for at in reached:
        while at < len(shown) and shown[at].strip() == "…":
            at += 1
            more.add(at)
    return more


def is_line(shown, printed, about):
    pattern, numbers = "", []
    for number, part in enumerate(re.split(r"(…)", shown.rstrip())):
        if number % 2:
            pattern += ".*"
        elif about:
            pieces = NUMBER.split(part)
            numbers += NUMBER.findall(part)
            pattern += f"({NUMBER.pattern})".join(re.escape(piece).replace(r"\ ", r" ?\ *") for piece in pieces)
        else:
            pattern += re.escape(part)
    match = re.fullmatch(pattern, printed.rstrip())
    if not match:
        return False
    return all(is_near(float(a.replace(",", "")), float(b.replace(",", "")))
               for a, b in zip(numbers, match.groups()) if "." in a)


def is_near(shown, printed):
    """A reading of a noisy sensor; whole numbers are anything."""
    return abs(shown - printed) <= max(0.2, 0.25 * abs(shown))
