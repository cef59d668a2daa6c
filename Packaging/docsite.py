"""Makes a site of the repository's pages, with search: `./boardsim package site`.

The pages stay as they are, with links that also work in the repository. They are copied with the files that they link to, a
folder without a page of its own gets one that lists it, and MkDocs makes HTML of them. The order is that of docs/README.md.
A link that leads nowhere is an error, and the site fetches nothing when it is read.
"""

import html.parser
import json
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")
MAP = "docs/README.md"
# Pages of the repository that a reader of the site does not look for.
LEFT_OUT = (".github/", "Sources/", "Tests/Triki/TrikiVectorTests/")


class SiteError(Exception):
    """Why there is no site; in words, with the place."""


def tracked(root):
    """The repository's files, those that are not committed yet included."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    return [name for name in listed.splitlines() if (root / name).is_file()]


def links(text):
    """The relative links of a page outside its code, without their anchors."""
    parts = re.split(r"^\s*(?:```|~~~).*?^\s*(?:```|~~~)\s*$", text, flags=re.M | re.S)
    for part in parts:
        for target in LINK.findall(part):
            if not re.match(r"[a-z]+:|#", target):
                yield target.split("#")[0]


def listing(folder, files):
    """The page of a folder that has none."""
    lines = [f"# {folder}", ""]
    lines += [f"* [{name}]({name})" for name in sorted(posixpath.relpath(file, folder) for file in files)]
    return "\n".join(lines) + "\n"


def gather(root, source):
    """Copies the pages and what they link to; the names of the pages."""
    files = tracked(root)
    known = set(files)
    pages = [name for name in files if name.endswith(".md") and not name.startswith(LEFT_OUT)]
    others, folders = set(), set()
    for page in pages:
        for target in links((root / page).read_text()):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
            if path in known:
                others.add(path)
            elif any(file.startswith(path + "/") for file in files):
                folders.add(path)
            else:
                raise SiteError(f"{page}: the link to {target} leads nowhere; correct it, or remove it")
    for folder in sorted(folders):
        inside = [file for file in files if file.startswith(folder + "/")]
        others.update(inside)
        if f"{folder}/README.md" not in known:
            place = source / folder / "README.md"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(listing(folder, inside))
    images = {file for file in files if file.startswith("docs/images/")}
    for name in sorted({*pages, *others, *images}):
        place = source / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            place.write_text(rewritten((root / name).read_text(), name, folders, known))
        else:
            shutil.copyfile(root / name, place)
    return pages


def rewritten(text, page, folders, known):
    """The page with its links to folders led to their pages, and to pages that are left out made plain."""

    def replaced(match):
        target = match[1]
        if re.match(r"[a-z]+:|#", target):
            return match[0]
        path, _, anchor = target.partition("#")
        whole = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        if whole in folders:
            return f"]({path.rstrip('/')}/README.md{'#' + anchor if anchor else ''})"
        return match[0]

    return LINK.sub(replaced, text)


def navigation(root):
    """The sections and pages of the map, in its order."""
    sections = [("Start", ["README.md"])]
    for line in (root / MAP).read_text().splitlines():
        if line.startswith("## "):
            sections.append((line[3:], []))
        for target in LINK.findall(line):
            page = posixpath.normpath(posixpath.join("docs", target))
            if page not in [name for _, names in sections for name in names] and page.endswith(".md"):
                sections[-1][1].append(page)
    return [(title, names) for title, names in sections if names]


def title(page):
    """The heading of a page, without marks."""
    heading = re.search(r"^# (.*)$", page.read_text(), re.M)
    return heading[1].replace("`", "") if heading else page.stem


def configuration(root, source, out):
    lines = [
        "site_name: boardsim", "site_description: MetaWear sensor boards in software", "use_directory_urls: false",
        f"docs_dir: {source}", f"site_dir: {out}", "plugins: [search]", "markdown_extensions:",
        "  - tables", "  - toc: {permalink: true}", "  - pymdownx.superfences", "  - pymdownx.highlight",
        "  - sane_lists",
        # No font or script of other servers.
        "theme: {name: material, font: false, features: [navigation.sections, navigation.top, content.code.copy]}",
        "validation: {links: {not_found: warn, anchors: warn, absolute_links: warn, unrecognized_links: warn}}", "nav:"]
    for section, names in navigation(root):
        lines.append(f"  - {json.dumps(section)}:")
        lines += [f"      - {json.dumps(title(root / name))}: {name}" for name in names]
    return "\n".join(lines) + "\n"


class Fetched(html.parser.HTMLParser):
    """What a browser would fetch from other servers."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "link" and values.get("rel") in ("canonical", "alternate"):
            return
        name = {"script": "src", "img": "src", "iframe": "src", "link": "href"}.get(tag)
        if name and re.match(r"(https?:)?//", values.get(name) or ""):
            self.found.append(f"<{tag} {name}={values[name]}>")


def environment():
    """The Python that has MkDocs, in an environment beside those of the tests."""
    folder = ROOT / ".venv-site"
    wanted = (HERE / "site-requirements.txt").read_text()
    made = folder / "requirements.txt"
    if not made.is_file() or made.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run(
            [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", HERE / "site-requirements.txt"],
            check=True)
        made.write_text(wanted)
    return folder / "bin" / "python"


def build(out, root=ROOT):
    """Makes the site in a folder; how many pages it has."""
    python = environment()
    work = out.parent / (out.name + ".work")
    for folder in (work, out):
        shutil.rmtree(folder, ignore_errors=True)
    source = work / "pages"
    gather(root, source)
    (work / "mkdocs.yml").write_text(configuration(root, source, out))
    variables = {**os.environ, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "0"), "NO_MKDOCS_2_WARNING": "1"}
    run = subprocess.run(
        [python, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", work / "mkdocs.yml"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=variables)
    if run.returncode:
        raise SiteError(run.stdout.strip())
    for page in sorted(out.rglob("*.html")):
        reader = Fetched()
        reader.feed(page.read_text())
        if reader.found:
            raise SiteError(f"{page.relative_to(out)}: it would fetch {', '.join(reader.found)} when it is read")
    shutil.rmtree(work)
    return len(list(out.rglob("*.html")))
