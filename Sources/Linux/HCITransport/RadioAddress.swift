import EventLoop

/// Where hosts attach to the virtual radio, in the form of `--radio`.
package enum RadioAddress: Hashable, Sendable {
    /// HCI packets (H4) over TCP, on every address of the host name; port 0 lets the system choose
    /// one.
    case tcp(host: String, port: UInt16)
    /// HCI packets (H4) over a Unix socket at this path.
    case unix(path: String)
    /// The kernel's own Bluetooth stack, through `/dev/vhci`.
    case vhci

    /// What fits into `sockaddr_un` besides the final zero.
    static let longestPath = SocketAddress.longestPath

    /// Understands `hci-tcp:PORT`, `hci-tcp:HOST:PORT`, `hci-tcp:[::1]:PORT`, `hci-unix:PATH` and
    /// `vhci`.
    package init(_ text: String) throws(RadioAddressError) {
        if text == "vhci" {
            self = .vhci
        } else if let place = Self.rest(of: text, after: "hci-tcp:") {
            self = try Self.tcp(place)
        } else if let path = Self.rest(of: text, after: "hci-unix:") {
            self = try Self.unix(path)
        } else {
            throw .unknownKind
        }
    }

    private static func rest(of text: String, after prefix: String) -> Substring? {
        text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
    }

    private static func tcp(_ place: Substring) throws(RadioAddressError) -> Self {
        do throws(NetworkPlaceError) {
            let place = try NetworkPlace(place)
            return .tcp(host: place.host, port: place.port)
        } catch {
            throw RadioAddressError(error)
        }
    }

    private static func unix(_ path: Substring) throws(RadioAddressError) -> Self {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .noPath }
        guard path.utf8.count <= longestPath else { throw .longPath(path.utf8.count) }
        return .unix(path: String(path))
    }
}

extension RadioAddress: CustomStringConvertible {
    /// As it is written on the command line.
    package var description: String {
        switch self {
        case .tcp(let host, let port): "hci-tcp:\(NetworkPlace(host: host, port: port))"
        case .unix(let path): "hci-unix:\(path)"
        case .vhci: "vhci"
        }
    }
}

/// What is wrong with the text of a radio's address.
package enum RadioAddressError: Error, Equatable, Sendable {
    /// None of the three kinds.
    case unknownKind
    /// Not a number from 0 to 65535.
    case port(String)
    /// Nothing before the colon of the port.
    case noHost
    /// More than one colon, and no brackets.
    case bareIPv6
    /// `[` without `]:`.
    case unclosedBracket
    /// Nothing after `hci-unix:`.
    case noPath
    /// The path has this many bytes, more than a Unix socket's may have.
    case longPath(Int)

    init(_ error: NetworkPlaceError) {
        self =
            switch error {
            case .port(let text): .port(text)
            case .noHost: .noHost
            case .bareIPv6: .bareIPv6
            case .unclosedBracket: .unclosedBracket
            }
    }
}

extension RadioAddressError: CustomStringConvertible {
    /// What is wrong, and how to fix it.
    package var description: String {
        switch self {
        case .unknownKind:
            "not a kind of radio; write `hci-tcp:HOST:PORT`, `hci-unix:PATH`, `vhci`, `usb-pty:PATH`,"
                + " `bluez-bus` for a stand-in for BlueZ, or `bluez` for an adapter of this machine"
        case .port(let text): "`\(text)` is not a port; write a number from 0 to 65535"
        case .noHost:
            "the host is missing; write `hci-tcp:PORT` for this machine alone, or its name"
        case .bareIPv6: "an IPv6 address needs brackets; write `hci-tcp:[::1]:PORT`"
        case .unclosedBracket: "after `[` comes an IPv6 address and `]:PORT`"
        case .noPath: "the path is missing; write `hci-unix:PATH`"
        case .longPath(let count):
            "the path has \(count) bytes and may have \(RadioAddress.longestPath);"
                + " choose a shorter one, such as one below /tmp"
        }
    }
}
