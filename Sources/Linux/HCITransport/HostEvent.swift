/// Events about hosts, for the user.
package enum HostEvent: Sendable, CustomStringConvertible {
    /// A host, by its number and origin, has a controller now.
    case attached(host: Int, name: String)
    /// A host has left, or was disconnected.
    case left(host: Int, name: String, HostEnding)
    /// Hosts cannot be accepted at an address for now; retried ten times a second.
    case waiting(address: RadioAddress, reason: String)

    /// One line in words.
    package var description: String {
        switch self {
        case .attached(let host, let name): "host \(host) attached: \(name)"
        case .left(let host, let name, let ending): "host \(host) left: \(name)\(ending)"
        case .waiting(let address, let reason): "hosts have to wait at \(address): \(reason)"
        }
    }
}

/// Why a host is no longer there.
package enum HostEnding: Equatable, Sendable {
    /// It closed its side, after this many bytes of an unfinished packet.
    case closed(openBytes: Int)
    /// The data from this byte on is not a packet: one clause.
    case garbage(String, at: UInt64)
    /// It left this many bytes unread.
    case tooSlow(waitingBytes: Int)
    /// The system's error text.
    case failed(String)
    /// This side closed.
    case serverClosed
}

extension HostEnding: CustomStringConvertible {
    /// Empty for an ordinary end, else `: what`.
    package var description: String {
        switch self {
        case .closed(openBytes: 0), .serverClosed: ""
        case .closed(let count): ": in the middle of a packet, \(count) bytes of it"
        case .garbage(let what, let offset): ": disconnected at its byte \(offset): \(what)"
        case .tooSlow(let count):
            ": disconnected, it does not read: \(count) bytes are queued for it"
        case .failed(let words): ": \(words)"
        }
    }
}
