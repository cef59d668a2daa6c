import Bluetooth
import Central
import Declaration
import MetaWearProtocol
import Peripheral
import Simulation
import VirtualRadio

/// One client's session with one board across reconnections: it sends packets and matches answers.
///
/// An independent MetaWear host: it shares no code with the firmware model, so that each can reveal
/// errors in the other.
final class HostSession {
    /// Where packets go to and come from.
    let channel: HostChannel
    let central: Central
    let address: Address
    /// The board's index in the scenario.
    let board: Int
    let boardName: String
    let timers: DelayedCalls
    private(set) var connection: Connection?
    private var command: RemoteCharacteristic?
    private var parameters = ConnectionParameters.usual
    private var mtu: Int?

    /// What the board said of its modules.
    var modules = BoardDescription()
    var state = HostState()
    @exclusivity(unchecked) var recorders: [StreamRecorder] = []
    /// Reassembles the stream of a cap.
    @exclusivity(unchecked) var receiver: CapReceiver?
    /// Called for every packet that is not a sample of a recorded stream, during a download. The
    /// bytes are valid only during the call.
    @exclusivity(unchecked) var observer: ((Instant, Span<UInt8>) -> Void)?
    /// Called for every packet, including samples. The bytes are valid only during the call.
    @exclusivity(unchecked) var watchers: [(Instant, Span<UInt8>) -> Void] = []
    /// Called for each new link before it is used, and when it ends.
    var onConnect: (() -> Void)?
    var onDisconnect: ((DisconnectReason) -> Void)?
    /// Protects a link before notifications are enabled; nil for a client that does not.
    var protect: ((@escaping Done<Void>) -> Void)?
    /// Identifies a notification among the packets that the board made; nil if it is not a sample.
    @exclusivity(unchecked) var madePacket: ((Span<UInt8>) -> MadePacket?)?
    /// The macro that is being recorded; nil if none is.
    var recording: RecordedSteps?

    private struct Wait {
        let number: UInt64
        var pattern: PacketPattern
        var timer: UInt64
        var done: Done<[UInt8]>
    }
    @exclusivity(unchecked) private var waits: [Wait] = []
    private var lastWait: UInt64 = 0
    /// The number of written packets that have not gone on the air yet.
    private var unsent = 0
    private var flushes: [Done<Void>] = []
    private var endings: [(number: UInt64, action: () -> Void)] = []

    init(
        central: Central, address: Address, board: Int, boardName: String, channel: HostChannel,
        timers: DelayedCalls
    ) {
        self.channel = channel
        self.central = central
        self.address = address
        self.board = board
        self.boardName = boardName
        self.timers = timers
    }

    /// Discards everything pending at the end of the run, without callbacks.
    func close() {
        connection = nil
        command = nil
        waits = []
        flushes = []
        endings = []
        observer = nil
        watchers = []
        recorders = []
        receiver = nil
        onConnect = nil
        onDisconnect = nil
        protect = nil
        madePacket = nil
    }

    var isConnected: Bool { connection?.isOpen ?? false }

    // MARK: Link

    /// Connects, discovers the services and turns the notifications of the channel on.
    func connect(
        _ parameters: ConnectionParameters, mtu: Int?, timeout: Nanoseconds,
        _ done: @escaping Done<Void>
    ) {
        self.parameters = parameters
        self.mtu = mtu
        central.connect(
            to: address, parameters: parameters, timeout: timeout,
            completion: onSuccess(else: done) { [self] connection in prepare(connection, done) })
    }

    func reconnect(timeout: Nanoseconds, _ done: @escaping Done<Void>) {
        connect(parameters, mtu: mtu, timeout: timeout, done)
    }

    private func prepare(_ connection: Connection, _ done: @escaping Done<Void>) {
        self.connection = connection
        unsent = 0
        onConnect?()
        connection.onDisconnect = { [self] reason in linkEnded(reason) }
        let discover = { [self] in
            connection.discover(
                completion: onSuccess(else: done) { [self] _ in
                    guard let protect else { return try listen(on: connection, done) }
                    protect(onSuccess(else: done) { [self] in try listen(on: connection, done) })
                })
        }
        guard let mtu else { return discover() }
        connection.exchangeMTU(mtu, completion: onSuccess(else: done) { _ in discover() })
    }

    private func listen(
        on connection: Connection, _ done: @escaping Done<Void>
    ) throws(StepFailure) {
        command = try characteristic(channel.command, of: channel.service).1
        connection.subscribe(
            to: try characteristic(channel.notification, of: channel.service).1,
            onValue: { [self] time, bytes in received(bytes, at: time) },
            completion: onSuccess(else: done) { done(.success(())) })
    }

    /// The link with one of its characteristics.
    func characteristic(
        _ id: BluetoothUUID, of service: BluetoothUUID? = nil
    ) throws(StepFailure) -> (Connection, RemoteCharacteristic) {
        guard let connection else { throw StepFailure("the link ended") }
        do throws(CentralError) {
            return (connection, try connection.characteristic(id, of: service))
        } catch {
            throw StepFailure("\(error)")
        }
    }

    private func linkEnded(_ reason: DisconnectReason) {
        // A cap stops its stream when the link ends.
        receiver?.close()
        connection = nil
        command = nil
        let open = waits
        waits = []
        for wait in open {
            timers.cancel(wait.timer)
            wait.done(
                .failure(StepFailure("the link ended (\(reason)) before \(wait.pattern) came")))
        }
        let unflushed = flushes
        flushes = []
        for flush in unflushed { flush(.failure(StepFailure("the link ended (\(reason))"))) }
        onDisconnect?(reason)
        let waiting = endings
        endings = []
        for ending in waiting { ending.action() }
    }

    /// Calls `action` once when the link ends; `forgetEnding` with the returned number cancels
    /// that.
    func whenEnded(_ action: @escaping () -> Void) -> UInt64 {
        lastWait += 1
        endings.append((lastWait, action))
        return lastWait
    }

    func forgetEnding(_ number: UInt64) { endings.removeAll { $0.number == number } }

    // MARK: Packets

    /// Writes a packet to the board: a command, or with response if it is about macros (protocol,
    /// core
    /// 1.5).
    ///
    /// - Parameter onSent: called when the board has it.
    @discardableResult
    func send(_ packet: Packet, onSent: @escaping () -> Void = {}) -> Bool {
        guard connection != nil, command != nil else { return false }
        if recording != nil, packet.isRecorded { recording?.commands.append(packet) }
        return write(packet.bytes, packet.knownModule == .macro ? .request : .command, onSent)
    }

    /// Writes bytes to the channel of a cap.
    func send(toCap bytes: [UInt8], onSent: @escaping () -> Void = {}) {
        _ = write(bytes, .command, onSent)
    }

    private func write(
        _ bytes: [UInt8], _ kind: WriteKind, _ onSent: @escaping () -> Void
    ) -> Bool {
        guard let connection, let command else { return false }
        unsent += 1
        connection.write(bytes, to: command, kind) {
            [self] result in
            guard connection == self.connection else { return }
            if case .success = result { onSent() }
            unsent -= 1
            guard unsent == 0 else { return }
            let flushed = flushes
            flushes = []
            for flush in flushed { flush(result.mapError { StepFailure("\($0)") }) }
        }
        return true
    }

    /// Waits until everything that was written has gone on the air.
    func flush(_ done: @escaping Done<Void>) {
        guard isConnected else {
            return done(.failure(StepFailure("the link to \(boardName) ended")))
        }
        if unsent == 0 { done(.success(())) } else { flushes.append(done) }
    }

    func send(_ packets: [Packet]) { for packet in packets { send(packet) } }

    /// Sends a packet and waits for the answer that fits.
    ///
    /// - Parameter pattern: what the answer begins with; by default the packet's header.
    func ask(
        _ packet: Packet, answer pattern: PacketPattern? = nil,
        within limit: Nanoseconds = .seconds(5), _ done: @escaping Done<[UInt8]>
    ) {
        let hint = "; the trace says what the board made of [\(packet)]"
        let header = PacketPattern(packet.module, packet.registerByte)
        let wait = expect(pattern ?? header, within: limit, hint: hint, done)
        if !send(packet) { fail(wait, StepFailure("not connected to \(boardName)")) }
    }

    /// Waits for one packet. If several wait for the same one, the first gets it.
    ///
    /// - Parameter hint: added to the failure if the packet does not come.
    @discardableResult
    func expect(
        _ pattern: PacketPattern, within limit: Nanoseconds, hint: String = "",
        _ done: @escaping Done<[UInt8]>
    ) -> UInt64 {
        lastWait += 1
        let number = lastWait
        let timer = timers.after(limit) { [self] in
            fail(number, StepFailure("no \(pattern) within \(limit.text)\(hint)"))
        }
        waits.append(Wait(number: number, pattern: pattern, timer: timer, done: done))
        return number
    }

    private func fail(_ number: UInt64, _ failure: StepFailure) {
        guard let index = waits.firstIndex(where: { $0.number == number }) else { return }
        let wait = waits.remove(at: index)
        timers.cancel(wait.timer)
        wait.done(.failure(failure))
    }

    private func received(_ bytes: Span<UInt8>, at time: Instant) {
        for watcher in watchers { watcher(time, bytes) }
        if let receiver, receiver.take(bytes, at: time), waits.isEmpty { return }
        // Samples answer no request, but a step may wait for one.
        let made = madePacket?(bytes)
        let isSample = recorders.reversed().contains { $0.take(bytes, made, at: time) }
        if !waits.isEmpty { answerWait(bytes) }
        if !isSample { observer?(time, bytes) }
    }

    private func answerWait(_ bytes: Span<UInt8>) {
        var packet: [UInt8] = []
        packet.reserveCapacity(bytes.count)
        for i in 0..<bytes.count { packet.append(bytes[i]) }
        guard let index = waits.firstIndex(where: { $0.pattern.matches(packet) }) else { return }
        let wait = waits.remove(at: index)
        timers.cancel(wait.timer)
        wait.done(.success(packet))
    }
}

extension Packet {
    /// Whether it belongs in a macro: no request of the client's own, and no macro command.
    fileprivate var isRecorded: Bool {
        let isDiscovery = registerByte == RegisterFlag.read
        return knownModule != .macro && !isDiscovery && self != LogCommand.readTime
    }
}
