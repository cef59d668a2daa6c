import EventLoop
import JSON
import PageModel
import Testing

@testable import WebPage

@Suite struct `The server of a page` {
    @Test func `serves files, and nothing else`() throws {
        let test = try TestServer()
        let host = "Host: 127.0.0.1:\(test.port)\r\n"
        let browser = try test.connect()
        browser.send(Array("GET / HTTP/1.1\r\n\(host)\r\n".utf8))
        try test.until("the page") { browser.text.hasSuffix("<!doctype html>") }
        #expect(browser.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(browser.text.contains("Content-Type: text/html; charset=utf-8\r\n"))
        #expect(browser.text.contains("Content-Length: 15\r\n"))
        for part in [
            "default-src 'none'", "script-src 'self'",
            "connect-src 'self' ws://127.0.0.1:\(test.port)",
            "frame-ancestors 'none'", "X-Content-Type-Options: nosniff",
        ] { #expect(browser.text.contains(part)) }
        // Again, with what it knows.
        let tag = browser.text.split(separator: "ETag: ")[1].split(separator: "\r\n")[0]
        #expect(
            try test.status(
                "GET /index.html HTTP/1.1\r\n\(host)If-None-Match: \(tag)\r\n\r\n") == 304)
        #expect(try test.status("HEAD / HTTP/1.1\r\n\(host)\r\n") == 200)
        #expect(try test.status("GET /../secret HTTP/1.1\r\n\(host)\r\n") == 404)
        #expect(try test.status("GET /etc/passwd HTTP/1.1\r\n\(host)\r\n") == 404)
        #expect(try test.status("GET /socket HTTP/1.1\r\n\(host)\r\n") == 426)
    }

    @Test func `sends a file that takes many turns`() throws {
        let test = try TestServer()
        let browser = try test.connect()
        browser.send(
            Array(
                "GET /big.js HTTP/1.1\r\nHost: localhost:\(test.port)\r\nConnection: close\r\n\r\n"
                    .utf8))
        try test.until("the end") { browser.isClosed }
        #expect(browser.bytes.count > 3_000_000)
    }

    @Test func `refuses strangers`() throws {
        let test = try TestServer()
        #expect(try test.status("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n") == 421)
        #expect(try test.status("GET / HTTP/1.1\r\n\r\n") == 400)
        for target in ["/", "/socket"] {
            let origin =
                "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(test.port)\r\nUpgrade: websocket\r\n"
                + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + "Origin: http://evil.example\r\n\r\n"
            #expect(try test.status(origin) == 403)
        }
        #expect(test.server.browserCount == 0)
    }

    @Test func `asks for the token where other machines can reach it`() throws {
        let test = try TestServer(host: "0.0.0.0")
        #expect(test.server.isReachableFromOutside)
        let token = try #require(test.server.links[0].split(separator: "?token=").last)
        let host = "Host: 127.0.0.1:\(test.port)\r\n"
        #expect(try test.status("GET / HTTP/1.1\r\n\(host)\r\n") == 401)
        #expect(try test.status("GET /socket HTTP/1.1\r\n\(host)\r\n") == 401)
        let browser = try test.connect()
        browser.send(Array("GET /?token=\(token) HTTP/1.1\r\n\(host)\r\n".utf8))
        try test.until("an answer") { browser.text.contains("\r\n\r\n") }
        #expect(browser.text.hasPrefix("HTTP/1.1 303 ") && browser.text.contains("Location: /\r\n"))
        #expect(browser.text.contains("HttpOnly; SameSite=Strict"))
        let cookie = "Cookie: boardsim-\(test.port)=\(token)\r\n"
        #expect(try test.status("GET / HTTP/1.1\r\n\(host)\(cookie)\r\n") == 200)
    }

    @Test func `a loop that never waits serves browsers all the same`() throws {
        let test = try TestServer()
        let browser = try test.open()
        // As while virtual time is behind: the time to wake up has long passed.
        test.loop.wakeTime = 1
        let begin = browser.texts.count
        for count in 1...20 {
            test.page.fields = [("count", .integer(count))]
            let end = EventLoop.now + 20_000_000
            while EventLoop.now < end { test.loop.turn(mayBlock: false) }
        }
        #expect(browser.texts.count - begin >= 10)
    }

    @Test func `on this machine alone needs none`() throws {
        let test = try TestServer()
        #expect(!test.server.isReachableFromOutside)
        #expect(test.server.links == ["http://127.0.0.1:\(test.port)/"])
    }

    @Test func `takes a free port if its usual one is taken`() throws {
        let first = try TestServer()
        let page = TestPage()
        let second = try PageServer(page, site: Site(), on: first.loop, usualPort: first.port)
        #expect(second.links != first.server.links)
        #expect(throws: PageServerError.self) {
            try PageServer(page, site: Site(), on: first.loop, port: first.port)
        }
        #expect(throws: PageServerError.self) {
            try PageServer(page, site: Site(), on: first.loop, host: "203.0.113.1")
        }
    }
}

@Suite struct `An open page` {
    @Test func `gets the state, changes, events and samples`() throws {
        let test = try TestServer()
        test.page.events = [.string("before")]
        let browser = try test.open()
        try test.until("the state") { !browser.texts.isEmpty }
        #expect(browser.texts[0].contains(#""state":{"count":0}"#))
        test.page.fields = [("count", .integer(1))]
        test.page.events = [.string("now")]
        test.page.samples = [SampleBlock(stream: 1, start: 0, step: 1, channels: 1, values: [1])]
        try test.until("the rest") { browser.messages.contains { $0.opcode == 2 } }
        let all = browser.texts.joined()
        #expect(
            all.contains(#"{"patch":{"count":1},"events":["now"]}"#) && all.contains(#""before""#))
        #expect(browser.messages.first { $0.opcode == 2 }?.payload.count == 28)
    }

    @Test func `gets answers to its commands, and errors in words`() throws {
        let test = try TestServer()
        let browser = try test.open()
        browser.send(masked(#"{"id":1,"name":"echo","arguments":{"text":"hé"}}"#))
        browser.send(masked(#"{"id":2,"name":"jump"}"#))
        browser.send(masked(#"{"id":3,"name":"echo","arguments":{}}"#))
        try test.until("three answers") { browser.texts.joined().contains(#""id":3"#) }
        let all = browser.texts.joined()
        #expect(all.contains(#"{"id":1,"value":"hé"}"#))
        #expect(all.contains(#"{"id":2,"error":"there is no command `jump`"}"#))
        #expect(all.contains(#"{"id":3,"error":"echo: `text` is missing"}"#))
    }

    @Test func `that is closed is told to the page`() throws {
        let test = try TestServer()
        let browser = try test.open()
        #expect(test.server.browserCount == 1)
        browser.send(masked(8, [3, 232]))
        try test.until("the end") { browser.isClosed }
        #expect(browser.closeCode == 1000 && test.page.gone.count == 1)
        #expect(test.server.browserCount == 0)
    }

    @Test func `costs no states when none is open`() throws {
        let test = try TestServer()
        for _ in 0..<3 { test.loop.turn(mayBlock: true) }
        #expect(test.page.reads == 0)
    }

    @Test func `answers the latest ping`() throws {
        let test = try TestServer()
        let browser = try test.open()
        browser.send(masked(9, [1]) + masked(9, [2]))
        try test.until("a pong") { browser.messages.contains { $0.opcode == 10 } }
        #expect(browser.messages.filter { $0.opcode == 10 }.last?.payload == [2])
    }

    @Test func `that never reads delays no other, and has the latest state when it reads again`()
        throws
    {
        let test = try TestServer()
        let slow = try test.open()
        let quick = try test.open()
        try test.until("the first state") { !slow.texts.isEmpty && !quick.texts.isEmpty }
        slow.stopReading()
        var number = 0
        let padding = String(repeating: "x", count: 20_000)
        test.page.beforeState = {
            number += 1
            test.page.fields = [
                ("count", .integer(number)), ("text", .string(padding + "\(number)")),
            ]
        }
        try test.until("a thousand states") {
            // What has been looked at is dropped: the reader of a page keeps no messages.
            if quick.bytes.count > 1_000_000 { quick.bytes = [] }
            return number >= 1000
        }
        test.page.beforeState = {}
        let before = slow.bytes.count
        slow.read()
        try test.until("the latest state") {
            slow.text.hasSuffix("\"count\":\(number),\"text\":\"\(padding)\(number)\"}}")
        }
        // Of 20 MB only what the system had taken was kept for it.
        #expect(slow.bytes.count - before < 6_000_000)
    }
}
