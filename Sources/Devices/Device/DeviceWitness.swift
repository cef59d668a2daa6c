public import Bluetooth
public import Peripheral
public import Simulation

/// Somebody who sees what a client does with a device and what comes of it, in the order in which
/// it happens; a device has one at most.
///
/// It only looks on: it must not call the device's link or its time from here.
public protocol DeviceWitness: AnyObject {
    /// - Parameters:
    ///   - device: who tells; its services and its words may be asked.
    ///   - time: virtual time.
    func saw(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant)
}

/// What a witness is told.
public enum DeviceEvent: Sendable {
    /// A central came, or a host on USB, which has no parameters.
    case connected(ConnectionParameters?)
    /// Other connection parameters are in force.
    case parametersChanged(ConnectionParameters)
    /// The ATT MTU is another one now, in bytes.
    case mtuChanged(Int)
    /// A configuration descriptor was written with another value than before.
    case subscribed(ValueID, Subscription)
    /// A value was read.
    case read(ValueID)
    /// A value was written, and is acted on next.
    case wrote(ValueID, [UInt8], WriteKind)
    /// The firmware begins a command, from wherever it came.
    case command([UInt8], CommandSource)
    /// The firmware did nothing of what its last command asked; the device's own type says why.
    case ignored(any Error & Sendable)
    /// The command that was begun last is over.
    case commandEnded
    /// The firmware had something to say to its host; of what waits, ``settled(_:_:_:)`` tells.
    case notified(ValueID, [UInt8], NotificationFate)
    /// A notification that waited was sent, or discarded.
    case settled(ValueID, [UInt8], NotificationFate)
    /// The attribute server did not let a request through, or the device refused it.
    case attributeRefused(AttributeRefusal)
    /// The firmware starts anew, for whatever reason; what was volatile is gone.
    case reset
    /// The host is gone; nil if the device dropped it without a word.
    case disconnected(DisconnectReason?)
    /// It can be found from now on.
    case advertising
}

/// Who gave a command.
public enum CommandSource: Sendable, Equatable {
    /// A client, by whatever way.
    case host
    /// The device, by a binding that a client made earlier; with its id.
    case event(UInt8)
    /// The device, from what a client recorded earlier; with its id.
    case macro(UInt8)
}
