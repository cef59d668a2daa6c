import Declaration
import Report
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

    private let command: String
    private let radio: Radio
    private let speed: String?
    /// Wall-clock seconds.
    private let limit: Double
    private let hasClients: Bool
    /// As on the command line.
    let options: [String]

    /// Nil if there is none.
    init?(_ arguments: Arguments) throws(RunError) {
        guard let command = arguments.value("client") else {
            for name in ["radio", "speed", "client-limit", "no-clients"] where arguments.has(name) {
                throw SweepSettings.wrong(
                    "--\(name) is for an outside client; add `--client 'COMMAND'`")
            }
            return nil
        }
        self.command = command
        var options = ["--client \(SweepHeader.quoted(command))"]
        for name in ["radio", "speed", "client-limit"] {
            if let text = arguments.value(name) { options.append("--\(name) \(text)") }
        }
        radio = arguments.value("radio").flatMap(Radio.init) ?? .hci
        speed = arguments.value("speed")
        hasClients = !arguments.has("no-clients")
        if !hasClients { options.append("--no-clients") }
        let text = arguments.value("client-limit") ?? "10 min"
        guard let time = Nanoseconds(writtenAs: text), time > .zero else {
            throw SweepSettings.wrong("--client-limit is `\(text)`; write a time such as `2 min`")
        }
        limit = time.seconds
        self.options = options
    }

    static let radioChoices = Radio.allCases.map(\.rawValue)

    /// Runs the command in one world.
    func row(
        _ world: SweepPlan.World, file: String, paths: [NodePath], _ settings: SweepSettings
    ) -> SweepRow {
        guard let folder = Self.temporaryFolder() else {
            return SweepRow(world, crashed: "cannot make a folder: \(Self.reason)")
        }
        defer { Self.remove(folder) }
        let address = radio == .hci ? "hci-unix:\(folder)/radio" : "bluez-bus"
        var words = ["run", file, "--seed", "\(world.seed)", "--radio", address]
        words += ["--report", "json", "--out", folder]
        if radio == .bus { words += ["--bus-address", "\(folder)/bus"] }
        if let speed { words += ["--speed", speed] }
        if !hasClients { words.append("--no-clients") }
        if let time = settings.duration { words += ["--for", time.text] }
        for set in settings.sets { words += ["--set", set.text] }
        for (path, value) in zip(paths, world.values) { words += ["--set", "\(path)=\(value)"] }
        guard
            var run = ChildProcess(
                ChildProcess.ownPath, words, output: .nothing, error: .pipe, isGroup: true)
        else { return SweepRow(world, crashed: "cannot start boardsim: \(Self.reason)") }
        defer { run.closeOutput() }
        let said = Self.waitUntilListening(run)
        guard said.contains("listening on ") else {
            _ = run.wait()
            let lines = said.split(separator: "\n")
            return SweepRow(world, invalid: lines.last.map(String.init) ?? "it did not start")
        }
        let failure = play(world, folder, address)
        kill(run.pid, SIGINT)
        // Its output is read to the end, so that it never waits for us.
        while !run.read().isEmpty {}
        let end = run.wait()
        let report = "\(folder)/report.json"
        guard let bytes = try? Console.system.read(report),
            let read = try? JSONReport.report(bytes, file: report)
        else { return SweepRow(world, crashed: "boardsim run ended with \(end.words)") }
        var result = read.result
        // The command's end is the end of the run.
        if case .interrupted = result.ending { result.ending = .finished }
        return SweepRow(world, result, failure: failure)
    }

    /// Why the command failed; nil if it did not.
    private func play(_ world: SweepPlan.World, _ folder: String, _ address: String) -> String? {
        var environment = [
            ("BOARDSIM_RADIO", address), ("BOARDSIM_SEED", "\(world.seed)"),
            ("BOARDSIM_WORLD", "\(world.number)"),
        ]
        if radio == .bus, let bytes = try? Console.system.read("\(folder)/bus") {
            let bus = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
            environment.append(("DBUS_SYSTEM_BUS_ADDRESS", String(bus)))
        }
        let log = "\(folder)/client.log"
        guard
            let process = ChildProcess(
                "/bin/sh", ["-c", command], output: .file(log), error: .file(log),
                isGroup: true, environment: environment)
        else { return "cannot start the client: \(Self.reason)" }
        guard let end = process.wait(seconds: limit) else {
            // With what it started.
            kill(-process.pid, SIGKILL)
            _ = process.wait()
            return "the client did not end within \(Digits.significant(limit)) s"
        }
        guard end != .status(0) else { return nil }
        let text = (try? Console.system.read(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let last = text.split(separator: "\n").last.map { ": \($0.prefix(300))" } ?? ""
        return "the client ended with \(end.words)\(last)"
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

    private static var reason: String { String(cString: strerror(errno)) }

    private static func temporaryFolder() -> String? {
        let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var name = Array("\(root)/boardsim-XXXXXX".utf8CString)
        return mkdtemp(&name) == nil
            ? nil : String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The files of one world; there are no folders among them.
    private static func remove(_ folder: String) {
        if let entries = opendir(folder) {
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { unlink("\(folder)/\(name)") }
            }
            closedir(entries)
        }
        rmdir(folder)
    }
}
