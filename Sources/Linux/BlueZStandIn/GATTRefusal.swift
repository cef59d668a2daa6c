import Bluetooth
import Central
import DBus

/// bluetoothd 5.66's errors for failed calls of GATT objects.
enum GATTRefusal {
    static let notConnected = error("Failed", "Not connected")
    static let disconnecting = error("NotConnected", "Not Connected")
    static let inProgress = error("InProgress", "In Progress")
    static let notSupported = error("NotSupported", "Operation is not supported")
    static let invalidArguments = error("InvalidArguments", "Invalid arguments in method call")
    static let invalidOffset = error("InvalidArguments", "Invalid offset")
    static let writeAcquired = error("NotPermitted", "Write acquired")
    static let notifyAcquired = error("NotPermitted", "Notify acquired")
    static let writeNotPermitted = error("NotPermitted", "Write not permitted")
    static let notStarted = error("Failed", "No notify session started")
    static let cannotWrite = error("Failed", "Failed to initiate write")
    /// A part of a reliable write was echoed differently.
    static let unreliable = error("Failed", "Bad address")

    /// For a socket that could not be created; in the system's words.
    static func failed(_ words: String) -> DBusError { error("Failed", words) }

    /// For the failure of an operation, by the peripheral or the end of the link.
    static func of(_ failure: CentralError) -> DBusError {
        switch failure {
        case .attribute(let refusal, _): of(code: refusal.rawValue)
        default: cutOff
        }
    }

    /// An operation cut off by the end of the link counts as an unlikely error.
    static let cutOff = of(code: 0x0E)

    private static func of(code: UInt8) -> DBusError {
        switch code {
        case 0x02: error("NotPermitted", "Read not permitted")
        case 0x03: writeNotPermitted
        case 0x05, 0x0C, 0x0F: error("NotPermitted", "Not paired")
        case 0x06: notSupported
        case 0x07: invalidOffset
        case 0x08: error("NotAuthorized", "Operation Not Authorized")
        case 0x0D: error("InvalidArguments", "Invalid Length")
        default:
            error(
                "Failed",
                "Operation failed with ATT error: 0x" + (code < 0x10 ? "0" : "")
                    + String(code, radix: 16))
        }
    }

    private static func error(_ name: String, _ message: String) -> DBusError {
        DBusError("org.bluez.Error." + name, message)
    }
}
