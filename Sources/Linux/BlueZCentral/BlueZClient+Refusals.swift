internal import Bluetooth
package import Central
package import DBus

/// What bluetoothd's errors mean for a caller.
extension BlueZClient {
    /// The text of an error that carries a code of the Attribute Protocol.
    private static let codeWords = "ATT error: 0x"

    package func refusal(_ error: DBusError, of what: String) -> AccessError {
        if let code = Self.attributeError(error) { return .attribute(code) }
        switch (Self.kind(error), error.message) {
        case ("Failed", "Not connected"), ("NotConnected", _): return .ended("BlueZ has no link")
        case ("NoReply", _), ("Timeout", _), ("TimedOut", _):
            return .timedOut("BlueZ's answer to \(what)")
        case ("NotReady", _):
            return .broken("\(place): the adapter is off; `bluetoothctl power on`")
        case ("Blocked", _):
            return .broken("\(place): the adapter is off; `rfkill unblock bluetooth`")
        case ("AccessDenied", _), ("AuthFailed", _):
            return .broken(
                "\(place): \(what) is not allowed to this user; run as root, or give the user access as"
                    + " docs/guides/bluez.md describes")
        case ("ServiceUnknown", _), ("NameHasNoOwner", _), ("Disconnected", _):
            return .broken("\(place): bluetoothd has stopped; start again once it is running")
        case ("InProgress", _):
            return .unable(
                "\(place): BlueZ is busy with the same request from another program; stop programs that"
                    + " use the board")
        default: return .unable("\(place): \(what): \(error)")
        }
    }

    /// The last part of an error's name.
    package static func kind(_ error: DBusError) -> String {
        String(error.name.split(separator: ".").last ?? "")
    }

    /// The board's own answer: bluetoothd has a name for some codes, and a text for the others.
    private static func attributeError(_ error: DBusError) -> ATTError? {
        if let rest = error.message.rest(behind: codeWords) {
            let digits = rest.prefix { $0.isHexDigit }
            return UInt8(digits, radix: 16).flatMap(ATTError.init(rawValue:))
        }
        switch (kind(error), error.message) {
        case ("NotPermitted", "Read not permitted"): return .readNotPermitted
        case ("NotPermitted", "Write not permitted"): return .writeNotPermitted
        case ("NotPermitted", "Not paired"): return .insufficientAuthentication
        case ("NotAuthorized", _): return .insufficientAuthorization
        case ("InvalidArguments", "Invalid offset"): return .invalidOffset
        case ("InvalidArguments", "Invalid Length"): return .invalidAttributeValueLength
        default: return nil
        }
    }
}

extension String {
    /// The text after the first occurrence of another, without Foundation.
    fileprivate func rest(behind words: String) -> Substring? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(words) {
                return self[index...].dropFirst(words.count)
            }
            index = self.index(after: index)
        }
        return nil
    }
}
