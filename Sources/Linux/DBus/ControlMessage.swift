import EventLoop
import Glibc

/// Descriptors beside bytes (SCM_RIGHTS, unix(7)). C's macros for it are not available in Swift: a
/// header of a length, a level and a type, and the numbers behind it.
enum ControlMessage {
    private static let headerLength = MemoryLayout<cmsghdr>.size
    /// The kernel's limit per message (SCM_MAX_FD).
    private static let most = 253

    /// Sends bytes with descriptors; what sendmsg(2) returns.
    static func send(
        _ bytes: UnsafeRawBufferPointer, _ descriptors: [Int32], over socket: Int32, _ flags: Int32
    ) -> Int {
        let length = headerLength + descriptors.count * 4
        return withUnsafeTemporaryAllocation(byteCount: (length + 7) / 8 * 8, alignment: 8) {
            control in
            control.initializeMemory(as: UInt8.self, repeating: 0)
            var header = cmsghdr()
            header.cmsg_len = length
            header.cmsg_level = SOL_SOCKET
            header.cmsg_type = rights
            control.storeBytes(of: header, as: cmsghdr.self)
            for (index, number) in descriptors.enumerated() {
                control.storeBytes(
                    of: number, toByteOffset: headerLength + 4 * index, as: Int32.self)
            }
            var part = iovec(
                iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                iov_len: bytes.count)
            // The message points at both for the time of the call.
            return withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                message.msg_iov = part
                message.msg_iovlen = 1
                message.msg_control = control.baseAddress
                message.msg_controllen = control.count
                return sendmsg(socket, &message, flags)
            }
        }
    }

    /// Receives bytes, and appends the descriptors that accompany them; what recvmsg(2) returns.
    /// Descriptors beyond this process's limit are lost.
    static func receive(
        _ buffer: UnsafeMutableRawBufferPointer, _ descriptors: inout [Descriptor],
        over socket: Int32
    ) -> Int {
        var numbers: [Int32] = []
        let size = headerLength + most * 4 + 4
        let count = withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { control in
            var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
            // The message points at both for the time of the call.
            return withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                message.msg_iov = part
                message.msg_iovlen = 1
                message.msg_control = control.baseAddress
                message.msg_controllen = control.count
                let flags = Int32(MSG_CMSG_CLOEXEC) | Int32(MSG_DONTWAIT)
                let count = recvmsg(socket, &message, flags)
                if count > 0 {
                    numbers = Self.numbers(in: UnsafeRawBufferPointer(control), message)
                }
                return count
            }
        }
        let error = errno
        descriptors += numbers.map { Descriptor($0) }
        errno = error
        return count
    }

    private static func numbers(
        in control: UnsafeRawBufferPointer, _ message: msghdr
    ) -> [Int32] {
        var numbers: [Int32] = []
        var start = 0
        while start + headerLength <= message.msg_controllen {
            let header = control.load(fromByteOffset: start, as: cmsghdr.self)
            let end = start + Int(header.cmsg_len)
            guard header.cmsg_len >= headerLength, end <= message.msg_controllen else { break }
            if header.cmsg_level == SOL_SOCKET, header.cmsg_type == rights {
                for place in stride(from: start + headerLength, to: end - 3, by: 4) {
                    numbers.append(control.load(fromByteOffset: place, as: Int32.self))
                }
            }
            start = (end + 7) / 8 * 8
        }
        return numbers
    }

    private static let rights = Int32(SCM_RIGHTS)
}
