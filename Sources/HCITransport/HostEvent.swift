/// What happens to hosts, for whoever watches the program.
public enum HostEvent: Sendable, CustomStringConvertible {
    /// A host, by its number and where it is, has a controller now.
    case attached(host: Int, name: String)
    /// A host is gone, or was sent away.
    case left(host: Int, name: String, HostEnding)
    /// Hosts cannot be let in at an address for now; it is tried again ten times a second.
    case waiting(address: RadioAddress, reason: String)

    /// One line in words.
    public var description: String {
        switch self {
        case .attached(let host, let name): "host \(host) attached: \(name)"
        case .left(let host, let name, let ending): "host \(host) left: \(name)\(ending)"
        case .waiting(let address, let reason): "hosts have to wait at \(address): \(reason)"
        }
    }
}

/// Why a host is no longer there.
public enum HostEnding: Equatable, Sendable {
    /// It closed its side, with so many bytes of a packet that it did not finish.
    case closed(openBytes: Int)
    /// What it sent from this byte on is no packet: one clause.
    case garbage(String, at: UInt64)
    /// It let so many bytes wait.
    case tooSlow(waitingBytes: Int)
    /// The system's words.
    case failed(String)
    /// This side closed.
    case serverClosed
}

extension HostEnding: CustomStringConvertible {
    /// Empty for an ordinary end, else `: what`.
    public var description: String {
        switch self {
        case .closed(openBytes: 0), .serverClosed: ""
        case .closed(let count): ": in the middle of a packet, \(count) bytes of it"
        case .garbage(let what, let offset): ": sent away, from its byte \(offset) on: \(what)"
        case .tooSlow(let count):
            ": sent away, it does not read: \(count) bytes wait for it"
        case .failed(let words): ": \(words)"
        }
    }
}
