import Glibc

/// Stream sockets: non-blocking, and closed in programs that this process starts.
extension SocketAddress {
    private static let type =
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

    /// A socket that listens at this internet address.
    package func listen() throws(SystemError) -> Descriptor {
        let number = socket(family, Self.type, 0)
        guard number >= 0 else { throw SystemError(number: errno) }
        let descriptor = Descriptor(number)
        // Otherwise a port stays in use for a minute after its listener has closed.
        descriptor.setOption(SOL_SOCKET, SO_REUSEADDR, to: 1)
        if family == AF_INET6 {
            descriptor.setOption(Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 1)
        }
        guard withPointer({ bind(number, $0, $1) }) == 0, Glibc.listen(number, SOMAXCONN) == 0
        else { throw SystemError(number: errno) }
        return descriptor
    }

    /// A socket that is connected to this address.
    ///
    /// - Parameter patience: milliseconds until an answer must have come.
    package func connect(patience: Int32) throws(SystemError) -> Descriptor {
        let number = socket(family, Self.type, 0)
        guard number >= 0 else { throw SystemError(number: errno) }
        let descriptor = Descriptor(number)
        guard withPointer({ Glibc.connect(number, $0, $1) }) != 0 else { return descriptor }
        guard errno == EINPROGRESS else { throw SystemError(number: errno) }
        var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        var status: Int32
        repeat { status = poll(&waiting, 1, patience) } while status < 0 && errno == EINTR
        guard status > 0 else { throw SystemError(number: ETIMEDOUT) }
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &length)
        guard error == 0 else { throw SystemError(number: error) }
        return descriptor
    }
}

extension Descriptor {
    /// The next connection of a listening socket, non-blocking.
    package func accept() throws(SystemError) -> Descriptor {
        let number = Glibc.accept(self.number, nil, nil)
        guard number >= 0 else { throw SystemError(number: errno) }
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return Descriptor(number)
    }
}
