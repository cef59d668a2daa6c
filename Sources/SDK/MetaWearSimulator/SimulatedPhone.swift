public import Bluetooth
public import Central
public import Peripheral

/// A phone in front of a desk: a central whose operations suspend the calling task while virtual time passes.
///
/// They go on while a world runs the desk. `Central` itself has `async` operations as well; those run the
/// simulation themselves, and are for code outside of worlds.
public actor SimulatedPhone {
    private let central: Central
    private var links: [Address: Link] = [:]

    private final class Link {
        let connection: Connection
        var streams: [AsyncThrowingStream<[UInt8], any Error>.Continuation] = []

        init(_ connection: Connection) { self.connection = connection }
    }

    /// A phone with a random address, which the desk's seed and the phone's name decide.
    public init(on desk: SimulatedDesk, name: String = "phone") {
        central = Central(on: desk.air, name: name)
    }

    /// Connects to a peripheral and discovers what it has.
    public func connect(to peer: Address) async throws(CentralError) {
        let connection = try await value { central.connect(to: peer, completion: $0) }
        let link = Link(connection)
        links[peer] = link
        connection.onDisconnect = { [weak link] reason in
            for stream in link?.streams ?? [] {
                stream.finish(throwing: CentralError.disconnected(reason))
            }
            link?.streams = []
        }
        _ = try await value { connection.discover(completion: $0) }
    }

    /// Ends the connection; returns at once.
    public func disconnect(from peer: Address) {
        for stream in links[peer]?.streams ?? [] { stream.finish() }
        links[peer]?.streams = []
        links.removeValue(forKey: peer)?.connection.disconnect()
    }

    /// Reads a value of any length.
    public func read(
        _ uuid: BluetoothUUID, of peer: Address
    ) async throws(CentralError) -> [UInt8] {
        let (connection, characteristic) = try find(uuid, of: peer)
        return try await value { connection.readLong(characteristic, completion: $0) }
    }

    /// Writes a value; returns when it is answered or, for a command, when it is sent.
    public func write(
        _ bytes: [UInt8], to uuid: BluetoothUUID, of peer: Address, _ kind: WriteKind = .request
    ) async throws(CentralError) {
        let (connection, characteristic) = try find(uuid, of: peer)
        try await value { connection.write(bytes, to: characteristic, kind, completion: $0) }
    }

    /// Turns notifications on. The stream holds what nobody has taken yet; it ends when the phone
    /// disconnects, and with an error when the link is lost.
    public func notifications(
        of uuid: BluetoothUUID, of peer: Address
    ) async throws(CentralError) -> AsyncThrowingStream<[UInt8], any Error> {
        let (connection, characteristic) = try find(uuid, of: peer)
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        links[peer]?.streams.append(continuation)
        try await value {
            connection.subscribe(
                to: characteristic,
                onValue: { _, bytes in continuation.yield(bytes.indices.map { bytes[$0] }) },
                completion: $0)
        }
        return stream
    }

    private func find(
        _ uuid: BluetoothUUID, of peer: Address
    ) throws(CentralError) -> (Connection, RemoteCharacteristic) {
        guard let connection = links[peer]?.connection else {
            throw .invalid("the phone is not connected to \(peer); connect first")
        }
        return (connection, try connection.characteristic(uuid))
    }

    /// Starts an operation and waits for its completion, which comes from an event of the simulation.
    private func value<Value>(
        _ start: (@escaping Completion<Value>) -> Void
    ) async throws(CentralError) -> Value {
        let outcome = Outcome<Value>()
        await withCheckedContinuation { waiting in
            start { result in
                outcome.result = result
                waiting.resume()
            }
        }
        guard let result = outcome.result else { throw .cancelled }
        return try result.get()
    }

    private final class Outcome<Value> {
        var result: Result<Value, CentralError>?
    }
}
