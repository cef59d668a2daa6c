import Testing

@testable import DBus

/// What is known of another program's objects after each signal, and who is told of what.
@Suite struct RemoteObjectsTests {
    /// Keeps lamps of the house, and what they say.
    private final class Mirror {
        let objects = RemoteObjects { path, interface in
            path.hasPrefix("/house") && interface != "a.Other"
        }
        private var lines: [String] = []

        init() {
            objects.onAdded = { [unowned self] path, interface in
                lines.append("+ \(path) \(interface) \(state(path, interface))")
            }
            objects.onRemoved = { [unowned self] path, interface in
                lines.append("- \(path) \(interface)")
            }
            objects.onChanged = { [unowned self] path, interface, name in
                lines.append("* \(path) \(name): \(state(path, interface))")
            }
            objects.onTold = { [unowned self] path, interface, names in
                lines.append("told \(path) \(names): \(state(path, interface))")
            }
        }

        func state(_ path: String, _ interface: String = "a.Lamp") -> String {
            guard let values = objects[path, interface] else { return "nothing" }
            return values.sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value.number.map { "\($0)" } ?? $0.value.line)" }
                .joined(separator: " ")
        }

        func take(_ path: String, _ member: String, _ values: [Value]) -> [String] {
            lines = []
            objects.take(
                Signal(sender: ":1.1", path: path, interface: "", member: member, values: values))
            return lines
        }
    }

    private static func interfaces(_ list: [(String, [(String, Value)])]) -> Value {
        .dictionary("s", "a{sv}", list.map { .init(.string($0.0), .options($0.1)) })
    }

    private let mirror = Mirror()

    @Test func `a listing is taken silently, and only what is kept`() {
        let lamp = Self.interfaces([("a.Lamp", [("On", .bool(true))]), ("a.Other", [])])
        mirror.objects.load(
            .dictionary(
                "o", "a{sa{sv}}",
                ["/house/10", "/house/2", "/street"].map { .init(.path($0), lamp) }))
        #expect(mirror.objects.paths(with: "a.Lamp") == ["/house/2", "/house/10"])
        #expect(mirror.objects.paths(with: "a.Lamp", below: "/house/1") == [])
        #expect(mirror.objects.paths(with: "a.Lamp", below: "/house").count == 2)
        #expect(mirror.state("/house/2") == "On=true")
        #expect(!mirror.objects.has("a.Other", at: "/house/2"))
        #expect(mirror.objects["/street", "a.Lamp"] == nil)
        mirror.objects.clear()
        #expect(mirror.objects.paths(with: "a.Lamp") == [])
    }

    @Test func `what comes and goes is told, interface by interface`() {
        let both = Self.interfaces([("a.Lamp", [("On", .bool(true))]), ("a.Clock", [])])
        #expect(
            mirror.take("/", "InterfacesAdded", [.path("/house/1"), both]) == [
                "+ /house/1 a.Lamp On=true", "+ /house/1 a.Clock ",
            ])
        #expect(mirror.take("/", "InterfacesAdded", [.path("/street"), both]) == [])
        #expect(
            mirror.take("/", "InterfacesRemoved", [.path("/house/1"), .strings(["a.Lamp", "x"])])
                == ["- /house/1 a.Lamp"])
        #expect(mirror.objects.has("a.Clock", at: "/house/1"))
        #expect(!mirror.objects.has("a.Lamp", at: "/house/1"))
    }

    @Test func `properties are told in their order, and whether they changed`() {
        let lamp = Self.interfaces([("a.Lamp", [("Heat", .int32(20)), ("On", .bool(false))])])
        _ = mirror.take("/", "InterfacesAdded", [.path("/house/1"), lamp])
        func change(_ values: [(String, Value)], _ gone: [String], at path: String = "/house/1")
            -> [String]
        {
            mirror.take(
                path, "PropertiesChanged", [.string("a.Lamp"), .options(values), .strings(gone)])
        }
        #expect(
            change([("On", .bool(true)), ("Heat", .int32(20)), ("Size", .int32(3))], []) == [
                "* /house/1 On: Heat=20 On=true", "* /house/1 Size: Heat=20 On=true Size=3",
                "told /house/1 [\"On\", \"Heat\", \"Size\"]: Heat=20 On=true Size=3",
            ])
        #expect(
            change([], ["Heat", "Smell"]) == [
                "* /house/1 Heat: On=true Size=3",
                "told /house/1 [\"Heat\", \"Smell\"]: On=true Size=3",
            ])
        #expect(change([("On", .bool(true))], [], at: "/house/2") == [])
        #expect(mirror.state("/house/2") == "nothing")
    }

    @Test(arguments: [
        ("InterfacesAdded", [Value.path("/house/1")]), ("InterfacesAdded", [.byte(1), .byte(2)]),
        ("InterfacesRemoved", [.byte(1), .byte(2)]), ("InterfacesRemoved", [.path("/house/1")]),
        ("PropertiesChanged", [.byte(1), .byte(2), .byte(3)]), ("PropertiesChanged", []),
        ("Danced", [.path("/house/1"), .strings(["a.Lamp"])]),
    ])
    func `a signal that is none of these changes nothing`(member: String, values: [Value]) {
        let lamp = Self.interfaces([("a.Lamp", [("On", .bool(true))])])
        _ = mirror.take("/", "InterfacesAdded", [.path("/house/1"), lamp])
        #expect(mirror.take("/house/1", member, values) == [])
        #expect(mirror.state("/house/1") == "On=true")
    }
}
