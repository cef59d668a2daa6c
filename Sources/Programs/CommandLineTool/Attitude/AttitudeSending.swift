import AttitudeStream
import AttitudeTransport
import Bluetooth
import Central
import Declaration
import EventLoop
import Glibc
import HCITransport
import LibCrypto
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation
import Wire

/// `boardsim attitude send`: from a board's fusion to a receiver.
final class AttitudeSending {
    private let settings: AttitudeSettings
    private let console: Console
    private let loop: EventLoop
    private var isInterrupted = false
    private var ending: String?
    private var signals: [Watch] = []

    /// How far a board may run before its clock is compared with the wall's, at speed 1.
    private static let stretch = Nanoseconds.milliseconds(10)

    init(_ settings: AttitudeSettings, _ console: Console) throws(RunError) {
        self.settings = settings
        self.console = console
        do throws(EventLoopError) { loop = try EventLoop() } catch {
            throw RunError(.environment, "boardsim attitude: \(error)")
        }
    }

    /// Until the time is up, the receiver has gone or somebody interrupts it.
    func run(_ source: AttitudeSettings.Source) throws(RunError) -> ExitStatus {
        watchSignals()
        switch source {
        case .scenario(let file, let board):
            let run = try scenario(file)
            let index = try Self.board(board, of: run, file)
            let device = run.boards[index]
            let access = InProcessAccess(
                Central(on: run.air, name: "attitude"), to: device.address, name: device.name)
            return try send(from: access, isSimulated: true) { run.simulation.now >= run.end }
        case .device(let address):
            return try send(from: try outside(address), isSimulated: false) { false }
        }
    }

    // MARK: The board

    private func scenario(_ file: String) throws(RunError) -> ScenarioRun {
        let text = try console.text(of: file)
        var scenario: ScenarioFile
        do throws(ScenarioError) {
            scenario = try ScenarioFile(reading: text, file: file, vocabulary: .firmware)
        } catch {
            throw RunError(.input, "\(error)")
        }
        // The receiver is the only client.
        (scenario.clients, scenario.expect) = ([], [])
        var options = RunOptions()
        options.isOpenEnded = true
        options.readFile = console.contents
        options.cryptography = OpenSSL()
        return try ScenarioRun(scenario, text: text, file: file, options: options)
    }

    private static func board(
        _ name: String?, of run: ScenarioRun, _ file: String
    ) throws(RunError) -> Int {
        let names = run.boards.map(\.name)
        let list = names.joined(separator: ", ")
        guard let name else {
            if names.count == 1 { return 0 }
            throw RunError(
                .input,
                "boardsim attitude: \(PathText.shown(file)) has \(names.isEmpty ? "no" : "several")"
                    + " boards; " + (names.isEmpty ? "declare one" : "add --board NAME: \(list)"))
        }
        guard let index = names.firstIndex(of: name) else {
            throw RunError(
                .input, "boardsim attitude: --board is `\(name)`; the scenario has: \(list)")
        }
        return index
    }

    /// A board on the radio that the environment names.
    private func outside(_ device: String) throws(RunError) -> any BoardAccess {
        let radio = getenv("METAWEAR_RADIO").map { String(cString: $0) } ?? ""
        let name = radio.isEmpty ? "bluez" : radio
        guard Address(device[...]) != nil else {
            throw RunError(
                .input,
                "boardsim attitude: --device is `\(device)`; write the board's address, six bytes"
                    + " such as E8:C9:8F:52:7B:07")
        }
        do {
            let text = name.hasPrefix("hci-") ? "\(name),\(device)" : "\(name):\(device)"
            let target = try TargetAddress(text)
            guard let access = try target.open(speed: settings.speed, on: loop) else {
                throw TargetAddressError.unknownKind(name)
            }
            return access
        } catch let error as TargetAddressError {
            let what =
                switch error {
                case .unknownKind:
                    "no such radio; write `bluez`, `bluez:hci1`, `hci-unix:PATH` or"
                        + " `hci-tcp:HOST:PORT`"
                default: "\(error)"
                }
            throw RunError(.input, "boardsim attitude: METAWEAR_RADIO=\(name): \(what)")
        } catch {
            throw RunError(.environment, "boardsim attitude: \(error)")
        }
    }

    // MARK: The stream

    private func send(
        from access: any BoardAccess, isSimulated: Bool, _ isOver: () -> Bool
    ) throws(RunError) -> ExitStatus {
        let connection: AttitudeConnection
        do throws(AttitudeTransportError) {
            connection = try AttitudeConnection(
                to: try receiver(), settings.isLegacy ? .legacy : .versioned, on: loop)
        } catch {
            access.close()
            throw RunError(.environment, "boardsim attitude: \(error)")
        }
        connection.onEnd = { [unowned self] in ending = $0 }
        do throws(AccessError) {
            let board = try FusedBoard(access)
            defer { board.stop() }
            console.complain("sending \(access.name) to \(connection.place)\n")
            try stream(board, access, to: connection, isSimulated: isSimulated, isOver)
        } catch {
            access.close()
            let kind: RunError.Kind = if case .missing = error { .input } else { .environment }
            throw RunError(kind, "boardsim attitude: \(access.name): \(error)")
        }
        connection.close()
        let figures = connection.sender
        console.complain(
            "sent \(connection.sent) frames"
                + (figures.replaced > 0 ? "; \(figures.replaced) were replaced by newer ones" : "")
                + "\n")
        guard let ending else { return .success }
        throw RunError(.environment, "boardsim attitude: \(connection.place): \(ending)")
    }

    private func receiver() throws(AttitudeTransportError) -> NetworkPlace {
        if let place = settings.place { return place }
        return try AttitudeDiscovery.find(on: loop)
    }

    private func stream(
        _ board: FusedBoard, _ access: any BoardAccess, to connection: AttitudeConnection,
        isSimulated: Bool, _ isOver: () -> Bool
    ) throws(AccessError) {
        let pace = Pace(loop, settings.speed, from: access.now)
        var first: Instant?
        var rezero = settings.rezero
        while !isInterrupted, ending == nil, !isOver() {
            let stretch = Nanoseconds(Int64(Double(Self.stretch.count) * settings.speed))
            let sample = try board.next(before: access.now + stretch)
            if isSimulated { pace.wait(for: access.now) { !isInterrupted && ending == nil } }
            guard let (time, orientation) = sample else { continue }
            let start = first ?? time
            first = start
            if let duration = settings.duration, time - start >= duration { return }
            let microseconds = UInt64(max(0, (time - start).count)) / 1000
            if let due = rezero, time - start >= due {
                rezero = nil
                connection.resetZero(microseconds: microseconds)
            }
            connection.send(Attitude(orientation), microseconds: microseconds)
        }
    }

    private func watchSignals() {
        let hangUp = Interrupt.heedsHangUp ? [SIGHUP] : []
        signals = ([SIGINT, SIGTERM] + hangUp).map { signal in
            loop.watch(signal: signal) { [unowned self] in
                isInterrupted = true
                signals = []
            }
        }
    }
}

/// Holds a simulated board's time back to that of the wall, while a loop goes on.
private struct Pace {
    private let loop: EventLoop
    private let speed: Double
    private let start: Instant
    private let wall = EventLoop.now

    init(_ loop: EventLoop, _ speed: Double, from start: Instant) {
        self.loop = loop
        self.speed = speed
        self.start = start
    }

    func wait(for time: Instant, while isWanted: () -> Bool) {
        let due = wall + Int64(Double((time - start).count) / speed)
        loop.turn(mayBlock: false)
        while isWanted(), EventLoop.now < due {
            loop.wakeTime = due
            loop.turn(mayBlock: true)
        }
        loop.wakeTime = nil
    }
}
