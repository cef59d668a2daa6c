import Central
import Conformance
import EventLoop
import Report
import ScenarioRun

extension ConformanceSettings {
    /// Settings for an external board only.
    static let outsideOptions: [Option] = [
        .value(
            "speed", "N",
            "Speed of an external board, relative to real time: the --speed of its own run."
                + " Default: 1."),
        .value(
            "retries", "N",
            "How often a failed case is retried, 0 to 9, in case a busy machine delays packets."
                + " Default: 0."),
        .flag(
            "interactive",
            "Asks a person to move an external board or press its button; otherwise such cases"
                + " are skipped."),
    ]

    /// How often a case is retried.
    static func retries(_ arguments: Arguments) throws(RunError) -> Int {
        guard let text = arguments.value("retries") else { return 0 }
        guard let retries = Int(text), (0...9).contains(retries) else {
            throw RunError(
                .input, "boardsim conformance: --retries is `\(text)`; write a number from 0 to 9")
        }
        return retries
    }

    /// An external board, if one is to be judged.
    static func outside(
        _ arguments: Arguments, _ console: Console
    ) throws(RunError) -> (any ConformanceTarget)? {
        let address: TargetAddress
        do throws(TargetAddressError) {
            address = try TargetAddress(arguments.value("target") ?? "model")
        } catch {
            throw RunError(.input, "boardsim conformance: --target: \(error)")
        }
        let speed = try speed(arguments)
        if address == .model {
            for option in ["speed", "interactive"] where arguments.has(option) {
                throw RunError(
                    .input,
                    "boardsim conformance: --\(option) only applies to an external board; name it with --target"
                )
            }
            return nil
        }
        if arguments.has("model") || arguments.has("seed") {
            throw RunError(
                .input,
                "boardsim conformance: --model and --seed only apply to the model, not to an external board"
            )
        }
        if arguments.has("interactive"), !PersonWorld.hasTerminal {
            throw RunError(
                .environment,
                "boardsim conformance: --interactive needs a terminal as standard input; run it in one,"
                    + " or omit the option: cases that need a hand are then skipped"
            )
        }
        do {
            let loop = try EventLoop()
            guard let access = try address.open(speed: speed, on: loop) else { return nil }
            let person = arguments.has("interactive") ? PersonWorld(access, console) : nil
            // This takes a while: a board has two seconds for each of its modules.
            if console.isErrorTerminal { console.complain("reading the board's model and modules") }
            defer { if console.isErrorTerminal { console.complain(StatusLine.cleared) } }
            return try BoardTarget(access, world: person)
        } catch AccessError.timedOut(let what) {
            throw RunError(
                .environment,
                "boardsim conformance: timed out waiting for \(what); is the board on, in range, awake"
                    + " (press its button), and not connected to another host?")
        } catch {
            throw RunError(.environment, "boardsim conformance: \(error)")
        }
    }

    private static func speed(_ arguments: Arguments) throws(RunError) -> Double {
        guard let text = arguments.value("speed") else { return 1 }
        guard let speed = Double(text), LivePacer.speeds.contains(speed) else {
            throw RunError(
                .input,
                "boardsim conformance: --speed is `\(text)`; write the --speed of the board's own"
                    + " `boardsim run`, 0.001 to 1000")
        }
        return speed
    }
}
