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
            "t:7:22: error: `fusion` is no module; write `sensor-fusion`"),
        Complaint("    steps: []", "t:7:12: error: `steps` has 0 entries; give at least 1"),
        Complaint(
            #"    steps: [{write: "0G"}]"#,
            "t:7:21: error: `0G` is no byte; write pairs of digits, `FF*16` or `$name`"),
        Complaint(
            #"    steps: [{write: "08 ??"}]"#,
            "t:7:21: error: `08 ??` is a pattern, but the board has to be written bytes"),
        Complaint(
            #"    steps: [{expect: "08 .. 01"}]"#,
            "t:7:22: error: `08 .. 01`: something stands behind what takes all the rest"),
        Complaint(
            #"    steps: [{expect: "08 x:u9"}]"#, "t:7:22: error: `x:u9` is no part of a packet"),
        Complaint(
            #"    steps: [{expact: "08"}]"#,
            "t:7:14: error: unknown key `expact` in case step; did you mean `expect`?"),
        Complaint(
            "    steps: [{do: magic}]",
            "t:7:13: error: there is no procedure `magic` before this; add it to `procedures`"),
        Complaint(
            "    steps: [{check: [{field: x}]}]", "t:7:22: error: nothing is asked of `x`; add `is`"
        ),
        Complaint(
            "    steps: [{check: [{field: x, from: 2, to: 1}]}]",
            "t:7:22: error: nothing is from 2 to 1; exchange the two"),
        Complaint(
            "    steps: [{check: [{field: x, from: 0.25, to: -1}]}]",
            "t:7:22: error: nothing is from 0.25 to -1; exchange the two"),
        Complaint(
            "    steps: [{check: [{field: x, mask: 1e300, is: 1}]}]",
            "t:7:22: error: `1e+300` is no mask; write its bits as one number: `0x0F`"),
        Complaint(
            "    steps: [{check: [{field: x, mask: -1, is: 1}]}]",
            "t:7:22: error: `-1` is no mask"),
        Complaint(
            "    steps: [{check: [{field: x, over: 0, is: 1}]}]",
            "t:7:22: error: nothing can be divided by 0"),
        Complaint(
            "    steps: [{read: {characteristic: 2A26, fails: 1e300}}]",
            "t:7:50: error: this is no error of the Attribute Protocol; write a code from 1 to 255"),
        Complaint(
            "    steps: [{read: {characteristic: 2A26, fails: 0x+3}}]",
            "t:7:50: error: this is no error of the Attribute Protocol"),
        Complaint(
            "    steps: [{check: [{field: x, is: 3, from: 2}]}]",
            "t:7:22: error: `is` stands beside `from` or `to`; give either the only right number"),
        Complaint(
            "    steps: [{check: [{field: x, says: a, is: 2}]}]",
            "t:7:22: error: `says` stands beside a number; ask the text and the number in two"),
        Complaint(
            "    steps: [{check: []}]", "t:7:13: error: nothing is checked; add a condition"),
        Complaint(
            "    steps: [{either: []}]",
            "t:7:13: error: no alternative is named; add what a board may do"),
        Complaint(
            "    steps: [{wait: -1 s}]", "t:7:13: error: nobody can wait for -1 s; leave out"),
        Complaint(
            "    steps: [{wait: 1e-9223372036854775808 s}]",
            "t:7:20: error: `1e-9223372036854775808 s` is not a duration; write `500 ms`"),
        Complaint(
            #"    steps: [{stream: {packet: "03 ..", for: 1 s, at-least: 3, at-most: 2}}]"#,
            "t:7:22: error: no number is at least 3 and at most 2; exchange the two"),
        Complaint(
            "    steps: [{advertises: {at-least: 3, at-most: 2}}]",
            "t:7:26: error: no number is at least 3 and at most 2; exchange the two"),
        Complaint(
            "    needs: {modules: [{module: led, revision: 3, at-most: 2}]}\n    steps: [{wait: 1 s}]",
            "t:7:23: error: no revision is from 3 to 2; exchange the two"),
        Complaint(
            #"    steps: [{write: "FF*512 00"}]"#,
            "t:7:21: error: 513 bytes are more than an attribute holds; write at most 512"),
        Complaint(
            #"    steps: [{expect: "FF*511 x:u16"}]"#,
            "t:7:22: error: 513 bytes are more than an attribute holds; write at most 512"),
        Complaint(
            "    steps: [{wait: 3}]", "t:7:20: error: `3` has no unit"),
        Complaint(
            "    needs: {modules: [haptics]}\n    steps: [{wait: 3 s}]",
            "t:7:23: error: `haptics` is no module; did you mean `haptic`?"),
        Complaint(
            "    needs: {modules: [{module: led, implementation: 1, implementations: [2]}]}\n    steps: [{wait: 3 s}]",
            "t:7:23: error: both `implementation` and `implementations` are told; put all of them into"
        ),
        Complaint(
            "    needs: {modules: [{module: led, implementations: [256]}]}\n    steps: [{wait: 3 s}]",
            "t:7:23: error: 256 is no implementation; write numbers from 0 to 255"),
        Complaint(
            "    needs: {target: hci}\n    steps: [{wait: 3 s}]",
            "t:7:21: error: `hci` is no needed target; the choices are: any, model"),
        Complaint(
            "    steps: [{forget: -1 s}]",
            "t:7:22: error: `-1 s` is out of range; give 0 s to 1 h"),
        Complaint(
            "    steps: [{connect: {fails: 3}}]",
            "t:7:31: error: expected true or false, found `3`; write `true` or `false`"),
    ])
    func `what is wrong is told with its place and its mend`(_ complaint: Complaint) {
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
            "t:13:5: error: with its repetitions, the procedure is too long; keep it below 1000"),
        Complaint(
            chain(17, "{do: p}"),
            "t:20:5: error: procedures do each other 17 deep; write the steps out"),
        Complaint(
            "procedures: [{name: p0, steps: [wait: 400 d]}]\n\(doing("repeat: {times: 999, steps: [do: p0]}"))",
            "t:5:5: error: with its repetitions, the case is too long; keep it below 100000"),
        Complaint(
            "procedures: [{name: p0, steps: [wait: 4 d]}, {name: p1, steps: [do: p0]}]\n"
                + doing("do: p1}, {do: p1"),
            "t:5:5: error: with its repetitions, the case is too long"),
    ])
    func `what procedures amount to is bounded`(_ complaint: Complaint) {
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
                "TRIKI/TST/A1/BV-01-C is no id of what the file is about; begin it with")
        }
    }

    @Test func `an id belongs to one case`() {
        let line =
            "  - {id: MW/TST/A1/BV-01-C, title: a, source: core 1 (spec), steps: [{wait: 1 s}]}\n"
        #expect {
            try suite(line + line)
        } throws: {
            "\($0)".contains("another case is called MW/TST/A1/BV-01-C")
        }
    }

    @Test func `a source names its section and its mark`() {
        #expect {
            try suite("  - {id: MW/TST/A1/BV-01-C, title: a, source: core 1, steps: [{wait: 1 s}]}")
        } throws: {
            "\($0)".contains("`core 1` does not say where its fact comes from")
        }
    }
}
