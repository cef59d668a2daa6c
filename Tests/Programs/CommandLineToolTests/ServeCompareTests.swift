import JSON
import MetaWearTables
import Testing

@testable import CommandLineTool

/// The method `compare` of `boardsim serve`.
@Suite struct ServeCompareTests {
    /// Turns by 40 deg/s^2 after its first second.
    private static let moves =
        #"{"moves": [{"turn": {"by": "180 deg", "about": "x", "for": "2 s"}}, {"turn": {"by": "-90 deg", "about": "y", "for": "1 s"}}]}"#

    /// Rotation as the truth has it, every 20 ms from 0.5 s to 3.5 s, each `late` seconds later than it was.
    private static func samples(late: Double = 0, times: Bool = true, off: Double = 0) -> String {
        var requests: [(method: String, params: String)] = [
            ("start", #"{"scenario": \#(desk)}"#), ("move", moves), ("step", #"{"for": 0.5}"#),
        ]
        for _ in 0..<150 {
            requests.append(("truth", "{}"))
            requests.append(("step", #"{"for": 0.02}"#))
        }
        let lines = requests.enumerated().map { index, request in
            #"{"jsonrpc": "2.0", "id": \#(index), "method": "\#(request.method)", "params": \#(request.params)}"#
        }
        let rows = serve(lines.joined(separator: "\n") + "\n").answers.compactMap {
            line -> String? in
            guard let answer = try? JSONValue(reading: line.utf8)["result"],
                case .array(let force)? = answer["force"], case .number(let time)? = answer["time"]
            else { return nil }
            var numbers = force.map { value -> Double in
                switch value {
                case .number(let number): number + off
                case .integer(let number): Double(number) + off
                default: .nan
                }
            }
            if times { numbers.insert(time + late, at: 0) }
            return "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
        }
        return "[" + rows.joined(separator: ",") + "]"
    }

    private static func compare(_ params: String, steps: String = "6") -> JSONValue {
        ask(
            ("start", #"{"scenario": \#(desk)}"#), ("move", moves),
            ("step", #"{"for": \#(steps)}"#), ("compare", params))[3]
    }

    private func number(_ value: JSONValue?) -> Double {
        switch value {
        case .number(let number)?: number
        case .integer(let number)?: Double(number)
        default: .nan
        }
    }

    @Test func `samples that are late by a constant are right, and their delay is found`() {
        for late in [0, 0.137, -0.05] {
            let found = Self.compare(#"{"samples": \#(Self.samples(late: late)), "rate": 50}"#)
            #expect(abs(number(found["delay"]) - late) < 0.001, "\(found.line)")
            #expect(number(found["rms"]) < 0.001)
            #expect(number(found["largest"]) < 0.01)
            #expect(found["unit"]?.line == #""g""#)
            #expect(found["missing"]?.line == "0")
            #expect(found["samples"]?.line == "150")
        }
    }

    @Test func `an error of the values is what is found`() {
        let found = Self.compare(#"{"samples": \#(Self.samples(off: 0.05))}"#)
        #expect(abs(number(found["rms"]) - 0.05) < 0.005)
        #expect(abs(number(found["largest"]) - 0.05) < 0.03)
        #expect(found["missing"]?.line == "null")
    }

    @Test func `samples without times are looked for in the run`() {
        let found = Self.compare(#"{"samples": \#(Self.samples(times: false)), "rate": 50}"#)
        #expect(abs(number(found["start"]) - 0.5) < 0.002, "\(found.line)")
        #expect(number(found["rms"]) < 0.001)
        #expect(found["delay"]?.line == "null")
    }

    @Test func `a gap in the times is missing samples`() {
        let rows = #"[[1, 0, 0, 1], [1.02, 0, 0, 1], [1.1, 0, 0, 1]]"#
        #expect(Self.compare(#"{"samples": \#(rows), "rate": 50}"#)["missing"]?.line == "3")
    }

    @Test func `a board at rest fits at any time, so that no delay is known`() {
        let found = ask(
            ("start", #"{"scenario": \#(desk)}"#), ("step", #"{"for": 3}"#),
            ("compare", #"{"samples": [[1, 0, 0, 1.01], [2, 0.01, 0, 0.99]]}"#),
            ("compare", #"{"samples": [23.0, 22.5], "signal": "temperature-0", "rate": 1}"#))
        #expect(found[2]["delay"]?.line == "null")
        #expect(abs(number(found[2]["largest"]) - 0.01) < 1e-9)
        #expect(found[3]["unit"]?.line == #""degC""#)
        #expect(abs(number(found[3]["largest"]) - 1) < 1e-9)
    }

    @Test func `mistakes name the sample and the remedy`() {
        let plain = Signal.allCases.first { $0.row.measures == nil }?.rawValue ?? ""
        let wrong = [
            #"{}"#: "`samples` is missing",
            #"{"samples": []}"#: "at least one sample",
            #"{"samples": [[0, 0, 1]]}"#: "need `rate`",
            #"{"samples": [[1, 0, 0, 1], [0, 0, 1]]}"#: "sample 2 has 3 numbers",
            #"{"samples": [[1, 0]]}"#: "write the 3 of `acceleration`",
            #"{"samples": [["x"]]}"#: "sample 1 is not a list of numbers",
            #"{"samples": [[100, 0, 0, 1]]}"#: "sample 1 is of 100.0 s, and the run is at 6.0 s",
            #"{"samples": [1], "signal": "temprature"}"#: "did you mean `temperature-0`",
            #"{"samples": [1], "signal": "\#(plain)"}"#: "has no true values",
            #"{"samples": [[0, 0, 1]], "rate": 0}"#: "`rate` must be a number above 0",
        ]
        for (params, words) in wrong {
            let message = Self.compare(params).message
            #expect(message.contains(words), "\(params): \(message)")
        }
    }
}
