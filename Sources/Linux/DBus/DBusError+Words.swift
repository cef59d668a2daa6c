/// bluetoothd 5.66's errors for calls that do not match: the first in the words of libdbus, the
/// others in those of its own layer above it.
extension DBusError {
    /// An existing object has no method with this interface, name and signature.
    static func unknownMethod(_ call: IncomingCall) -> Self {
        Self("org.freedesktop.DBus.Error.UnknownMethod", nothing(call))
    }

    static func unknownObject(_ call: IncomingCall) -> Self {
        Self("org.freedesktop.DBus.Error.UnknownObject", nothing(call))
    }

    private static func nothing(_ call: IncomingCall) -> String {
        "Method \"\(call.member)\" with signature \"\(call.signature)\" on interface"
            + " \"\(call.interface ?? "(null)")\" doesn't exist\n"
    }

    static let unknownPeerMethod = Self(
        "org.freedesktop.DBus.Error.UnknownMethod",
        "Unknown method invoked on org.freedesktop.DBus.Peer interface")

    static func noInterface(_ name: String) -> Self {
        Self("org.freedesktop.DBus.Error.InvalidArgs", "No such interface '\(name)'")
    }

    static func noProperty(_ name: String) -> Self {
        Self("org.freedesktop.DBus.Error.InvalidArgs", "No such property '\(name)'")
    }

    static func noPropertyToSet(_ name: String) -> Self {
        Self("org.freedesktop.DBus.Error.UnknownProperty", "No such property '\(name)'")
    }

    static func readOnly(_ name: String) -> Self {
        Self("org.freedesktop.DBus.Error.PropertyReadOnly", "Property '\(name)' is not writable")
    }

    static func wrongType(_ name: String) -> Self {
        Self("org.freedesktop.DBus.Error.InvalidSignature", "Invalid signature for '\(name)'")
    }
}
