import Central
import Conformance
import EventLoop
import Report
import Scenario

extension ConformanceSettings {
    /// What matters for a board outside this process alone.
    static let outsideOptions: [Option] = [
        .value(
            "speed", "N",
            "How many times as fast as the wall a board outside lives: the --speed of its own run."
                + " Default: 1."),
        .value(
            "retries", "N",
            "How often a case that does not hold is tried again, 0 to 9: where other work of this"
                + " machine makes packets late. Default: 0."),
        .flag(
            "interactive",
            "Asks a person to move and press a board outside; else such cases are skipped."),
    ]

    /// How often a case is tried again.
    static func retries(_ arguments: Arguments) throws(RunError) -> Int {
        guard let text = arguments.value("retries") else { return 0 }
        guard let retries = Int(text), (0...9).contains(retries) else {
            throw RunError(
                .input, "boardsim conformance: --retries is `\(text)`; write a number from 0 to 9")
        }
        return retries
    }

    /// A board outside this process, if one is to be judged.
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
                    "boardsim conformance: --\(option) is for a board outside; name it with --target"
                )
            }
            return nil
        }
        if arguments.has("model") || arguments.has("seed") {
            throw RunError(
                .input,
                "boardsim conformance: --model and --seed are for the model; a board outside is what it is"
            )
        }
        if arguments.has("interactive"), !PersonWorld.hasTerminal {
            throw RunError(
                .environment,
                "boardsim conformance: --interactive asks a person, and standard input is no terminal;"
                    + " start it in one, or leave the option out: what needs a hand is then skipped"
            )
        }
        do {
            let loop = try EventLoop()
            guard let access = try address.open(speed: speed, on: loop) else { return nil }
            let person = arguments.has("interactive") ? PersonWorld(access, console) : nil
            // It takes a while: a board has two seconds for each of its modules.
            if console.isErrorTerminal { console.complain("asking the board what it is made of") }
            defer { if console.isErrorTerminal { console.complain(StatusLine.cleared) } }
            return try BoardTarget(access, world: person)
        } catch AccessError.timedOut(let what) {
            throw RunError(
                .environment,
                "boardsim conformance: timed out waiting for \(what); is the board on and in reach, awake"
                    + " (its button wakes it), and no other host connected to it?")
        } catch {
            throw RunError(.environment, "boardsim conformance: \(error)")
        }
    }

    private static func speed(_ arguments: Arguments) throws(RunError) -> Double {
        guard let text = arguments.value("speed") else { return 1 }
        guard let speed = Double(text), LivePacer.speeds.contains(speed) else {
            throw RunError(
                .input,
                "boardsim conformance: --speed is `\(text)`; write the number that the board's own"
                    + " `boardsim run` was given, 0.001 to 1000")
        }
        return speed
    }
}
