package import Peripheral
package import Simulation
package import Wire

/// The source of a datum: the triple by which loggers, processors and events name it (protocol,
/// core 0).
@frozen public struct SignalKey: Hashable, Sendable {
    /// The index of a signal that has none.
    public static let noIndex: UInt8 = 0xFF
    /// Bit 7 of the register byte: a read that is answered.
    public static let loud: UInt8 = 0x80
    /// Bits 7 and 6: a read that only feeds consumers on the board.
    public static let silent: UInt8 = 0xC0

    /// The module that makes it.
    public var module: UInt8
    /// With its read bits: `04` is a stream, `81` a loud read, `C1` a silent one.
    public var register: UInt8
    /// The data id: channel, pin, slot; `FF` for none.
    public var index: UInt8

    /// A source; without an index it is that of a signal that has none.
    @inlinable public init(_ module: UInt8, _ register: UInt8, _ index: UInt8 = noIndex) {
        self.module = module
        self.register = register
        self.index = index
    }
}

extension SignalKey: CustomStringConvertible {
    /// The three bytes as a client writes them.
    public var description: String { Hex.text([module, register, index]) }
}

/// A stream of samples that a module produces, with its counts for the report.
///
/// Its numbers and flags are accessed with every sample, by one thread, and no access lasts longer
/// than a load or a store: their exclusivity needs no check at run time.
public final class SignalOutlet {
    /// Which signal it is.
    public let key: SignalKey
    /// Samples that the sensor produced.
    @exclusivity(unchecked) public internal(set) var made = 0
    /// Notifications that the link took.
    @exclusivity(unchecked) public internal(set) var sent = 0
    /// Notifications dropped because the link's queue and the board's were full.
    @exclusivity(unchecked) public internal(set) var dropped = 0
    /// Notifications in the board's queue.
    @exclusivity(unchecked) public internal(set) var waiting = 0
    /// Samples that no host subscribed to, that had no link, or that were discarded while queued.
    public var discarded: Int { made - sent - dropped - waiting }
    /// Called for every sample: when, its bytes, and what became of its notification by then.
    package var observer: ((Instant, ShortBytes, NotificationFate) -> Void)? {
        didSet { isObserved = observer != nil }
    }
    /// Whether there is an observer; asked with every sample.
    @exclusivity(unchecked) private(set) var isObserved = false

    /// Whether the host subscribed to it; a copy of the module's subscription, kept here for speed.
    @exclusivity(unchecked) var isSubscribed = false

    init(_ key: SignalKey) { self.key = key }

    /// Counts the fate of a sample's notification.
    @inline(__always) func count(_ fate: NotificationFate) {
        switch fate {
        case .sent: sent += 1
        case .waiting: waiting += 1
        case .dropped: dropped += 1
        case .discarded: break
        }
    }

    /// A queued notification was sent or discarded.
    func settle(_ fate: NotificationFate) {
        waiting -= 1
        count(fate)
    }
}
