import Bluetooth
import DBus

extension ATTError {
    /// The method error that makes bluetoothd send this code to the central.
    ///
    /// It knows six names; of `Failed` it takes the codes 0x80 to 0x9F out of the message, and any
    /// name that it does not know becomes Unlikely Error (bluetoothd 5.66).
    var onBus: DBusError {
        switch self {
        case .readNotPermitted, .writeNotPermitted:
            DBusError("org.bluez.Error.NotPermitted", "not permitted")
        case .insufficientAuthorization:
            DBusError("org.bluez.Error.NotAuthorized", "not authorized")
        case .invalidOffset: DBusError("org.bluez.Error.InvalidOffset", "beyond the value")
        case .invalidAttributeValueLength:
            DBusError("org.bluez.Error.InvalidValueLength", "not a length of this value")
        case .requestNotSupported: DBusError("org.bluez.Error.NotSupported", "not supported")
        case .procedureInProgress: DBusError("org.bluez.Error.InProgress", "in progress")
        case .application: DBusError("org.bluez.Error.Failed", "\(rawValue)")
        default: DBusError("org.freedesktop.DBus.Error.Failed", "attribute error \(rawValue)")
        }
    }
}
