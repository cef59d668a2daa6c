import Checkout
import DBus
import DBusPeer
import EventLoop
import Glibc
import Testing

/// The wire is right if another implementation (libdbus) reads the same from it, and writes what we
/// read.
@Suite("D-Bus against libdbus")
struct PeerTests {
    let bus: TestBus
    let ours: Bus
    let peer: Peer

    init() throws {
        bus = try TestBus()
        ours = try Bus(at: bus.address, on: bus.loop)
        peer = try bus.peer()
    }

    /// Calls the peer and waits.
    func call(
        _ member: String, _ values: [Value] = [], descriptors: [Int32] = [],
        timeout: Int32 = 25_000
    ) throws -> Result<Reply, DBusError> {
        var answer: Result<Reply, DBusError>?
        ours.call(
            peer.uniqueName, "/a", "a.b", member, values, descriptors: descriptors,
            timeout: timeout
        ) { answer = $0 }
        try bus.wait("the answer to \(member)") { answer != nil }
        return try #require(answer)
    }

    static let values =
        BusTests.everyType + [
            .double(.infinity), .double(-0.0), .string(""), .string("𝔅 ü\n\t"),
            .bytes([UInt8](repeating: 7, count: 70_000)),
            .array("d", [.double(1), .double(2)]), .array("t", []), .array("x", [.int64(-1)]),
            .array("b", [.bool(true), .bool(false)]), .array("g", [.signature("")]),
            .array("ay", [.bytes([]), .bytes([1])]), .array("aas", [.array("as", [])]),
            .array("(yt)", [.tuple([.byte(1), .uint64(2)]), .tuple([.byte(3), .uint64(4)])]),
            .array("v", [.variant(.byte(1)), .variant(.strings(["x"]))]),
            .dictionary("q", "v", [.init(.uint16(0x004c), .variant(.bytes([2, 0x15])))]),
            .dictionary("y", "s", [.init(.byte(1), "one"), .init(.byte(2), "two")]),
            .dictionary("s", "(xd)", [.init("k", .tuple([.int64(1), .double(2)]))]),
            // What GetManagedObjects gives.
            .dictionary(
                "o", "a{sa{sv}}",
                [
                    .init(
                        .path("/org/bluez/hci0"),
                        .dictionary(
                            "s", "a{sv}",
                            [
                                .init(
                                    "org.bluez.Adapter1",
                                    .options([
                                        ("Powered", .bool(true)), ("UUIDs", .strings(["180a"])),
                                    ])),
                                .init("a.b", .options([])),
                            ]))
                ]),
            .tuple([.tuple([.tuple([.byte(1), .variant(.tuple(["s", .path("/")]))])])]),
            nested(30, .bytes([1, 2, 3])),
        ]

    static func nested(_ depth: Int, _ value: Value) -> Value {
        (0..<depth).reduce(value) { inner, _ in .variant(inner) }
    }

    @Test(
        "libdbus reads every type as it was meant, and what it writes is read", .slow,
        arguments: values)
    func types(_ value: Value) throws {
        var read: Message?
        peer.onMessage = { [unowned peer] message in
            read = message
            peer.send(message.reply(message.values))
            return true
        }
        let reply = try call("Echo", [value, .byte(9)]).get()
        #expect(read?.values == [value, .byte(9)])
        #expect(reply.values == [value, .byte(9)])

        var ourRead: IncomingCall?
        ours.onCall = { call in
            ourRead = call
            call.reply(call.arguments)
        }
        let answer = try bus.answer(peer.call(ours.uniqueName, "/a", "a.b", "Echo", [value]))
        #expect(ourRead?.signature == value.signature)
        #expect(answer.values == [value])
    }

    @Test("signals read the same on both sides", .slow, arguments: values)
    func signals(_ value: Value) throws {
        peer.listen("type='signal',interface='a.b'")
        var heard: Signal?
        let subscription = ours.subscribe(interface: "a.b") { heard = $0 }
        _ = ours.owner(of: "a.b")
        ours.emit("/x", "a.b", "Told", [value])
        try bus.wait("our signal") { !peer.inbox.isEmpty }
        #expect(peer.inbox.last?.values == [value])
        #expect(peer.inbox.last?.sender == ours.uniqueName)
        // One's own signals are heard too.
        try bus.wait("our own signal") { heard != nil }
        heard = nil
        peer.send(.signal("/y", "a.b", "Told", [value]))
        try bus.wait("the peer's signal") { heard != nil }
        #expect(heard?.values == [value])
        #expect(heard?.path == "/y")
        #expect(heard?.sender == peer.uniqueName)
        withExtendedLifetime(subscription) {}
    }

    @Test("a conversation reads as it was held")
    func transcript() throws {
        peer.isRecording = true
        ours.onCall = { call in
            switch call.member {
            case "Connect": call.reply()
            case "ReadValue": call.reply([.bytes([0x0b, 0x84])])
            default: call.fail(DBusError("org.bluez.Error.NotSupported", "no \(call.member)"))
            }
        }
        for (interface, member) in [
            ("org.bluez.Device1", "Connect"), ("org.bluez.GattCharacteristic1", "ReadValue"),
            ("org.bluez.Device1", "Fly"),
        ] {
            _ = try bus.answer(
                peer.call(
                    ours.uniqueName, "/d", interface, member, [.options([("offset", .uint16(1))])]))
        }
        ours.emit("/d", "org.bluez.Device1", "Gone", [])
        #expect(
            peer.takeTranscript() == """
                > call /d org.bluez.Device1.Connect({offset: 1})
                < reply ()
                > call /d org.bluez.GattCharacteristic1.ReadValue({offset: 1})
                < reply ([0b 84])
                > call /d org.bluez.Device1.Fly({offset: 1})
                < error org.bluez.Error.NotSupported("no Fly")
                """)
    }

    @Test("descriptors come through both ways, several at a time, and none stays open")
    func descriptors() throws {
        ours.onCall = { call in
            let own = (0..<call.descriptors.count).map { Value.descriptor(Int32($0)) }
            call.reply(own.reversed(), descriptors: call.descriptors.map(\.number))
        }
        var pipes: [Pipe] = []
        for round in UInt8(0)..<20 {
            let three = try (0..<3).map { _ in try Pipe() }
            let answer = try bus.answer(
                peer.call(
                    ours.uniqueName, "/", "a.b", "Echo", (0..<3).map { .descriptor($0) },
                    descriptors: three.map(\.number)))
            #expect(answer.descriptors.count == 3)
            // The reply named them in reverse, and libdbus reads them in the order of naming.
            for (passed, pipe) in zip(answer.descriptors.reversed(), three) {
                #expect(pipe.carries(round, from: passed))
            }
            pipes += three
        }
        peer.onMessage = { [unowned peer] message in
            peer.send(
                message.reply([.descriptor(0)]), descriptors: message.descriptors.map(\.number))
            return true
        }
        for round in UInt8(0)..<20 {
            let pipe = try Pipe()
            let reply = try call("Echo", [.descriptor(0)], descriptors: [pipe.number]).get()
            #expect(pipe.carries(round, from: reply.descriptors.first))
            pipes.append(pipe)
        }
        for pipe in pipes { pipe.far = nil }
        // The bus lets go of a message when it gets to it.
        try bus.wait("every copy closed") {
            _ = ours.owner(of: "a.b")
            return pipes.allSatisfy(\.isClosed)
        }
    }

    @Test("megabytes come through both ways")
    func big() throws {
        let bytes = Value.bytes([UInt8](repeating: 0xa5, count: 5_000_000))
        let strings = Value.strings((0..<20_000).map { "string number \($0)" })
        ours.onCall = { $0.reply($0.arguments) }
        peer.onMessage = { [unowned peer] message in
            peer.send(message.reply(message.values))
            return true
        }
        for value in [bytes, strings] {
            let answer = try bus.answer(peer.call(ours.uniqueName, "/", "a.b", "Echo", [value]))
            #expect(answer.values == [value])
            #expect(try call("Echo", [value]).get().values == [value])
        }
    }

    @Test("thousands of calls in flight are each answered with their own, in any order")
    func inFlight() throws {
        let count = 3000
        var kept: [Message] = []
        peer.onMessage = { message in
            kept.append(message)
            return true
        }
        var answers: [Int: Int] = [:]
        for number in 0..<count {
            ours.call(peer.uniqueName, "/", "a.b", "Later", [.int32(Int32(number))]) { outcome in
                answers[number] = (try? outcome.get())?.first?.number ?? -1
            }
        }
        try bus.wait("all calls") { kept.count == count || !answers.isEmpty }
        #expect(kept.map { $0.values[0].number } == (0..<count).map { $0 })
        // Every third first, then backwards.
        let order =
            kept.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
            + kept.enumerated().filter { $0.offset % 3 != 0 }.map(\.element).reversed()
        for message in order { peer.send(message.reply(message.values)) }
        try bus.wait("all answers") { answers.count == count }
        #expect(answers.allSatisfy { $0.key == $0.value })
    }

    @Test("thousands of calls to us are each answered with their own, in any order")
    func inFlightToUs() throws {
        let count = 3000
        var kept: [IncomingCall] = []
        ours.onCall = { kept.append($0) }
        let answers = (0..<count).map { number in
            peer.call(ours.uniqueName, "/", "a.b", "Later", [.int32(Int32(number))])
        }
        try bus.wait("all calls") { kept.count == count }
        #expect(kept.map { $0.arguments[0].number } == (0..<count).map { $0 })
        for call in kept.reversed() { call.reply(call.arguments) }
        try bus.wait("all answers") { answers.allSatisfy { $0.message != nil } }
        for (number, answer) in answers.enumerated() {
            #expect(answer.values?.first?.number == number)
        }
    }

    @Test("calls, signals and replies come in the order in which they were sent")
    func order() throws {
        var seen: [String] = []
        ours.onCall = { call in
            seen.append(call.member)
            call.reply()
        }
        let subscription = ours.subscribe(interface: "a.b") { seen.append($0.member) }
        _ = ours.owner(of: "a.b")
        var asked: Message?
        peer.onMessage = { message in
            if message.member == "Ask" { asked = message }
            return true
        }
        for round in 0..<50 {
            seen = []
            asked = nil
            ours.call(peer.uniqueName, "/", "a.b", "Ask") { _ in seen.append("Answer") }
            try bus.wait("the question") { asked != nil }
            peer.send(.call(ours.uniqueName, "/", "a.b", "First"))
            peer.send(.call(ours.uniqueName, "/", "a.b", "Second"))
            peer.send(.signal("/", "a.b", "Third"))
            peer.send(.call(ours.uniqueName, "/", "a.b", "Fourth"))
            if let asked { peer.send(asked.reply()) }
            peer.send(.call(ours.uniqueName, "/", "a.b", "Fifth"))
            peer.send(.signal("/", "a.b", "Sixth"))
            try bus.wait("all") { seen.count == 7 }
            #expect(
                seen == ["First", "Second", "Third", "Fourth", "Answer", "Fifth", "Sixth"],
                "round \(round)")
        }
        withExtendedLifetime(subscription) {}
    }

    @Test("a call that wants no answer gets none, answered or not")
    func noReply() throws {
        var members: [String] = []
        ours.onCall = { call in
            members.append("\(call.member) \(call.wantsReply)")
            if call.member == "Reply" { call.reply(["x"]) }
            if call.member == "Fail" { call.fail(.noReply) }
        }
        for member in ["Reply", "Fail", "Drop"] {
            var message = Message.call(ours.uniqueName, "/", "a.b", member)
            message.wantsReply = false
            peer.send(message)
        }
        let last = peer.call(ours.uniqueName, "/", "a.b", "Last")
        #expect(try bus.answer(last).errorName == "org.freedesktop.DBus.Error.NoReply")
        #expect(members == ["Reply false", "Fail false", "Drop false", "Last true"])
        #expect(peer.inbox.isEmpty)
    }

    @Test("a peer that answers late, never, or leaves is an error by its name")
    func absent() throws {
        peer.onMessage = { _ in true }
        #expect(throws: DBusError.noReply) { try call("Never", timeout: 50).get() }
        var answer: Result<Reply, DBusError>?
        var isCalled = false
        peer.onMessage = { _ in
            isCalled = true
            return true
        }
        ours.call(peer.uniqueName, "/", "a.b", "Leave") { answer = $0 }
        try bus.wait("the call") { isCalled }
        bus.close(peer)
        try bus.wait("the error") { answer != nil }
        #expect(errorName(answer) == "org.freedesktop.DBus.Error.NoReply")
        answer = nil
        ours.call("org.bluez", "/", "a.b", "Anything") { answer = $0 }
        try bus.wait("the error") { answer != nil }
        #expect(errorName(answer) == "org.freedesktop.DBus.Error.NameHasNoOwner")
    }

    @Test(
        "an error keeps its name whatever it carries, and its words if it carries some",
        arguments: [["no"], [], [.uint16(3)], ["a", "b"]] as [[Value]])
    func errors(_ values: [Value]) throws {
        peer.onMessage = { [unowned peer] message in
            var error = message.error("org.bluez.Error.NotPermitted")
            error.values = values
            peer.send(error)
            return true
        }
        let outcome = try call("Fail")
        #expect(errorName(outcome) == "org.bluez.Error.NotPermitted")
        guard case .failure(let error) = outcome, values == ["no"] else { return }
        #expect(error.message == "no")
    }

    @Test("what cannot be sent fails at once, and the connection lives on")
    func illFormed() throws {
        peer.onMessage = { [unowned peer] message in
            peer.send(message.reply())
            return true
        }
        let name = peer.uniqueName
        for (destination, path, interface, member) in [
            ("", "/", "a.b", "C"), ("no name", "/", "a.b", "C"), (name, "", "a.b", "C"),
            (name, "/a/", "a.b", "C"), (name, "/", "", "C"), (name, "/", "ab", "C"),
            (name, "/", "a.b", ""), (name, "/", "a.b", "C.D"), (name, "/", "a.b", "Ü"),
        ] {
            var answer: Result<Reply, DBusError>?
            ours.call(destination, path, interface, member) { answer = $0 }
            #expect(errorName(answer) == "org.freedesktop.DBus.Error.InvalidArgs")
            #expect(throws: DBusError.self) {
                try ours.callAndWait(destination, path, interface, member)
            }
            ours.emit(path, interface, member, [], to: destination)
        }
        #expect(throws: DBusError.self) { try ours.own("no name") }
        #expect(ours.owner(of: "no name") == nil)
        _ = try call("Still").get()
    }

    @Test("an answer that cannot be sent is answered with an error all the same")
    func illFormedAnswers() throws {
        ours.onCall = { call in
            call.fail(DBusError(call.member == "Empty" ? "" : "no name", "what"))
        }
        for member in ["Empty", "Words"] {
            let answer = try bus.answer(peer.call(ours.uniqueName, "/", "a.b", member))
            #expect(answer.errorName == "org.freedesktop.DBus.Error.Failed")
            #expect(answer.values == ["what"])
        }
    }

    @Test("who closes the bus hears no more of it, and nothing is kept")
    func leaving() throws {
        final class Token {}
        peer.onMessage = { _ in true }
        for round in 0..<20 {
            var outcomes = 0
            weak var token: Token?
            weak var left: Bus?
            try {
                let own = Token()
                token = own
                let bus = try Bus(at: self.bus.address, on: self.bus.loop)
                left = bus
                let subscription = bus.subscribe(interface: "a.b") { _ in
                    withExtendedLifetime(own) {}
                }
                bus.onCall = { _ in withExtendedLifetime(own) {} }
                for _ in 0..<10 {
                    bus.call(peer.uniqueName, "/", "a.b", "Never") { _ in
                        withExtendedLifetime(own) {}
                        outcomes += 1
                    }
                }
                // In flight for certain, or not even sent.
                if round % 2 == 0 { _ = bus.owner(of: "a.b") }
                bus.close()
                withExtendedLifetime(subscription) {}
            }()
            #expect(token == nil)
            #expect(left == nil)
            _ = try call("Turn", timeout: 1)
            #expect(outcomes == 0)
        }
        #expect(peer.isOpen)
    }

    @Test("a bus that ends fails the calls in flight, and nothing is kept")
    func ending() throws {
        final class Token {}
        peer.onMessage = { _ in true }
        var outcomes: [DBusError?] = []
        weak var token: Token?
        do {
            let own = Token()
            token = own
            for _ in 0..<10 {
                ours.call(peer.uniqueName, "/", "a.b", "Never") { outcome in
                    withExtendedLifetime(own) {}
                    if case .failure(let error) = outcome { outcomes.append(error) }
                }
            }
            _ = ours.owner(of: "a.b")
        }
        bus.daemon = nil
        try bus.wait("the end") { outcomes.count == 10 && !ours.isOpen && !peer.isOpen }
        #expect(outcomes == [DBusError?](repeating: .disconnected, count: 10))
        #expect(token == nil)
    }

    @Test("any call comes to one place, whatever it calls")
    func odd() throws {
        var seen: [String] = []
        ours.onCall = { call in
            seen.append("\(call.path) \(call.interface ?? "-") \(call.member) \(call.signature)")
            call.fail(DBusError("org.freedesktop.DBus.Error.UnknownMethod"))
        }
        let calls: [(String, String?, String, [Value])] = [
            ("/", nil, "Get", []),
            ("/", "org.freedesktop.DBus.Peer", "Ping", []),
            ("/", "org.freedesktop.DBus.Introspectable", "Introspect", [.byte(1)]),
            ("/a", "org.freedesktop.DBus.Properties", "GetAll", []),
            ("/" + String(repeating: "x", count: 5000), "a.b", "C", []),
            ("/a", "a.b", "C", [Self.nested(30, .byte(1))]),
            ("/a", "a.b", "C", (0..<200).map { .byte($0) }),
        ]
        for (path, interface, member, values) in calls {
            let answer = try bus.answer(
                peer.call(ours.uniqueName, path, interface, member, values))
            #expect(answer.errorName == "org.freedesktop.DBus.Error.UnknownMethod")
        }
        #expect(seen.count == calls.count)
        #expect(seen.first == "/ - Get ")
        #expect(seen.last?.hasSuffix(String(repeating: "y", count: 200)) == true)
    }

    func errorName(_ outcome: Result<Reply, DBusError>?) -> String? {
        if case .failure(let error)? = outcome { error.name } else { nil }
    }
}

/// A pipe to see that a descriptor arrived as itself, and that no copy of it stays open.
final class Pipe {
    let near: Descriptor
    var far: Descriptor?

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else {
            throw NeverHappened(description: "a pipe")
        }
        (near, far) = (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    var number: Int32 { far?.number ?? -1 }

    private func read() -> [UInt8]? {
        withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) { buffer in
            guard case .done(let count) = near.read(into: buffer) else { return nil }
            return Array(buffer.prefix(count))
        }
    }

    /// Whether what is written to a descriptor comes out here.
    func carries(_ byte: UInt8, from other: Descriptor?) -> Bool {
        guard let other else { return false }
        return withUnsafeBytes(of: byte) { other.write($0) == .done(1) } && read() == [byte]
    }

    /// Whether nobody can write to it any more.
    var isClosed: Bool { read() == [] }
}
