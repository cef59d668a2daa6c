import Glibc

/// A numeric internet or file system address, in the form for system calls.
package struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length: socklen_t

    /// What fits into `sockaddr_un` besides the final zero.
    package static let longestPath = 107

    /// At most ``longestPath`` bytes of path.
    package init(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
        withUnsafeMutableBytes(of: &storage) { storage in
            withUnsafeBytes(of: address) { storage.copyMemory(from: $0) }
        }
    }

    private init(_ information: addrinfo) {
        length = information.ai_addrlen
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(
                from: UnsafeRawBufferPointer(start: information.ai_addr, count: Int(length)))
        }
    }

    private init(
        of descriptor: Descriptor,
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = ask(descriptor.number, $0, &length)
            }
        }
    }

    /// Where a socket is.
    package init(of descriptor: Descriptor) {
        self.init(of: descriptor) { getsockname($0, $1, $2) }
    }

    /// Where the other side of a socket is.
    package init(ofPeer descriptor: Descriptor) {
        self.init(of: descriptor) { getpeername($0, $1, $2) }
    }

    /// The addresses of a name, each once; or why there is none.
    package static func resolve(_ host: String, port: UInt16) -> Result<
        [SocketAddress], ResolutionError
    > {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &list)
        guard status == 0 else {
            // It is this machine even if no file or server says so (RFC 6761, 6.3).
            if host == "localhost" { return resolve("127.0.0.1", port: port) }
            return .failure(ResolutionError(words: String(cString: gai_strerror(status))))
        }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            let address = SocketAddress(entry)
            if !found.contains(where: { $0.description == address.description }) {
                found.append(address)
            }
            next = entry.ai_next
        }
        return .success(found)
    }

    package struct ResolutionError: Error {
        package var words: String
    }

    package var family: Int32 { Int32(storage.ss_family) }

    /// Of an internet address.
    package var port: UInt16 {
        get { UInt16(bigEndian: read(sockaddr_in.self).sin_port) }
        set {
            // At the same place in both kinds of internet address.
            withUnsafeMutableBytes(of: &storage) {
                $0.storeBytes(
                    of: newValue.bigEndian,
                    toByteOffset: MemoryLayout<sockaddr_in>.offset(of: \.sin_port) ?? 2,
                    as: in_port_t.self)
            }
        }
    }

    /// Whether only this machine reaches it.
    package var isLoopback: Bool {
        switch family {
        case AF_INET: return UInt32(bigEndian: read(sockaddr_in.self).sin_addr.s_addr) >> 24 == 127
        case AF_INET6:
            let bytes = withUnsafeBytes(of: read(sockaddr_in6.self).sin6_addr) { Array($0) }
            let isOne = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11] == [0xFF, 0xFF]
            return isOne || (isMapped && bytes[12] == 127)
        default: return true
        }
    }

    /// Calls `body` with the form for system calls.
    package func withPointer<T>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    private func read<T>(_ type: T.Type) -> T {
        withUnsafeBytes(of: storage) { $0.load(as: type) }
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `127.0.0.1` or `::1`.
    package var host: String {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = withPointer {
            getnameinfo($0, $1, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
        }
        guard status == 0 else { return "an unknown address" }
        return String(
            decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// `127.0.0.1:9000` or `[::1]:9000`.
    package var description: String { "\(family == AF_INET6 ? "[\(host)]" : host):\(port)" }
}
