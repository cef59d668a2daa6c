import CGIO

/// `org.freedesktop.DBus.Peer`, which every path of a connection has (D-Bus Specification, Standard
/// Interfaces).
enum PeerInterface {
    static let name = "org.freedesktop.DBus.Peer"

    static func answer(_ call: IncomingCall) {
        switch call.member {
        case "Ping": call.reply()
        case "GetMachineId": call.reply([.string(machine)])
        default: call.fail(.unknownPeerMethod)
        }
    }

    /// Where `dbus-uuidgen(1)` and `machine-id(5)` keep it; all zeros if there is none.
    static var machine: String {
        for path in ["/var/lib/dbus/machine-id", "/etc/machine-id"] {
            var text: UnsafeMutablePointer<CChar>?
            guard g_file_get_contents(path, &text, nil, nil) != 0, let text else { continue }
            defer { g_free(text) }
            let line = String(cString: text).prefix { $0.isHexDigit }
            if line.count == 32 { return String(line) }
        }
        return String(repeating: "0", count: 32)
    }
}
