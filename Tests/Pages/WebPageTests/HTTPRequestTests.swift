import Testing

@testable import WebPage

@Suite struct `Requests` {
    @Test func `are read with path, query, fields and cookies`() throws {
        let text =
            "GET /a/b.js?token=x%20y&z HTTP/1.1\r\nHost: 127.0.0.1:8700\r\nCookie: a=1; boardsim-8700=abc\r\n"
            + "Connection: keep-alive, Upgrade\r\nX: 1\r\nX: 2\r\n\r\nGET"
        guard case .complete(let request, let count) = HTTPRequest.read(Array(text.utf8)) else {
            Issue.record("incomplete")
            return
        }
        #expect(count == text.utf8.count - 3)
        #expect(request.method == "GET" && request.path == "/a/b.js")
        #expect(request.query == ["token": "x%20y", "z": ""])
        #expect(request.fields["host"] == "127.0.0.1:8700" && request.fields["x"] == "1, 2")
        #expect(request.cookie("boardsim-8700") == "abc" && request.cookie("b") == nil)
        #expect(request.lists("upgrade", in: "connection") && !request.isLast)
    }

    @Test func `may come byte by byte`() {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        for count in 0..<bytes.count {
            #expect(
                HTTPRequest.read(Array(bytes[..<count]), known: max(count - 1, 0)) == .incomplete)
        }
        #expect(HTTPRequest.read(bytes, known: bytes.count - 1) != .incomplete)
    }

    /// `|` is the end of a line, and `@` twenty thousand letters.
    @Test(
        arguments: [
            ("GET /||", 400), ("GET  / HTTP/1.1||", 400), ("GET x HTTP/1.1||", 400),
            ("GET http://a/ HTTP/1.1||", 400), ("GET / HTTP/2.0||", 400),
            ("GET / HTTP/1.1|Host : a||", 400), ("GET / HTTP/1.1| a: b||", 400),
            ("GET / HTTP/1.1|no colon||", 400), ("GET / HTTP/1.1|A: \u{1}||", 400),
            ("GET / HTTP/1.1|Host: a|Host: b||", 400), ("GET / HTTP/1.1|Host: a|host: a||", 400),
            ("PUT / HTTP/1.1|Content-Length: 5||", 413),
            ("PUT / HTTP/1.1|Transfer-Encoding: chunked||", 501),
            ("GET / HTTP/1.1|A: @||", 431), ("@", 431),
        ])
    func `are refused by a status`(text: String, status: Int) {
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "|"): [13, 10]
            case UInt8(ascii: "@"): [UInt8](repeating: 97, count: 20_000)
            default: [byte]
            }
        }
        #expect(HTTPRequest.read(bytes) == .refused(status))
    }

    @Test func `fuzzed ones trap nothing`() {
        var generator = SystemRandomNumberGenerator()
        let seed = Array(
            "GET /socket?token=1 HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n".utf8)
        for _ in 0..<5000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            _ = HTTPRequest.read(bytes)
        }
    }
}

@Suite struct `Access to a page` {
    func verdict(
        _ access: Access, _ method: String = "GET", host: String? = "127.0.0.1:8700",
        origin: String? = nil, target: String = "/", cookie: String? = nil
    ) -> Access.Verdict? {
        var text = "\(method) \(target) HTTP/1.1\r\n"
        if let host { text += "Host: \(host)\r\n" }
        if let origin { text += "Origin: \(origin)\r\n" }
        if let cookie { text += "Cookie: \(cookie)\r\n" }
        guard case .complete(let request, _) = HTTPRequest.read(Array((text + "\r\n").utf8)) else {
            return nil
        }
        return access.judge(request)
    }

    let open = Access(hosts: ["127.0.0.1:8700", "localhost:8700"], port: 8700)

    @Test func `needs an own name, and no foreign page`() {
        #expect(verdict(open) == .admitted)
        #expect(verdict(open, "HEAD", host: "localhost:8700") == .admitted)
        #expect(verdict(open, host: nil) == .refused(421))
        #expect(verdict(open, host: "127.0.0.1") == .refused(421))
        #expect(verdict(open, host: "evil.example:8700") == .refused(421))
        #expect(verdict(open, origin: "http://127.0.0.1:8700") == .admitted)
        #expect(verdict(open, origin: "http://localhost:8700") == .refused(403))
        #expect(verdict(open, origin: "http://evil.example") == .refused(403))
        #expect(verdict(open, origin: "null") == .refused(403))
        #expect(verdict(open, "POST") == .refused(405))
    }

    @Test func `needs the token where others can reach it`() {
        var access = open
        access.token = "0123456789abcdef"
        #expect(verdict(access) == .refused(401))
        #expect(verdict(access, target: "/?token=0123456789abcdee") == .refused(401))
        #expect(verdict(access, target: "/?token=") == .refused(401))
        #expect(
            verdict(access, target: "/?token=0123456789abcdef") == .remember("0123456789abcdef"))
        #expect(verdict(access, cookie: "boardsim-8700=0123456789abcdef") == .admitted)
        #expect(verdict(access, cookie: "boardsim-8701=0123456789abcdef") == .refused(401))
        #expect(verdict(access, target: "/socket") == .refused(401))
    }

    @Test func `takes any numeric address where it listens on all`() {
        var access = open
        access.takesAnyAddress = true
        #expect(verdict(access, host: "192.168.1.7:8700") == .admitted)
        #expect(verdict(access, host: "[fe80::1]:8700") == .admitted)
        #expect(verdict(access, host: "192.168.1.7:80") == .refused(421))
        #expect(verdict(access, host: "evil.example:8700") == .refused(421))
        #expect(verdict(access, host: "1.2.3.example:8700") == .refused(421))
    }

    @Test func `tokens differ, and have 128 bits`() {
        let tokens = Set((0..<100).map { _ in Access.makeToken() })
        #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 32 })
    }
}
