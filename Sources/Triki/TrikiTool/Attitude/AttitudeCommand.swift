import CommandLineProgram
import CommandLineTool
import Declaration
import EventLoop
import LiveRun
import Simulation

/// `boardsim attitude`, for the list of commands.
let attitudeCommandDeclaration = Command(
    name: "attitude",
    about: "Streams attitudes over TCP: `send FILE [[HOST:]PORT]` sends the fused orientation of a"
        + " scenario's board, `send --device ADDRESS [[HOST:]PORT]` that of a real one,"
        + " `show [HOST:]PORT` shows what comes in.",
    operands: .several("send FILE | show PORT"),
    options: [
        .value("for", "DURATION", "Ends after this time. Default: at Ctrl-C."),
        Option(
            name: "re-zero", value: "TIME", isValueOptional: true,
            about:
                "Resets zero at this time, such as `2s`; without a time, at the first attitude"
                + " (always done when sending)."),
        .value("board", "NAME", "send: the board of the scenario, if there are several."),
        .value(
            "device", "ADDRESS",
            "send: a real board, on the radio that METAWEAR_RADIO names: `bluez` (the default),"
                + " `bluez:hci1`, `hci-unix:PATH` or `hci-tcp:HOST:PORT`."),
        .value(
            "speed", "N",
            "send: the pace of the scenario, or of the simulated board behind METAWEAR_RADIO."
                + " Default: 1."),
        .flag("legacy", "send: the published 12-byte frames, without sequence and time."),
    ],
    run: attitudeCommand)

private func attitudeCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    do throws(RunError) {
        let settings = try AttitudeSettings(arguments)
        switch settings.action {
        case .send(let source): return try AttitudeSending(settings, console).run(source)
        case .show(let place): return try AttitudeShow(settings, console).run(at: place)
        }
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

/// The parsed arguments of `boardsim attitude`.
struct AttitudeSettings {
    /// What is done.
    enum Action: Equatable {
        case send(BoardSource)
        case show(NetworkPlace)
    }

    var action: Action
    /// Where the receiver is; nil: it has to be found.
    var place: NetworkPlace?
    /// Nil: until it is interrupted.
    var duration: Nanoseconds?
    /// When the attitude counts as zero; nil: the sender's zero stays.
    var rezero: Nanoseconds?
    var speed = 1.0
    var isLegacy = false

    init(_ arguments: Arguments) throws(RunError) {
        let read = OptionReader(arguments, of: "attitude")
        duration = try read.time("for")
        if arguments.has("re-zero") {
            rezero =
                arguments.value("re-zero")?.isEmpty == false
                ? try read.time("re-zero") : .zero
        }
        isLegacy = arguments.has("legacy")
        speed = try read.pace() ?? speed
        let operands = arguments.operands.dropFirst()
        switch arguments.operands[0] {
        case "show":
            for option in ["board", "device", "speed", "legacy"] where arguments.has(option) {
                throw Self.wrong("--\(option) is for `send`; omit it")
            }
            guard operands.count == 1, let text = operands.first else {
                throw Self.wrong("write `boardsim attitude show [HOST:]PORT`")
            }
            action = .show(try Self.place(text))
        case "send":
            action = .send(try Self.source(arguments, operands))
            let isDevice = arguments.has("device")
            guard operands.count <= (isDevice ? 1 : 2) else {
                throw Self.wrong("unexpected argument `\(operands.last ?? "")`")
            }
            if let text = operands.dropFirst(isDevice ? 0 : 1).first {
                place = try Self.place(text)
                guard place?.port != 0 else {
                    throw Self.wrong(
                        "no receiver listens on port 0; write the port that it printed")
                }
            }
        case let word:
            throw Self.wrong(
                "there is no `\(word)`; "
                    + Suggestion.fix(word, known: ["send", "show"], what: "actions"))
        }
    }

    private static func source(
        _ arguments: Arguments, _ operands: ArraySlice<String>
    ) throws(RunError) -> BoardSource {
        if let device = arguments.value("device") {
            guard !arguments.has("board") else {
                throw wrong("--board names a board of a scenario, --device a real one; omit one")
            }
            return .device(device)
        }
        guard let file = operands.first else {
            throw wrong(
                "write `boardsim attitude send FILE [HOST:]PORT`, or `--device ADDRESS` instead of"
                    + " the file")
        }
        return .scenario(file: file, board: arguments.value("board"))
    }

    private static func place(_ text: String) throws(RunError) -> NetworkPlace {
        do throws(NetworkPlaceError) { return try NetworkPlace(text[...]) } catch {
            throw wrong("`\(text)`: \(error)")
        }
    }

    private static func wrong(_ what: String) -> RunError {
        RunError(.input, "boardsim attitude: \(what)")
    }
}
