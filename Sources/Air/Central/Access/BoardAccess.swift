public import Bluetooth
public import Peripheral
public import Simulation

/// How a client gets at one board, whatever is in between: the virtual air, an HCI controller, the
/// BlueZ of this machine.
///
/// Everything here waits until it is over. Values that arrive meanwhile are kept for ``next(before:)``,
/// in the order of their arrival.
public protocol BoardAccess: AnyObject {
    /// As reports name it: `model`, `hci-unix:/tmp/radio`.
    var name: String { get }
    /// What this way cannot do, so that nobody tries.
    var limits: AccessLimits { get }
    /// Since the access was opened: virtual time, or that of the clock times a speed.
    var now: Instant { get }
    /// Whether there is a link.
    var isConnected: Bool { get }
    /// Why nothing works any more: the controller or the bus is gone, in words; nil while it is there.
    var failure: AccessError? { get }
    /// What an earlier link found: the next discovery gives it, and asks nothing.
    var knownServices: [RemoteService]? { get set }

    /// Every report of this board's advertising within a time; nothing of other devices.
    func scan(active: Bool, for duration: Nanoseconds) throws(AccessError) -> [ScanReport]
    /// Connects as soon as the board advertises.
    func connect(within limit: Nanoseconds) throws(AccessError)
    /// Ends the link, and returns when it has ended; without a link nothing happens.
    func disconnect() throws(AccessError)
    /// Raises the ATT MTU; returns the one in force.
    func exchangeMTU(_ mtu: Int) throws(AccessError) -> Int
    /// The primary services with all that is in them.
    func discover() throws(AccessError) -> [RemoteService]
    /// Reads the value of the first characteristic with this UUID, of any length.
    func read(_ characteristic: BluetoothUUID) throws(AccessError) -> [UInt8]
    /// Writes the value of the first characteristic with this UUID. A request returns when it was
    /// answered, a command when it was handed over.
    func write(
        _ bytes: [UInt8], to characteristic: BluetoothUUID, _ kind: WriteKind
    ) throws(AccessError)
    /// Returns when every command that was handed over has gone on the air.
    func flush() throws(AccessError)
    /// Writes the configuration of a characteristic; nothing asked for turns it off.
    func subscribe(
        to characteristic: BluetoothUUID, _ kind: Subscription
    ) throws(AccessError)
    /// The oldest event that nobody took yet; waits for one, at most until an instant.
    func next(before limit: Instant) throws(AccessError) -> AccessEvent?
    /// Lets time pass.
    func wait(until time: Instant) throws(AccessError)
    /// Gives everything back; nothing may be asked any more.
    func close()
}

extension BoardAccess {
    /// For a way that cannot go.
    public var failure: AccessError? { nil }

    /// For a way on which commands are sent before `write` returns.
    public func flush() throws(AccessError) {}
}

/// What came from a board by itself.
public enum AccessEvent: Sendable, Equatable {
    /// A notification or indication.
    case value(Instant, of: BluetoothUUID, [UInt8])
    /// The link has ended, whoever ended it, and why in words.
    case ended(Instant, String)
}

/// What a way to a board cannot do.
public struct AccessLimits: OptionSet, Sendable {
    /// One bit a limit.
    public let rawValue: UInt8
    /// The limits of a mask.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Advertising data are not seen as they are on the air.
    public static let advertisingIsInterpreted = Self(rawValue: 1)
    /// The host chooses the MTU by itself.
    public static let mtuIsFixed = Self(rawValue: 2)
    /// Services of GAP and GATT, handles and descriptors are the host's own affair.
    public static let attributesAreHidden = Self(rawValue: 4)
}

/// Why an access did not do what was asked.
public enum AccessError: Error, Sendable, Equatable {
    /// The board refused.
    case attribute(ATTError)
    /// There is no link, or it ended meanwhile; why, in words.
    case ended(String)
    /// The board has no such characteristic, or it cannot do that; in words.
    case missing(String)
    /// It did not come about in time; what was waited for, in words.
    case timedOut(String)
    /// This way cannot do that; in words.
    case unable(String)
    /// The way itself is gone: the controller, the bus; in words, with the mend.
    case broken(String)
}

extension AccessError: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .attribute(let error): "the board refused: \(error)"
        case .ended(let why): "there is no link: \(why)"
        case .timedOut(let what): "timed out waiting for \(what)"
        case .missing(let what): what
        case .unable(let what): what
        case .broken(let what): what
        }
    }
}
