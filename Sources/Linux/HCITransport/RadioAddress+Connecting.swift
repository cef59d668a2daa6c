import EventLoop
import Glibc

/// The host's side: connecting to where a controller is served.
extension RadioAddress {
    /// A controller that accepts no connection for this many milliseconds counts as absent.
    private static let patience: Int32 = 5_000

    /// A non-blocking socket connected to the controller there.
    package func connect() throws(RadioError) -> Descriptor {
        switch self {
        case .unix(let path): return try connect(SocketAddress(path: path))
        case .tcp(let host, let port):
            guard case .success(let places) = SocketAddress.resolve(host, port: port) else {
                throw RadioError(self, "unknown host \(host); write another name")
            }
            var failure = RadioError(self, "unknown host \(host)")
            for place in places {
                do throws(RadioError) {
                    let descriptor = try connect(place)
                    // Otherwise a packet is delayed until a segment is full.
                    descriptor.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
                    return descriptor
                } catch {
                    failure = error
                }
            }
            throw failure
        case .vhci: throw RadioError(self, "the kernel attaches there; write `hci-unix:PATH`")
        }
    }

    private func connect(_ place: SocketAddress) throws(RadioError) -> Descriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = socket(place.family, type, 0)
        guard number >= 0 else { throw RadioError(self, words(for: errno)) }
        let descriptor = Descriptor(number)
        guard place.withPointer({ Glibc.connect(number, $0, $1) }) != 0 else { return descriptor }
        guard errno == EINPROGRESS else { throw failure(errno) }
        var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        var status: Int32
        repeat { status = poll(&waiting, 1, Self.patience) } while status < 0 && errno == EINTR
        guard status > 0 else { throw failure(ETIMEDOUT) }
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &length)
        guard error == 0 else { throw failure(error) }
        return descriptor
    }

    private func failure(_ error: Int32) -> RadioError {
        let fix =
            switch error {
            case ENOENT, ECONNREFUSED:
                "; start its server first, such as `boardsim run SCENARIO --radio \(self)`"
            case EACCES: "; its file belongs to another user"
            case EAGAIN: "; too many hosts are already waiting there"
            default: ""
            }
        return RadioError(self, words(for: error) + fix)
    }
}
