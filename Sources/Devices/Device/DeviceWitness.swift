public import Bluetooth
public import Peripheral
public import Simulation

/// Observes what a client does with a device and the results, in order; a device has at most one.
///
/// It must not call the device's link or change its time from here.
public protocol DeviceWitness: AnyObject {
    /// - Parameters:
    /// - device: the device that reports; its services and descriptions may be read.
    ///   - time: virtual time.
    func saw(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant)
}

/// Why a device ignored a command, in words; ``Refused`` has the device's own error.
public protocol DeviceRefusal: AnyObject, Sendable {
    /// What the trace says.
    var text: String { get }
}

/// A device's own error as a refusal.
package final class Refused<Why: Error & CustomStringConvertible>: DeviceRefusal {
    /// What the device says.
    package let why: Why

    /// The error of a command that was ignored.
    package init(_ why: Why) { self.why = why }

    /// The error in words.
    public var text: String { why.description }
}

/// An event that a witness sees.
public enum DeviceEvent: Sendable {
    /// A central came, or a host on USB, which has no parameters.
    case connected(ConnectionParameters?)
    /// The connection parameters changed.
    case parametersChanged(ConnectionParameters)
    /// The ATT MTU changed, in bytes.
    case mtuChanged(Int)
    /// A configuration descriptor was written with a new value.
    case subscribed(ValueID, Subscription)
    /// A value was read.
    case read(ValueID)
    /// A value was written; the device acts on it next.
    case wrote(ValueID, [UInt8], WriteKind)
    /// The firmware begins a command, whatever its source.
    case command([UInt8], CommandSource)
    /// The firmware ignored its last command; the device's own error type says why.
    case ignored(any DeviceRefusal)
    /// The last command that began has ended.
    case commandEnded
    /// The firmware notified its host; for a queued notification, ``settled(_:_:_:)`` follows.
    case notified(ValueID, [UInt8], NotificationFate)
    /// A queued notification was sent or discarded.
    case settled(ValueID, [UInt8], NotificationFate)
    /// A notification with these bytes was sent and never arrived: a fault of a scenario.
    case vanished([UInt8])
    /// The attribute server or the device refused a request.
    case attributeRefused(AttributeRefusal)
    /// A host broke a rule of the Attribute Protocol that has no answer.
    case attributeBreach(AttributeBreach)
    /// The firmware restarts, for any reason; volatile state is lost.
    case reset
    /// The host has disconnected; nil if the device dropped it silently.
    case disconnected(DisconnectReason?)
    /// The device begins to advertise.
    case advertising
}

/// The source of a command.
public enum CommandSource: Sendable, Equatable {
    /// A client, over any transport.
    case host
    /// The device, by a binding that a client made earlier, with its id.
    case event(UInt8)
    /// The device, from a client's earlier recording, with its id.
    case macro(UInt8)
}
