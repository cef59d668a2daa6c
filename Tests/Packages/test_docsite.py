"""What the site of the pages refuses, and what it makes of links."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Packaging"))

import docsite  # noqa: E402


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "repository"
        self.source = pathlib.Path(folder.name) / "pages"
        self.root.mkdir()
        subprocess.run(["git", "init", "-q", self.root], check=True)

    def write(self, name, text):
        place = self.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def test_a_link_that_leads_nowhere_is_refused_with_its_page(self):
        self.write("docs/a.md", "# A\n\n[b](b.md)\n")
        with self.assertRaisesRegex(docsite.SiteError, r"docs/a\.md: the link to b\.md leads nowhere"):
            docsite.gather(self.root, self.source)

    def test_links_in_code_and_to_other_servers_are_left_alone(self):
        self.write("a.md", "# A\n\n```\n[b](b.md)\n```\n\n[c](https://example.org/c.md), [d](#d)\n")
        self.assertEqual(docsite.gather(self.root, self.source), ["a.md"])

    def test_a_folder_gets_a_page_that_lists_it(self):
        self.write("a.md", "# A\n\n[the example](example)\n")
        self.write("example/one.py", "pass\n")
        docsite.gather(self.root, self.source)
        self.assertIn("](example/README.md)", (self.source / "a.md").read_text())
        self.assertIn("[one.py](one.py)", (self.source / "example/README.md").read_text())
        self.assertTrue((self.source / "example/one.py").is_file())

    def test_what_a_browser_would_fetch_elsewhere_is_found(self):
        reader = docsite.Fetched()
        reader.feed('<a href="https://a.org"><script src="x.js"></script><img src="//b.org/c.png">')
        self.assertEqual(reader.found, ["<img src=//b.org/c.png>"])


if __name__ == "__main__":
    unittest.main()
