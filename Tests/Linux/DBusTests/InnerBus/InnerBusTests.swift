import DBusPeer
import EventLoop
import Foundation
import Testing

@testable import DBus

@Suite("A bus within the process")
struct InnerBusTests {
    @Test("nothing lies between it and programs of the process")
    func linked() throws {
        let loop = try EventLoop()
        let bus = try InnerBus(on: loop)
        let (server, client) = (try bus.connect(), try bus.connect())
        #expect(server.uniqueName == ":1.0" && client.uniqueName == ":1.1")
        try server.own("x.y")
        #expect(throws: DBusError.self) { try client.own("x.y") }
        #expect(client.owner(of: "x.y") == ":1.0" && client.owner(of: "n.o") == nil)
        var calls = 0
        server.onCall = { call in
            calls += 1
            call.reply(call.arguments)
        }
        var answers: [[Value]] = []
        client.call("x.y", "/", "a.b", "Echo", ["x"]) {
            answers.append((try? $0.get().values) ?? [])
        }
        // It has been handled, and its answer comes with the next turn: no call is answered before it returns.
        #expect(calls == 1 && answers.isEmpty)
        loop.turn(mayBlock: false)
        #expect(answers == [["x"]])
        #expect(loop.outputs == 0)
        #expect(!loop.turn(mayBlock: false))
    }

    @Test("what another program asks is answered in the turn in which it is read")
    func answered() throws {
        let script = try BusScript(.inner)
        let server = try #require(try script.bus.inner?.connect())
        server.onCall = { $0.reply(["done"]) }
        try script.join("a")
        let client = script.client("a")
        script.send("a", .call(server.uniqueName, "/", "q.r", "Foo", []))
        let outputs = script.bus.loop.outputs
        script.bus.loop.turn(mayBlock: false)
        #expect(script.bus.loop.outputs == outputs + 1)
        client.read()
        let answers = client.takeMessages()
        #expect(answers.map(\.values) == [["done"]] && answers[0].sender == server.uniqueName)
        #expect(!script.bus.loop.turn(mayBlock: false))
    }

    @Test("everybody hears signals in the same order, though one makes another at once")
    func order() throws {
        let script = try BusScript(.inner)
        let bus = try #require(script.bus.inner)
        let (first, second, third) = (try bus.connect(), try bus.connect(), try bus.connect())
        try script.join("a")
        script.call("a", "AddMatch", "interface='q.r'")
        var heard: [String] = []
        let subscriptions = [
            first.subscribe(interface: "q.r", member: "One") { [unowned first] _ in
                first.emit("/", "q.r", "Two", [])
            },
            second.subscribe(interface: "q.r") { heard.append("second \($0.member)") },
            third.subscribe(interface: "q.r") { heard.append("third \($0.member)") },
        ]
        script.tell("a", .signal("/", "q.r", "One", [], to: nil))
        for name in ["second", "third"] {
            #expect(heard.filter { $0.hasPrefix(name) } == ["\(name) One", "\(name) Two"])
        }
        let lines = script.lines.filter { $0.contains("q.r") }
        #expect(lines.count == 2 && lines[0].contains("One") && lines[1].contains("Two"))
        withExtendedLifetime(subscriptions) {}
    }

    @Test("its end is the end of all connections, and of its folder")
    func end() throws {
        let loop = try EventLoop()
        var bus: InnerBus? = try InnerBus(on: loop)
        let path = String(try #require(bus).address.dropFirst("unix:path=".count))
        let program = try #require(try bus?.connect())
        let client = try RawClient(at: path)
        loop.turn(mayBlock: false)
        var ended = 0
        program.onClosed = { ended += 1 }
        var answer: Result<Reply, DBusError>?
        program.call(program.uniqueName, "/", "a.b", "C") { answer = $0 }
        #expect(answer == nil)
        bus = nil
        while loop.turn(mayBlock: false) {}
        client.read()
        #expect(ended == 1 && !program.isOpen && client.isClosed)
        #expect(!FileManager.default.fileExists(atPath: path))
        program.emit("/", "a.b", "C", [])
    }

    @Test("who leaves within the process leaves like others")
    func leaving() throws {
        let loop = try EventLoop()
        let bus = try InnerBus(on: loop)
        let stays = try bus.connect()
        var goes: Bus? = try bus.connect()
        var owners: [String?] = []
        let watch = stays.watch(name: "x.y") { owners.append($0) }
        try goes?.own("x.y")
        var kept: IncomingCall?
        goes?.onCall = { kept = $0 }
        var error: DBusError?
        stays.call("x.y", "/", "a.b", "C") {
            if case .failure(let failure) = $0 { error = failure }
        }
        #expect(kept != nil)
        goes?.close()
        goes = nil
        while loop.turn(mayBlock: false) {}
        #expect(owners == [":1.1", nil])
        #expect(error?.name == "org.freedesktop.DBus.Error.NoReply")
        #expect(bus.clients.count == 1)
        withExtendedLifetime((watch, kept)) {}
    }

    @Test("a time limit of a call is whose clock one likes")
    func deadline() throws {
        let loop = try EventLoop()
        let bus = try InnerBus(on: loop)
        let (server, client) = (try bus.connect(), try bus.connect())
        var kept: [IncomingCall] = []
        server.onCall = { kept.append($0) }
        var limits: [(UInt32, () -> Void)] = []
        final class Token {}
        client.deadline = { milliseconds, end in
            limits.append((milliseconds, end))
            return Token()
        }
        var error: DBusError?
        client.call(server.uniqueName, "/", "a.b", "C", timeout: 700) {
            if case .failure(let failure) = $0 { error = failure }
        }
        #expect(limits.map(\.0) == [700] && error == nil)
        limits[0].1()
        #expect(error == .noReply)
        withExtendedLifetime(kept) {}
    }

    @Test("who a client is the system says")
    func credentials() throws {
        let script = try BusScript(.inner)
        let program = try #require(try script.bus.inner?.connect())
        try script.join("a")
        for name in [program.uniqueName, Bus.name, script.unique("a")] {
            let answer = try program.callAndWait(
                Bus.name, Bus.path, Bus.name, "GetConnectionCredentials", [.string(name)])
            #expect(answer.first?["ProcessID"]?.number == Int(getpid()))
            #expect(answer.first?["UnixUserID"]?.number == Int(geteuid()))
            #expect((answer.first?["UnixGroupIDs"] != nil) == (name != Bus.name))
        }
    }

    @Test("an address is written as D-Bus does, wherever the folder lies")
    func address() {
        #expect(BusAddress.escaped("/tmp/a b,ä") == "/tmp/a%20b%2c%c3%a4")
    }

    /// Each method, signal and property with the types of its arguments.
    private static func parts(_ xml: String) -> [String] {
        var lines: [String] = []
        var interface = ""
        for match in xml.matches(of: /<(interface|method|signal|property|arg)\b([^>]*)>/) {
            func attribute(_ name: String) -> String {
                let parts = match.2.split(separator: "\(name)=\"")
                return match.2.contains("\(name)=\"")
                    ? String(parts.last?.prefix { $0 != "\"" } ?? "") : ""
            }
            switch match.1 {
            case "interface": interface = attribute("name")
            case "arg": lines[lines.count - 1] += " \(attribute("direction")):\(attribute("type"))"
            default:
                lines.append(
                    "\(interface) \(match.1) \(attribute("name")) \(match.1 == "property" ? attribute("type") : "")"
                )
            }
        }
        return lines.sorted()
    }

    @Test(
        "the bus describes itself as dbus-daemon does, without what it has not got",
        arguments: ["/", Bus.path, "/x"])
    func introspection(_ path: String) throws {
        let texts = try BusUnderTest.Kind.allCases.map { kind in
            let script = try BusScript(kind)
            try script.join("a")
            let client = script.client("a")
            script.send("a", .call(Bus.name, path, Introspectable.name, "Introspect", []))
            _ = script.bus.wait(for: [client]) { client.hasAnswer(to: client.lastSerial) }
            return client.takeMessages().last?.values?.first?.text ?? ""
        }
        let missing = Self.parts(texts[1]).filter {
            !$0.contains("Debug.Stats") && !$0.contains("ActivatableServicesChanged")
        }
        #expect(Self.parts(texts[0]) == missing && missing.count > 20)
        #expect(
            texts[0].contains("org/freedesktop/DBus\"/>")
                == texts[1].contains("org/freedesktop/DBus\"/>"))
    }
}
