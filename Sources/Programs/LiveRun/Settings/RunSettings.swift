import AttitudeTransport
import BlueZ
import BlueZStandIn
import CommandLineProgram
import Declaration
import HCITransport
import LedTime
import Report
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Sweep
import USBTransport
import Wire

/// The parsed options of `boardsim run`, which other commands share.
package struct RunSettings {
    /// The command whose options they are, for messages.
    package let command: String
    /// Virtual seconds per second; nil is as fast as possible.
    package var speed: Double?
    /// Whether a program leads the virtual time of a run with hosts.
    package private(set) var isLed = false
    /// Where hosts can attach.
    package var radios: [RadioAddress] = []
    /// The hosts' controllers have no extended advertising.
    package var hasLegacyAdvertisingOnly = false
    /// Where boards have their USB ports.
    var usbPorts: [USBAddress] = []
    /// Adapters of this machine's BlueZ that boards use.
    var adapters: [BlueZAddress] = []
    /// Where attitudes arrive that move boards.
    package var attitudes: [AttitudeAddress] = []
    /// Settings for standing in for BlueZ.
    package var standIn = StandInOptions()
    package var options = RunOptions()
    package var outputDirectory: String?
    var tracePath: String?
    var btsnoopPath: String?
    var pcapngPath: String?
    /// Every file that is written.
    package let claims: OutputClaims
    package var hasTimings = false
    /// Values that replace those of the file.
    package var sets: [Replacement] = []
    /// Hostile worlds in which the run takes place.
    package var worlds: [HostileWorld] = []
    /// Whether the file's clients and expectations are used.
    package var hasClients = true
    /// The program that is run against the radio, with its arguments; empty for none.
    package var program: [String] = []
    /// Where things lie that have no path of their own: a radio, and what the program joins whose time is led.
    private var folder: TemporaryFolder?
    /// What leads the run from outside; it then goes on until it is ended.
    package var leader: (any RunLeader)? {
        didSet { options.isOpenEnded = isLive || leader != nil }
    }
    /// In the order of the command line.
    package var reports: [ReportFormat] = []
    /// Files of all samples.
    package var sessions: [SessionFormat] = []
    /// Outlets of the Lab Streaming Layer; nil for none.
    package private(set) var lsl: LSLReaders?

    /// Whether external programs take part.
    package var isLive: Bool {
        !radios.isEmpty || !usbPorts.isEmpty || !adapters.isEmpty || standIn.bus != nil
            || !attitudes.isEmpty
    }
    /// Whether the scenario is another one than the file's.
    package var changesScenario: Bool { !sets.isEmpty || !worlds.isEmpty }
    /// Whether packets are to be captured.
    var isCapturing: Bool { btsnoopPath != nil || pcapngPath != nil }

    /// - Parameter games: plays those of clients; nil: a client that plays one fails.
    package init(_ read: OptionReader, games: (any GameMaker)?) throws(RunError) {
        let arguments = read.arguments
        command = read.command
        options.games = games
        claims = OutputClaims(command)
        program = arguments.program
        var buses: [StandInAddress] = []
        for text in arguments.values("radio") {
            if text == "hci-unix", !program.isEmpty {
                radios.append(.unix(path: try ownFolder() + "/radio"))
            } else if text.hasPrefix(USBAddress.prefix) {
                usbPorts.append(try Self.address(text, of: "radio", read, USBAddress.init))
            } else if BlueZAddress.isOne(text) {
                adapters.append(try Self.address(text, of: "radio", read, BlueZAddress.init))
            } else if StandInAddress.isOne(text) {
                buses.append(try Self.address(text, of: "radio", read, StandInAddress.init))
            } else {
                radios.append(try Self.address(text, of: "radio", read, RadioAddress.init))
            }
        }
        hasLegacyAdvertisingOnly = arguments.has("legacy-advertising")
        if hasLegacyAdvertisingOnly, radios.isEmpty {
            throw read.wrong(
                "--legacy-advertising needs `--radio vhci`, `hci-tcp:PORT` or `hci-unix:PATH`; add"
                    + " one, or omit it")
        }
        standIn = try StandInOptions(buses, read)
        for text in arguments.values("attitude") {
            attitudes.append(try Self.address(text, of: "attitude", read, AttitudeAddress.init))
        }
        if !program.isEmpty, !isLive {
            throw read.wrong(
                "`\(program[0])` has no radio to find the boards on; add for example"
                    + " `--radio bluez-bus` or `--radio hci-unix` before `--`")
        }
        isLed = try isLed(read)
        if isLed, !program.isEmpty { _ = try ownFolder() }
        lsl = arguments.lslReaders
        speed = try isLed ? nil : !isLive ? Self.speed(read) : Self.speedOfRadio(read)
        if lsl != nil {
            guard !isLed, arguments.value("speed") != "max" else {
                throw read.wrong("--lsl needs real time; omit --speed, or write a number")
            }
            speed = speed ?? 1
        }
        options.isOpenEnded = isLive
        options.seed = try read.seed()
        options.duration = try read.time("for")
        do throws(SweepError) {
            for text in arguments.values("set") { sets.append(try Replacement(text)) }
        } catch {
            throw read.wrong("\(error)")
        }
        worlds = arguments.values("world").compactMap { HostileWorld($0) }
        options.stateDirectory = arguments.value("state")
        outputDirectory = arguments.value("out")
        if let outputDirectory, !PathText.isWhole(outputDirectory) {
            throw RunError(
                .environment, of: command,
                "--out \(outputDirectory): this name is not UTF-8; name another folder"
            )
        }
        tracePath = arguments.value("trace")
        btsnoopPath = arguments.value("btsnoop")
        pcapngPath = arguments.value("pcapng")
        for option in ["trace", "btsnoop", "pcapng", "bus-address"] {
            if let path = arguments.value(option) { try claims.claim(path, by: "--\(option)") }
        }
        hasTimings = arguments.has("timings")
        hasClients = !arguments.has("no-clients")
        reports = arguments.reportFormats
        sessions = arguments.sessionFormats
        guard let outputDirectory else {
            guard let session = sessions.first else { return }
            throw read.wrong(
                "--report \(session.rawValue) is a file; add `--out DIR` to say in which folder")
        }
        let formats = reports.filter { !$0.isPrintedOnly }
        let names = formats.map(\.fileName) + sessions.map(\.fileName) + [SVGPlot.fileName]
        for name in names {
            try claims.claim(ReportWriter.path(of: name, in: outputDirectory), by: "--out")
        }
    }

    /// Made at the first use.
    private mutating func ownFolder() throws(RunError) -> String {
        guard let folder = folder ?? TemporaryFolder() else {
            throw RunError(
                .environment, of: command,
                "cannot make a folder in \(TemporaryFolder.root): \(ChildProcess.reason); set TMPDIR"
                    + " to a folder that can be written")
        }
        self.folder = folder
        return folder.path
    }

    /// What the program joins whose time is led.
    func ledPrograms() throws(RunError) -> LedPrograms {
        guard let folder else { preconditionFailure("a led run with a program has a folder") }
        do throws(LedTimeError) {
            return try LedPrograms(in: folder.path)
        } catch {
            throw RunError(.environment, of: command, "--speed led: \(error)")
        }
    }

    /// Removes what the run needed on disk; to be called at its end.
    package func removeFolder() { folder?.remove() }

    /// The address in `--radio` or `--attitude`.
    private static func address<Address, Problem: Error>(
        _ text: String, of option: String, _ read: OptionReader,
        _ parse: (String) throws(Problem) -> Address
    ) throws(RunError) -> Address {
        do throws(Problem) {
            return try parse(text)
        } catch {
            throw read.wrong("--\(option) is `\(text)`: \(error)")
        }
    }

    private static func speed(_ read: OptionReader) throws(RunError) -> Double? {
        guard read.arguments.value("speed") != "max" else { return nil }
        return try read.value("speed", or: "write `max` or a number above 0") { text in
            Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        }
    }

    /// Hosts run in real time.
    private static func speedOfRadio(_ read: OptionReader) throws(RunError) -> Double {
        let option = read.arguments.has("radio") ? "--radio" : "--attitude"
        return try read.pace(
            or: "with \(option) write a number from 0.001 to 1000, or omit it for 1") ?? 1
    }
}
