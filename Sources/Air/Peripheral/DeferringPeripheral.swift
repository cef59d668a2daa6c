package import Bluetooth

/// How a value of a deferring peripheral is written.
package enum DeferredWrite: Sendable, Hashable {
    /// By a write request.
    case request
    /// By a write command; there is no response.
    case command
    /// Not written yet: asks whether a part may be queued (Core Vol 3, Part F, 3.4.6.1). There are
    /// no bytes.
    case prepare
    /// By a queue of prepared writes that is executed.
    case execute
}

/// A peripheral that fetches its values from elsewhere: it lays out its own attributes, and answers
/// later.
///
/// The server calls neither `read` nor `write` of ``Peripheral``. The central's request stays open
/// until the answer comes; everything else continues. An answer after the end of the connection, or
/// a second one, has no effect.
package protocol DeferringPeripheral: Peripheral {
    /// The current attributes. Handles and values that remain keep their subscriptions.
    var attributes: AttributeTable { get }
    /// The rest of a value from an offset on, in bytes.
    func read(
        _ value: ValueID, from offset: Int, by connection: ConnectionID,
        _ answer: @escaping (Result<[UInt8], ATTError>) -> Void)
    /// Writes bytes into a value at an offset; the answer is nil on success.
    func write(
        _ bytes: [UInt8], at offset: Int, to value: ValueID, _ kind: DeferredWrite,
        by connection: ConnectionID, _ answer: @escaping (ATTError?) -> Void)
}

/// The values of a peripheral that answers later.
public struct DeferredValues {
    let peripheral: any DeferringPeripheral
}

extension DeferringPeripheral {
    /// Its own.
    public var deferredValues: DeferredValues? { DeferredValues(peripheral: self) }
    /// Not used.
    public var services: [Service] { [] }
    /// Not called.
    public func read(
        _ value: ValueID, by connection: ConnectionID
    ) throws(ATTError) -> [UInt8] { throw .unlikelyError }
    /// Not called.
    public func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) { throw .unlikelyError }
}

extension AttributeTable {
    /// The attributes of a peripheral.
    init(of peripheral: any Peripheral, minimumSecurity: Security) {
        if let deferring = peripheral.deferredValues?.peripheral {
            self = deferring.attributes
        } else {
            self.init(
                peripheral.services, layout: peripheral.tableLayout,
                minimumSecurity: minimumSecurity)
        }
    }
}
