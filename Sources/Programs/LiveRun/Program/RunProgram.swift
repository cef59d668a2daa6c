import CommandLineProgram
import Declaration
import EventLoop
import Glibc
import ScenarioRun
import Sweep

/// The program after `--`: it is run against the radio, and the run lasts as long as it does.
final class RunProgram {
    private let words: [String]
    private let process: ChildProcess
    private var watch: Watch?
    /// How it ended; nil while it runs.
    private(set) var end: ChildProcess.End?
    /// When it was first to end although it still ran, on the loop's clock.
    private var stopping: Int64?
    private var lastSignal: Int32 = 0
    /// A program gets Ctrl-C from the terminal, too; after this time it is told once more.
    private static let grace: Int64 = 1_000_000_000
    /// After this time it is ended by force.
    private static let patience: Int64 = 6_000_000_000

    /// Starts it.
    ///
    /// - Parameter command: whose option it is, for messages.
    init(
        _ words: [String], environment: [(name: String, value: String)], on loop: EventLoop,
        command: String
    ) throws(RunError) {
        self.words = words
        guard
            let process = ChildProcess(
                words[0], Array(words.dropFirst()), input: .inherited, environment: environment)
        else {
            throw Self.refusal(words[0], ChildProcess.reason, of: command)
        }
        self.process = process
        watch = loop.watch(process: process.pid) { [unowned self] in
            end = ChildProcess.end($0)
            watch = nil
        }
    }

    /// What is said of a program that cannot be started.
    static func refusal(_ word: String, _ reason: String, of command: String) -> RunError {
        RunError(
            .input, of: command,
            "cannot start `\(word)`: \(reason); write a program that is on the PATH, or its path,"
                + " after `--`")
    }

    /// To be called again and again after an interrupt, until it has ended.
    func stop() {
        let now = EventLoop.now
        let start = stopping ?? now
        stopping = start
        if now - start >= Self.patience {
            signal(SIGKILL)
        } else if now - start >= Self.grace {
            signal(SIGTERM)
        }
    }

    private func signal(_ number: Int32) {
        guard end == nil, lastSignal != number else { return }
        lastSignal = number
        kill(process.pid, number)
    }

    /// Its process.
    var pid: Int32 { process.pid }

    /// What became of it. A program that still runs, because the run is over, is ended.
    ///
    /// - Parameter reason: why it was not to go on; nil: the run's duration is over.
    func result(on loop: EventLoop, endedBecause reason: String? = nil) -> ProgramResult {
        let command = words.map(SweepHeader.quoted).joined(separator: " ")
        if let end {
            switch end {
            case .status(let status): return ProgramResult(command: command, end: .status(status))
            case .signal(let signal): return ProgramResult(command: command, end: .signal(signal))
            }
        }
        let start = EventLoop.now
        signal(SIGTERM)
        while end == nil {
            loop.wakeTime = EventLoop.now + 50_000_000
            loop.turn(mayBlock: true)
            if EventLoop.now - start > 2_000_000_000 { signal(SIGKILL) }
        }
        return ProgramResult(
            command: command, end: reason.map { .stopped($0) } ?? .outlasted)
    }
}
