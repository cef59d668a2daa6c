import EventLoop
import Foundation
import Simulation
import Testing

@testable import DBus

@Suite("A bus within the process, among clients that ask for too much")
struct InnerBusLimitTests {
    private static func limits(_ change: (inout BusLimits) -> Void) -> BusLimits {
        var limits = BusLimits()
        change(&limits)
        return limits
    }

    /// What a client was told by the bus, errors only.
    private static func errors(_ script: BusScript, _ name: String) -> [String] {
        script.lines.filter { $0.hasPrefix("  \(name) < error") }
    }

    @Test("names, rules and open calls are counted")
    func counts() throws {
        let script = try BusScript(
            .inner,
            limits: Self.limits {
                $0.names = 3
                $0.rules = 2
                $0.replies = 2
            })
        try script.join("a", "b")
        for name in ["x.a", "x.b", "x.c"] {
            script.call("a", "RequestName", .string(name), .uint32(0))
        }
        for _ in 0..<3 { script.call("a", "AddMatch", "type='signal'") }
        for _ in 0..<3 { script.tell("a", .call(script.unique("b"), "/", "q.r", "Foo", [])) }
        let errors = Self.errors(script, "a")
        #expect(errors.count == 3)
        // The words of dbus-daemon 1.14.10.
        #expect(
            errors[0].contains(
                "Connection \\\"<a>\\\" is not allowed to own more services (increase limits in configuration file if"
                    + " required; max_names_per_connection=3)")
                || errors[0].contains("max_names_per_connection=3"))
        #expect(errors[1].contains("max_match_rules_per_connection=2"))
        #expect(
            errors[2].contains(
                "The maximum number of pending replies per connection has been reached"))
        // An answer makes room.
        var reply = BusMessage(.reply)
        reply.destination = script.unique("a")
        reply.replySerial = script.client("a").lastSerial - 1
        script.tell("b", reply)
        script.tell("a", .call(script.unique("b"), "/", "q.r", "Foo", []))
        #expect(Self.errors(script, "a").count == 3)
    }

    @Test("a client too many is told so, and one that leaves makes room")
    func clients() throws {
        let script = try BusScript(.inner, limits: Self.limits { $0.clients = 2 })
        try script.join("a", "b")
        try script.connect("c")
        script.send("c", BusScript.call("Hello"))
        let late = script.client("c")
        _ = script.bus.wait(for: [late]) { late.hasAnswer(to: 1) }
        #expect(late.takeMessages().first?.errorName == "org.freedesktop.DBus.Error.LimitsExceeded")
        script.leave("b")
        script.send("c", BusScript.call("Hello"))
        _ = script.bus.wait(for: [late]) { late.hasAnswer(to: 2) }
        #expect(late.takeMessages().first?.kind == .reply)
    }

    @Test("who connects and says nothing keeps nobody out")
    func newcomers() throws {
        let script = try BusScript(.inner, limits: Self.limits { $0.newcomers = 8 })
        let idlers = try (0..<100).map { _ in try RawClient(at: script.bus.path) }
        try script.join("a")
        for idler in idlers { idler.read() }
        #expect(idlers.filter { !$0.isClosed }.count == 7)
        script.call("a", "NameHasOwner", "x.y")
        #expect(script.lines.last?.contains("false") == true)
    }

    @Test("a login has its time")
    func slowLogin() throws {
        let bus = try BusUnderTest(.inner, limits: Self.limits { $0.loginMilliseconds = 0 })
        let client = try RawClient(at: bus.path)
        #expect(bus.wait(for: [client]) { client.isClosed })
        #expect(bus.inner?.clients.isEmpty == true)
    }

    @Test("a login that asks and does not read ends")
    func loginFlood() throws {
        let bus = try BusUnderTest(.inner)
        let client = try RawClient(at: bus.path)
        client.write([0])
        for _ in 0..<100 {
            client.write(Array(repeating: Array("X\r\n".utf8), count: 3_000).flatMap { $0 })
            bus.loop.turn(mayBlock: false)
            guard bus.inner?.clients.isEmpty == false else { break }
        }
        #expect(bus.inner?.clients.isEmpty == true)
    }

    @Test("a message is as long as that, and no longer")
    func length() throws {
        for (count, isClosed) in [(3_900, false), (4_100, true)] {
            let script = try BusScript(.inner, limits: Self.limits { $0.messageBytes = 4_000 })
            try script.join("a", "b")
            script.tell(
                "a",
                .call(
                    script.unique("b"), "/", "q.r", "Foo",
                    [.bytes(Array(repeating: 1, count: count))]))
            #expect(script.lines.contains("  a is disconnected") == isClosed)
            #expect(script.lines.contains { $0.hasPrefix("  b < call") } == !isClosed)
            script.call("b", "NameHasOwner", "x.y")
        }
    }

    @Test("a client that does not read is told no more than that, and costs the others nothing")
    func unread() throws {
        let script = try BusScript(.inner, limits: Self.limits { $0.queuedBytes = 100_000 })
        let bus = try #require(script.bus.inner)
        try script.join("a", "deaf", "b")
        let deaf = script.unique("deaf")
        script.send("deaf", BusScript.call("AddMatch", ["interface='q.r'"]))
        let body: [Value] = [.bytes(Array(repeating: 7, count: 5_000))]
        var refused = 0
        let sender = script.client("a")
        for round in 0..<400 {
            var call = BusMessage.call(deaf, "/", "q.r", "Foo", body)
            call.wantsNoReply = round % 2 == 0
            script.send("a", call)
            script.send("a", .signal("/", "q.r", "Bar", body, to: nil))
            _ = script.bus.wait(for: [sender]) { false }
            for message in sender.takeMessages() where message.kind == .error {
                refused += 1
                #expect(message.errorName == "org.freedesktop.DBus.Error.LimitsExceeded")
            }
            #expect(bus.heldBytes < 110_000)
        }
        #expect(refused > 300)
        // Those who read are served meanwhile, and the other one once it reads again.
        script.tell("a", .call(script.unique("b"), "/", "q.r", "Foo", ["x"]))
        #expect(script.lines.contains { $0.hasPrefix("  b < call") && $0.contains("\"x\"") })
        script.tell("a", .call(deaf, "/", "q.r", "Foo", ["after"]))
        #expect(script.lines.contains { $0.hasPrefix("  deaf < call") && $0.contains("\"after\"") })
    }

    @Test("what all together hold is limited")
    func total() throws {
        let script = try BusScript(
            .inner,
            limits: Self.limits {
                $0.heldBytes = 300_000
                $0.spareBytes = 20_000
            })
        let bus = try #require(script.bus.inner)
        let names = (0..<10).map { "d\($0)" }
        try script.join("a")
        for name in names { try script.join(name) }
        let sender = script.client("a")
        for _ in 0..<200 {
            for name in names {
                var call = BusMessage.call(
                    script.unique(name), "/", "q.r", "Foo",
                    [.bytes(Array(repeating: 7, count: 5_000))])
                call.wantsNoReply = true
                script.send("a", call)
            }
            _ = script.bus.wait(for: [sender]) { false }
            _ = sender.takeMessages()
        }
        #expect(bus.heldBytes < 600_000)
        // One that begins a long message is as greedy.
        var start = RawMessage("ay", []).bytes
        start.replaceSubrange(4..<8, with: [0, 0, 0, 1])
        let talker = script.client("d0")
        for _ in 0..<200 where !talker.isClosed {
            talker.write(start + Array(repeating: 0, count: 10_000))
            start = []
            script.bus.loop.turn(mayBlock: false)
            talker.read()
        }
        #expect(bus.heldBytes < 700_000)
    }

    @Test("a monitor that does not read has to go")
    func slowMonitor() throws {
        let script = try BusScript(.inner, limits: Self.limits { $0.queuedBytes = 50_000 })
        try script.join("a", "b", "m")
        script.monitor("m", [])
        let sender = script.client("a")
        let other = script.client("b")
        for _ in 0..<200 {
            script.send(
                "a",
                .call(
                    script.unique("b"), "/", "q.r", "Foo",
                    [.bytes(Array(repeating: 7, count: 5_000))]))
            _ = script.bus.wait(for: [sender, other]) { false }
        }
        script.settle()
        #expect(script.lines.contains("  m is disconnected"))
        #expect(script.bus.inner?.clients.count == 2)
    }

    @Test("descriptors that nobody takes are limited")
    func descriptors() throws {
        let script = try BusScript(.inner)
        try script.join("a", "b", "deaf")
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let pair = (Descriptor(ends[0]), Descriptor(ends[1]))
        // Sent ahead of any message.
        let client = script.client("a")
        for _ in 0..<80 { client.write([], descriptors: []) }
        let lone = RawMessage("", []).bytes
        for byte in lone.prefix(8) {
            client.write([byte], descriptors: Array(repeating: pair.0.number, count: 10))
        }
        _ = script.bus.wait(for: [client]) { client.isClosed }
        #expect(client.isClosed)
        // More than a message may have.
        script.tell(
            "b", .call(script.unique("deaf"), "/", "q.r", "Foo", [.descriptor(0)]),
            descriptors: Array(repeating: pair.0.number, count: 17))
        #expect(script.lines.contains("  b is disconnected"))
        withExtendedLifetime(pair) {}
    }

    // MARK: Fuzzing

    /// `FUZZ_ROUNDS` says how many pieces; the stage `fuzz` asks for many, others for few.
    static let rounds = (Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 6_000) / 3

    @Test("fuzz: whatever clients write, the bus goes on and others are answered")
    func fuzz() throws {
        var stream = RandomStream(seed: 11, purpose: "bus")
        func below(_ limit: Int) -> Int { Int(stream.next() % UInt64(limit)) }
        let script = try BusScript(.inner)
        let bus = try #require(script.bus.inner)
        let server = try bus.connect()
        server.onCall = { $0.reply($0.arguments) }
        try script.join("good")
        let good = script.client("good")
        let members = [
            "RequestName", "ReleaseName", "AddMatch", "RemoveMatch", "GetNameOwner", "Hello",
            "ListNames", "GetConnectionCredentials", "BecomeMonitor", "Get", "Introspect", "Ping",
        ]
        let texts = [
            "x.y", ":1.0", ":1.1", "", "type='signal'", "eavesdrop='true'", "arg0='", "org.bluez",
            "ä",
        ]
        func value() -> Value {
            switch below(6) {
            case 0: .uint32(UInt32(below(9)))
            case 1: .strings([texts[below(texts.count)]])
            case 2: .variant(.bytes(Array(repeating: 3, count: below(3_000))))
            case 3: .options([("k", .uint16(3))])
            default: .string(texts[below(texts.count)])
            }
        }
        func message() -> [UInt8] {
            var message = BusMessage.call(
                [Bus.name, server.uniqueName, "x.y", ":1.\(below(30))"][below(4)], "/p",
                [Bus.name, "q.r", "org.freedesktop.DBus.Monitoring"][below(3)],
                members[below(members.count)], (0..<below(3)).map { _ in value() })
            if below(8) == 0 { message.kind = [.signal, .reply, .error, .call][below(4)] }
            if below(8) == 0 { message.destination = nil }
            message.replySerial = message.kind == .reply || message.kind == .error ? 1 : 0
            message.errorName = message.kind == .error ? "x.y.Z" : nil
            message.wantsNoReply = below(4) == 0
            message.serial = UInt32(1 + below(50))
            var bytes = message.bytes()
            // One in three is broken somewhere.
            for _ in 0..<(below(3) == 0 ? 1 + below(3) : 0) {
                bytes[below(bytes.count)] = UInt8(truncatingIfNeeded: below(256))
            }
            return bytes
        }
        let login = Array(
            "\0AUTH EXTERNAL \(RawClient.user)\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8)
        var hello = BusScript.call("Hello")
        hello.serial = 1
        var bad: [RawClient] = []
        for round in 0..<Self.rounds {
            bad.removeAll { $0.isClosed }
            if bad.count < 12 || below(20) == 0 {
                let client = try RawClient(at: script.bus.path)
                switch below(5) {
                case 0:
                    client.write((0..<below(60)).map { _ in UInt8(truncatingIfNeeded: below(256)) })
                case 1: client.write(Array(login.prefix(below(login.count))))
                default: client.write(login + hello.bytes())
                }
                bad.append(client)
            }
            let index = below(bad.count)
            let bytes = message()
            switch below(8) {
            case 0: bad.remove(at: index)
            case 1: bad[index].write(Array(bytes.prefix(below(bytes.count))))
            case 2: bad[index].write(bytes + message() + message())
            default: bad[index].write(bytes)
            }
            // Some never read.
            if below(3) > 0, !bad.isEmpty { bad[below(bad.count)].read() }
            script.bus.loop.turn(mayBlock: false)
            guard round % 20 == 0 else { continue }
            script.send("good", .call(server.uniqueName, "/", "q.r", "Echo", ["x"]))
            let isAnswered = script.bus.wait(for: [good]) { good.hasAnswer(to: good.lastSerial) }
            _ = good.takeMessages()
            try #require(isAnswered, "round \(round)")
        }
        for client in bad { _ = client.takeDescriptors() }
        bad = []
        _ = script.bus.wait(for: [good]) { bus.clients.count == 2 }
        #expect(bus.clients.count == 2 && bus.active.count == 2)
        #expect(bus.names == [Bus.name, server.uniqueName, script.unique("good")])
    }
}
