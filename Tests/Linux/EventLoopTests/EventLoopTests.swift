import Glibc
import Testing

@testable import EventLoop

/// Two sockets that are connected to each other, closed with this object.
private final class SocketPair {
    let near: Int32
    let far: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        close(near)
        close(far)
    }
}

/// Says by its life whether somebody still holds it.
private final class Token {}

@Suite struct EventLoopTests {
    private func put(_ count: Int, into descriptor: Int32) -> Int {
        let bytes = [UInt8](repeating: 7, count: count)
        return write(descriptor, bytes, count)
    }

    private func take(_ count: Int, from descriptor: Int32) -> Int {
        var bytes = [UInt8](repeating: 0, count: count)
        return read(descriptor, &bytes, count)
    }

    @Test func `a descriptor is told readable, writable, and hung up`() throws {
        let loop = try EventLoop()
        let pair = SocketPair()
        var seen: [Readiness] = []
        let reader = loop.watch(pair.near, for: .readable) { seen.append($0) }
        #expect(!loop.turn(mayBlock: false))
        #expect(seen.isEmpty)

        #expect(put(3, into: pair.far) == 3)
        #expect(loop.turn(mayBlock: true))
        #expect(seen == [.readable])
        loop.turn(mayBlock: false)
        #expect(seen == [.readable, .readable], "unread bytes are told again")
        #expect(take(9, from: pair.near) == 3)
        #expect(!loop.turn(mayBlock: false))

        var writable = 0
        let writer = loop.watch(pair.near, for: .writable) { _ in writable += 1 }
        loop.turn(mayBlock: true)
        #expect(writable == 1)
        while put(65_536, into: pair.near) > 0 {}
        loop.turn(mayBlock: false)
        #expect(writable == 1, "a full socket is not writable")
        writer.cancel()

        seen = []
        shutdown(pair.far, Int32(SHUT_RDWR))
        loop.turn(mayBlock: true)
        #expect(seen.count == 1)
        #expect(seen.first?.isSuperset(of: [.readable, .hungUp]) == true)
        reader.cancel()
        reader.cancel()
        loop.turn(mayBlock: false)
        #expect(seen.count == 1)
    }

    @Test func `a watch ends with its object, and lets its handler go`() throws {
        let loop = try EventLoop()
        let pair = SocketPair()
        #expect(put(1, into: pair.far) == 1)
        weak var held: Token?
        var calls = 0
        do {
            let token = Token()
            held = token
            let watch = loop.watch(pair.near, for: .readable) { _ in
                _ = token
                calls += 1
            }
            loop.turn(mayBlock: true)
            #expect(calls == 1)
            #expect(held != nil)
            withExtendedLifetime(watch) {}
        }
        #expect(held == nil)
        #expect(!loop.turn(mayBlock: false))
        #expect(calls == 1)
    }

    @Test func `a handler may cancel itself and others in the same turn`() throws {
        let loop = try EventLoop()
        let pairs = (0..<3).map { _ in SocketPair() }
        for pair in pairs { #expect(put(1, into: pair.far) == 1) }
        var watches: [Watch] = []
        var calls = 0
        for pair in pairs {
            watches.append(
                loop.watch(pair.near, for: .readable) { _ in
                    calls += 1
                    watches.removeAll()
                })
        }
        loop.turn(mayBlock: true)
        loop.turn(mayBlock: false)
        #expect(calls == 1)
    }

    @Test func `a handler may add a watch, which is looked at from the next turn on`() throws {
        let loop = try EventLoop()
        let pair = SocketPair()
        #expect(put(1, into: pair.far) == 1)
        var second: Watch?
        var order: [String] = []
        let first = loop.watch(pair.near, for: .readable) { _ in
            order.append("first")
            if second == nil {
                second = loop.watch(pair.near, for: .readable) { _ in order.append("second") }
            }
        }
        loop.turn(mayBlock: true)
        #expect(order == ["first"])
        loop.turn(mayBlock: true)
        #expect(order.sorted() == ["first", "first", "second"])
        withExtendedLifetime(first) {}
    }

    @Test(arguments: [-5_000_000_000 as Int64, 0, 300_000, 2_000_000])
    func `a turn ends at the wake time and not before`(ahead: Int64) throws {
        let loop = try EventLoop()
        let time = EventLoop.now + ahead
        loop.wakeTime = time
        while !loop.turn(mayBlock: true) {}
        #expect(EventLoop.now >= time)
        #expect(loop.turn(mayBlock: false), "it stays due until it is set anew")
        loop.wakeTime = nil
        #expect(!loop.turn(mayBlock: false))
        loop.wakeTime = EventLoop.now + 3_600_000_000_000
        #expect(!loop.turn(mayBlock: false))
        loop.wakeTime = 0
        #expect(loop.turn(mayBlock: false), "a time before the clock began has passed")
    }

    @Test func `signals are handlers, and their default action comes back`() async throws {
        // A process of its own: a signal goes to whoever listens in it, and by default ends it.
        await #expect(processExitsWith: .signal(SIGUSR1)) {
            let loop = try EventLoop()
            var calls: [String] = []
            let first = loop.watch(signal: SIGUSR1) { calls.append("first") }
            let second = loop.watch(signal: SIGUSR1) { calls.append("second") }
            let other = loop.watch(signal: SIGTERM) { calls.append("other") }
            kill(getpid(), SIGUSR1)
            while calls.count < 2 { loop.turn(mayBlock: true) }
            guard calls.sorted() == ["first", "second"] else { exit(1) }
            kill(getpid(), SIGTERM)
            while calls.count < 3 { loop.turn(mayBlock: true) }
            guard calls.last == "other" else { exit(2) }
            first.cancel()
            second.cancel()
            kill(getpid(), SIGUSR1)
            loop.wakeTime = EventLoop.now + 10_000_000_000
            loop.turn(mayBlock: true)
            other.cancel()
            exit(3)
        }
    }

    @Test func `run goes on until it is stopped, with a call after each turn`() throws {
        let loop = try EventLoop()
        var turns = 0
        var late: [Int] = []
        let watch = loop.after(milliseconds: 1) { late.append(turns) }
        loop.wakeTime = 0
        loop.run {
            turns += 1
            if turns == 5 { loop.stop() }
        }
        #expect(turns == 5)
        loop.wakeTime = nil
        while late.isEmpty { loop.turn(mayBlock: true) }
        #expect(!loop.turn(mayBlock: false), "it comes once")
        watch.cancel()
    }

    @Test func `thousands of watches and loops leave nothing behind`() throws {
        func openDescriptors() -> Int {
            (0..<4096).count { fcntl($0, F_GETFD) >= 0 }
        }
        let pair = SocketPair()
        weak var last: Token?
        for round in 0..<1500 {
            let loop = try EventLoop()
            #expect(put(1, into: pair.far) == 1)
            var watches: [Watch] = []
            var calls = 0
            for _ in 0..<25 {
                let token = Token()
                last = token
                watches.append(
                    loop.watch(pair.near, for: [.readable, .writable]) { _ in
                        _ = token
                        calls += 1
                    })
                watches.append(loop.after(milliseconds: 100_000) { _ = token })
            }
            loop.turn(mayBlock: true)
            #expect(calls == 25)
            #expect(take(9, from: pair.near) == 1)
            // A watch may outlive its loop.
            if round % 2 == 0 { watches = [] }
            _ = consume loop
            watches = []
        }
        #expect(last == nil)
        #expect(openDescriptors() < 2500, "each loop has two; other tests have theirs")
    }
}
