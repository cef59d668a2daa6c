import Testing

@testable import YAML

/// A text and what must become of it.
struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var wanted: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ wanted: String) {
        self.text = text
        self.wanted = wanted
    }
}

@Suite struct ParsingTests {
    @Test(arguments: [
        Row("a: 1", "1:1{1:1 a=1:4'1'}"),
        Row("- x\n- \"y\"", "1:1[1:3'x', 2:3\"y\"]"),
        Row("a:\n  b: [1, 2]\n", "1:1{1:1 a=2:3{2:3 b=2:6[2:7'1', 2:10'2']}}"),
        Row("ä: ö", "1:1{1:1 ä=1:4'ö'}"),
        Row("# only a comment\nx: ''", "2:1{2:1 x=2:4\"\"}"),
        Row("a: {b: c, d: }", "1:1{1:1 a=1:4{1:5 b=1:8'c', 1:11 d=1:14''}}"),
        Row("\u{feff}a: b", "1:1{1:1 a=1:4'b'}"),
        Row("%YAML 1.1\n---\na: |\n  two\n  lines\n", "3:1{3:1 a=3:4\"two\nlines\n\"}"),
    ])
    func `a text becomes nodes with their places`(row: Row) throws {
        #expect(try Node(parsing: row.text).dump == row.wanted)
    }

    @Test(arguments: [
        // What it should begin with, its reader knows.
        Row("", "1:1: the file is empty"),
        Row("# nothing\n", "2:1: the file is empty"),
        Row("a: &x 1", "1:4: anchors are not supported; leave out the `&name`"),
        Row("a: &x [1]", "1:4: anchors are not supported; leave out the `&name`"),
        Row("a: *x", "1:4: aliases are not supported; write the value out in full"),
        Row("a: {<<: {b: 1}}", "1:5: merge keys are not supported; write the entries out"),
        Row("a: !!str 1", "1:4: tags are not supported; leave out the `!name`, or quote the text"),
        Row(
            "a: 1\nb: 2\na: 3",
            "3:1: duplicate key `a`, first used in line 1; keep one of them"),
        Row("? [1]\n: 2", "1:3: a key must be one word; write `key: value`"),
        Row(
            "a: 1\n---\nb: 2",
            "2:1: a second document begins here; keep one document per file and remove the `---`"),
        Row(
            "a:\n\t- x",
            "2:1: found character that cannot start any token while scanning for the next token; "
                + "indent with spaces instead of tabs, and quote text that begins with @, ` or %"),
        Row(
            "a: b: c",
            "1:5: mapping values are not allowed in this context; quote the text if it contains a"
                + " colon, or check the indentation"),
        Row(
            "a: [1, 2\nb: 3",
            "2:2: did not find expected ',' or ']' while parsing a flow sequence; close the list"
                + " with `]`"),
        Row(
            "a: b\n\tc: d",
            "2:1: found a tab character that violates indentation while scanning a plain scalar;"
                + " indent with spaces instead of tabs"),
        Row(
            "a: \"\\q\"",
            "1:5: found unknown escape character while parsing a quoted scalar; write `\\\\`, or use"
                + " single quotes"),
        Row("a: \u{7}", "1:4: control characters are not allowed; remove the character"),
    ])
    func `what a scenario has no use for is refused with its place and its fix`(row: Row) {
        let error = #expect(throws: YAMLError.self) { try Node(parsing: row.text) }
        #expect(error?.description == row.wanted)
    }

    @Test func `invalid UTF-8 is refused where it stands`() {
        let error = #expect(throws: YAMLError.self) {
            try Node(parsing: Array("a: 1\nbé: ".utf8) + [0xC3, 0x28])
        }
        #expect(error?.mark == Mark(line: 2, column: 5))
        #expect(error?.message == "the text is not valid UTF-8")
    }

    @Test func `nesting is bounded`() throws {
        func brackets(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try Node(parsing: brackets(Node.deepest))
        for depth in [Node.deepest + 1, 5_000, 100_000] {
            let error = #expect(throws: YAMLError.self) { try Node(parsing: brackets(depth)) }
            #expect(error?.mark == Mark(line: 1, column: Node.deepest + 1))
        }
    }

    @Test func `a text that is too long is refused`() {
        #expect(throws: YAMLError.self) {
            try Node(parsing: [UInt8](repeating: UInt8(ascii: " "), count: Node.longest + 1))
        }
    }
}

extension Node {
    /// Every node with its place, on one line; plain scalars in single quotes.
    fileprivate var dump: String {
        switch content {
        case .scalar(let text, quoted: true): "\(mark)\"\(text)\""
        case .scalar(let text, quoted: false): "\(mark)'\(text)'"
        case .sequence(let items): "\(mark)[" + items.map(\.dump).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "\(mark){"
                + entries.map { "\($0.mark) \($0.name)=\($0.value.dump)" }.joined(separator: ", ")
                + "}"
        }
    }
}
