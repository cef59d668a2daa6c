import Bluetooth
import Central
import Peripheral
import Simulation
import Wire

/// Why a step of a scripted client did not get done, in words for its author.
struct StepFailure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

/// How an operation of a session ended.
typealias Done<Value> = (Result<Value, StepFailure>) -> Void

/// One client's dealings with one board, over every reconnection: packets out, answers in.
///
/// A MetaWear host of its own: it shares nothing with the firmware model, so that each can find
/// the other wrong.
final class HostSession {
    static let service: BluetoothUUID = "326A9000-85CB-9195-D9DD-464CFBBAE75A"
    static let commandUUID: BluetoothUUID = "326A9001-85CB-9195-D9DD-464CFBBAE75A"
    static let notificationUUID: BluetoothUUID = "326A9006-85CB-9195-D9DD-464CFBBAE75A"

    let central: Central
    let address: Address
    let boardName: String
    let timers: Timers
    private(set) var connection: Connection?
    private var command: RemoteCharacteristic?
    private var parameters = ConnectionParameters.usual

    /// Module information by id, as `[id 80]` was answered; an absent module has none.
    var modules: [UInt8: [UInt8]] = [:]
    /// What was read of the device information, by UUID in the order of reading.
    var deviceInformation: [(uuid: String, text: String)] = []
    var state = HostState()
    var recorders: [StreamRecorder] = []
    /// Called for every packet that is no sample of a recorded stream.
    var observers: [(Instant, [UInt8]) -> Void] = []
    /// Called for every packet, samples too; the bytes are only lent.
    var watchers: [(Instant, Span<UInt8>) -> Void] = []
    /// Told of the end of each link.
    var onDisconnect: ((DisconnectReason) -> Void)?
    private(set) var disconnects = 0

    private struct Wait {
        var pattern: PacketPattern
        var timer: UInt64
        var done: Done<[UInt8]>
    }
    private var waits: [Wait] = []

    init(central: Central, address: Address, boardName: String, timers: Timers) {
        self.central = central
        self.address = address
        self.boardName = boardName
        self.timers = timers
    }

    var isConnected: Bool { connection?.isOpen ?? false }

    // MARK: Link

    /// Connects, discovers the services and turns the notifications of 9006 on.
    func connect(
        _ parameters: ConnectionParameters, mtu: Int?, timeout: Nanoseconds,
        _ done: @escaping Done<Void>
    ) {
        self.parameters = parameters
        central.connect(to: address, parameters: parameters, timeout: timeout) { [self] result in
            switch result {
            case .failure(let error): done(.failure(StepFailure("\(error)")))
            case .success(let connection): prepare(connection, mtu: mtu, done)
            }
        }
    }

    func reconnect(timeout: Nanoseconds, _ done: @escaping Done<Void>) {
        connect(parameters, mtu: nil, timeout: timeout, done)
    }

    private func prepare(_ connection: Connection, mtu: Int?, _ done: @escaping Done<Void>) {
        self.connection = connection
        connection.onDisconnect = { [self] reason in linkEnded(reason) }
        let discover = { [self] in
            connection.discover { [self] result in
                switch result {
                case .failure(let error): done(.failure(StepFailure("\(error)")))
                case .success: listen(on: connection, done)
                }
            }
        }
        guard let mtu else { return discover() }
        connection.exchangeMTU(mtu) { result in
            if case .failure(let error) = result {
                done(.failure(StepFailure("\(error)")))
            } else {
                discover()
            }
        }
    }

    private func listen(on connection: Connection, _ done: @escaping Done<Void>) {
        do throws(CentralError) {
            command = try connection.characteristic(Self.commandUUID, of: Self.service)
            let notification = try connection.characteristic(
                Self.notificationUUID, of: Self.service)
            connection.subscribe(
                to: notification,
                onValue: { [self] time, bytes in received(bytes, at: time) },
                completion: { result in
                    done(result.mapError { StepFailure("\($0)") })
                })
        } catch {
            done(.failure(StepFailure("\(error)")))
        }
    }

    private func linkEnded(_ reason: DisconnectReason) {
        disconnects += 1
        connection = nil
        command = nil
        let open = waits
        waits = []
        for wait in open {
            timers.cancel(wait.timer)
            wait.done(
                .failure(StepFailure("the link ended (\(reason)) before \(wait.pattern) came")))
        }
        onDisconnect?(reason)
    }

    // MARK: Packets

    /// Writes a packet to 9001: a command, or a request for macros (protocol, core 1.5).
    @discardableResult func send(_ packet: [UInt8]) -> Bool {
        guard let connection, let command else { return false }
        connection.write(packet, to: command, packet.first == 0x0F ? .request : .command)
        return true
    }

    func send(_ packets: [[UInt8]]) { for packet in packets { send(packet) } }

    /// Sends a packet and waits for the answer that fits.
    func ask(
        _ packet: [UInt8], _ pattern: PacketPattern, within limit: Nanoseconds = .seconds(5),
        _ done: @escaping Done<[UInt8]>
    ) {
        expect(pattern, within: limit, done)
        if !send(packet) { fail(pattern, StepFailure("not connected to \(boardName)")) }
    }

    func expect(
        _ pattern: PacketPattern, within limit: Nanoseconds, _ done: @escaping Done<[UInt8]>
    ) {
        let timer = timers.after(limit) { [self] in
            fail(pattern, StepFailure("no \(pattern) within \(limit)"))
        }
        waits.append(Wait(pattern: pattern, timer: timer, done: done))
    }

    private func fail(_ pattern: PacketPattern, _ failure: StepFailure) {
        guard let index = waits.firstIndex(where: { $0.pattern == pattern }) else { return }
        let wait = waits.remove(at: index)
        timers.cancel(wait.timer)
        wait.done(.failure(failure))
    }

    private func received(_ bytes: Span<UInt8>, at time: Instant) {
        for watcher in watchers { watcher(time, bytes) }
        for recorder in recorders where recorder.take(bytes, at: time) { return }
        var packet: [UInt8] = []
        packet.reserveCapacity(bytes.count)
        for i in 0..<bytes.count { packet.append(bytes[i]) }
        if let index = waits.firstIndex(where: { $0.pattern.matches(packet) }) {
            let wait = waits.remove(at: index)
            timers.cancel(wait.timer)
            wait.done(.success(packet))
        }
        for observer in observers { observer(time, packet) }
    }
}
