import EventLoop
import Glibc
import Testing

@testable import USBTransport

/// A terminal with a client that opens its far end as any program would.
private final class TerminalBench {
    let loop: EventLoop
    let terminal: PseudoTerminal
    var heard: [UInt8] = []
    var closings = 0
    var readies = 0
    private var client: Int32 = -1

    init(_ path: String = "/tmp/boardsim-usb-\(getpid())-\(UInt32.random(in: 0 ... .max))") throws {
        loop = try EventLoop()
        terminal = try PseudoTerminal(path: path, on: loop)
        terminal.onBytes = { [unowned self] in heard += $0 }
        terminal.onClosed = { [unowned self] in closings += 1 }
        terminal.onReady = { [unowned self] in readies += 1 }
    }

    deinit { if client >= 0 { close(client) } }

    func open() {
        client = Glibc.open(terminal.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        #expect(client >= 0)
    }

    func closeClient() {
        close(client)
        client = -1
    }

    func write(_ bytes: [UInt8]) { #expect(Glibc.write(client, bytes, bytes.count) == bytes.count) }

    func read(_ most: Int = 4096) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: most)
        let count = Glibc.read(client, &buffer, most)
        return count > 0 ? Array(buffer[..<count]) : []
    }

    /// Turns the loop until something holds; it does in a few turns or the test fails.
    func turn(until holds: () -> Bool) {
        for _ in 0..<1000 where !holds() {
            let wake = loop.after(milliseconds: 5) {}
            loop.turn(mayBlock: true)
            wake.cancel()
            terminal.flush()
        }
        #expect(holds())
    }
}

@Suite struct PseudoTerminalTests {
    @Test func `only a link to a terminal is taken for one that was left`() throws {
        let path = "/tmp/boardsim-usb-left-\(getpid())"
        defer { unlink(path) }
        symlink("/dev/pts/99999", path)
        do {
            let bench = try TerminalBench(path)
            bench.terminal.close()
            #expect(readlink(path) == nil)
        }
        symlink("/etc/passwd", path)
        let error = #expect(throws: USBTransportError.self) { try TerminalBench(path) }
        #expect(
            error?.description.hasSuffix("is not a link to a terminal; choose another path") == true
        )
        #expect(readlink(path) == "/etc/passwd")
        unlink(path)
        // Another process has put its own there meanwhile.
        let bench = try TerminalBench(path)
        unlink(path)
        symlink("/dev/pts/99999", path)
        bench.terminal.close()
        #expect(readlink(path) == "/dev/pts/99999")
    }

    private func readlink(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = Glibc.readlink(path, &bytes, bytes.count)
        return count < 0
            ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // holds USB-12
    @Test func `bytes go both ways unchanged`() throws {
        let bench = try TerminalBench()
        bench.open()
        let every = (0...255).map { UInt8($0) }
        bench.write(every)
        bench.turn { bench.heard.count == 256 }
        #expect(bench.heard == every)
        #expect(bench.terminal.send(every))
        var back: [UInt8] = []
        bench.turn {
            back += bench.read()
            return back.count == 256
        }
        #expect(back == every)
    }

    // holds USB-13
    @Test func `a client that closes is told, and another may come`() throws {
        let bench = try TerminalBench()
        for round in 1...3 {
            bench.open()
            bench.write([UInt8(round)])
            bench.turn { bench.heard.count == round }
            bench.closeClient()
            bench.turn { bench.closings == round }
            // What was for the one that has gone is not for the next.
            #expect(bench.heard == (1...round).map { UInt8($0) })
        }
    }

    // holds USB-14
    @Test func `a client that does not read is waited for, within bounds`() throws {
        let bench = try TerminalBench()
        bench.open()
        bench.write([1])
        bench.turn { bench.heard == [1] }
        let block = [UInt8](repeating: 7, count: 1000)
        var sent = 0
        while bench.terminal.send(block) { sent += block.count }
        #expect(sent <= PseudoTerminal.longestQueue && sent > 60_000)
        var got = 0
        bench.turn {
            got += bench.read().count
            return got == sent && bench.readies == 1
        }
        #expect(bench.terminal.send(block))
    }

    // holds USB-15
    @Test func `a link that is there is replaced, a file is not, and none is left behind`() throws {
        let path = "/tmp/boardsim-usb-link-\(getpid())"
        unlink(path)
        #expect(symlink("/dev/pts/99999", path) == 0)
        do {
            let bench = try TerminalBench(path)
            bench.open()
        }
        #expect(access(path, F_OK) != 0)
        let file = creat(path, 0o600)
        close(file)
        defer { unlink(path) }
        let error = #expect(throws: USBTransportError.self) { try TerminalBench(path) }
        #expect(error?.description.contains("choose another path") == true)
        #expect(access(path, F_OK) == 0)
    }
}
