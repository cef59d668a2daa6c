import Conformance
import Testing

/// Reports that no run made, small enough to compare in full.
enum SampleConformance {
    static let boards = [
        BoardFacts(
            name: "MetaMotion S 1.7.3", model: "MetaMotion S", firmware: "1.7.3", hardware: "0.1",
            modules: [
                .init(id: 0x01, name: "Switch", implementation: 0, revision: 0),
                .init(
                    id: 0x03, name: "Accelerometer", implementation: 4, revision: 1,
                    extra: [0x0A, 0xFF]),
                .init(id: 0x16, name: "Humidity"),
            ]),
        BoardFacts(name: "Triki 1.2", model: "Triki", firmware: "1.2", hardware: "3"),
    ]

    static let failure = CaseResult(
        place: 1, id: "MW/ACC/DATA/BV-01-C", title: "A resting board reads one g",
        source: "sensors 2.3 [C]", file: "Conformance/accelerometer.yaml", line: 12,
        board: "MetaMotion S 1.7.3", verdict: .fail, reason: "z is 1.2 g, wanted 0.95 to 1.05",
        seconds: 0.75, failedStep: 20,
        follows: [
            .init(question: "byte order of a packed sample", answer: "least significant first")
        ],
        log: [
            LogLine(
                seconds: 0, direction: .host, characteristic: "command", bytes: [0x03, 0x04, 0x01],
                words: "Accelerometer data enable: on"),
            LogLine(seconds: 0.01, direction: .note, words: "waits for 3 packets"),
            LogLine(
                seconds: 0.25, direction: .board, characteristic: "notify",
                bytes: [0x03, 0x04, 0x00, 0x40], words: "Accelerometer data: x 1 g"),
        ],
        checks: [
            NumericCheck(
                name: "acceleration z", unit: "g", seconds: 0.25, value: 1, low: 0.95, high: 1.05),
            NumericCheck(
                name: "acceleration z", unit: "g", seconds: 0.5, value: 1.2, low: 0.95, high: 1.05),
            NumericCheck(name: "count", seconds: 0.5, value: 3, low: 3, high: 3),
        ])

    static func small(_ change: (inout ConformanceReport) -> Void = { _ in }) -> ConformanceReport {
        let pass = { (place: Int, id: String, board: String) in
            CaseResult(
                place: place, id: id, title: "A button is told", source: "core 4.1 [C]",
                file: "Conformance/switch.yaml", line: 3, board: board, verdict: .pass,
                seconds: 0.5)
        }
        var skip = pass(2, "MW/HUM/DATA/BV-01-C", "MetaMotion S 1.7.3")
        (skip.verdict, skip.reason, skip.seconds) = (.skipped, "the board has no humidity", 0)
        var open = pass(4, "TRIKI/STREAM/DATA/BI-01-C", "Triki 1.2")
        (open.verdict, open.reason) = (.inconclusive, "no connection within 5 s")
        var report = ConformanceReport(
            tool: "0.1.0", seed: 7, target: "model", suiteHash: "0123456789abcdef",
            boards: boards,
            results: [
                pass(0, "MW/SWITCH/DATA/BV-01-C", "MetaMotion S 1.7.3"), failure, skip,
                pass(3, "TRIKI/ADV/NAME/BV-01-C", "Triki 1.2"), open,
            ])
        change(&report)
        return report
    }

    /// Everything that a board or a file can say, said badly.
    static let hostile = small { report in
        let name = "a\u{0}\u{1B}[2J\u{7F}\n\r\t]]>&<\"'`|~~~~#\\::%,\u{FFFE}\u{202E}../b @x"
        report.target = name
        report.suiteHash = name
        report.selection = [name]
        report.boards[0].name = name
        report.boards[0].model = name
        report.boards[0].modules[0].name = name
        for i in report.results.indices {
            report.results[i].title = name
            report.results[i].reason = name
            report.results[i].file = name
            report.results[i].seconds = [.nan, .infinity, -1, 1e300, 0][i % 5]
            if report.results[i].board != "Triki 1.2" { report.results[i].board = name }
        }
        report.results[1].log += [
            LogLine(seconds: .nan, direction: .note, words: name),
            LogLine(
                seconds: 1e300, direction: .board, characteristic: name,
                bytes: Array(repeating: 0xAB, count: 5_000), words: name),
        ]
        report.results[1].checks = [Double.nan, .infinity, -.infinity, 1e300, 0].map { value in
            NumericCheck(name: name, unit: name, seconds: value, value: value, low: 1, high: value)
        }
        report.results[1].follows.append(.init(question: name, answer: name))
        report.results[1].failedStep = .min
    }

    static let empty = small {
        $0.results = []
        $0.boards = []
        $0.planned = 0
    }

    /// A run of many cases, to be cut and to be too long.
    static func large(_ count: Int, _ verdict: (Int) -> Verdict) -> ConformanceReport {
        small { report in
            report.results = (0..<count).map { place in
                var result = failure
                result.place = place
                result.id = "MW/ACC/DATA/BV-\(place)-C"
                result.verdict = verdict(place)
                return result
            }
            report.planned = count
        }
    }

    /// A report under a short name, so that a test's log stays short.
    struct Named: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var report: ConformanceReport

        static let all = [
            Named(testDescription: "small", report: small()),
            Named(testDescription: "hostile", report: hostile),
            Named(testDescription: "empty", report: empty),
            Named(testDescription: "large", report: large(30) { $0 % 2 == 0 ? .pass : .fail }),
        ]
    }
}
