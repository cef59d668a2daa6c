import Declaration
import YAML

package struct CaseFile: Section {
    package static let example = """
        version: 1
        about: What the haptic driver does.
        cases:
          - id: MW/HAP/CTRL/BV-01-C
            title: A pulse is taken without an answer
            source: sensors 10 (spec)
            needs: {modules: [haptic]}
            steps:
              - write: "08 01 F8 F4 01 00"
              - silence: 500 ms
        """

    package var version = 1
    package var about = Prose()
    package var device = DeviceKind.metawear
    package var procedures: [Procedure] = []
    package var cases: [ConformanceCase] = []

    package static let keys = Keys(Self(), "case file") { keys in
        keys.about = "The file as a whole: cases about one part of the firmware."
        keys.required(\.version, "version", in: 1...1, "The version of this format.")
        keys.required(\.about, "about", "What the cases are about, in a sentence or two.")
        keys.optional(\.device, "device", "What is judged.")
        keys.list(
            \.procedures, "procedures", "Named lists of steps that cases of this file can `do`.")
        keys.list(\.cases, "cases", count: 1...1_000, "In the order in which they are run.")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) {
        for index in cases.indices { cases[index].device = device }
        let names = procedures.map(\.name)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            reader.fail(
                "there is already a procedure `\(name)`", at: procedures[index].mark,
                fix: "give each its own name")
        }
        // A procedure may call those before it, so that there is no recursion.
        var extents: [String: CaseExtent] = [:]
        for (index, procedure) in procedures.enumerated() {
            checkNames(procedure.steps, known: Array(names[..<index]), reader)
            let extent = CaseExtent(procedure.steps, extents)
            extents[procedure.name] = extent
            check(extent, of: procedure, reader)
        }
        for item in cases {
            checkNames(item.before + item.steps, known: names, reader)
            check(item, extents, reader)
        }
    }

    private func check(_ extent: CaseExtent, of procedure: Procedure, _ reader: Reader) {
        if extent.steps > 1_000 {
            reader.fail(
                "the procedure is too long with its repetitions", at: procedure.mark,
                fix: "keep it below 1000 steps")
        }
        if extent.depth >= CaseExtent.deepest {
            reader.fail(
                "procedures are nested \(extent.depth + 1) deep", at: procedure.mark,
                fix: "nest them at most \(CaseExtent.deepest) deep")
        }
    }

    private func check(
        _ item: ConformanceCase, _ procedures: [String: CaseExtent], _ reader: Reader
    ) {
        if CaseExtent(item.before + item.steps, procedures).isTooMuch {
            reader.fail(
                "the case is too long with its repetitions", at: item.mark,
                fix: "keep it below 100000 steps and a week of the board's time")
        }
        let wanted = device == .metawear ? "MW" : "TRIKI"
        if !item.id.text.isEmpty, !item.id.text.hasPrefix(wanted + "/") {
            reader.fail(
                "\(item.id.text) does not match the file's `device`", at: item.mark,
                fix: "begin it with `\(wanted)/`, or change `device`")
        }
    }

    /// Whether bytes look like a case file rather than a scenario: a line begins with `cases:`.
    package static func isOne(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "cases:".utf8) }
    }

    private func checkNames(_ steps: [CaseStep], known: [String], _ reader: Reader) {
        for step in steps {
            switch step.kind {
            case .perform(let name) where !known.contains(name):
                reader.fail(
                    "there is no procedure `\(name)` before this", at: step.mark,
                    fix: known.isEmpty
                        ? "add it to `procedures`"
                        : "the procedures are: \(known.joined(separator: ", "))")
            case .repeat(let loop): checkNames(loop.steps, known: known, reader)
            default: break
            }
        }
    }
}

/// What a case is about.
package enum DeviceKind: String, Choice {
    package static let title = "kind of device"
    case metawear, triki

    package var about: String {
        switch self {
        case .metawear: "A MetaWear board."
        case .triki: "The Triki motion cap."
        }
    }
}

/// A named list of steps.
package struct Procedure: LocatedSection {
    package static let example = """
        procedures:
          - name: log the temperature
            steps:
              - ask: {send: "0B 02 04 C1 00 20", answer: "0B 02 logger:u8"}
              - write: "0B 01 01"
        """

    package var name = ""
    package var steps: [CaseStep] = []
    package var mark = Mark.start

    package static let keys = Keys(Self(), "procedure") { keys in
        keys.about = "Steps that several cases of the file share, under a name."
        keys.required(\.name, "name", "What it does.")
        keys.list(\.steps, "steps", count: 1...1_000, "One after the other.")
    }
}
