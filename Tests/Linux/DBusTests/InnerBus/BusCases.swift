import DBusPeer
import EventLoop
import Testing

@testable import DBus

/// What clients do on a bus, for ours and for dbus-daemon.
struct BusCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// A piece of what has to come of it.
    let wanted: String
    let play: @Sendable (BusScript) throws -> Void

    init(
        _ description: String, wants wanted: String,
        _ play: @escaping @Sendable (BusScript) throws -> Void
    ) {
        testDescription = description
        self.wanted = wanted
        self.play = play
    }

    static let all = names + driver + routing + rules + monitors + logins
}

private func x(_ name: String, _ flags: UInt32 = 0) -> [Value] { [.string(name), .uint32(flags)] }

extension BusCase {
    private static let listening = "type='signal',member='NameOwnerChanged'"

    static let names = [
        BusCase("names have a queue, and flags say who gives way", wants: "NameLost s (\"x.y\")") {
            script in
            try script.join("a", "b", "c", "w")
            script.call("w", "AddMatch", .string(listening))
            let wishes: [(String, UInt32)] = [
                ("a", 0), ("b", 0), ("c", 4), ("b", 0), ("a", 1), ("b", 4), ("c", 2), ("a", 0),
                ("a", 2), ("c", 3), ("b", 2), ("c", 5), ("b", 6), ("a", 2), ("b", 0), ("c", 0),
                ("c", 2), ("b", 1), ("c", 6), ("a", 3), ("b", 0xFFF8), ("c", 7), ("a", 7),
            ]
            for (who, flags) in wishes {
                script.say("flags \(flags)")
                script.call(who, "RequestName", "x.y", .uint32(flags))
                script.call("w", "ListQueuedOwners", "x.y")
            }
            for who in ["w", "c", "a", "b", "b"] {
                script.call(who, "ReleaseName", "x.y")
                script.call("w", "GetNameOwner", "x.y")
            }
        },
        BusCase("who hears of names hears of its own, in order", wants: "NameAcquired") { script in
            try script.join("a", "b")
            for who in ["a", "b"] { script.call(who, "AddMatch", .string(listening)) }
            script.call("a", "RequestName", "x.y", .uint32(1))
            script.call("b", "RequestName", "x.y", .uint32(2))
            script.call("b", "ReleaseName", "x.y")
            script.call("a", "RequestName", "x.y", .uint32(5))
            script.call("b", "RequestName", "x.y", .uint32(2))
        },
        BusCase("who leaves leaves all its names and its place in queues", wants: "NoReply") {
            script in
            try script.join("a", "b", "c")
            script.call("c", "AddMatch", .string(listening))
            for (who, name) in [
                ("a", "p.a"), ("b", "p.a"), ("b", "p.b"), ("b", "p.c"), ("c", "p.c"),
            ] {
                script.call(who, "RequestName", .string(name), .uint32(0))
            }
            script.tell("a", .call(script.unique("b"), "/", "q.r", "Foo", []))
            script.tell("c", .call("p.b", "/", "q.r", "Foo", ["x"]))
            script.leave("b")
            script.call("c", "ListQueuedOwners", "p.a")
            script.call("c", "NameHasOwner", "p.b")
        },
    ]

    static let driver = [
        BusCase("names that are none", wants: "is not valid") { script in
            try script.join("a")
            for name in [
                "org.freedesktop.DBus", ":1.5", ":", "ab", "", "a..b", "a.b-c", "1.2", "a.1b",
                ".a.b", "a.b.", "a b.c", "ä.b", "-a.b", "_a._b",
                String(repeating: "a.", count: 127) + "b",
                String(repeating: "a.", count: 127) + "bc",
            ] {
                script.call("a", "RequestName", .string(name), .uint32(0))
                script.call("a", "ReleaseName", .string(name))
            }
        },
        BusCase("questions about names", wants: "Could not get credentials of name") { script in
            try script.join("a", "b")
            script.call("b", "RequestName", "x.y", .uint32(0))
            for name in ["x.y", "nope.x", "", "bad", ":1.99", script.unique("b")] {
                for method in [
                    "GetNameOwner", "NameHasOwner", "ListQueuedOwners", "GetConnectionUnixUser",
                    "GetConnectionUnixProcessID", "GetConnectionCredentials",
                    "GetAdtAuditSessionData", "GetConnectionSELinuxSecurityContext",
                ] {
                    script.call("a", method, .string(name))
                }
                // Of names that nobody can start, dbus-daemon does not say that they are there (docs/decisions/0031).
                guard name != "x.y", name != script.unique("b") else { continue }
                script.call("a", "StartServiceByName", .string(name), .uint32(0))
            }
            for method in [
                "GetNameOwner", "NameHasOwner", "ListQueuedOwners", "GetConnectionUnixUser",
                "GetAdtAuditSessionData", "GetConnectionSELinuxSecurityContext",
            ] {
                script.call("a", method, .string(Bus.name))
            }
            script.call("a", "StartServiceByName", .string(Bus.name), .uint32(0))
            script.call("a", "ListActivatableNames")
        },
        BusCase("calls that are none of the bus's", wants: "does not understand") { script in
            try script.join("a")
            let properties = "org.freedesktop.DBus.Properties"
            let peer = "org.freedesktop.DBus.Peer"
            let calls: [(String, String?, String, [Value])] = [
                (Bus.path, Bus.name, "Nothing", []), (Bus.path, nil, "Nothing", []),
                (Bus.path, "x.y", "GetId", []), (Bus.path, Bus.name, "RequestName", ["a.b"]),
                (Bus.path, Bus.name, "RequestName", []), (Bus.path, Bus.name, "GetId", ["x"]),
                (Bus.path, Bus.name, "Hello", []), ("/x", Bus.name, "NameHasOwner", ["a.b"]),
                ("/", nil, "NameHasOwner", ["a.b"]), (Bus.path, peer, "Ping", []),
                ("/x", peer, "Ping", []), (Bus.path, nil, "Ping", []), (Bus.path, peer, "Nope", []),
                (Bus.path, peer, "Ping", ["x"]), (Bus.path, peer, "GetMachineId", []),
                (Bus.path, properties, "Get", ["org.freedesktop.DBus", "Nope"]),
                (Bus.path, properties, "Get", ["x.y", "Features"]),
                (Bus.path, properties, "Get", ["", "Features"]),
                (Bus.path, properties, "Get", [.string(peer), "Features"]),
                (Bus.path, properties, "Get", ["x.y"]),
                (Bus.path, properties, "GetAll", ["x.y"]),
                (Bus.path, properties, "GetAll", [.string(peer)]),
                ("/x", properties, "GetAll", [.string(peer)]),
                (Bus.path, nil, "GetAll", [.string(peer)]),
                (
                    Bus.path, properties, "Set",
                    ["org.freedesktop.DBus", "Features", .variant(.strings([]))]
                ),
                (Bus.path, properties, "Set", ["org.freedesktop.DBus", "Nope", .variant("x")]),
                (Bus.path, properties, "Set", ["x.y", "Nope", .variant("x")]),
                ("/x", properties, "Set", ["x.y", "Nope", .variant("x")]),
                (Bus.path, Bus.name, "ReloadConfig", []),
                (
                    Bus.path, Bus.name, "UpdateActivationEnvironment",
                    [.dictionary("s", "s", [.init("A", "b")])]
                ),
                (Bus.path, "org.freedesktop.DBus.Verbose", "EnableVerbose", []),
            ]
            for (path, interface, member, values) in calls {
                var call = BusScript.call(member, values)
                call.path = path
                call.interface = interface
                script.tell("a", call)
            }
        },
        BusCase("calls to nobody", wants: "doesn't exist") { script in
            try script.join("a")
            let calls: [(String?, String, [Value])] = [
                ("x.y", "Foo", []), (nil, "Foo", ["x"]), ("org.freedesktop.DBus.Peer", "Ping", []),
                ("org.freedesktop.DBus.Peer", "GetMachineId", []),
                ("org.freedesktop.DBus.Peer", "Foo", []), (Bus.name, "GetId", []),
            ]
            for (interface, member, values) in calls {
                var call = BusScript.call(member, values)
                call.destination = nil
                call.interface = interface
                script.tell("a", call)
                call.wantsNoReply = true
                script.tell("a", call)
            }
        },
        BusCase("answers that are not wanted", wants: "NameAcquired") { script in
            try script.join("a")
            for (member, values) in [
                ("RequestName", x("x.y")), ("NameHasOwner", ["x.y"]), ("GetNameOwner", ["n.o"]),
                ("AddMatch", ["type='signal'"]), ("RemoveMatch", ["type='signal'"]),
                ("RemoveMatch", ["type='signal'"]), ("ReloadConfig", []), ("Nothing", []),
            ] {
                var call = BusScript.call(member, values)
                call.wantsNoReply = true
                script.tell("a", call)
            }
        },
        BusCase("signals, answers and errors to the bus", wants: "a: ") { script in
            try script.join("a")
            script.tell("a", .signal("/", "x.y", "Foo", [], to: Bus.name))
            var reply = BusMessage(.reply)
            reply.replySerial = 3
            reply.destination = Bus.name
            script.tell("a", reply)
            script.tell("a", reply.named("x.y").of(.error))
            reply.destination = nil
            script.tell("a", reply)
        },
    ]

    static let logins = [
        BusCase("what comes before Hello", wants: "without being registered") { script in
            try script.join("a")
            func newcomer(_ message: BusMessage) throws {
                try script.connect("n")
                script.send("n", message)
                script.say("n: \(message.member ?? "-")")
                // The answer, or the end.
                let client = script.client("n")
                _ = script.bus.wait(for: [client]) { !client.bytes.isEmpty || client.isClosed }
                script.settle()
                if !client.isClosed { script.leave("n") }
            }
            let hello = BusScript.call("Hello")
            try newcomer(BusScript.call("GetId"))
            try newcomer(hello.to("x.y"))
            try newcomer(.signal("/", "x.y", "Foo", [], to: nil))
            try newcomer(.signal("/", "x.y", "Foo", [], to: Bus.name))
            try newcomer(
                .call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.Peer", "Ping", []))
            try newcomer(
                .call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.Peer", "Ping", []).to(nil))
            try newcomer(.call("x.y", "/", "x.y", "Foo", []).to(nil))
            try newcomer(.call(script.unique("a"), "/", "x.y", "Foo", []))
            try newcomer(BusScript.call("Hello", ["x"]))
            var odd = hello
            odd.interface = "x.y"
            try newcomer(odd)
            odd = .signal("/", Bus.name, "Hello", [], to: Bus.name)
            try newcomer(odd)
        },
        BusCase("Hello, however it is said", wants: "NameAcquired") { script in
            try script.join("a")
            script.call("a", "AddMatch", .string(listening))
            for (path, interface, wantsNoReply) in [
                ("/", Bus.name, false), (Bus.path, nil, false), ("/x/y", Bus.name, true),
            ] as [(String, String?, Bool)] {
                try script.connect("n")
                var hello = BusScript.call("Hello")
                hello.path = path
                hello.interface = interface
                hello.wantsNoReply = wantsNoReply
                script.send("n", hello)
                let client = script.client("n")
                // The last of what a newcomer is told.
                _ = script.bus.wait(for: [client]) {
                    client.bytes.firstRange(of: Array("NameAcquired".utf8)) != nil
                }
                script.settle(named: "n")
                script.leave("n")
            }
        },
    ]
}

extension BusMessage {
    func to(_ destination: String?) -> Self {
        var message = self
        message.destination = destination
        return message
    }

    func of(_ kind: Kind) -> Self {
        var message = self
        message.kind = kind
        return message
    }
}
