import CommandLineProgram
import Declaration
import LiveRun
import Report
import ScenarioFile
import ScenarioRun
import Simulation
import Sweep

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An outside client: a command that is run once in every world, against that world's radio.
///
/// A world is a `boardsim run --radio` of its own. It ends when the command does; a status other than
/// 0 is a failure, and so is an expectation of the scenario that does not hold.
struct SweepClient {
    private enum Radio: String, CaseIterable {
        case hci = "hci-unix"
        case bus = "bluez-bus"
    }

    /// The program and its arguments.
    private let command: [String]
    private let radio: Radio
    private let speed: String?
    /// Of the clock; of virtual time, if the command leads it.
    private let limit: Nanoseconds
    private let hasClients: Bool
    private let orphans = Orphans()
    /// As on the command line.
    let options: [String]

    /// Nil if there is none.
    init?(_ arguments: Arguments) throws(RunError) {
        let line = arguments.value("client")
        guard line != nil || !arguments.program.isEmpty else {
            for name in ["radio", "speed", "client-limit", "no-clients"] where arguments.has(name) {
                throw SweepSettings.wrong(
                    "--\(name) is for an outside client; add `-- PROGRAM ARGS…` at the end")
            }
            return nil
        }
        if let line, !arguments.program.isEmpty {
            throw SweepSettings.wrong(
                "both `--client '\(line)'` and a program after `--` are given; keep one of them")
        }
        if let line, !line.contains(where: { $0 != " " }) {
            throw SweepSettings.wrong("--client is empty; write a command: `--client 'pytest -x'`")
        }
        if let text = arguments.value("speed"), text != "led" {
            guard let factor = Double(text), LivePacer.speeds.contains(factor) else {
                throw SweepSettings.wrong(
                    "--speed is `\(text)`; write a number from 0.001 to 1000, `led` for virtual time,"
                        + " or omit it for 1")
            }
        }
        guard let folder = TemporaryFolder() else {
            throw RunError(
                .environment,
                "boardsim sweep: cannot make a folder in \(TemporaryFolder.root):"
                    + " \(ChildProcess.reason); set TMPDIR to a folder that can be written")
        }
        folder.remove()
        command = line.map { ["/bin/sh", "-c", $0] } ?? arguments.program
        if arguments.value("speed") == "led" {
            try RunSettings.checkLed(command, of: "sweep")
        }
        var options = line.map { ["--client \(SweepHeader.quoted($0))"] } ?? []
        for name in ["radio", "speed", "client-limit"] {
            if let text = arguments.value(name) {
                options.append("--\(name) \(SweepHeader.quoted(text))")
            }
        }
        radio = arguments.value("radio").flatMap(Radio.init) ?? .hci
        speed = arguments.value("speed")
        hasClients = !arguments.has("no-clients")
        if !hasClients { options.append("--no-clients") }
        let text = arguments.value("client-limit") ?? "10 min"
        guard let time = Nanoseconds(writtenAs: text), time > .zero else {
            throw SweepSettings.wrong("--client-limit is `\(text)`; write a time such as `2 min`")
        }
        limit = time
        if !arguments.program.isEmpty {
            options.append(
                SweepHeader.programPrefix
                    + arguments.program.map(SweepHeader.quoted).joined(separator: " "))
        }
        self.options = options
    }

    static let radioChoices = Radio.allCases.map(\.rawValue)

    /// Runs the command in one world; nil if the sweep was stopped in the meantime.
    func row(
        _ world: SweepPlan.World, file: String, paths: [NodePath], _ settings: SweepSettings,
        _ isStopped: () -> Bool
    ) -> SweepRow? {
        guard let temporary = TemporaryFolder() else {
            return SweepRow(world, crashed: "cannot make a folder: \(ChildProcess.reason)")
        }
        defer { temporary.remove() }
        let folder = temporary.path
        let address = radio == .hci ? "hci-unix:\(folder)/radio" : "bluez-bus"
        var words = ["run", file, "--seed", "\(world.seed)", "--radio", address]
        words += ["--report", "json", "--out", folder]
        if radio == .bus { words += ["--bus-address", "\(folder)/bus"] }
        if let speed { words += ["--speed", speed] }
        words += ["--ends-with", "\(getpid())"]
        if !hasClients { words.append("--no-clients") }
        if let time = settings.duration { words += ["--for", time.text] }
        for world in settings.hostileWorlds { words += ["--world", world.name] }
        for set in settings.sets { words += ["--set", set.text] }
        for (path, value) in zip(paths, world.values) { words += ["--set", "\(path)=\(value)"] }
        if speed == "led" {
            if settings.duration == nil { words += ["--for", limit.text] }
            return ledRow(world, words, folder, isStopped)
        }
        guard
            var run = ChildProcess(
                ChildProcess.ownPath, words, output: .nothing, error: .pipe, isGroup: true)
        else { return SweepRow(world, crashed: "cannot start boardsim: \(ChildProcess.reason)") }
        defer {
            run.closeOutput()
            orphans.end()
        }
        let said = Self.waitUntilListening(run)
        guard said.contains("listening on ") else {
            _ = run.wait()
            let lines = said.split(separator: "\n")
            return SweepRow(world, invalid: lines.last.map(String.init) ?? "it did not start")
        }
        let values = settings.sets + zip(paths, world.values).map { Replacement($0, $1) }
        let variables = variables(world, folder, address, values)
        let outcome = play(variables, run, isStopped)
        // What the client has left running belongs to this world.
        orphans.end(besides: [run.pid])
        kill(run.pid, SIGINT)
        // Its output is read to the end, so that it never waits for us.
        while !run.read().isEmpty {}
        let end = run.wait()
        if case .stopped = outcome { return nil }
        let report = "\(folder)/report.json"
        guard let bytes = try? Console.system.read(report),
            let read = try? JSONReport.report(bytes, file: report)
        else { return SweepRow(world, crashed: "boardsim run ended with \(end.words)") }
        var result = read.result
        // The command's end is the end of the run.
        if case .interrupted = result.ending { result.ending = .finished }
        if case .failed(let why) = outcome { return SweepRow(world, result, failure: why) }
        return SweepRow(world, result)
    }

    /// The row of a world whose time the command leads.
    ///
    /// - Parameter words: of `boardsim run`, without the command.
    private func ledRow(
        _ world: SweepPlan.World, _ words: [String], _ folder: String, _ isStopped: () -> Bool
    ) -> SweepRow? {
        // Its output is kept apart from the run's.
        let shell = #"exec "$@" >"$0/printed" 2>&1"#
        let process = WorldProcess.run(
            words + ["--", "/bin/sh", "-c", shell, folder] + command,
            environment: [("BOARDSIM_WORLD", "\(world.number)")], isStopped: isStopped)
        if case .stopped = process { return nil }
        guard case .ended(let end, let said) = process else {
            return SweepRow(world, crashed: process.problem ?? "")
        }
        let report = "\(folder)/report.json"
        guard let bytes = try? Console.system.read(report),
            let result = (try? JSONReport.report(bytes, file: report))?.result
        else {
            let last = said.split(separator: "\n").last.map(String.init)
            return SweepRow(world, crashed: last ?? "boardsim run ended with \(end.words)")
        }
        guard let program = result.program, let words = program.failure else {
            return SweepRow(world, result)
        }
        var printed = PrintedTail()
        printed.add((try? Console.system.read("\(folder)/printed")) ?? [])
        let last = printed.lastLine.map { ": \($0)" } ?? ""
        let why =
            program.end == .outlasted
            ? "did not end within \(limit.text) of virtual time" : words
        return SweepRow(world, result, failure: "the client \(why)\(last)")
    }

    /// How the command ended.
    private enum Outcome {
        case passed
        case failed(String)
        /// The sweep was stopped.
        case stopped
    }

    private func variables(
        _ world: SweepPlan.World, _ folder: String, _ address: String, _ values: [Replacement]
    ) -> [(name: String, value: String)] {
        var bus: String?
        if radio == .bus, let bytes = try? Console.system.read("\(folder)/bus") {
            bus = String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" })
        }
        return ProgramVariables.list(
            radio: address, bus: bus, seed: world.seed, speed: speed ?? "1", values: values)
            + [("BOARDSIM_WORLD", "\(world.number)")]
    }

    private func play(
        _ environment: [(name: String, value: String)], _ run: ChildProcess,
        _ isStopped: () -> Bool
    ) -> Outcome {
        guard
            var process = ChildProcess(
                command[0], Array(command.dropFirst()), output: .pipe, error: .output,
                environment: environment, isGroup: true)
        else { return .failed("cannot start the client: \(ChildProcess.reason)") }
        defer { process.closeOutput() }
        var printed = PrintedTail()
        let start = Pacer.wallSeconds
        while true {
            // Both may print as much as they like, and neither waits for us.
            let isRunning = Self.wait(process, run, &printed)
            if let end = process.end {
                process.killGroup()
                printed.drain(process)
                // A signal that ends the sweep can reach a client that is just starting: word of the end follows.
                if end.isTermination, Self.comes(isStopped, within: 500) { return .stopped }
                let last = printed.lastLine.map { ": \($0)" } ?? ""
                return end == .status(0)
                    ? .passed : .failed("the client ended with \(end.words)\(last)")
            }
            let isLate = Pacer.wallSeconds - start >= limit.seconds
            guard isLate || !isRunning || isStopped() else { continue }
            process.killGroup()
            _ = process.wait()
            if isLate {
                let time = Digits.significant(limit.seconds)
                return .failed("the client did not end within \(time) s")
            }
            return isRunning ? .stopped : .failed("boardsim run ended before the client")
        }
    }

    /// Whether the sweep is stopped within so many milliseconds.
    private static func comes(_ isStopped: () -> Bool, within limit: Int) -> Bool {
        for _ in 0..<limit / 5 where !isStopped() { usleep(5_000) }
        return isStopped()
    }

    /// Waits some milliseconds for output of a client or its world; false if the world has ended.
    private static func wait(
        _ client: ChildProcess, _ run: ChildProcess, _ printed: inout PrintedTail
    ) -> Bool {
        var polls = [
            pollfd(fd: printed.isAtEnd ? -1 : client.output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: run.output, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&polls, 2, 5) > 0 else { return true }
        if polls[0].revents != 0 { printed.add(client.read()) }
        return polls[1].revents == 0 || !run.read().isEmpty
    }

    private static func waitUntilListening(_ run: ChildProcess) -> String {
        var bytes: [UInt8] = []
        while true {
            let new = run.read()
            bytes += new
            let text = String(decoding: bytes, as: UTF8.self)
            if new.isEmpty { return text }
            // The whole line, so that the address is complete.
            if let place = text.firstRange(of: "listening on "),
                text[place.upperBound...].contains("\n")
            {
                return text
            }
        }
    }

}
