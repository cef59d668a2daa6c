import EventLoop
import Glibc

/// How a client logs in (D-Bus Specification, Authentication Protocol): lines of text, before the
/// first message.
struct BusLogin {
    private let socket: BusSocket
    private var received: [UInt8] = []
    /// How long the other side may take for a line, in milliseconds.
    private static let patience: Int32 = 25_000

    /// Sends this user's id, which the system confirms to the other side, and waits for acceptance.
    static func perform(over socket: BusSocket) throws(DBusError) {
        var login = BusLogin(socket: socket)
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        // The first byte carries this process's credentials where the system asks for that.
        var answer = try login.ask("\0AUTH EXTERNAL \(user)")
        if answer.hasPrefix("REJECTED") { answer = try login.ask("AUTH ANONYMOUS") }
        guard answer.hasPrefix("OK") else {
            throw DBusError(
                "org.freedesktop.DBus.Error.AuthFailed", "the bus refused the login: \(answer)")
        }
        // Without descriptors there are no sockets for values; everything else still works.
        if socket.takesDescriptors { _ = try login.ask("NEGOTIATE_UNIX_FD") }
        socket.send(Array("BEGIN\r\n".utf8))
    }

    private init(socket: BusSocket) { self.socket = socket }

    private mutating func ask(_ line: String) throws(DBusError) -> String {
        socket.send(Array((line + "\r\n").utf8))
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeSubrange(...end)
                return String(line.prefix { $0 != "\r" })
            }
            guard received.count < 1 << 14, socket.waitToRead(milliseconds: Self.patience) else {
                throw .noReply
            }
            var others: [Descriptor] = []
            if socket.read(into: &received, &others) == .ended { throw .disconnected }
        }
    }
}
