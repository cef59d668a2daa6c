import DBus

/// Why a board cannot be, or no longer is, on an adapter of BlueZ; the description says how to fix it.
package enum BlueZError: Error, Equatable, Sendable {
    /// No connection to the system bus; in the system's words.
    case noBus(String)
    /// No program owns `org.bluez`.
    case noDaemon
    /// There is no such adapter (nil: none at all) among the existing ones.
    case noAdapter(String?, there: [String])
    /// The radio is switched off by rfkill.
    case blocked(String)
    /// The adapter cannot be a Low Energy peripheral.
    case noPeripheralRole(String)
    /// The bus, or bluetoothd, denies this user access.
    case forbidden(String)
    /// BlueZ itself already has a service of the board, by its UUID.
    case serviceTaken(String, adapter: String)
    /// Another program, or another board, has a service of the board, by its UUID.
    case serviceShared(String, adapter: String)
    /// The adapter's advertisements are all in use.
    case tooManyAdvertisements(String)
    /// BlueZ refused a request.
    case refused(String, DBusError)
    /// BlueZ did not answer within the time, in seconds.
    case noAnswer(String, seconds: Int)
    /// The connection to the bus has ended.
    case busClosed
}

extension BlueZError: CustomStringConvertible {
    /// What is wrong, and how to fix it.
    package var description: String {
        switch self {
        case .noBus(let why):
            "the system bus cannot be reached (\(why)); start it (`service dbus start`), or set"
                + " DBUS_SYSTEM_BUS_ADDRESS"
        case .noDaemon:
            "bluetoothd is not running; install Debian's package bluez and start it"
                + " (`systemctl start bluetooth`)"
        case .noAdapter(nil, _):
            "BlueZ has no adapter; plug one in, or use `--radio vhci` or `--radio bluez-bus`"
        case .noAdapter(let name?, let there):
            "BlueZ has no adapter \(name); "
                + (there.isEmpty ? "it has none: plug one in" : "it has \(Self.list(there))")
        case .blocked(let adapter):
            "\(adapter) is switched off by rfkill; `rfkill unblock bluetooth`"
        case .noPeripheralRole(let adapter):
            "\(adapter) cannot be a Low Energy peripheral; use another adapter, and"
                + " `ControllerMode = dual` or `le` in /etc/bluetooth/main.conf"
        case .forbidden(let what):
            "\(what) is not allowed to this user; run as root, or give the user access as"
                + " docs/guides/bluez.md describes"
        case .serviceTaken(let service, let adapter):
            "BlueZ has its own service \(service) on \(adapter), and the board has it too;"
                + " \(Self.fix(service))"
        case .serviceShared(let service, let adapter):
            "the service \(service) is already on \(adapter), from another program or board; stop that"
                + " program, or give each board its own adapter:"
                + " `--radio bluez:hci0:desk --radio bluez:hci1:wrist`"
        case .tooManyAdvertisements(let adapter):
            "\(adapter) cannot send more advertisements; stop other programs that advertise, or"
                + " give each board its own adapter"
        case .refused(let what, let error): "\(what) failed: \(error)"
        case .noAnswer(let what, let seconds):
            "\(what): bluetoothd did not answer within \(seconds) s; restart it"
                + " (`systemctl restart bluetooth`)"
        case .busClosed: "the system bus has closed the connection; start again once it runs"
        }
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    /// main.conf(5) as bluetoothd 5.66 has it.
    private static func fix(_ service: String) -> String {
        switch service.uppercased() {
        case "180A":
            "write `DeviceID = false` below [General] in /etc/bluetooth/main.conf and restart"
                + " bluetoothd"
        case "180F":
            "start bluetoothd without its battery plugin (`bluetoothd -P battery`)"
        default: "stop the program that registered it"
        }
    }

    /// The outcome of a call for `what`.
    init(_ what: String, _ error: DBusError, adapter: String) {
        switch error.name {
        case "org.freedesktop.DBus.Error.AccessDenied", "org.bluez.Error.NotAuthorized":
            self = .forbidden(what)
        case "org.bluez.Error.Blocked": self = .blocked(adapter)
        case DBusError.disconnected.name: self = .busClosed
        case "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner":
            self = .noDaemon
        default: self = .refused(what, error)
        }
    }
}
