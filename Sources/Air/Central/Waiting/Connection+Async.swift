public import Bluetooth
public import Peripheral
public import Simulation

/// The operations for `async` code. They run the simulation on the caller's own thread and actor,
/// exactly like the waiting ones, so that a run stays deterministic.
extension Connection {
    /// Raises the ATT MTU; returns the one in force.
    @discardableResult
    public func exchangeMTU(_ mtu: Int = 517) async throws(CentralError) -> Int {
        try exchangeMTUAndWait(mtu)
    }

    /// Finds the primary services, or only those with the given UUIDs.
    @discardableResult
    public func discover(
        _ uuids: [BluetoothUUID]? = nil
    ) async throws(CentralError) -> [RemoteService] { try discoverAndWait(uuids) }

    /// Reads a value of at most MTU - 1 bytes.
    public func read(
        _ characteristic: RemoteCharacteristic
    ) async throws(CentralError) -> [UInt8] { try readAndWait(characteristic) }

    /// Reads a value of any length.
    public func readLong(
        _ characteristic: RemoteCharacteristic
    ) async throws(CentralError) -> [UInt8] { try readLongAndWait(characteristic) }

    /// Writes at most MTU - 3 bytes; returns when answered or, for a command, when sent.
    public func write(
        _ bytes: [UInt8], to characteristic: RemoteCharacteristic, _ kind: WriteKind = .request
    ) async throws(CentralError) { try writeAndWait(bytes, to: characteristic, kind) }

    /// Writes a value of any length by prepared writes.
    public func writeLong(
        _ bytes: [UInt8], to characteristic: RemoteCharacteristic
    ) async throws(CentralError) { try writeLongAndWait(bytes, to: characteristic) }

    /// Turns notifications (or indications) on.
    public func subscribe(
        to characteristic: RemoteCharacteristic, _ kind: Subscription = .notifications,
        onValue: @escaping (Instant, Span<UInt8>) -> Void
    ) async throws(CentralError) {
        try subscribeAndWait(to: characteristic, kind, onValue: onValue)
    }

    /// Turns notifications and indications off.
    public func unsubscribe(
        from characteristic: RemoteCharacteristic
    ) async throws(CentralError) { try unsubscribeAndWait(from: characteristic) }

    /// Requests other connection parameters; returns those in force afterwards.
    @discardableResult
    public func requestParameters(
        _ wish: ConnectionParameters
    ) async throws(CentralError) -> ConnectionParameters { try requestParametersAndWait(wish) }

    /// Ends the connection; returns when it is over on both sides.
    public func disconnect() async throws(CentralError) { try disconnectAndWait() }
}
