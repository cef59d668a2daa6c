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
    /// Runs the script whose steps wait here.
    let executor: ScriptExecutor
    var timers: DelayedCalls { executor.timers }
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
    var protect: (() async throws(StepFailure) -> Void)?
    /// Identifies a notification among the packets that the board made; nil if it is not a sample.
    @exclusivity(unchecked) var madePacket: ((Span<UInt8>) -> MadePacket?)?
    /// The macro that is being recorded; nil if none is.
    var recording: RecordedSteps?

    /// Who waits for a packet.
    private struct Call {
        let pattern: AnswerPattern
        /// Ends the wait.
        let timer: UInt64
        /// Called when its time is over.
        let onSilence: () -> Void
        let done: Done<[UInt8]>
    }
    @exclusivity(unchecked) private var calls = PendingAnswers<Call, Instant>()
    private var lastWait = 0
    /// The number of written packets that have not gone on the air yet.
    private var unsent = 0
    private var flushes: [Done<Void>] = []
    private var endings: [(number: Int, action: () -> Void)] = []

    init(
        central: Central, address: Address, board: Int, boardName: String, channel: HostChannel,
        on executor: ScriptExecutor
    ) {
        self.channel = channel
        self.central = central
        self.address = address
        self.board = board
        self.boardName = boardName
        self.executor = executor
    }

    /// Discards everything pending at the end of the run, without callbacks.
    func close() {
        connection = nil
        command = nil
        calls = PendingAnswers()
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
        _ parameters: ConnectionParameters, mtu: Int?, timeout: Nanoseconds
    ) async throws(StepFailure) {
        self.parameters = parameters
        self.mtu = mtu
        let connection = try await executor.wait { done in
            central.connect(
                to: address, parameters: parameters, timeout: timeout, completion: done)
        }
        self.connection = connection
        unsent = 0
        onConnect?()
        connection.onDisconnect = { [self] reason in linkEnded(reason) }
        if let mtu { _ = try await executor.wait { connection.exchangeMTU(mtu, completion: $0) } }
        _ = try await executor.wait { connection.discover(completion: $0) }
        try await protect?()
        try await listen(on: connection)
    }

    /// Connects again as before.
    func reconnect(timeout: Nanoseconds) async throws(StepFailure) {
        try await connect(parameters, mtu: mtu, timeout: timeout)
    }

    private func listen(on connection: Connection) async throws(StepFailure) {
        command = try characteristic(channel.command, of: channel.service).1
        let notifications = try characteristic(channel.notification, of: channel.service).1
        try await executor.wait { done in
            connection.subscribe(
                to: notifications,
                onValue: { [self] time, bytes in received(bytes, at: time) },
                completion: { done($0.map { _ in }) })
        }
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
        for call in calls.removeAll() {
            fail(call, "the link ended (\(reason)) before \(call.pattern) came")
        }
        let unflushed = flushes
        flushes = []
        for flush in unflushed { flush(.failure(StepFailure("the link ended (\(reason))"))) }
        onDisconnect?(reason)
        let waiting = endings
        endings = []
        for ending in waiting { ending.action() }
    }

    /// Waits until the link ends.
    ///
    /// - Parameter cause: what makes it end, done while it is waited for.
    func waitForEnd(of cause: () -> Void = {}) async throws(StepFailure) {
        try await executor.wait { (done: @escaping Done<Void>) in
            _ = whenEnded { done(.success(())) }
            cause()
        }
    }

    /// Waits for a while; fails if the link ends meanwhile.
    func stay(for duration: Nanoseconds, else failure: String) async throws(StepFailure) {
        try await executor.wait { (done: @escaping Done<Void>) in
            let ending = whenEnded { done(.failure(StepFailure(failure))) }
            timers.after(duration) { [self] in
                forgetEnding(ending)
                done(.success(()))
            }
        }
    }

    /// Calls `action` once when the link ends; `forgetEnding` with the returned number cancels
    /// that.
    func whenEnded(_ action: @escaping () -> Void) -> Int {
        lastWait += 1
        endings.append((lastWait, action))
        return lastWait
    }

    func forgetEnding(_ number: Int) { endings.removeAll { $0.number == number } }

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
    func flush() async throws(StepFailure) {
        guard isConnected else { throw StepFailure("the link to \(boardName) ended") }
        guard unsent > 0 else { return }
        try await executor.wait { flushes.append($0) }
    }

    func send(_ packets: [Packet]) { for packet in packets { send(packet) } }

    /// Sends a packet and waits for the answer that fits.
    ///
    /// - Parameters:
    ///   - pattern: what the answer begins with; by default the packet's header.
    ///   - followers: what is sent right behind it.
    func ask(
        _ packet: Packet, answer pattern: AnswerPattern? = nil, followedBy followers: [Packet] = [],
        within limit: Nanoseconds = .seconds(5)
    ) async throws(StepFailure) -> [UInt8] {
        try await callback { done in
            let id = ask(packet, answer: pattern, within: limit, done)
            send(followers)
            return id
        }
    }

    /// Sends a packet that a board may leave unanswered.
    ///
    /// - Returns: nil if no answer comes in time.
    func answer(
        to packet: Packet, within limit: Nanoseconds
    ) async throws(StepFailure) -> [UInt8]? {
        try await callback { (done: @escaping Done<[UInt8]?>) in
            ask(packet, within: limit, onSilence: { done(.success(nil)) }) { done($0.map { $0 }) }
        }
    }

    /// The same as `ask` for what is no step; it calls back.
    ///
    /// - Parameter onSilence: called instead of the failure if the answer does not come in time.
    /// - Returns: what identifies the wait.
    @discardableResult
    func ask(
        _ packet: Packet, answer pattern: AnswerPattern? = nil,
        within limit: Nanoseconds = .seconds(5), onSilence: (() -> Void)? = nil,
        _ done: @escaping Done<[UInt8]>
    ) -> Int {
        let hint = "; the trace says what the board made of [\(packet)]"
        let id = expect(
            pattern ?? AnswerPattern(answering: packet), within: limit, hint: hint,
            onSilence: onSilence, done)
        if !send(packet), let call = calls.remove(id) {
            fail(call, "not connected to \(boardName)")
        }
        return id
    }

    /// Waits for one packet. If several wait for the same one, the first gets it.
    func expect(
        _ pattern: AnswerPattern, within limit: Nanoseconds
    ) async throws(StepFailure) -> [UInt8] {
        try await callback { expect(pattern, within: limit, $0) }
    }

    /// Waits for a packet; it is nobody's any more if the step gives up before that.
    private func callback<Value>(
        _ start: (@escaping Done<Value>) -> Int
    ) async throws(StepFailure) -> Value {
        var id = 0
        defer { if let call = calls.remove(id) { timers.cancel(call.timer) } }
        return try await executor.wait { id = start($0) }
    }

    /// The same as `expect` for what is no step; it calls back.
    ///
    /// - Parameters:
    ///   - hint: added to the failure if the packet does not come.
    ///   - onSilence: called instead of that failure.
    /// - Returns: what identifies the wait.
    @discardableResult
    func expect(
        _ pattern: AnswerPattern, within limit: Nanoseconds, hint: String = "",
        onSilence: (() -> Void)? = nil, _ done: @escaping Done<[UInt8]>
    ) -> Int {
        lastWait += 1
        let deadline = timers.now + limit
        let timer = timers.at(deadline) { [self] in
            for call in calls.removeDue(at: timers.now) {
                timers.cancel(call.timer)
                call.onSilence()
            }
        }
        let failure = { done(.failure(StepFailure("no \(pattern) within \(limit.text)\(hint)"))) }
        let call = Call(
            pattern: pattern, timer: timer, onSilence: onSilence ?? failure, done: done)
        calls.add(call, as: lastWait, for: pattern, until: deadline)
        return lastWait
    }

    private func fail(_ call: Call, _ why: String) {
        timers.cancel(call.timer)
        call.done(.failure(StepFailure(why)))
    }

    private func received(_ bytes: Span<UInt8>, at time: Instant) {
        for watcher in watchers { watcher(time, bytes) }
        if let receiver, receiver.take(bytes, at: time), calls.isEmpty { return }
        // Samples answer no request, but a step may wait for one.
        let made = madePacket?(bytes)
        let isSample = recorders.reversed().contains { $0.take(bytes, made, at: time) }
        if !calls.isEmpty { answer(bytes) }
        if !isSample { observer?(time, bytes) }
    }

    private func answer(_ bytes: Span<UInt8>) {
        guard let call = calls.take(bytes) else { return }
        timers.cancel(call.timer)
        call.done(.success(bytes.array()))
    }
}

extension Packet {
    /// Whether it belongs in a macro: no request of the client's own, and no macro command.
    fileprivate var isRecorded: Bool {
        let isDiscovery = registerByte == RegisterFlag.read
        return knownModule != .macro && !isDiscovery && self != LogCommand.readTime
    }
}
