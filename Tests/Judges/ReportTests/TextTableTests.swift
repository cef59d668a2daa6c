import Testing

@testable import Report

@Suite struct TextTableTests {
    @Test func `columns are aligned and nothing trails`() {
        var table = TextTable([.text("name"), .number("count"), .text("")])
        table.add("wrist", "5", "words")
        table.add("a", "12,500", "")
        table.addLine("a line of its own", indent: 2)
        #expect(
            table.lines(width: 80, colour: .never) == [
                "  name    count",
                "  wrist       5  words",
                "  a      12,500",
                "    a line of its own",
            ])
    }

    @Test func `the widest texts give way first and are broken between words`() {
        var table = TextTable([.text("", narrowest: 4), .text("", narrowest: 8), .number("n")])
        table.add("short", "a rather long text of many words", "1")
        #expect(
            table.lines(width: 30, colour: .never)
                == [
                    "                            n",
                    "  short  a rather long text  1",
                    "         of many words",
                ].map {
                    $0.replacing(
                        "                            n", with: "                             n")
                })
    }

    @Test func `colours leave the alignment as it is`() {
        var table = TextTable([.mark, .number("n")])
        table.add(TextTable.Cell("✗", .bad), TextTable.Cell("1", .good))
        table.add(TextTable.Cell("✓", .good), TextTable.Cell("12", .plain))
        #expect(
            table.lines(width: 80, colour: .always)
                == [
                    "     \u{1B}[2m n\u{1B}[0m",
                    "  \u{1B}[31m✗\u{1B}[0m   \u{1B}[32m1\u{1B}[0m",
                    "  \u{1B}[32m✓\u{1B}[0m  12",
                ].map { $0.replacing("\u{1B}[2m n", with: " \u{1B}[2mn") })
    }

    @Test(arguments: [
        ("wrist", "wrist"), ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\nb\tc", "a b c"),
        ("a\u{202E}b", "a\u{FFFD}b"), ("\u{0}", "\u{FFFD}"), ("Ähre ✓", "Ähre ✓"), ("", ""),
    ])
    func `text from outside cannot steer the terminal`(text: String, clean: String) {
        #expect(PrintableText.clean(text) == clean)
    }

    @Test(arguments: [("wrist", 5), ("e\u{301}", 1), ("手首", 4), ("🎿", 2), ("✓", 1), ("", 0)])
    func `columns that a text takes`(text: String, width: Int) {
        #expect(PrintableText.width(text) == width)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("", 5, [""]), ("a  b", 10, ["a  b"]), ("手首手首", 5, ["手首", "手首"]),
        ("手", 1, ["手"]), ("     ", 2, [""]),
    ])
    func `broken into lines`(text: String, limit: Int, lines: [String]) {
        #expect(PrintableText.wrap(text, limit) == lines)
    }

    @Test func `cut off with an ellipsis`() {
        #expect(PrintableText.shortened("abcdef", 4) == "abc…")
        #expect(PrintableText.shortened("abcd", 4) == "abcd")
        #expect(PrintableText.shortened("abcd", 0) == "")
    }
}
