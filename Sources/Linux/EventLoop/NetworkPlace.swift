/// A host and a port, as they are written on a command line.
package struct NetworkPlace: Hashable, Sendable {
    /// A name or a numeric address; an IPv6 address without its brackets.
    package var host: String
    /// 0 lets the system choose one.
    package var port: UInt16

    /// Without a host name, only this machine.
    package static let defaultHost = "127.0.0.1"

    package init(host: String = NetworkPlace.defaultHost, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Understands `PORT`, `HOST:PORT` and `[::1]:PORT`.
    package init(_ place: Substring) throws(NetworkPlaceError) {
        let host: Substring
        let port: Substring
        if place.first == "[" {
            guard let end = place.firstIndex(of: "]"), place[end...].dropFirst().first == ":" else {
                throw .unclosedBracket
            }
            host = place[..<end].dropFirst()
            port = place[end...].dropFirst(2)
        } else if let colon = place.lastIndex(of: ":") {
            host = place[..<colon]
            port = place[colon...].dropFirst()
            if host.contains(":") { throw .bareIPv6 }
        } else {
            host = Self.defaultHost[...]
            port = place
        }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port) else {
            throw .port(String(port))
        }
        guard !host.isEmpty, !host.utf8.contains(0) else { throw .noHost }
        self.init(host: String(host), port: number)
    }
}

extension NetworkPlace: CustomStringConvertible {
    /// `127.0.0.1:9000` or `[::1]:9000`.
    package var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

/// What is wrong with the text of a host and port.
package enum NetworkPlaceError: Error, Equatable, Sendable {
    /// Not a number from 0 to 65535.
    case port(String)
    /// Nothing before the colon of the port.
    case noHost
    /// More than one colon, and no brackets.
    case bareIPv6
    /// `[` without `]:`.
    case unclosedBracket
}

extension NetworkPlaceError: CustomStringConvertible {
    /// What is wrong, and how to fix it.
    package var description: String {
        switch self {
        case .port(let text): "`\(text)` is not a port; write a number from 0 to 65535"
        case .noHost: "the host is missing; write `PORT` for this machine alone, or `HOST:PORT`"
        case .bareIPv6: "an IPv6 address needs brackets; write `[::1]:PORT`"
        case .unclosedBracket: "after `[` comes an IPv6 address and `]:PORT`"
        }
    }
}
