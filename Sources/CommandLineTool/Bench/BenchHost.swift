import Glibc
import HCITransport

/// A host for the radio's benchmarks, in a process of its own: this program, started once more.
///
/// It attaches at a Unix socket, sends one packet, and then another one for each byte count that it
/// was told to wait for; it ends with the connection.
struct BenchHost {
    private let process: pid_t

    /// An ATT read request of handle 3 in an ACL packet (Core Vol 4, Part E, 5.4.2).
    static let request: [UInt8] = [
        0x02, 0x40, 0x00, 0x07, 0x00, 0x03, 0x00, 0x04, 0x00, 0x0A, 0x03, 0x00,
    ]

    /// Starts a host.
    ///
    /// - Parameter answer: after how many bytes it sends its packet again; 0: never, it only reads.
    init?(path: String, answer: Int) {
        var process = pid_t()
        let words = ["boardsim", "bench", "--host", "\(answer):\(path)"]
        var arguments = words.map { strdup($0) }
        arguments.append(nil)
        defer { arguments.forEach { free($0) } }
        guard posix_spawn(&process, "/proc/self/exe", nil, nil, arguments, environ) == 0 else {
            return nil
        }
        self.process = process
    }

    /// Waits until it has ended.
    func wait() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// What the other process does.
    static func main(_ text: String) -> ExitStatus {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let answer = Int(parts[0]) else { return .usage }
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: parts[1].utf8.prefix($0.count - 1))
        }
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard number >= 0, status == 0 else { return .environment }
        defer { close(number) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var missing = answer
        repeat {
            if answer > 0, missing <= 0 || missing == answer {
                missing = answer
                guard send(number, request, request.count, Int32(MSG_NOSIGNAL)) > 0 else { break }
            }
            let count = recv(number, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            missing -= count
        } while true
        return .success
    }
}
