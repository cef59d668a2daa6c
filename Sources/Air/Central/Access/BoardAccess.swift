public import Bluetooth
public import Peripheral
public import Simulation

/// A client's access to one board, over the virtual air, an HCI controller or this machine's BlueZ.
///
/// Every operation waits until it is complete. Values that arrive meanwhile are kept for
/// ``next(before:)``, in the order of arrival.
public protocol BoardAccess: AnyObject {
    /// The name in reports: `model`, `hci-unix:/tmp/radio`.
    var name: String { get }
    /// What this access cannot do; callers check it first.
    var limits: AccessLimits { get }
    /// Time since the access was opened: virtual time, or the clock's times a speed.
    var now: Instant { get }
    /// Whether there is a link.
    var isConnected: Bool { get }
    /// Why the access has failed for good: the controller or the bus is gone, in words; nil while
    /// it works.
    var failure: AccessError? { get }
    /// The services found on an earlier link: the next discovery returns them without requests.
    var knownServices: [RemoteService]? { get set }

    /// Every advertising report of this board within a time; none of other devices.
    func scan(active: Bool, for duration: Nanoseconds) throws(AccessError) -> [ScanReport]
    /// Connects as soon as the board advertises.
    func connect(within limit: Nanoseconds) throws(AccessError)
    /// Ends the link, and returns when it has ended; does nothing without a link.
    func disconnect() throws(AccessError)
    /// Raises the ATT MTU; returns the one in force.
    func exchangeMTU(_ mtu: Int) throws(AccessError) -> Int
    /// The primary services with their contents.
    func discover() throws(AccessError) -> [RemoteService]
    /// Reads the value of the first characteristic with this UUID, of any length.
    func read(_ characteristic: BluetoothUUID) throws(AccessError) -> [UInt8]
    /// Writes the value of the first characteristic with this UUID. A request returns when it was
    /// answered, a command when it was queued.
    func write(
        _ bytes: [UInt8], to characteristic: BluetoothUUID, _ kind: WriteKind
    ) throws(AccessError)
    /// Returns when every queued command has been sent.
    func flush() throws(AccessError)
    /// Writes the configuration of a characteristic; an empty set turns it off.
    func subscribe(
        to characteristic: BluetoothUUID, _ kind: Subscription
    ) throws(AccessError)
    /// The oldest event that was not taken yet; waits for one until the limit.
    func next(before limit: Instant) throws(AccessError) -> AccessEvent?
    /// Lets time pass.
    func wait(until time: Instant) throws(AccessError)
    /// Releases everything; no call is allowed afterwards.
    func close()
}

extension BoardAccess {
    /// For an access that cannot fail.
    public var failure: AccessError? { nil }

    /// For an access on which commands are sent before `write` returns.
    public func flush() throws(AccessError) {}
}

/// An event of a board.
public enum AccessEvent: Sendable, Equatable {
    /// A notification or indication.
    case value(Instant, of: BluetoothUUID, [UInt8])
    /// The link has ended, by either side, and why in words.
    case ended(Instant, String)
}
