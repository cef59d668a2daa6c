import EventLoop
import Glibc

/// Who may come in: browsers at an address that is this server's, and elsewhere than on loopback those that know the
/// token.
struct Access {
    /// The names of the server, with the port: `127.0.0.1:8700`.
    var hosts: Set<String>
    /// Whether any numeric address is the server's, as when it listens on all of them.
    var takesAnyAddress = false
    var port: UInt16
    var token: String?

    enum Verdict: Equatable {
        case admitted
        /// The token was in the address; a cookie keeps it from now on.
        case remember(String)
        case refused(UInt32)
    }

    /// What a request says about who sends it.
    struct Request {
        var method: String
        var host: String?
        var origin: String?
        /// The token in the address.
        var token: String?
        /// The token that a cookie kept.
        var cookie: String?
    }

    func judge(_ request: Request) -> Verdict {
        guard request.method == "GET" || request.method == "HEAD" else { return .refused(405) }
        // A foreign name that leads to this address belongs to a foreign page.
        guard let host = request.host, isOwn(host) else { return .refused(421) }
        // Browsers say which page opens a WebSocket; other programs say nothing.
        if let origin = request.origin, origin != "http://" + host { return .refused(403) }
        guard let token else { return .admitted }
        if let given = request.token {
            return Self.same(given, token) ? .remember(token) : .refused(401)
        }
        guard let known = request.cookie, Self.same(known, token) else { return .refused(401) }
        return .admitted
    }

    /// Cookies know no ports.
    var cookieName: String { "boardsim-\(port)" }

    private func isOwn(_ host: String) -> Bool {
        if hosts.contains(host) { return true }
        guard takesAnyAddress, host.hasSuffix(":\(port)") else { return false }
        let name = host.dropLast("\(port)".count + 1)
        if name.first == "[", name.last == "]" {
            return name.dropFirst().dropLast().allSatisfy {
                $0.isHexDigit || $0 == ":" || $0 == "."
            }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Takes equally long wherever they differ.
    private static func same(_ one: String, _ two: String) -> Bool {
        let (one, two) = (Array(one.utf8), Array(two.utf8))
        return one.count == two.count && zip(one, two).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// 128 bits that cannot be guessed.
    static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<2).map { _ in
            let text = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return digits.joined()
    }
}

extension Access {
    /// Of a server for `host` that listens at `places`.
    ///
    /// - Parameter token: nil for a new one, if other machines can reach the server.
    init(_ host: String, at places: [SocketAddress], token given: String?) {
        self.init(
            hosts: Set(Self.names(host, places)),
            takesAnyAddress: ["0.0.0.0", "::"].contains(host),
            port: places.first?.port ?? 0)
        if given != nil || places.contains(where: { !$0.isLoopback }) {
            token = given ?? Self.makeToken()
        }
    }

    /// What a person opens, with the token if there is one; the first is the best.
    func links(to host: String, at places: [SocketAddress]) -> [String] {
        let names =
            takesAnyAddress
            ? (Self.hostName.map { ["\($0):\(port)"] } ?? []) + Self.names(host, places).suffix(1)
            : places.prefix(1).map(\.description)
        return names.map { "http://\($0)/" + (token.map { "?token=" + $0 } ?? "") }
    }

    private static func names(_ host: String, _ places: [SocketAddress]) -> [String] {
        let port = places.first?.port ?? 0
        var names = places.map(\.description) + ["localhost:\(port)"]
        if !host.contains(":") { names.append("\(host):\(port)") }
        if let own = hostName { names += ["\(own):\(port)", "\(own).local:\(port)"] }
        return names
    }

    private static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, 255) == 0 else { return nil }
        let text = String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
