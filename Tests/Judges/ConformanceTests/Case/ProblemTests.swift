import Conformance
import Testing

/// A case file, and what must be said of it.
struct Complaint: Sendable, CustomTestStringConvertible {
    var cases: String
    var wanted: String
    var testDescription: String { cases }

    init(_ cases: String, _ wanted: String) {
        self.cases = cases
        self.wanted = wanted
    }
}

@Suite struct CaseProblemTests {
    /// Lines 4 to 7 of each file below.
    static let head = """
          - id: MW/TST/STEP/BV-01-C
            title: a test
            source: core 1 (spec)

        """

    @Test(arguments: [
        Complaint(
            "    needs: {absent: [fusion]}\n    steps: [{write: \"08\"}]",
            "t:7:22: error: `fusion` is not a valid module; write `sensor-fusion`"),
        Complaint("    steps: []", "t:7:12: error: `steps` has 0 entries; use at least 1"),
        Complaint(
            #"    steps: [{write: "0G"}]"#,
            "t:7:21: error: `0G` is not a byte; write pairs of digits, `FF*16` or `$name`"),
        Complaint(
            #"    steps: [{write: "08 ??"}]"#,
            "t:7:21: error: `08 ??` is a pattern, but a write needs bytes"),
        Complaint(
            #"    steps: [{expect: "08 .. 01"}]"#,
            "t:7:22: error: `08 .. 01`: nothing may follow an element that takes the rest"),
        Complaint(
            #"    steps: [{expect: "08 x:u9"}]"#, "t:7:22: error: `x:u9` is not valid in a packet"),
        Complaint(
            #"    steps: [{expact: "08"}]"#,
            "t:7:14: error: unknown key `expact` in case step; did you mean `expect`?"),
        Complaint(
            "    steps: [{do: magic}]",
            "t:7:13: error: there is no procedure `magic` before this; add it to `procedures`"),
        Complaint(
            "    steps: [{check: [{field: x}]}]",
            "t:7:22: error: there is no condition on `x`; add `is`"
        ),
        Complaint(
            "    steps: [{check: [{field: x, from: 2, to: 1}]}]",
            "t:7:22: error: `from` is greater than `to`: 2 and 1; swap them"),
        Complaint(
            "    steps: [{check: [{field: x, from: 0.25, to: -1}]}]",
            "t:7:22: error: `from` is greater than `to`: 0.25 and -1; swap them"),
        Complaint(
            "    steps: [{check: [{field: x, mask: 1e300, is: 1}]}]",
            "t:7:22: error: `1e+300` is not a mask; write its bits as one number: `0x0F`"),
        Complaint(
            "    steps: [{check: [{field: x, mask: -1, is: 1}]}]",
            "t:7:22: error: `-1` is not a mask"),
        Complaint(
            "    steps: [{check: [{field: x, over: 0, is: 1}]}]",
            "t:7:22: error: `over` must not be 0"),
        Complaint(
            "    steps: [{read: {characteristic: 2A26, fails: 1e300}}]",
            "t:7:50: error: this is not an error code of the Attribute Protocol; write a code from 1 to 255"
        ),
        Complaint(
            "    steps: [{read: {characteristic: 2A26, fails: 0x+3}}]",
            "t:7:50: error: this is not an error code of the Attribute Protocol"),
        Complaint(
            "    steps: [{check: [{field: x, is: 3, from: 2}]}]",
            "t:7:22: error: `is` cannot be combined with `from` or `to`; give either the exact number"
        ),
        Complaint(
            "    steps: [{check: [{field: x, says: a, is: 2}]}]",
            "t:7:22: error: `says` cannot be combined with a number; check the text and the number in two"
        ),
        Complaint(
            "    steps: [{check: []}]", "t:7:13: error: there are no conditions; add a condition"),
        Complaint(
            "    steps: [{either: []}]",
            "t:7:13: error: there are no alternatives; add what a board may do"),
        Complaint(
            "    steps: [{wait: -1 s}]",
            "t:7:13: error: duration must not be negative: -1 s; remove"),
        Complaint(
            "    steps: [{wait: 1e-9223372036854775808 s}]",
            "t:7:20: error: `1e-9223372036854775808 s` is not a duration; write `500 ms`"),
        Complaint(
            #"    steps: [{stream: {packet: "03 ..", for: 1 s, at-least: 3, at-most: 2}}]"#,
            "t:7:22: error: `at-least` is greater than `at-most`: 3 and 2; swap them"),
        Complaint(
            "    steps: [{advertises: {at-least: 3, at-most: 2}}]",
            "t:7:26: error: `at-least` is greater than `at-most`: 3 and 2; swap them"),
        Complaint(
            "    needs: {modules: [{module: led, revision: 3, at-most: 2}]}\n    steps: [{wait: 1 s}]",
            "t:7:23: error: `revision` is greater than `at-most`: 3 and 2; swap them"),
        Complaint(
            #"    steps: [{write: "FF*512 00"}]"#,
            "t:7:21: error: 513 bytes are more than an attribute can hold; write at most 512"),
        Complaint(
            #"    steps: [{expect: "FF*511 x:u16"}]"#,
            "t:7:22: error: 513 bytes are more than an attribute can hold; write at most 512"),
        Complaint(
            "    steps: [{wait: 3}]", "t:7:20: error: `3` has no unit"),
        Complaint(
            "    needs: {modules: [haptics]}\n    steps: [{wait: 3 s}]",
            "t:7:23: error: `haptics` is not a valid module; did you mean `haptic`?"),
        Complaint(
            "    needs: {modules: [{module: led, implementation: 1, implementations: [2]}]}\n    steps: [{wait: 3 s}]",
            "t:7:23: error: `implementation` and `implementations` are both given; list them all in"
        ),
        Complaint(
            "    needs: {modules: [{module: led, implementations: [256]}]}\n    steps: [{wait: 3 s}]",
            "t:7:23: error: 256 is not an implementation; write numbers from 0 to 255"),
        Complaint(
            "    needs: {target: hci}\n    steps: [{wait: 3 s}]",
            "t:7:21: error: `hci` is not a valid needed target; the choices are: any, model"),
        Complaint(
            "    steps: [{forget: -1 s}]",
            "t:7:22: error: `-1 s` is out of range; use 0 s to 1 h"),
        Complaint(
            "    steps: [{connect: {fails: 3}}]",
            "t:7:31: error: expected true or false, found `3`; write `true` or `false`"),
    ])
    func `a problem is reported with its place and a fix`(_ complaint: Complaint) {
        #expect {
            try suite(Self.head + complaint.cases)
        } throws: {
            "\($0)".hasPrefix(complaint.wanted)
        }
    }

    @Test(arguments: [
        "", "MW/ACC", "mw/ACC/DATA/BV-01-C", "MW/ACC/DATA/BX-01-C", "MW/A/DATA/BV-1-C",
    ])
    func `an id has its form`(_ id: String) {
        #expect(throws: SuiteError.self) {
            try suite(
                "  - {id: \"\(id)\", title: a, source: core 1 (spec), steps: [{wait: 1 s}]}")
        }
    }

    /// Procedures, and steps of a case that does them; every one was a trap or had no end.
    @Test(arguments: [
        Complaint(
            chain(60, "{do: p}, {do: p}"),
            "t:13:5: error: the procedure is too long with its repetitions; keep it below 1000"),
        Complaint(
            chain(17, "{do: p}"),
            "t:20:5: error: procedures are nested 17 deep; nest them"),
        Complaint(
            "procedures: [{name: p0, steps: [wait: 400 d]}]\n\(doing("repeat: {times: 999, steps: [do: p0]}"))",
            "t:5:5: error: the case is too long with its repetitions; keep it below 100000"),
        Complaint(
            "procedures: [{name: p0, steps: [wait: 4 d]}, {name: p1, steps: [do: p0]}]\n"
                + doing("do: p1}, {do: p1"),
            "t:5:5: error: the case is too long with its repetitions"),
    ])
    func `the expanded length of procedures is bounded`(_ complaint: Complaint) {
        let text = "version: 1\nabout: a test\n\(complaint.cases)"
        #expect {
            try ConformanceSuite([("t", Array(text.utf8))])
        } throws: {
            #expect("\($0)".hasPrefix(complaint.wanted), "\($0)")
            return true
        }
    }

    /// Each procedure does the one before it; `p` stands for that.
    private static func chain(_ count: Int, _ steps: String) -> String {
        (1..<count).reduce("procedures:\n  - {name: p0, steps: [wait: 1 ms]}\n") { text, number in
            text
                + "  - {name: p\(number), steps: [\(steps.replacing("p}", with: "p\(number - 1)}"))]}\n"
        } + doing("do: p\(count - 1)")
    }

    private static func doing(_ step: String) -> String {
        "cases:\n  - {id: MW/TST/A1/BV-01-C, title: a, source: core 1 (spec), steps: [{\(step)}]}"
    }

    @Test func `an id is of the device that its file is about`() {
        #expect {
            try suite(
                "  - {id: TRIKI/TST/A1/BV-01-C, title: a, source: core 1 (spec), steps: [{wait: 1 s}]}"
            )
        } throws: {
            "\($0)".contains(
                "TRIKI/TST/A1/BV-01-C does not match the file's `device`; begin it with")
        }
    }

    @Test func `an id belongs to one case`() {
        let line =
            "  - {id: MW/TST/A1/BV-01-C, title: a, source: core 1 (spec), steps: [{wait: 1 s}]}\n"
        #expect {
            try suite(line + line)
        } throws: {
            "\($0)".contains("MW/TST/A1/BV-01-C is already used in")
        }
    }

    @Test func `a source names its section and its mark`() {
        #expect {
            try suite("  - {id: MW/TST/A1/BV-01-C, title: a, source: core 1, steps: [{wait: 1 s}]}")
        } throws: {
            "\($0)".contains("`core 1` is not a section with a mark")
        }
    }
}
