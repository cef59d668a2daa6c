import PageModel
import Testing

@testable import WebPage

/// What no browser does, but a program on the same machine can.
@Suite struct `A hostile program` {
    @Test(
        arguments: [
            (masked(1, [0xff]), 1007), (masked("not JSON"), 1007), (masked("[1]"), 1007),
            (masked(#"{"id":"a","name":"echo"}"#), 1007),
            (masked(#"{"id":1,"name":"echo","arguments":3}"#), 1007),
            (masked(2, [1, 2]), 1003), (Array(masked(1, [], length: 100_000_000).prefix(14)), 0),
            ([0x81, 0x05, 1, 2, 3, 4, 5], 1002),
            (masked(1, Array(String(repeating: "[", count: 100_000).utf8)), 1007),
        ] as [([UInt8], Int)])
    func `is closed for a message that is none`(bytes: [UInt8], code: Int) throws {
        let test = try TestServer()
        let browser = try test.open()
        browser.send(bytes)
        try test.until("the end") { browser.isClosed }
        #expect(browser.closeCode == (code == 0 ? nil : code))
        #expect(test.server.browserCount == 0)
    }

    @Test func `that floods with pings and never reads is closed`() throws {
        let test = try TestServer()
        let browser = try test.open()
        browser.stopReading()
        let block = (0..<500).flatMap { _ in masked(9, [UInt8](repeating: 1, count: 120)) }
        for _ in 0..<50 where test.server.browserCount == 1 { browser.send(block) }
        try test.until("the end") { test.server.browserCount == 0 }
    }

    @Test func `whose fragments never end is closed`() throws {
        let test = try TestServer()
        let browser = try test.open()
        browser.send(masked(1, [1], isLast: false))
        let empty = (0..<5000).flatMap { _ in masked(0, [], isLast: false) }
        for _ in 0..<100 where test.server.browserCount == 1 { browser.send(empty) }
        try test.until("the end") { test.server.browserCount == 0 }
    }

    @Test func `that asks without reading the answers is closed`() throws {
        let test = try TestServer()
        let browser = try test.open()
        browser.stopReading()
        let text = String(repeating: "x", count: 900)
        let ask = masked(#"{"id":1,"name":"echo","arguments":{"text":"\#(text)"}}"#)
        for _ in 0..<5000 where test.server.browserCount == 1 { browser.send(ask) }
        try test.until("the end") { test.server.browserCount == 0 }
    }

    @Test func `with many half-sent requests keeps no other client out`() throws {
        let test = try TestServer()
        let page = try test.open()
        var others: [TestBrowser] = []
        for _ in 0..<400 {
            let other = try test.connect()
            other.send(Array("GET / HTTP/1.1\r\nHo".utf8))
            others.append(other)
        }
        #expect(try test.status("GET / HTTP/1.1\r\nHost: localhost:\(test.port)\r\n\r\n") == 200)
        // The oldest have made room; the open page has not.
        try test.until("closed ones") { others.filter(\.isClosed).count >= 100 }
        #expect(!page.isClosed && test.server.browserCount == 1)
    }

    @Test func `with thousands of connections, one after the other, leaves none behind`() throws {
        let test = try TestServer()
        for _ in 0..<2000 { _ = try test.connect() }
        #expect(try test.status("GET / HTTP/1.1\r\nHost: localhost:\(test.port)\r\n\r\n") == 200)
    }

    @Test(
        arguments: [
            "POST / HTTP/1.1\r\nContent-Length: 200000000\r\n\r\n", "PUT", "\u{16}\u{3}\u{1}",
            "GET /" + String(repeating: "x", count: 300_000), "GET / HTTP/1.1\r\n\r",
        ])
    func `that does not ask for a file is cut off, and costs nothing`(text: String) throws {
        let test = try TestServer()
        let browser = try test.connect()
        browser.send(Array(text.utf8))
        if text.hasPrefix("GET / ") {
            // Half a request waits for its other half.
            browser.send([10])
            try test.until("an answer") { browser.text.hasPrefix("HTTP/1.1 400") }
        }
        try test.until("the end") { browser.isClosed }
    }

    @Test func `with too many pages is asked to come later`() throws {
        let test = try TestServer()
        var pages: [TestBrowser] = []
        for _ in 0..<Broadcast.mostBrowsers { pages.append(try test.open()) }
        let late = try test.connect()
        late.send(
            Array(
                ("GET /socket HTTP/1.1\r\nHost: localhost:\(test.port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                    .utf8))
        try test.until("an answer") { late.text.hasPrefix("HTTP/1.1 503") }
    }
}
