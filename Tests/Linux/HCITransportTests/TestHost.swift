import EventLoop
import Glibc

@testable import HCITransport

/// The far end of a connection: a host's socket that never waits.
final class TestHost {
    let number: Int32
    private var isClosed = false

    init(_ number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
    }

    deinit { close() }

    /// Attaches where a server listens; nil if nobody does.
    init?(to address: RadioAddress) {
        let place: SocketAddress
        switch address {
        case .tcp(let host, let port):
            guard case .success(let found) = SocketAddress.resolve(host, port: port) else {
                return nil
            }
            place = found[0]
        case .unix(let path): place = SocketAddress(path: path)
        case .vhci: return nil
        }
        number = socket(place.family, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0, place.withPointer({ connect(number, $0, $1) }) == 0 else {
            close()
            return nil
        }
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
    }

    /// How many bytes there was room for; negative after the connection has ended.
    @discardableResult func send(_ bytes: some Collection<UInt8>) -> Int {
        let bytes = Array(bytes)
        let count = Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return count < 0 && errno == EAGAIN ? 0 : count
    }

    /// What has come and was not taken yet.
    func take(atMost count: Int = 1 << 20) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let count = recv(number, &buffer, count, 0)
        if count == 0 { sawEnd = true }
        if count < 0, errno != EAGAIN { sawEnd = true }
        return Array(buffer.prefix(max(count, 0)))
    }

    /// Whether `take` has met the end of the connection.
    private(set) var sawEnd = false

    func closeSending() { shutdown(number, Int32(SHUT_WR)) }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(number)
    }

    /// Ends the connection with a reset instead of an orderly end.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close()
    }
}
