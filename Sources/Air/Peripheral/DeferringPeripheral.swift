public import Bluetooth

/// How somebody else's value is written.
public enum DeferredWrite: Sendable, Hashable {
    /// By a write request.
    case request
    /// By a write command; nobody is told what comes of it.
    case command
    /// Not yet: whether a part may be kept for later is asked (Core Vol 3, Part F, 3.4.6.1). There
    /// are no bytes.
    case prepare
    /// By a queue of prepared writes that is executed.
    case execute
}

/// A peripheral that does not have its values itself: it lays out its own attributes, and answers
/// when it can.
///
/// The server calls neither its `read` nor its `write` of ``Peripheral``. Until an answer comes, the
/// central's request stays open; whatever else is going on goes on. An answer after the end of the
/// connection, or a second one, is of no effect.
public protocol DeferringPeripheral: Peripheral {
    /// The attributes as they are now. Handles and values that stay keep their subscriptions.
    var attributes: AttributeTable { get }
    /// What is left of a value from an offset on, in bytes.
    func read(
        _ value: ValueID, from offset: Int, by connection: ConnectionID,
        _ answer: @escaping (Result<[UInt8], ATTError>) -> Void)
    /// Puts bytes into a value, from an offset on; the answer is nil if that went well.
    func write(
        _ bytes: [UInt8], at offset: Int, to value: ValueID, _ kind: DeferredWrite,
        by connection: ConnectionID, _ answer: @escaping (ATTError?) -> Void)
}

extension DeferringPeripheral {
    /// Nobody asks.
    public var services: [Service] { [] }
    /// Nobody asks.
    public func read(
        _ value: ValueID, by connection: ConnectionID
    ) throws(ATTError) -> [UInt8] { throw .unlikelyError }
    /// Nobody asks.
    public func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) { throw .unlikelyError }
}

extension AttributeTable {
    /// What a peripheral offers.
    init(of peripheral: any Peripheral, minimumSecurity: Security) {
        if let deferring = peripheral as? any DeferringPeripheral {
            self = deferring.attributes
        } else {
            self.init(
                peripheral.services, layout: peripheral.tableLayout,
                minimumSecurity: minimumSecurity)
        }
    }
}
