public import Bluetooth
public import Peripheral
package import Simulation

/// The operations for synchronous code: each runs the simulation until it is complete.
///
/// None needs a time limit of its own: an unanswered request ends the link after 30 s, and a dead
/// link ends by its supervision timeout.
extension Connection {
    func wait<Value>(
        for what: String, _ start: (@escaping Completion<Value>) -> Void
    ) throws(CentralError) -> Value {
        guard isOpen else { throw state.gone }
        return try central.wait(for: what, within: .seconds(600), start)
    }

    /// Raises the ATT MTU; returns the one in force.
    @discardableResult
    package func exchangeMTUAndWait(_ mtu: Int = 517) throws(CentralError) -> Int {
        try wait(for: "the MTU exchange") { exchangeMTU(mtu, completion: $0) }
    }

    /// Finds the primary services, or only those with the given UUIDs.
    @discardableResult
    public func discoverAndWait(
        _ uuids: [BluetoothUUID]? = nil
    ) throws(CentralError) -> [RemoteService] {
        try wait(for: "service discovery") { discover(uuids, completion: $0) }
    }

    /// Reads a value of at most MTU - 1 bytes.
    public func readAndWait(
        _ characteristic: RemoteCharacteristic
    ) throws(CentralError) -> [UInt8] {
        try wait(for: "a read") { read(characteristic, completion: $0) }
    }

    /// Reads the value or descriptor with this handle.
    public func readAndWait(handle: UInt16) throws(CentralError) -> [UInt8] {
        try wait(for: "a read") { read(handle: handle, completion: $0) }
    }

    /// Reads a value of any length.
    package func readLongAndWait(
        _ characteristic: RemoteCharacteristic
    ) throws(CentralError) -> [UInt8] {
        try wait(for: "a long read") { readLong(characteristic, completion: $0) }
    }

    /// Writes at most MTU - 3 bytes; returns when answered or, for a command, when sent.
    public func writeAndWait(
        _ bytes: [UInt8], to characteristic: RemoteCharacteristic, _ kind: WriteKind = .request
    ) throws(CentralError) {
        try wait(for: "a write") { write(bytes, to: characteristic, kind, completion: $0) }
    }

    /// Writes at most MTU - 3 bytes to the value or descriptor with this handle.
    public func writeAndWait(
        _ bytes: [UInt8], handle: UInt16, _ kind: WriteKind = .request
    ) throws(CentralError) {
        try wait(for: "a write") { write(bytes, handle: handle, kind, completion: $0) }
    }

    /// Writes a value of any length by prepared writes.
    package func writeLongAndWait(
        _ bytes: [UInt8], to characteristic: RemoteCharacteristic
    ) throws(CentralError) {
        try wait(for: "a long write") { writeLong(bytes, to: characteristic, completion: $0) }
    }

    /// Turns notifications (or indications) on.
    package func subscribeAndWait(
        to characteristic: RemoteCharacteristic, _ kind: Subscription = .notifications,
        onValue: @escaping (Instant, Span<UInt8>) -> Void
    ) throws(CentralError) {
        try wait(for: "a subscription") {
            subscribe(to: characteristic, kind, onValue: onValue, completion: $0)
        }
    }

    /// Turns notifications and indications off.
    package func unsubscribeAndWait(
        from characteristic: RemoteCharacteristic
    ) throws(CentralError) {
        try wait(for: "the end of a subscription") {
            unsubscribe(from: characteristic, completion: $0)
        }
    }

    /// Requests other connection parameters; returns those in force afterwards.
    @discardableResult
    package func requestParametersAndWait(
        _ wish: ConnectionParameters
    ) throws(CentralError) -> ConnectionParameters {
        try wait(for: "a parameter update") { requestParameters(wish, completion: $0) }
    }

    /// Ends the connection; returns when it is over on both sides.
    package func disconnectAndWait() throws(CentralError) {
        guard isOpen else { return }
        disconnect()
        try central.wait(until: { !self.isOpen }, "the end of the link", within: .seconds(60))
    }
}
