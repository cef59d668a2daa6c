import Bluetooth
import Device
import MetaWearBoard
import Peripheral

/// What happens between a client and a board, as input of the rules.
enum ProtocolEvent {
    /// A host connected.
    case connected
    /// A configuration descriptor was written.
    case subscribed(Characteristic?, Subscription)
    /// A value was written by GATT, before the firmware looks at it.
    case wrote(Characteristic?, [UInt8], WriteKind)
    /// A value was read by GATT.
    case read(Characteristic?)
    /// The firmware begins a command: its outcome is unknown.
    case sent(Command)
    /// The same command after its end.
    case done(Command)
    /// The same command once more if it was accepted: only now the state contains its effect.
    case changed(Command)
    /// The board made a notification.
    case notified([UInt8], NotificationFate)
    /// A pending notification was sent or discarded.
    case settled([UInt8], NotificationFate)
    /// A notification that was sent never arrived.
    case vanished([UInt8])
    /// The attribute server refused something.
    case refused(AttributeRefusal)
    /// A host broke a rule of the Attribute Protocol that has no answer.
    case breached(AttributeBreach)
    /// The host is gone; nil if the board dropped the link silently.
    case disconnected(DisconnectReason?)
    /// The firmware restarts.
    case reset
    /// The run is over.
    case finished
}

/// Checks the rules of one family on one device.
protocol RuleFamily: AnyObject {
    /// Its rules.
    static var rules: [Rule] { get }
    /// Whether its rules apply to a device; it gets no events of others.
    static func concerns(_ device: any SimulatedDevice) -> Bool
    /// Whether packets of the board can mean anything to it, until it is shown the next event. There may be hundreds a
    /// second, while most rules are about commands.
    var awaitsPackets: Bool { get }
    init()
    /// Handles one event; the context has the state before it.
    func see(_ event: ProtocolEvent, _ context: JudgeContext)
}

extension RuleFamily {
    /// Most rules apply to MetaWear boards.
    static func concerns(_ device: any SimulatedDevice) -> Bool { device is MetaWearBoard }

    var awaitsPackets: Bool { false }
}
