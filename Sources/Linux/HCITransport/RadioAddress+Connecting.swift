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
        do throws(SystemError) { return try place.connect(patience: Self.patience) } catch {
            throw failure(error.number)
        }
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
