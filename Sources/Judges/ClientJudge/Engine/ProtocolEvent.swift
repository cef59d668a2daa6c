import Bluetooth
import Device
import MetaWearBoard
import Peripheral

/// What happens between a client and a board, as rules see it.
enum ProtocolEvent {
    /// A host came.
    case connected
    /// A configuration descriptor was written.
    case subscribed(Characteristic?, Subscription)
    /// A value was written by GATT, before the firmware looks at it.
    case wrote(Characteristic?, [UInt8], WriteKind)
    /// A value was read by GATT.
    case read(Characteristic?)
    /// The firmware begins a command: nothing has come of it yet.
    case sent(Command)
    /// The same when it is over.
    case done(Command)
    /// The board had something to say.
    case notified([UInt8], NotificationFate)
    /// What waited was sent or discarded.
    case settled([UInt8], NotificationFate)
    /// The attribute server refused something.
    case refused(AttributeRefusal)
    /// The host is gone; nil if the board dropped it without a word.
    case disconnected(DisconnectReason?)
    /// The firmware starts anew.
    case reset
    /// Nobody looks any more.
    case finished
}

/// Watches the rules of one family on one device.
protocol RuleFamily: AnyObject {
    /// What it can find.
    static var rules: [Rule] { get }
    /// Whether its rules are about such a device; it never sees another.
    static func concerns(_ device: any SimulatedDevice) -> Bool
    init()
    /// Looks at one event; the context has what happened before it.
    func see(_ event: ProtocolEvent, _ context: JudgeContext)
}

extension RuleFamily {
    /// Most rules are about MetaWear boards.
    static func concerns(_ device: any SimulatedDevice) -> Bool { device is MetaWearBoard }
}
