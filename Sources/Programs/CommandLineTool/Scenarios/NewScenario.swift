import ScenarioFile

/// A scenario to start from.
struct NewScenario {
    /// The name of the schema that editors read; it lies beside the scenarios.
    static let schema = "scenario.schema.json"

    /// Who talks to the board.
    enum Purpose: String, CaseIterable {
        case script, log, bleak, metawear, bumble, triki

        /// Boards for it, the usual one first.
        var models: [BoardModel] {
            let caps = [BoardModel.triki]
            let boards = BoardModel.allCases.filter { $0 != .triki && $0 != .metaMotionS }
            return self == .triki ? caps : [.metaMotionS] + boards
        }

        /// What the file is, for its first comment.
        fileprivate var about: String {
            switch self {
            case .script: "A board on a desk, and a client that streams from it."
            case .log: "A board on a desk, and a client that logs on it and downloads."
            case .bleak:
                "A board on a desk, for a program that uses bleak or any other client of BlueZ."
            case .metawear: "A board on a desk, for a script that uses MbientLab's `metawear`."
            case .bumble: "A board on a desk, for a host on HCI such as Bumble."
            case .triki: "A Triki cap on a desk, and a client that streams from it."
            }
        }

        /// What follows the scenario on the command line.
        fileprivate var options: String {
            switch self {
            case .script, .log: "--judge-client"
            case .triki: ""
            case .bleak: "--radio bluez-bus -- python3 app.py"
            case .metawear, .bumble: "--radio hci-unix -- python3 app.py"
            }
        }

        /// The page that shows more.
        fileprivate var guide: String {
            switch self {
            case .script, .log: "scripting"
            case .bleak: "bluez-stand-in"
            case .metawear: "metawear-sdk"
            case .bumble: "bumble"
            case .triki: "triki"
            }
        }
    }

    let purpose: Purpose
    let model: BoardModel
    /// Its name, without a folder.
    let file: String

    /// What to do with it.
    func advice(_ path: String) -> String {
        "run it: boardsim run \(path)" + (purpose.options.isEmpty ? "" : " \(purpose.options)")
            + "\nmore:   docs/guides/\(purpose.guide).md\n"
    }

    var text: String {
        // A name with a line end would end the comment.
        let isPlain = file.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        let options = purpose.options.isEmpty ? "" : " \(purpose.options)"
        return """
            # yaml-language-server: $schema=\(Self.schema)
            #
            # \(purpose.about)
            #
            #     boardsim run \(isPlain ? file : "FILE")\(options)
            version: 1
            name: A board on the desk

            boards:
              - name: desk
                model: \(model.rawValue)
                address: "E1:00:00:00:00:01"
            \(move)
            """ + client
    }

    private var move: String {
        let sleep =
            "    # It does not fall asleep while nobody is connected.\n    triki: {sleep-after: 1 h}\n"
        return (purpose == .triki ? sleep : "") + """
                # After these moves it lies still.
                motion:
                  - rest: 3 s
                  - turn: {by: 90 deg, about: vertical, for: 2 s}
                  - shake: {for: 2 s}

            """
    }

    private var client: String {
        switch purpose {
        case .bleak, .metawear, .bumble: ""
        case .script, .triki:
            script(
                """
                      - stream: {signals: [acceleration], for: 8 s}
                      - disconnect
                """, title: "the stream arrives",
                expected: "received: {signal: acceleration, at-least: 300}")
        case .log:
            script(
                """
                      - log: [acceleration]
                      - wait: 8 s
                      - stop-log
                      - download
                      - clear-log
                      - disconnect
                """, title: "the log is complete",
                expected: "downloaded: {signal: acceleration, at-least: 300, missing: 0}")
        }
    }

    private func script(_ steps: String, title: String, expected: String) -> String {
        let configure =
            purpose == .triki ? "" : "      - configure: {accelerometer: {rate: 50 Hz}}\n"
        return """

            clients:
              - name: phone
                steps:
                  - connect
                  - initialise
            \(configure)\(steps)

            # What must be true; the exit status of the run says whether it is.
            expect:
              - title: \(title)
                within: 60 s
                \(expected)

            """
    }
}
