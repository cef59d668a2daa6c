import EventLoop
import JSON
import PageModel
import Testing

@testable import WebPage

/// A page that counts, and echoes.
final class TestPage: Page {
    var folder: String { "test" }
    var rate = 1000
    var fields: [(String, JSONValue)] = [("count", .integer(0))]
    var reads = 0
    var events: [JSONValue] = []
    var samples: [SampleBlock] = []
    var gone: [Int] = []
    var beforeState: () -> Void = {}

    func state() -> JSONValue {
        reads += 1
        beforeState()
        return .object(fields)
    }

    func perform(_ command: PageCommand) throws(PageError) -> JSONValue? {
        guard command.name == "echo" else {
            throw PageError("there is no command `\(command.name)`")
        }
        return .string(try command.text("text"))
    }

    func takeEvents() -> [JSONValue] {
        defer { events = [] }
        return events
    }

    func takeSamples() -> [SampleBlock] {
        defer { samples = [] }
        return samples
    }

    func left(_ browser: Int) { gone.append(browser) }
}

/// A server and its loop.
final class TestServer {
    let loop: EventLoop
    let page = TestPage()
    let server: PageServer

    init(host: String = "127.0.0.1", token: String? = nil, port: UInt16? = nil) throws {
        loop = try EventLoop()
        var site = Site()
        site.add("/index.html", Array("<!doctype html>".utf8))
        site.add("/big.js", [UInt8](repeating: 32, count: 3_000_000))
        server = try PageServer(
            page, site: site, on: loop, host: host, port: port ?? 0, token: token)
    }

    var port: UInt16 {
        let place = server.links[0].split(separator: "/")[1]
        return UInt16(place.split(separator: ":").last ?? "") ?? 0
    }

    /// Turns until a condition holds. Timers of the server end each turn.
    func until(
        _ what: Comment, _ isDone: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for _ in 0..<20_000 {
            if isDone() { return }
            loop.turn(mayBlock: true)
        }
        Issue.record(what, sourceLocation: sourceLocation)
        throw EventLoopTimeout()
    }

    struct EventLoopTimeout: Error {}

    func connect() throws -> TestBrowser { try TestBrowser(self) }

    /// A browser with an open page.
    func open() throws -> TestBrowser {
        let browser = try connect()
        try browser.upgrade()
        return browser
    }

    /// The status of a request.
    func status(_ request: String) throws -> Int {
        let browser = try connect()
        browser.send(Array(request.utf8))
        try until("an answer") { browser.text.contains("\r\n\r\n") || browser.isClosed }
        return Int(browser.text.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
}

/// The other side of a connection, on the same loop.
final class TestBrowser {
    let descriptor: Descriptor
    private let server: TestServer
    private var watch: Watch?
    var bytes: [UInt8] = []
    var isClosed = false

    init(_ server: TestServer) throws {
        self.server = server
        let places = try SocketAddress.resolve("127.0.0.1", port: server.port).get()
        descriptor = try places[0].connect(patience: 5000)
        read()
    }

    func read() {
        watch = server.loop.watch(descriptor.number, for: .readable) { [unowned self] _ in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            switch buffer.withUnsafeMutableBytes({ descriptor.read(into: $0) }) {
            case .done(let count) where count > 0: bytes += buffer[..<count]
            case .wouldWait: break
            default:
                isClosed = true
                watch = nil
            }
        }
    }

    func stopReading() { watch = nil }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Sends as long as the other side takes it; false if it has closed.
    @discardableResult func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        var waits = 0
        while !rest.isEmpty, waits < 2000, !isClosed {
            let outcome = rest.withUnsafeBytes { descriptor.write($0) }
            switch outcome {
            case .done(let count): rest = rest.dropFirst(count)
            case .wouldWait:
                waits += 1
                server.loop.turn(mayBlock: true)
            case .failed: return false
            }
        }
        return rest.isEmpty
    }

    func upgrade(_ fields: String = "") throws {
        send(
            Array(
                ("GET /socket HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nUpgrade: websocket\r\n"
                    + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(fields)\r\n").utf8))
        try server.until("a handshake") { text.contains("\r\n\r\n") }
        #expect(text.hasPrefix("HTTP/1.1 101 "))
        let head = text.components(before: "\r\n\r\n").utf8.count + 4
        bytes.removeFirst(head)
    }

    /// The messages that have come completely: the opcode and the payload.
    var messages: [(opcode: UInt8, payload: [UInt8])] {
        var found: [(opcode: UInt8, payload: [UInt8])] = []
        var at = 0
        while at + 2 <= bytes.count {
            var size = 2
            var count = Int(bytes[at + 1])
            if count >= 126 {
                let more = count == 126 ? 2 : 8
                guard at + 2 + more <= bytes.count else { break }
                count = bytes[(at + 2)..<(at + 2 + more)].reduce(0) { $0 << 8 | Int($1) }
                size += more
            }
            guard at + size + count <= bytes.count else { break }
            found.append((bytes[at] & 15, Array(bytes[(at + size)..<(at + size + count)])))
            at += size + count
        }
        return found
    }

    var texts: [String] {
        messages.filter { $0.opcode == 1 }.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    /// The code of the close frame.
    var closeCode: Int? {
        messages.last { $0.opcode == 8 }.map { Int($0.payload[0]) << 8 | Int($0.payload[1]) }
    }
}

extension String {
    func components(before separator: String) -> String {
        var result = ""
        for character in self {
            if (result + String(character)).hasSuffix(separator) {
                return String((result + String(character)).dropLast(separator.count))
            }
            result.append(character)
        }
        return result
    }
}
