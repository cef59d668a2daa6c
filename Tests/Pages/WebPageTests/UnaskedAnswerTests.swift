import Testing

@testable import WebPage

/// libsoup knows more of HTTP than a page needs, and answers some of it by itself.
@Suite struct `What libsoup would answer by itself` {
    private func request(
        _ target: String, _ test: TestServer, method: String = "GET", _ fields: String = ""
    ) -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(test.port)\r\n\(fields)\r\n"
    }

    @Test(arguments: [
        "bytes=0-0", "bytes=-1", "bytes=9999999-",
        "bytes=" + (0..<1500).map { "\($0)-" }.joined(separator: ","),
    ])
    func `a range is ignored, and the file comes once`(range: String) throws {
        let test = try TestServer()
        let browser = try test.connect()
        browser.send(Array(request("/big.js", test, "Range: \(range)\r\n").utf8))
        try test.until("the end") { browser.isClosed }
        #expect(browser.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect((3_000_000..<3_010_000).contains(browser.bytes.count))
    }

    @Test(arguments: ["/socket2", "/socket/", "/socket/more", "/%73ocket2"])
    func `a WebSocket opens at its own path alone`(path: String) throws {
        let test = try TestServer()
        let handshake =
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        #expect(try test.status(request(path, test, handshake)) == 404)
        #expect(try test.status(request(path, test)) == 404)
        #expect(test.server.browserCount == 0)
    }

    @Test func `the limit of pages holds for each way to write the path`() throws {
        let test = try TestServer()
        let open = try (0..<Broadcast.mostBrowsers).map { _ in try test.open() }
        let handshake =
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        for path in ["/socket", "/%73ocket", "/socket?a=1"] {
            #expect(try test.status(request(path, test, handshake)) == 503)
        }
        #expect(test.server.browserCount == open.count)
    }

    /// libsoup answers `OPTIONS *` and `CONNECT` without a handler; such a request must not reach it.
    @Test(arguments: ["OPTIONS", "TRACE", "CONNECT", "POST"])
    func `other methods get no answer, whatever they ask about`(method: String) throws {
        let test = try TestServer()
        for target in ["/", "*", "example.org:80"] {
            let browser = try test.connect()
            browser.send(Array(request(target, test, method: method).utf8))
            try test.until("the end") { browser.isClosed }
            #expect(browser.bytes.isEmpty, "\(method) \(target)")
        }
    }

    @Test func `a request for no path is refused`() throws {
        let test = try TestServer()
        #expect((400..<500).contains(try test.status(request("*", test))))
        #expect(
            try test.status("GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                == 421)
    }
}
