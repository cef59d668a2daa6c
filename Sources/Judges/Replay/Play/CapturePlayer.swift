import Bluetooth
import CapProtocol
import Central
import Declaration
import Device
import MetaWearTables
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation
import VirtualRadio

/// Plays the host's side of captured links against the model, with the capture's timing.
///
/// Every operation begins when it began in the capture, measured from the beginning of its link, and waits for no other.
/// The connection has the capture's interval, so that answers take as many connection events as on a real link.
struct CapturePlayer {
    private let run: ScenarioRun
    private let central: Central
    private let services: [RemoteService]
    /// The time of the model at which the capture began.
    private var origin: Instant?

    /// How long the board has been switched on when the capture begins.
    private static let uptime = Nanoseconds.seconds(5)

    /// - Parameter motion: how the captured board moved.
    init(
        _ guess: BoardGuess, _ motion: CapturedMotion, seed: UInt64, options: RunOptions
    ) throws(RunError) {
        services = try Self.discovered(guess, seed, options)
        run = try Self.world(guess, motion, seed, options)
        central = Central(on: run.air, name: "host")
    }

    private static func world(
        _ guess: BoardGuess, _ motion: CapturedMotion?, _ seed: UInt64, _ options: RunOptions
    ) throws(RunError) -> ScenarioRun {
        let file = "motion.csv"
        let csv = motion?.csv
        let draft = BoardDraft(
            guess, recording: csv == nil ? nil : file,
            rest: (uptime.count + (motion?.began ?? 0)) / 1_000_000)
        let text = Array((["version: 1"] + draft.lines + [""]).joined(separator: "\n").utf8)
        let scenario: ScenarioFile
        do throws(ScenarioError) {
            scenario = try ScenarioFile(reading: text, file: "capture", vocabulary: .firmware)
        } catch {
            throw RunError(.input, "\(error)")
        }
        var options = options
        options.seed = seed
        options.isOpenEnded = true
        if let csv { options.readFile = { _ in .success(Array(csv.utf8)) } }
        return try ScenarioRun(scenario, text: text, file: "capture", options: options)
    }

    /// What discovery finds, in a world of its own: in the capture's world it would take time that the host's
    /// operations need.
    private static func discovered(
        _ guess: BoardGuess, _ seed: UInt64, _ options: RunOptions
    ) throws(RunError) -> [RemoteService] {
        let run = try world(guess, nil, seed, options)
        let central = Central(on: run.air, name: "host")
        defer { central.leave() }
        do throws(CentralError) {
            return try central.connectAndWait(to: run.boards[0].address).discoverAndWait()
        } catch {
            throw RunError(.environment, "the model could not be discovered: \(error)")
        }
    }

    /// Plays a link; call it for the links of a capture in their order.
    mutating func play(_ link: CapturedLink) -> PlayedLink {
        var played = PlayedLink(link)
        played.attributes = services.flatMap(\.characteristics).map { "\($0.uuid)" }.sorted()
        let origin = self.origin ?? run.now + Self.uptime
        self.origin = origin
        run.simulation.run(until: max(run.now, origin + Nanoseconds(link.began)))
        let connection: Connection
        do throws(CentralError) {
            connection = try central.connectAndWait(
                to: run.boards[0].address, parameters: link.parameters, timeout: .seconds(60))
        } catch {
            played.failure = "\(error)"
            return played
        }
        connection.assume(services)
        let link = LinkPlay(link, played, connection, run)
        link.play()
        return link.played
    }
}

extension CapturedLink {
    /// Those of the capture if they are valid, or what most hosts use.
    fileprivate var parameters: ConnectionParameters {
        guard let timing, (6...3_200).contains(timing.interval) else { return .usual }
        return ConnectionParameters(
            interval: Nanoseconds(Int64(timing.interval) * 1_250_000),
            latency: min(timing.latency, 499),
            supervisionTimeout: Nanoseconds(
                max(Int64(timing.supervisionTimeout) * 10_000_000, 1_000_000_000)))
    }
}

/// One link while it is played.
private final class LinkPlay {
    private let link: CapturedLink
    private(set) var played: PlayedLink
    private let connection: Connection
    private let run: ScenarioRun
    private let began: Instant
    /// The captured ones.
    private var frames = CapFrames()
    /// How long after the last operation an answer may still come.
    private static let grace = Nanoseconds.seconds(2)

    init(_ link: CapturedLink, _ played: PlayedLink, _ connection: Connection, _ run: ScenarioRun) {
        self.link = link
        self.played = played
        self.connection = connection
        self.run = run
        began = run.now
    }

    private func time(_ instant: Instant) -> Int64 { instant.nanoseconds - began.nanoseconds }

    func play() {
        connection.onDisconnect = { [unowned self] reason in
            played.ended = (time(run.now), "\(reason)")
        }
        for index in link.events.indices {
            advance(to: link.events[index].time)
            guard connection.isOpen else { break }
            press(link.events[index].event)
            start(index)
        }
        finish()
    }

    /// - Parameter captured: a time of the capture.
    private func advance(to captured: Int64) {
        let target = began + Nanoseconds(max(0, captured - link.began))
        if target > run.now { run.simulation.run(until: target) }
    }

    private func finish() {
        advance(to: link.lastTime)
        let isOver = connection.isOpen == false
        switch link.ended?.reason {
        case _ where isOver: return
        // The board ended it.
        case DisconnectReason.remoteUserTerminated.rawValue?,
            DisconnectReason.remotePowerOff.rawValue?,
            DisconnectReason.remoteLowResources.rawValue?:
            _ = run.simulation.run(until: run.now + Self.grace, while: { connection.isOpen })
            guard connection.isOpen else { return }
        // The last answers of a capture that ended first may be missing in it, and not here.
        case nil: run.simulation.run(until: run.now + Self.grace)
        default: break
        }
        connection.onDisconnect = nil
        if link.ended?.reason == DisconnectReason.connectionTimeout.rawValue {
            connection.vanish()
        } else {
            connection.disconnect()
        }
        run.simulation.run(until: run.now + .milliseconds(500))
    }

    /// Somebody pressed the button, or released it, just before the captured board said so.
    private func press(_ event: CapturedLink.Event) {
        switch event {
        case .value(KnownCharacteristic.notification, let bytes)
        where bytes.count == 3 && bytes[0] == MWModule.switch_.rawValue && bytes[1] == 0x01:
            run.boards[0].setButton(pressed: bytes[2] != 0)
        case .value(KnownCharacteristic.trikiTransmit, let bytes):
            guard let status = frames.take(bytes, at: 0), status <= 1, !frames.isCounting else {
                return
            }
            run.boards[0].setButton(pressed: status == 1)
        case .write(KnownCharacteristic.trikiReceive, let bytes, _)
        where bytes.first == CapCommand.stream: frames = CapFrames()
        default: break
        }
    }

    private func start(_ index: Int) {
        let began = time(run.now)
        func done(_ event: CapturedLink.Event) {
            played.operations[index] = CapturedLink.TimedEvent(
                time: began, event: event, answered: time(run.now))
        }
        let event = link.events[index].event
        switch event {
        case .discovery, .value: played.operations[index] = nil
        case .mtu(let mtu):
            connection.exchangeMTU(mtu) { result in
                if case .success(let mtu) = result { done(.mtu(mtu)) }
            }
        case .read(let uuid, _):
            guard let found = find(uuid) else { return done(.read(uuid, .none)) }
            connection.readLong(found) { result in
                switch result {
                case .success(let bytes): done(.read(uuid, .value(bytes)))
                case .failure(let error): done(.read(uuid, .refused(error.code)))
                }
            }
        case .write(let uuid, let bytes, let refusal):
            guard let found = find(uuid) else { return }
            let kind: WriteKind = if case .none = refusal { .command } else { .request }
            connection.write(bytes, to: found, kind) { result in
                switch (result, kind) {
                case (_, .command): done(.write(uuid, bytes, refusal: .none))
                case (.success, _): done(.write(uuid, bytes, refusal: .some(.none)))
                case (.failure(let error), _):
                    done(.write(uuid, bytes, refusal: .some(.some(error.code))))
                }
            }
        case .subscribe(let uuid, let value): subscribe(uuid, value) { done(event) }
        }
    }

    private func subscribe(
        _ uuid: BluetoothUUID, _ value: UInt16, _ done: @escaping () -> Void
    ) {
        guard let found = find(uuid) else { return }
        guard value & 3 != 0 else {
            return connection.unsubscribe(from: found) { _ in done() }
        }
        connection.subscribe(
            to: found, value & 1 != 0 ? .notifications : .indications,
            onValue: { [unowned self] time, bytes in
                played.take(bytes.array(), of: uuid, at: self.time(time))
            }
        ) { _ in done() }
    }

    private func find(_ uuid: BluetoothUUID) -> RemoteCharacteristic? {
        try? connection.characteristic(uuid)
    }
}

extension CentralError {
    /// The code of an error response; 0 of anything else.
    fileprivate var code: UInt8 {
        if case .attribute(let error, _) = self { error.rawValue } else { 0 }
    }
}
