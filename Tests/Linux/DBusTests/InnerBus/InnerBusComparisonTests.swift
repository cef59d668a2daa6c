import Checkout
import EventLoop
import Testing

@testable import DBus

@Suite("Our bus beside dbus-daemon")
struct InnerBusComparisonTests {
    private static func transcript(
        _ kind: BusUnderTest.Kind, _ play: (BusScript) throws -> Void
    ) throws -> String {
        let script = try BusScript(kind)
        try play(script)
        return script.transcript
    }

    @Test("clients get the same answers, in the same order", .slow, arguments: BusCase.all)
    func same(_ one: BusCase) throws {
        let ours = try Self.transcript(.inner, one.play)
        #expect(ours.contains(one.wanted), "\(ours)")
        let theirs = try Self.transcript(.daemon, one.play)
        #expect(ours == theirs, "\(Self.difference(ours, theirs))")
        // Nothing of it depends on chance.
        #expect(ours == (try Self.transcript(.inner, one.play)))
    }

    /// Signals that arrive if their sender may go on.
    static let messages: [(String, RawMessage)] = {
        let good = RawMessage("", [])
        func fields(_ fields: [(UInt8, Value)]) -> RawMessage { good.with { $0.fields = fields } }
        let base: [(UInt8, Value)] = [(1, .path("/p")), (2, "q.r"), (3, "Foo")]
        let text: [UInt8] = [1, 0, 0, 0, 97, 0]
        return [
            ("good", good), ("an order that is none", good.with { $0.order = 7 }),
            ("kind 0", good.with { $0.kind = 0 }), ("kind 5", good.with { $0.kind = 5 }),
            ("kind 200", good.with { $0.kind = 200 }),
            ("version 0", good.with { $0.version = 0 }),
            ("version 2", good.with { $0.version = 2 }),
            ("flags that are unknown", good.with { $0.flags = 0xF8 }),
            ("serial 0", good.with { $0.serial = 0 }),
            ("padding", good.with { ($0.padding, $0.fields) = (1, base + [(6, ":1.2")]) }),
            ("no path", fields([(2, "q.r"), (3, "Foo")])),
            ("no interface", fields([(1, .path("/p")), (3, "Foo")])),
            ("no member", fields([(1, .path("/p")), (2, "q.r")])),
            ("a field twice", fields(base + [(3, "Foo")])),
            ("field 0", fields(base + [(0, "x")])),
            ("field 10", fields(base + [(10, .path("/x"))])),
            ("field 11", fields(base + [(11, .uint32(1))])),
            ("a path of text", fields([(1, "/p"), (2, "q.r"), (3, "Foo")])),
            ("a member of path", fields([(1, .path("/p")), (2, "q.r"), (3, .path("/x"))])),
            ("an interface that is none", fields([(1, .path("/p")), (2, "q"), (3, "Foo")])),
            ("a member that is none", fields([(1, .path("/p")), (2, "q.r"), (3, "Fo.o")])),
            ("a destination that is none", fields(base + [(6, "x")])),
            ("a sender that is none", fields(base + [(7, "x")])),
            ("an error's name", fields(base + [(4, "q.r")])),
            ("an error's name that is none", fields(base + [(4, "q")])),
            ("an answer to nothing", fields(base + [(5, .uint32(0))])),
            ("an answer's number", fields(base + [(5, .uint32(3))])),
            ("descriptors", fields(base + [(9, .uint32(1))])),
            (
                "the local interface",
                fields([(1, .path("/p")), (2, "org.freedesktop.DBus.Local"), (3, "Foo")])
            ),
            (
                "the local path",
                fields([(1, .path("/org/freedesktop/DBus/Local")), (2, "q.r"), (3, "Foo")])
            ),
            ("a body without types", good.with { $0.body = [0] }),
            ("types without a body", RawMessage("s", [])), ("a text", RawMessage("s", text)),
            ("more than its types", RawMessage("s", text + [0])),
            ("a text without an end", RawMessage("s", [1, 0, 0, 0, 97, 98])),
            ("a text with a zero", RawMessage("s", [2, 0, 0, 0, 97, 0, 0])),
            ("a text that is too long", RawMessage("s", [200, 0, 0, 0, 97, 0])),
            ("a text of wrong UTF-8", RawMessage("s", [1, 0, 0, 0, 0xFF, 0])),
            ("half a surrogate", RawMessage("s", [3, 0, 0, 0, 0xED, 0xA0, 0x80, 0])),
            ("a character that is none", RawMessage("s", [3, 0, 0, 0, 0xEF, 0xBF, 0xBF, 0])),
            ("an overlong letter", RawMessage("s", [2, 0, 0, 0, 0xC1, 0x81, 0])),
            ("a truth of 2", RawMessage("b", [2, 0, 0, 0])),
            ("a truth", RawMessage("b", [1, 0, 0, 0])),
            ("a path that is none", RawMessage("o", [1, 0, 0, 0, 97, 0])),
            ("types that are none", RawMessage("g", [1, 122, 0])),
            ("types", RawMessage("g", [2, 97, 115, 0])),
            ("a variant of nothing", RawMessage("v", [0, 0])),
            ("a variant of two", RawMessage("v", [2, 121, 121, 0, 1, 2])),
            ("a variant", RawMessage("v", [1, 121, 0, 7])),
            ("padding in the body", RawMessage("yu", [1, 1, 0, 0, 5, 0, 0, 0])),
            ("an array", RawMessage("ai", [8, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])),
            ("half a number", RawMessage("ai", [6, 0, 0, 0, 1, 0, 0, 0, 2, 0])),
            ("an array of truths of 2", RawMessage("ab", [4, 0, 0, 0, 2, 0, 0, 0])),
            ("an array beyond the end", RawMessage("ay", [9, 0, 0, 0, 1])),
            ("a huge array", RawMessage("ay", [255, 255, 255, 255, 1])),
            ("an empty array, padded", RawMessage("at", [0, 0, 0, 0, 0, 0, 0, 0])),
            ("an empty array, not padded", RawMessage("at", [0, 0, 0, 0])),
            ("an empty array, badly padded", RawMessage("at", [0, 0, 0, 0, 1, 0, 0, 0])),
            ("entries", RawMessage("a{yy}", [2, 0, 0, 0, 0, 0, 0, 0, 1, 2])),
            ("a descriptor without one", RawMessage("h", [0, 0, 0, 0])),
            ("variants in variants", RawMessage("v", nested(60))),
            ("variants in variants, the deepest", RawMessage("v", nested(64))),
            ("variants in variants, too deep", RawMessage("v", nested(65))),
            ("types that are none for the body", good.with { $0.fields = base + [(8, "s")] }),
            ("longer than its bytes say", good.with { $0.bodyLength = 1 << 27 }),
            (
                "a message of unknown kind without any fields",
                good.with { ($0.kind, $0.fields) = (9, []) }
            ),
            ("a reply without a number", good.with { ($0.kind, $0.fields) = (2, [(6, ":1.1")]) }),
            (
                "an error without a name",
                good.with { ($0.kind, $0.fields) = (3, [(5, .uint32(1))]) }
            ),
        ]
    }()

    /// A byte in so many variants, all in one.
    private static func nested(_ depth: Int) -> [UInt8] {
        Array(repeating: [1, UInt8(ascii: "v"), 0], count: depth - 1).flatMap { $0 }
            + [1, UInt8(ascii: "y"), 0, 7]
    }

    @Test("what is no message ends its sender and nobody else", .slow, arguments: messages.indices)
    func malformed(_ index: Int) throws {
        let (name, message) = Self.messages[index]
        func play(_ script: BusScript) throws {
            try script.join("a", "b")
            script.call("b", "AddMatch", "interface='q.r'")
            script.write("a", message.bytes, name)
            script.call("b", "NameHasOwner", .string(script.unique("a")))
        }
        let ours = try Self.transcript(.inner, play)
        let theirs = try Self.transcript(.daemon, play)
        #expect(ours == theirs, "\(name): \(Self.difference(ours, theirs))")
    }

    private static func difference(_ ours: String, _ theirs: String) -> String {
        let (ours, theirs) = (ours.split(separator: "\n"), theirs.split(separator: "\n"))
        return theirs.difference(from: ours).map {
            switch $0 {
            case .insert(_, let line, _): "theirs: \(line)"
            case .remove(_, let line, _): "ours: \(line)"
            }
        }.joined(separator: "\n")
    }
}
