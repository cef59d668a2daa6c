import Glibc

/// A file descriptor that is closed with this object.
public final class Descriptor {
    /// What the system calls it.
    public let number: Int32
    private let isSocket: Bool

    /// Takes over a descriptor that is open.
    public init(_ number: Int32) {
        self.number = number
        var status = stat()
        isSocket = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    deinit { close(number) }

    /// What became of a read or a write that does not wait.
    public enum Outcome: Equatable {
        /// So many bytes.
        case done(Int)
        /// Nothing could be done without waiting.
        case wouldWait
        /// The system's error number.
        case failed(Int32)

        init(_ count: Int) {
            if count >= 0 {
                self = .done(count)
            } else {
                self =
                    errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR
                    ? .wouldWait : .failed(errno)
            }
        }
    }

    /// Reads what is there, at most as much as the buffer holds; nothing at the end of a stream.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        Outcome(Glibc.read(number, buffer.baseAddress, buffer.count))
    }

    /// Writes as much as there is room for. A reader that is gone is an outcome, not a signal.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        Outcome(
            isSocket
                ? send(
                    number, bytes.baseAddress, bytes.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                : Glibc.write(number, bytes.baseAddress, bytes.count))
    }

    /// Sets an option of a socket; one that the system does not know changes nothing.
    public func setOption(_ level: Int32, _ name: Int32, to value: Int32) {
        var value = value
        setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
