import Checkout
import DaemonBus
import EventLoop
import Testing

@testable import DBus

@Suite("Objects on a bus")
struct ObjectServerTests {
    let loop: EventLoop
    let daemon: PrivateBus
    let server: Bus
    let client: Bus

    init() throws {
        loop = try EventLoop()
        daemon = try PrivateBus()
        server = try Bus(at: daemon.address, on: loop)
        client = try Bus(at: daemon.address, on: loop)
    }

    func wait(_ isDone: () -> Bool) {
        // Far more turns than anything here takes.
        for _ in 0..<10_000 where !isDone() { loop.turn(mayBlock: true) }
        #expect(isDone())
    }

    /// What a call brings, in one line.
    func call(_ path: String, _ interface: String, _ member: String, _ arguments: [Value] = [])
        -> String
    {
        var answer: Result<Reply, DBusError>?
        client.call(server.uniqueName, path, interface, member, arguments) { answer = $0 }
        wait { answer != nil }
        switch answer {
        case .success(let reply): return reply.values.map(\.line).joined(separator: ", ")
        case .failure(let error): return error.description
        case nil: return "nothing"
        }
    }

    static let bus = "org.freedesktop.DBus"

    static let refusals:
        [(path: String, interface: String, member: String, arguments: [Value], says: String)] = [
            (
                "/nowhere", "a.Lamp", "Light", [],
                "UnknownObject: Method \"Light\" with signature \"\" on interface \"a.Lamp\""
            ),
            (
                "/house", "a.Lamp", "Light", [],
                "UnknownMethod: Method \"Light\" with signature \"\" on interface \"a.Lamp\""
            ),
            ("/house/lamp", "a.Lamp", "Dance", [], "UnknownMethod: Method \"Dance\" with"),
            ("/house/lamp", "a.Lamp", "Light", ["x"], "UnknownMethod: Method \"Light\" with sig"),
            ("/house/lamp", "a.Other", "Light", [], "UnknownMethod: Method \"Light\" with"),
            (
                "/house/lamp", bus + ".Properties", "Get", ["a.Lamp", "Size"],
                "InvalidArgs: No such property 'Size'"
            ),
            (
                "/house/lamp", bus + ".Properties", "Get", ["a.Lamp", "Heat"],
                "InvalidArgs: No such property 'Heat'"
            ),
            (
                "/house/lamp", bus + ".Properties", "GetAll", [""],
                "InvalidArgs: No such interface ''"
            ),
            (
                "/house/lamp", bus + ".Properties", "Set",
                ["a.Lamp", "Size", .variant(.bool(true))],
                "UnknownProperty: No such property 'Size'"
            ),
            (
                "/house/lamp", bus + ".Properties", "Set", ["a.Lamp", "Heat", .variant("hot")],
                "PropertyReadOnly: Property 'Heat' is not writable"
            ),
            (
                "/house/lamp", bus + ".Properties", "Set", ["a.Lamp", "On", .variant("yes")],
                "InvalidSignature: Invalid signature for 'On'"
            ),
            (
                "/house/lamp", bus + ".Properties", "Set",
                ["a.Lamp", "On", .variant(.variant(.bool(true)))],
                "InvalidSignature: Invalid signature for 'On'"
            ),
            (
                "/house/lamp", bus + ".Peer", "Dance", [],
                "UnknownMethod: Unknown method invoked on org.freedesktop.DBus.Peer interface"
            ),
            (
                "/house/lamp", bus + ".ObjectManager", "GetManagedObjects", [],
                "UnknownMethod: Method \"GetManagedObjects\" with"
            ),
        ]

    @Test("what is not there is refused in bluetoothd's words", .slow, arguments: refusals)
    func refused(
        _ refusal: (
            path: String, interface: String, member: String, arguments: [Value], says: String
        )
    ) {
        let objects = ObjectServer(server)
        objects.add(Lamp(), at: "/house/lamp")
        let said = call(refusal.path, refusal.interface, refusal.member, refusal.arguments)
        #expect(said.hasPrefix("org.freedesktop.DBus.Error." + refusal.says))
    }

    @Test("a lamp answers, is set and listed")
    func answers() {
        let objects = ObjectServer(server)
        objects.add(Lamp(), at: "/house/lamp")
        #expect(call("/house/lamp", "a.Lamp", "Light") == "\"lit\"")
        let properties = Self.bus + ".Properties"
        #expect(
            call("/house/lamp", properties, "Set", ["a.Lamp", "On", .variant(.bool(true))]) == "")
        #expect(call("/house/lamp", properties, "Get", ["a.Lamp", "On"]) == "<true>")
        #expect(call("/house/lamp", properties, "GetAll", ["a.Lamp"]) == "{On: true}")
        #expect(call("/house/lamp", Self.bus + ".Peer", "Ping") == "")
        #expect(call("/x", Self.bus + ".Peer", "GetMachineId").count == 34)
        #expect(
            call("/", Self.bus + ".ObjectManager", "GetManagedObjects")
                == "{/house/lamp: {\(Self.bus).Introspectable: {}, a.Lamp: {On: true},"
                + " \(Self.bus).Properties: {}}}")
    }

    @Test("introspection names interfaces and what lies below")
    func introspection() {
        let objects = ObjectServer(server)
        objects.add(Lamp(), at: "/house/lamp")
        objects.add(Lamp(), at: "/house/lamp/bulb")
        let text = call("/house/lamp", Self.bus + ".Introspectable", "Introspect")
        for part in [
            "<interface name=\"a.Lamp\"><method name=\"Light\">"
                + "<arg name=\"how\" type=\"s\" direction=\"out\"/>\n</method>",
            "<property name=\"On\" type=\"b\" access=\"readwrite\"></property>",
            "<property name=\"Heat\" type=\"s\" access=\"read\"></property>",
            "<node name=\"bulb\"/></node>",
        ] { #expect(text.contains(part), "\(part) in \(text)") }
        let house = call("/house", Self.bus + ".Introspectable", "Introspect")
        #expect(house.contains("<node>\n  <node name=\"lamp\"/>\n</node>"))
        let nowhere = call("/nowhere", Self.bus + ".Introspectable", "Introspect")
        #expect(nowhere.contains("<node>\n</node>"))
    }

    @Test("signals come in order of first change, before the reply that follows them")
    func signals() {
        let objects = ObjectServer(server, root: "/house")
        var heard: [String] = []
        let all = client.subscribe(sender: server.uniqueName) { signal in
            let values = signal.values.map(\.line).joined(separator: ", ")
            heard.append("\(signal.path) \(signal.member) \(values)")
        }
        _ = client.owner(of: "a.b")
        let (lamp, bulb) = (Lamp(), Lamp())
        objects.add(bulb, at: "/house/lamp/bulb")
        objects.add(lamp, at: "/house/lamp")
        lamp.on = true
        objects.changed("On", of: "a.Lamp", at: "/house/lamp")
        objects.flush()
        objects.changed("On", of: "a.Lamp", at: "/house/lamp")
        objects.changed("Heat", of: "a.Lamp", at: "/house/lamp/bulb")
        objects.changed("On", of: "a.Lamp", at: "/house/lamp/bulb")
        objects.changed("On", of: "a.Lamp", at: "/house/lamp")
        bulb.heat = "warm"
        // Answering flushes.
        _ = call("/house/lamp", "a.Lamp", "Light")
        objects.changed("On", of: "a.Lamp", at: "/house/lamp/bulb", atOnce: true)
        objects.add(Lamp(), at: "/house/short")
        objects.removeAll(below: "/house/short")
        objects.remove("a.Lamp", at: "/house/lamp/bulb")
        objects.removeAll(below: "/house/lamp")
        objects.flush()
        wait { heard.count >= 7 }
        let names = "{\(Self.bus).Introspectable: {}, a.Lamp: "
        let gone = "[\"\(Self.bus).Properties\", \"\(Self.bus).Introspectable\", \"a.Lamp\"]"
        #expect(
            heard == [
                "/house InterfacesAdded /house/lamp/bulb, \(names){On: false},"
                    + " \(Self.bus).Properties: {}}",
                "/house InterfacesAdded /house/lamp, \(names){On: true},"
                    + " \(Self.bus).Properties: {}}",
                "/house/lamp PropertiesChanged \"a.Lamp\", {On: true}, []",
                "/house/lamp/bulb PropertiesChanged \"a.Lamp\", {Heat: \"warm\", On: false}, []",
                "/house/lamp/bulb PropertiesChanged \"a.Lamp\", {On: false}, []",
                "/house InterfacesRemoved /house/lamp/bulb, \(gone)",
                "/house InterfacesRemoved /house/lamp, \(gone)",
            ])
        withExtendedLifetime(all) {}
    }

    @Test("what a property has no more is told as gone")
    func invalidated() {
        let objects = ObjectServer(server)
        let lamp = Lamp()
        lamp.heat = "hot"
        objects.add(lamp, at: "/lamp")
        objects.flush()
        var gone: [String]?
        let changes = client.subscribe(path: "/lamp") { gone = $0.values[2].texts }
        _ = client.owner(of: "a.b")
        lamp.heat = nil
        objects.changed("Heat", of: "a.Lamp", at: "/lamp")
        objects.flush()
        wait { gone != nil }
        #expect(gone == ["Heat"])
        withExtendedLifetime(changes) {}
    }
}

private final class Lamp: BusObject {
    let interface = InterfaceDescription(
        "a.Lamp", methods: [.init("Light", out: ["how": "s"])],
        properties: [.init("On", "b", isWritable: true), .init("Heat", "s")])
    var on = false
    var heat: String?

    func call(_ method: String, _ call: IncomingCall) { call.reply(["lit"]) }

    func get(_ property: String) -> Value? {
        property == "On" ? .bool(on) : heat.map { .string($0) }
    }

    func set(_ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void) {
        on = value.flag ?? on
        answer(nil)
    }
}

extension Value {
    /// In one line, for comparison.
    var line: String {
        switch self {
        case .string(let text): "\"\(text)\""
        case .path(let path): path
        case .bool(let flag): "\(flag)"
        case .variant(let value): "<\(value.line)>"
        case .array(_, let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .dictionary(_, _, let entries):
            "{"
                + entries.map { ($0.key.text ?? "") + ": " + $0.value.unboxed.line }
                .joined(separator: ", ") + "}"
        default: "\(self)"
        }
    }
}
