import Glibc

/// Who a client is, as the system says.
struct BusCredentials {
    var user: UInt32?
    var process: UInt32?
    /// In rising order, each once; nil if the system does not say.
    var groups: [UInt32]?

    /// This process.
    static var own: Self {
        var numbers = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = Int(getgroups(Int32(numbers.count), &numbers))
        return Self(
            user: geteuid(), process: UInt32(getpid()),
            groups: sorted([getegid()] + numbers.prefix(max(0, count))))
    }

    /// Who has connected the other end of a socket (unix(7)).
    init(ofPeer socket: Int32) {
        // `struct ucred`, which C's headers keep to themselves: process, user, group.
        var found: [UInt32] = [0, 0, 0]
        var length = socklen_t(12)
        guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &length) == 0 else { return }
        user = found[1]
        // A process of another name space has no number here.
        process = found[0] > 0 ? found[0] : nil
        groups = Self.groups(ofPeer: socket, found[2])
    }

    init(user: UInt32?, process: UInt32?, groups: [UInt32]?) {
        self.user = user
        self.process = process
        self.groups = groups
    }

    /// SO_PEERGROUPS of Linux 4.13, which C's headers have as 59 on all but three old machines.
    private static func groups(ofPeer socket: Int32, _ first: gid_t) -> [UInt32]? {
        let option: Int32 = 59
        var numbers = [gid_t](repeating: 0, count: 64)
        for _ in 0..<2 {
            var length = socklen_t(numbers.count * 4)
            if getsockopt(socket, SOL_SOCKET, option, &numbers, &length) == 0 {
                return sorted([first] + numbers.prefix(Int(length) / 4))
            }
            guard errno == ERANGE else { return nil }
            numbers = [gid_t](repeating: 0, count: Int(length) / 4)
        }
        return nil
    }

    private static func sorted(_ numbers: [gid_t]) -> [UInt32] {
        Set(numbers).sorted()
    }
}
