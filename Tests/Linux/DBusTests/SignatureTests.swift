import Checkout
import DBusPeer
import EventLoop
import Testing

@testable import DBus

/// Any client of a bus may send what libdbus takes for well formed, in a message of any kind: none of it
/// may end our connection, and all of it is read as it was meant.
@Suite struct SignatureTests {
    /// A value of each basic type, and a variant.
    static let basics: [Value] = [
        .byte(1), .bool(true), .int16(-2), .uint16(3), .int32(-4), .uint32(5), .int64(-6),
        .uint64(7), .double(0.5), "text", .path("/a"), .signature("a{yg}"), .signature(""),
        .variant(.signature("g")),
    ]

    /// A value within each kind of container.
    static func wrapped(_ value: Value) -> [Value] {
        let type = value.signature
        let keys = basics.filter { $0.signature != "v" }
        let entries = keys.map { Value.dictionary($0.signature, type, [.init($0, value)]) }
        let nothing = Value.dictionary("y", type, [])
        let arrays: [Value] =
            type == "y"
            ? [.bytes([]), .bytes([1]), .bytes([1, 2])]
            : [.array(type, []), .array(type, [value]), .array(type, [value, value])]
        return arrays + entries
            + [
                nothing, .tuple([value]), .tuple([.byte(9), value]), .tuple([value, .byte(9)]),
                .variant(value),
            ]
    }

    /// As deep as libdbus allows.
    static func nested(_ value: Value, times: Int, _ wrap: (Value) -> Value) -> Value {
        (0..<times).reduce(value) { inner, _ in wrap(inner) }
    }

    static let deep: [Value] = [
        nested(.uint16(1), times: 32) { .array($0.signature, [$0]) },
        nested(.signature("aa{yg}"), times: 32) { .tuple([$0]) },
        nested(nested(.byte(1), times: 32) { .tuple([$0]) }, times: 32) {
            .array($0.signature, [$0])
        },
        nested(.byte(1), times: 31) {
            .dictionary("g", $0.signature, [.init(.signature("y"), $0)])
        },
        nested(.byte(1), times: 60) { .variant($0) },
        .tuple((0..<253).map { .byte(UInt8($0)) }),
    ]

    /// What goes over the bus, and how it is read.
    private struct BusBench {
        let bus: TestBus
        let ours: Bus
        let peer: Peer

        init() throws {
            bus = try TestBus()
            ours = try Bus(at: bus.address, on: bus.loop)
            peer = try bus.peer()
        }

        /// Has all values called with, and compares the arguments and the echoes.
        func echo(_ values: [Value]) throws {
            var read: [Value] = []
            ours.onCall = { call in
                read += call.arguments
                call.reply(call.arguments)
            }
            // Fewer at a time than a bus allows.
            var rest = values[...]
            while !rest.isEmpty {
                let batch = rest.prefix(500)
                rest = rest.dropFirst(500)
                let answers = batch.map { peer.call(ours.uniqueName, "/", "a.b", "Echo", [$0]) }
                try bus.wait("all echoes") { answers.allSatisfy { $0.message != nil } }
                #expect(answers.flatMap { $0.values ?? [] } == Array(batch))
            }
            #expect(read == values)
            #expect(ours.isOpen)
        }
    }

    @Test func `arguments of every type within every container are read as libdbus writes them`()
        throws
    {
        let once = Self.basics.flatMap(Self.wrapped)
        let twice = once.enumerated().flatMap { index, value in
            // All containers of all containers, of types that take turns.
            index % 3 == 0 ? Self.wrapped(value) : []
        }
        try BusBench().echo(Self.basics + once + twice + Self.deep)
    }

    /// GIO 2.74 loses its place in some of them: arrays of arrays with entries such as `aa{yg}`.
    @Test(.slow) func `arrays of several elements of any types are read as libdbus writes them`()
        throws
    {
        var chance = Chance()
        try BusBench().echo((0..<3_000).map { _ in chance.value(of: chance.signature()) })
    }

    @Test func `a reply, an error and a signal may carry anything too`() throws {
        let world = try BusBench()
        let (bus, ours, peer) = (world.bus, world.ours, world.peer)
        let values = Self.basics.flatMap(Self.wrapped) + Self.deep
        var next = 0
        peer.onMessage = { [unowned peer] message in
            var answer = message.reply([values[next]])
            if message.member == "Fail" {
                answer.kind = .error
                answer.errorName = "a.b.Error"
            }
            peer.send(answer)
            return true
        }
        var heard: [Value] = []
        let subscription = ours.subscribe(interface: "a.b") { heard += $0.values }
        _ = ours.owner(of: "a.b")
        for index in values.indices {
            next = index
            var outcomes: [Result<Reply, DBusError>] = []
            for member in ["Reply", "Fail"] {
                ours.call(peer.uniqueName, "/", "a.b", member) { outcomes.append($0) }
            }
            // One for everybody, and one that nobody asked for.
            peer.send(.signal("/", "a.b", "Told", [values[index]]))
            var other = Message.signal("/", "c.d", "Told", [values[index]])
            other.destination = ours.uniqueName
            peer.send(other)
            try bus.wait("both answers") { outcomes.count == 2 }
            #expect(try outcomes[0].get().values == [values[index]])
            #expect(outcomes[1].error?.name == "a.b.Error")
        }
        try bus.wait("all signals") { heard.count == values.count }
        #expect(heard == values)
        #expect(ours.isOpen)
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: [
        ("", true), ("a{yg}", true), ("a{sv}", true), ("(y(gv))aay", true), ("ya", false),
        ("()", false), ("a{sv", false), ("a{vs}", false), ("a{s}", false), ("a{svv}", false),
        ("{sv}", false), (")", false), ("(y", false), ("z", false), ("a", false), ("a{", false),
        ("a{s", false),
    ])
    func `a signature is a sequence of complete types`(text: String, isValid: Bool) {
        #expect(Signature.isValid(text) == isValid)
    }

    @Test func `signatures are as deep and as long as libdbus allows, and no deeper or longer`() {
        func deep(_ arrays: Int, _ structs: Int) -> String {
            String(repeating: "a", count: arrays) + String(repeating: "(", count: structs) + "y"
                + String(repeating: ")", count: structs)
        }
        #expect(Signature.isValid(deep(32, 32)))
        #expect(!Signature.isValid(deep(33, 0)))
        #expect(!Signature.isValid(deep(0, 33)))
        #expect(Signature.isValid(String(repeating: "y", count: 255)))
        #expect(!Signature.isValid(String(repeating: "y", count: 256)))
    }

    /// A call `/ a.b.C` with `a{yg}` of one entry, in the other byte order than ours.
    @Test func `a message of the other byte order is read`() throws {
        var bytes: [UInt8] = [
            0x42, 1, 0, 1, 0, 0, 0, 12, 0, 0, 0, 7, 0, 0, 0, 0x2c,
            1, 1, 0x6f, 0, 0, 0, 0, 1, 0x2f, 0, 0, 0, 0, 0, 0, 0,
            3, 1, 0x73, 0, 0, 0, 0, 1, 0x43, 0, 0, 0, 0, 0, 0, 0,
            8, 1, 0x67, 0, 5, 0x61, 0x7b, 0x79, 0x67, 0x7d, 0, 0, 0, 0, 0, 0,
        ]
        bytes[15] = 43
        bytes += [0, 0, 0, 4, 0, 0, 0, 0, 9, 1, 0x73, 0]
        #expect(BusMessage.length(of: bytes[...]) == bytes.count)
        let message = try #require(BusMessage(bytes))
        #expect(message.serial == 7)
        #expect(message.path == "/")
        #expect(message.member == "C")
        #expect(
            message.values
                == [.dictionary("y", "g", [.init(.byte(9), .signature("s"))])])
    }

    /// A bus looks at messages before it hands them on; one that does not is no reason to trap.
    @Test func `a message that is cut or changed anywhere is refused or read, and nothing traps`() {
        let values = Self.basics + Self.wrapped(.signature("g")) + Self.wrapped("text")
        var whole = BusMessage.call("a.b", "/a", "a.b", "C", values)
        whole.serial = 1
        let bytes = whole.bytes()
        #expect(BusMessage(bytes)?.values == whole.values)
        for index in bytes.indices {
            for change: UInt8 in [0x01, 0x80, 0xff] {
                var other = bytes
                other[index] ^= change
                guard BusMessage.length(of: other[...]) == other.count else { continue }
                _ = BusMessage(other)
            }
            let cut = Array(bytes[..<index])
            guard cut.count >= BusMessage.prefixLength else { continue }
            #expect(BusMessage.length(of: cut[...]) == bytes.count)
            #expect(BusMessage(cut)?.values == nil)
        }
    }
}

/// Values of chance, the same in every run.
private struct Chance {
    private var state: UInt64 = 7

    private mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    mutating func signature(_ depth: Int = 0) -> String {
        switch depth > 4 ? 0 : below(6) {
        case 1, 2: "a" + signature(depth + 1)
        case 3: "a{" + pick(["s", "o", "y", "q", "g"]) + signature(depth + 1) + "}"
        case 4: "(" + signature(depth + 1) + signature(depth + 1) + ")"
        default: pick(["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "v"])
        }
    }

    mutating func value(of signature: String) -> Value {
        var letters = Array(signature.utf8)[...]
        return value(&letters)
    }

    private mutating func value(_ letters: inout ArraySlice<UInt8>) -> Value {
        let all = Array(letters)
        let own = all[..<(Signature.end(from: 0, in: all) ?? 0)]
        letters = letters.dropFirst(own.count)
        switch own.first.map({ Character(Unicode.Scalar($0)) }) {
        case "y": return .byte(UInt8(below(256)))
        case "b": return .bool(below(2) == 0)
        case "n": return .int16(-1)
        case "q": return .uint16(.max)
        case "i": return .int32(.min)
        case "u": return .uint32(7)
        case "x": return .int64(.min)
        case "t": return .uint64(.max)
        case "d": return .double(0.5)
        case "o": return .path(pick(["/", "/a", "/abc/d"]))
        case "g": return .signature(pick(["", "s", "a{sv}", "(ii)", "yyyyyyyy"]))
        case "v": return .variant(value(of: pick(["s", "g", "a{yg}", "aa{yg}", "v", "(gy)"])))
        case "(":
            var inner = own.dropFirst().dropLast()
            var values: [Value] = []
            while !inner.isEmpty { values.append(value(&inner)) }
            return .tuple(values)
        case "a": return array(own.dropFirst())
        default: return .string(pick(["", "a", "abcdefg", "täxt"]))
        }
    }

    private mutating func array(_ element: ArraySlice<UInt8>) -> Value {
        let signature = String(decoding: element, as: UTF8.self)
        let count = below(5)
        if signature == "y" { return .bytes((0..<count).map { UInt8($0) }) }
        guard signature.first == "{" else {
            return .array(signature, (0..<count).map { _ in value(of: signature) })
        }
        let (key, inner) = (String(signature.dropFirst().prefix(1)), signature.dropFirst(2))
        let type = String(inner.dropLast())
        return .dictionary(
            key, type, (0..<count).map { _ in .init(value(of: key), value(of: type)) })
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
