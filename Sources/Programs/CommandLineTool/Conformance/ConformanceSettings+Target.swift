import Central
import CommandLineProgram
import Conformance
import Declaration
import EventLoop
import LiveRun
import Report

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

    /// An external board, if one is to be judged.
    static func outside(
        _ arguments: Arguments, _ console: Console
    ) throws(RunError) -> (any ConformanceTarget)? {
        let read = OptionReader(arguments, of: "conformance")
        let address: TargetAddress
        do throws(TargetAddressError) {
            address = try TargetAddress(arguments.value("target") ?? "model")
        } catch {
            throw read.wrong("--target: \(error)")
        }
        let speed =
            try read.pace(
                or: "write the --speed of the board's own `boardsim run`, 0.001 to 1000") ?? 1
        if address == .model {
            for option in ["speed", "interactive"] where arguments.has(option) {
                throw read.wrong(
                    "--\(option) only applies to an external board; name it with --target")
            }
            return nil
        }
        if arguments.has("model") || arguments.has("seed") {
            throw read.wrong(
                "--model and --seed only apply to the model, not to an external board")
        }
        if arguments.has("interactive"), !PersonWorld.hasTerminal {
            throw RunError(
                .environment, of: read.command,
                "--interactive needs a terminal as standard input; run it in one,"
                    + " or omit the option: cases that need a hand are then skipped"
            )
        }
        let loop = try EventLoop.make(for: read.command)
        do {
            guard let access = try address.open(speed: speed, on: loop) else { return nil }
            let person = arguments.has("interactive") ? PersonWorld(access, console) : nil
            // This takes a while: a board has two seconds for each of its modules.
            if console.isErrorTerminal { console.complain("reading the board's model and modules") }
            defer { if console.isErrorTerminal { console.complain(StatusLine.cleared) } }
            return try BoardTarget(access, world: person)
        } catch AccessError.timedOut(let what) {
            throw RunError(
                .environment, of: read.command,
                "timed out waiting for \(what); is the board on, in range, awake"
                    + " (press its button), and not connected to another host?")
        } catch {
            throw RunError(.environment, of: read.command, "\(error)")
        }
    }
}
