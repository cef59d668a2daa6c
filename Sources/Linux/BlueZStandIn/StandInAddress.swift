/// A message bus on which to own `org.bluez`, in the form `--radio bluez-bus[:ADDRESS]`.
package struct StandInAddress: Hashable, Sendable {
    /// What such an address begins with.
    package static let prefix = "bluez-bus"

    /// A D-Bus address, such as `unix:path=/tmp/bus`; nil for a private bus.
    package var bus: String?

    /// Understands `bluez-bus` and `bluez-bus:unix:path=/tmp/bus`.
    package init(_ text: String) throws(StandInAddressError) {
        guard Self.isOne(text) else { throw .noAddress }
        guard text != Self.prefix else { return }
        let address = text.dropFirst(Self.prefix.count + 1)
        // A transport and its parameters (D-Bus Specification, Server Addresses).
        guard let colon = address.firstIndex(of: ":"), colon > address.startIndex,
            address[colon...].contains("="), !address.utf8.contains(0)
        else { throw .bus(String(address)) }
        bus = String(address)
    }

    /// Whether a text is such an address, well formed or not.
    package static func isOne(_ text: String) -> Bool {
        text == prefix || text.hasPrefix(prefix + ":")
    }
}

extension StandInAddress: CustomStringConvertible {
    /// As it is written on the command line.
    package var description: String { Self.prefix + (bus.map { ":" + $0 } ?? "") }
}

/// What is wrong with the text of a stand-in's address.
package enum StandInAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It does not begin with `bluez-bus`.
    case noAddress
    /// Not the address of a bus.
    case bus(String)

    /// What is wrong, and how to fix it.
    package var description: String {
        switch self {
        case .noAddress: "not a bus; write `bluez-bus` or `bluez-bus:unix:path=PATH`"
        case .bus(let text):
            "`\(text)` is not a bus address; write `bluez-bus:unix:path=PATH`, or `bluez-bus`"
                + " for a private bus"
        }
    }
}
