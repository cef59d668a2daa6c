import EventLoop
import Glibc

/// A socket that hosts connect to. The file of a Unix socket is removed with this object.
final class Listener {
    let descriptor: Descriptor
    /// As it would be written on the command line, with the port that the system chose.
    let address: RadioAddress
    let isReachableFromOutside: Bool
    /// Waits for hosts, or until it is worth trying again.
    var watch: Watch?
    /// Whether hosts have to wait, and that was reported.
    var isLacking = false
    private let file: File?

    /// A file by its number, to distinguish it from another one with the same name.
    private struct File {
        var path: String
        var device: dev_t
        var number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (self.path, device, number) = (path, status.st_dev, status.st_ino)
        }

        func remove() {
            guard let now = File(path), now.device == device, now.number == number else { return }
            unlink(path)
        }
    }

    private init(
        _ descriptor: Descriptor, _ address: RadioAddress, isReachableFromOutside: Bool,
        file: File? = nil
    ) {
        self.descriptor = descriptor
        self.address = address
        self.isReachableFromOutside = isReachableFromOutside
        self.file = file
    }

    deinit { file?.remove() }

    /// One listener for each address of a name, all on one port.
    static func tcp(host: String, port: UInt16) throws(RadioError) -> [Listener] {
        let asked = RadioAddress.tcp(host: host, port: port)
        let addresses: [SocketAddress]
        switch SocketAddress.resolve(host, port: port) {
        case .success(let found): addresses = found
        case .failure(let error):
            throw RadioError(asked, "\(error.words); write a name or address of this machine")
        }
        var listeners: [Listener] = []
        var problem = EADDRNOTAVAIL
        for var address in addresses {
            if case .tcp(_, let chosen)? = listeners.first?.address { address.port = chosen }
            do throws(SystemError) {
                let descriptor = try address.listen()
                let place = SocketAddress(of: descriptor)
                listeners.append(
                    Listener(
                        descriptor, .tcp(host: place.host, port: place.port),
                        isReachableFromOutside: !place.isLoopback))
            } catch {
                problem = error.number
                // A machine without IPv6 still has `localhost`.
                let isLacking = problem == EADDRNOTAVAIL || problem == EAFNOSUPPORT
                if !isLacking, port != 0 || listeners.isEmpty {
                    throw RadioError(asked, words(for: problem) + fix(of: problem))
                }
            }
        }
        guard !listeners.isEmpty else {
            throw RadioError(asked, words(for: problem) + fix(of: problem))
        }
        return listeners
    }

    private static func fix(of error: Int32) -> String {
        switch error {
        case EADDRINUSE: "; choose another port, or 0 for a free one"
        case EACCES: "; choose a port from 1024 on"
        case EADDRNOTAVAIL: "; write a name or address of this machine"
        default: ""
        }
    }

    private static let socketType =
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

    /// A socket file that only this user may use. A dead process's leftover is replaced.
    static func unix(path: String) throws(RadioError) -> Listener {
        let asked = RadioAddress.unix(path: path)
        let address = SocketAddress(path: path)
        let number = socket(AF_UNIX, socketType, 0)
        guard number >= 0 else { throw RadioError(asked, words(for: errno)) }
        let descriptor = Descriptor(number)
        // The file gets the socket's mode, so that it never has a wider one, even briefly.
        fchmod(number, 0o600)
        var status = address.withPointer { bind(number, $0, $1) }
        if status != 0, errno == EADDRINUSE {
            try removeStale(path, address, asked)
            status = address.withPointer { bind(number, $0, $1) }
        }
        guard status == 0 else {
            throw RadioError(asked, words(for: errno) + "; choose a path in one of your folders")
        }
        let file = File(path)
        guard listen(number, SOMAXCONN) == 0 else {
            file?.remove()
            throw RadioError(asked, words(for: errno))
        }
        return Listener(descriptor, asked, isReachableFromOutside: false, file: file)
    }

    private static func removeStale(
        _ path: String, _ address: SocketAddress, _ asked: RadioAddress
    ) throws(RadioError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw RadioError(asked, "there is a file that is not a socket; choose another path")
        }
        let number = socket(AF_UNIX, socketType, 0)
        guard number >= 0 else { throw RadioError(asked, words(for: errno)) }
        let probe = Descriptor(number)
        // Only a socket without a listener refuses.
        guard address.withPointer({ connect(probe.number, $0, $1) }) != 0, errno == ECONNREFUSED
        else {
            throw RadioError(
                asked, "another process listens there; stop it, or choose another path")
        }
        unlink(path)
    }

    /// The outcome of accepting one host.
    enum Accepted {
        case host(Descriptor, name: String)
        /// No host is waiting.
        case none
        /// This host has left again; others may be waiting.
        case gone
        /// The machine temporarily lacks something: the system's error number.
        case lacking(Int32)
    }

    func accept() -> Accepted {
        let host: Descriptor
        do throws(SystemError) { host = try descriptor.accept() } catch {
            switch error.number {
            case EAGAIN, EWOULDBLOCK: return .none
            case EMFILE, ENFILE, ENOBUFS, ENOMEM, EBADF, EINVAL, EFAULT, ENOTSOCK, EOPNOTSUPP:
                return .lacking(error.number)
            default: return .gone
            }
        }
        switch address {
        case .tcp:
            // Otherwise a packet is delayed until a segment is full.
            host.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
            return .host(host, name: "hci-tcp:\(SocketAddress(ofPeer: host))")
        case .unix, .vhci: return .host(host, name: address.description)
        }
    }
}
