import Testing

@testable import Declaration
@testable import ScenarioFile

/// Names, titles and paths: what they may not hold is refused where it is written.
@Suite struct NameTests {
    private static func problems(_ text: String) -> [String] {
        do throws(ScenarioError) {
            _ = try ScenarioFile(reading: Array(text.utf8), file: "t")
            return []
        } catch {
            return error.problems.map { "\($0.mark): \($0.message); \($0.fix)" }
        }
    }

    @Test(arguments: [
        ("../../x", "contains a slash; remove it: files are named after the KIND"),
        ("/", "contains a slash; remove it: files are named after the KIND"),
        ("..", "is the name of a folder; choose another name"),
        (".", "is the name of a folder; choose another name"),
        (" a", "begins or ends with a space; remove the space"),
        (String(repeating: "x", count: 61), "has 61 characters; use 1 to 60"),
    ])
    func `a name cannot lead elsewhere`(name: String, why: String) {
        for (kind, place, text) in [
            ("board", "2:17", "boards: [{name: \"\(name)\", model: MetaMotion S}]"),
            ("peripheral", "2:22", "peripherals: [{name: \"\(name)\", services: []}]"),
            (
                "client", "2:18",
                "clients: [{name: \"\(name)\", steps: [scan]}]\nboards: [{model: MetaMotion S}]"
            ),
        ] {
            #expect(
                Self.problems("version: 1\n\(text)").first
                    == "\(place): the \(kind)'s name `\(name)` "
                    + why.replacing("KIND", with: kind))
        }
    }

    @Test func `a name is not empty, and no folder has two owners`() {
        #expect(
            Self.problems("version: 1\nboards: [{name: \"\", model: MetaMotion S}]")
                == ["2:17: the board has an empty name; give it a name, or remove `name`"])
        #expect(
            Self.problems(
                "version: 1\nboards: [{name: a, model: MetaMotion S}]\n"
                    + "peripherals: [{name: a, services: []}]"
            ).first
                == "3:22: the name `a` is already taken by another board; give each peripheral its own name"
        )
        for good in ["Left wrist", "手首", "a.b", "…", "x\\y"] {
            #expect(
                Self.problems("version: 1\nboards: [{name: '\(good)', model: MetaMotion S}]") == [])
        }
    }

    @Test(arguments: [
        ("\\n   1.0 wrist  reset", "a line end, U+000A; write it on one line"),
        ("\\L", "a line end, U+2028; write it on one line"),
        ("\\e[2J", "a control character, U+001B; remove the character"),
        ("\\N", "a control character, U+0085; remove the character"),
        ("\\u202E", "an invisible character, U+202E; remove the character"),
        ("\\u2067", "an invisible character, U+2067; remove the character"),
        ("\\u200F", "an invisible character, U+200F; remove the character"),
        ("\\U0010FE2F", "the private-use character U+10FE2F; remove the character"),
    ])
    func `a text cannot forge a line`(escape: String, why: String) {
        let rows = [
            ("name: \"a\(escape)\"\nboards: [{model: MetaMotion S}]", "2:7"),
            ("boards: [{name: \"a\(escape)\", model: MetaMotion S}]", "2:17"),
            ("boards: [{model: MetaMotion S, device-name: \"a\(escape)\"}]", "2:45"),
            ("boards: [{model: MetaMotion S, state: \"a\(escape)\"}]", "2:39"),
            (
                "boards: [{model: MetaMotion S}]\n"
                    + "clients: [{steps: [timer: {every: 1 s, as: \"a\(escape)\"}]}]", "3:44"
            ),
            (
                "boards: [{model: MetaMotion S}]\nclients: [{steps: [stream: [\"a:\(escape)\"]]}]",
                "3:29"
            ),
            (
                "boards: [{model: MetaMotion S}]\n"
                    + "expect: [{within: 1 s, title: \"a\(escape)\", state: {logging: true}}]",
                "3:31"
            ),
            (
                "boards: [{model: MetaMotion S}]\n"
                    + "expect: [{within: 1 s, trace: \"a\(escape)\"}]", "3:31"
            ),
        ]
        for (text, place) in rows {
            #expect(
                Self.problems("version: 1\n\(text)") == ["\(place): this text contains \(why)"],
                "\(text)")
        }
    }

    @Test func `only what explains a file has several lines`() {
        let board = "\nboards: [{model: MetaMotion S}]"
        #expect(Self.problems("version: 1\nabout: |\n  One line\n  and\tanother.\(board)") == [])
        #expect(Self.problems("version: 1\nabout: \"a\\u202E\"\(board)").count == 1)
        // A key that nobody knows is told on one line.
        #expect(
            Self.problems("version: 1\n\"a\\nb\\u202Ec\": 1\(board)").first?.hasPrefix(
                "2:1: unknown key `a b\u{FFFD}c` in scenario") == true)
    }

    @Test(arguments: [
        ("/etc/passwd", "is absolute"), ("../x.csv", "leaves the folder with `..`"),
        ("data/../../x.csv", "leaves the folder with `..`"),
        ("..", "leaves the folder with `..`"), ("", "is empty"),
    ])
    func `a path stays in the folder of its file`(path: String, why: String) {
        let rows = [
            ("boards: [{model: MetaMotion S, state: \"\(path)\"}]", "2:39"),
            ("boards: [{model: MetaMotion S, motion: [recording: \"\(path)\"]}]", "2:52"),
            (
                "boards: [{model: MetaMotion S, motion: [recording: {accelerometer: \"\(path)\"}]}]",
                "2:68"
            ),
            (
                "boards: [{model: MetaMotion S, motion: [recording: {accelerometer: a, gyroscope: \"\(path)\"}]}]",
                "2:82"
            ),
            (
                "boards: [{model: MetaMotion S}]\nclients: [{steps: [update-firmware: {image: \"\(path)\"}]}]",
                "3:45"
            ),
            (
                "boards: [{model: MetaMotion S}]\n"
                    + "clients: [{steps: [update-firmware: {image: a, init-packet: \"\(path)\"}]}]",
                "3:61"
            ),
        ]
        for (text, place) in rows {
            #expect(
                Self.problems("version: 1\n\(text)").first
                    == "\(place): the path `\(path)` \(why); use a path inside the folder of this file,"
                    + " such as `data/wrist-row.csv`")
        }
    }
}
