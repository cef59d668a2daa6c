import Glibc

/// A file descriptor that is closed with this object.
package final class Descriptor {
    /// Its number in the system.
    package let number: Int32
    private let isSocket: Bool

    /// Takes over an open descriptor.
    package init(_ number: Int32) {
        self.number = number
        var status = stat()
        isSocket = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    deinit { close(number) }

    /// The outcome of a non-blocking read or write.
    package enum Outcome: Equatable {
        /// The number of bytes.
        case done(Int)
        /// It would block.
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

    /// Reads what is available, up to the size of the buffer; nothing at the end of a stream.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        Outcome(Glibc.read(number, buffer.baseAddress, buffer.count))
    }

    /// Writes as much as there is room for. A missing reader is an outcome, not a signal.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        Outcome(
            isSocket
                ? send(
                    number, bytes.baseAddress, bytes.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                : Glibc.write(number, bytes.baseAddress, bytes.count))
    }

    /// Ends a socket's connection, so that the other side notices at once.
    ///
    /// To close it is not enough: a program that is just being started has a copy until it runs.
    package func endConnection() { shutdown(number, Int32(SHUT_RDWR)) }

    /// Whether the other end is closed, which a loop may not have reported yet.
    package var isHungUp: Bool {
        var question = pollfd(fd: number, events: 0, revents: 0)
        return poll(&question, 1, 0) > 0
    }

    /// Sets an option of a socket; one that the system does not know changes nothing.
    package func setOption(_ level: Int32, _ name: Int32, to value: Int32) {
        var value = value
        setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
