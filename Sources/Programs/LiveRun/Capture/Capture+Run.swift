import Bluetooth
import Central
import Peripheral
import ScenarioRun
import Simulation

extension Capture: RunObserver {
    package func joined(board name: String, model: String, address: Address) {
        addNotes(name, as: name, about: "\(model) \(address): what happens to the board")
    }

    package func joined(client name: String, address: Address) -> (any CentralTap)? {
        let host = addHost(name, about: "scripted client \(address), its HCI made from its links")
        addNotes(name, as: "\(name) steps", about: "what the client \(name) does")
        return ScriptedHostTap(host, address: address)
    }

    package func noted(_ text: String, by who: String, at time: Instant) {
        note(text, by: who, at: time)
    }
}

/// Records a scripted client's radio activity as HCI packets.
private final class ScriptedHostTap: CentralTap {
    private let capture: HostCapture
    private var host: SyntheticHost

    init(_ capture: HostCapture, address: Address) {
        self.capture = capture
        host = SyntheticHost(name: capture.name, address: address)
        put(host.start(), .zero)
    }

    private func put(_ packets: [CapturedPacket], _ time: Instant) {
        for packet in packets {
            capture.packet(
                packet.bytes.span, sentByHost: packet.direction == .toController, at: time)
        }
    }

    func scanning(active: Bool?, at time: Instant) {
        put(active.map { host.scanStarted(isActive: $0) } ?? host.scanStopped(), time)
    }

    func reported(_ report: ScanReport) {
        put(
            host.heard(
                report.address, isConnectable: report.connectable, rssi: report.rssi,
                data: report.data, scanResponse: report.scanResponse), report.time)
    }

    func connected(
        _ connection: ConnectionID, own: Address, peer: Address,
        _ parameters: ConnectionParameters, at time: Instant
    ) {
        put(host.opened(connection.number, to: peer, ConnectionTiming(parameters)), time)
    }

    func frame(
        _ frame: Span<UInt8>, sentByCentral: Bool, on connection: ConnectionID, at time: Instant
    ) {
        put(
            host.frame(frame, sentByCentral ? .toController : .toHost, on: connection.number),
            time)
    }

    func acknowledged(_ connection: ConnectionID, at time: Instant) {
        put(host.acknowledged(connection.number), time)
    }

    func parametersChanged(
        _ connection: ConnectionID, _ parameters: ConnectionParameters, at time: Instant
    ) {
        put(host.updated(connection.number, ConnectionTiming(parameters)), time)
    }

    func encrypting(
        _ connection: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64,
        at time: Instant
    ) {
        put(
            host.encrypting(
                connection.number, key: key, diversifier: diversifier, random: random), time)
    }

    func encryptionChanged(
        _ connection: ConnectionID, status: UInt8, isRefresh: Bool, at time: Instant
    ) { put(host.encrypted(connection.number, status: status, isRefresh: isRefresh), time) }

    func disconnected(_ connection: ConnectionID, reason: DisconnectReason, at time: Instant) {
        put(host.closed(connection.number, reason: reason.rawValue), time)
    }
}

extension ConnectionTiming {
    /// The air only has intervals that are multiples of the step.
    fileprivate init(_ parameters: ConnectionParameters) {
        self.init(
            interval: UInt16(clamping: parameters.interval.count / 1_250_000),
            latency: parameters.latency,
            supervisionTimeout: UInt16(clamping: parameters.supervisionTimeout.count / 10_000_000))
    }
}
