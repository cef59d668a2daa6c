import Bluetooth
import Central
import Checkout
import DBus
import Peripheral
import Simulation
import Testing

@testable import BlueZStandIn

@Suite("applications on an adapter")
struct LocalApplicationTests {
    let world: LocalBench
    let application: TestApplication

    init() throws {
        world = try LocalBench()
        application = try TestApplication(on: world)
    }

    private func register() -> DBusError? {
        world.call(application, "GattManager1", "RegisterApplication", "/app")
    }

    private func publish(_ flags: [String]) throws -> Connection {
        try world.publish(application, flags)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let build: @Sendable (TestApplication) -> Void

        init(_ name: String, _ text: String, _ build: @escaping @Sendable (TestApplication) -> Void)
        {
            testDescription = name
            self.text = text
            self.build = build
        }
    }

    static let noObject = "No object received"
    static let invalid = "No valid service object found"
    static let noEntry = "Failed to create entry in database"

    /// The same as a bluetoothd 5.66 said.
    static let refusals = [
        Refusal("no answer", noObject) { _ in },
        Refusal("nothing but what every object has", noObject) {
            $0.objects.append(("/app/s", "org.freedesktop.DBus.Properties", []))
        },
        Refusal("only another interface", invalid) { $0.objects.append(("/app/s", "a.b", [])) },
        Refusal("a profile without UUIDs", invalid) {
            $0.objects.append(("/app/p", "org.bluez.GattProfile1", []))
        },
        Refusal("a service without a UUID", noEntry) {
            $0.objects.append(
                ("/app/s", "org.bluez.GattService1", [("Primary", .bool(true))]))
        },
        Refusal("a bad UUID", noEntry) { $0.service("/app/s", "18") },
        Refusal("a UUID of another type", noEntry) { $0.service("/app/s", .uint16(0x180F)) },
        Refusal("a service that does not say what it is", noEntry) {
            $0.service("/app/s", "180F", [])
        },
        Refusal("BlueZ's own service", noEntry) {
            $0.service("/app/s", "00001800-0000-1000-8000-00805f9b34fb")
        },
        Refusal("a handle of another type", noEntry) {
            $0.service("/app/s", "180F", [("Primary", .bool(true)), ("Handle", .byte(40))])
        },
        Refusal("a handle that is taken", noEntry) {
            $0.service("/app/s", "180F", [("Primary", .bool(true)), ("Handle", .uint16(17))])
        },
        Refusal("a characteristic of no service", invalid) {
            $0.service("/app/s")
            $0.characteristic("/app/s/c", of: "/app/t", "2A19", ["read"])
        },
        Refusal("a characteristic without flags", invalid) {
            $0.service("/app/s")
            $0.characteristic("/app/s/c", of: "/app/s", "2A19", [])
        },
        Refusal("an unknown flag", invalid) {
            $0.service("/app/s")
            $0.characteristic("/app/s/c", of: "/app/s", "2A19", ["read", "speak"])
        },
        Refusal("a characteristic with a bad UUID", noEntry) {
            $0.service("/app/s")
            $0.characteristic("/app/s/c", of: "/app/s", "2A1", ["read"])
        },
        Refusal("a descriptor of no characteristic", invalid) {
            $0.service("/app/s")
            $0.descriptor("/app/s/d", of: "/app/s/c", "2901", ["read"])
        },
        Refusal("a descriptor that notifies", invalid) {
            $0.service("/app/s")
            $0.characteristic("/app/s/c", of: "/app/s", "2A19", ["read"])
            $0.descriptor("/app/s/c/d", of: "/app/s/c", "2901", ["notify"])
        },
    ]

    @Test("what cannot be registered, and in which words", .slow, arguments: refusals)
    func refusal(_ refusal: Refusal) {
        refusal.build(application)
        #expect(register() == DBusError("org.bluez.Error.Failed", refusal.text))
        #expect(world.side.peripheral.database.table.attributes.count == 20)
    }

    @Test("registered once, gone once")
    func twice() {
        application.service("/app/s")
        #expect(register() == nil)
        #expect(register()?.name == "org.bluez.Error.AlreadyExists")
        #expect(world.calls == ["UUIDs [\"180F\"]", "UUIDs [\"180F\"]"])
        let unregister = { path in
            world.call(application, "GattManager1", "UnregisterApplication", path)
        }
        #expect(unregister("/other") == DBusError("org.bluez.Error.DoesNotExist", "Does Not Exist"))
        #expect(unregister("/app") == nil)
        #expect(unregister("/app")?.name == "org.bluez.Error.DoesNotExist")
        #expect(world.calls.suffix(2) == ["UUIDs []", "UUIDs []"])
    }

    @Test("handles, properties and descriptors are BlueZ's")
    func layout() throws {
        application.service("/app/a")
        application.service(
            "/app/b", "180A",
            [
                ("Primary", .bool(false)), ("Includes", .array("o", [.path("/app/a")])),
                ("Handle", .uint16(0)),
            ])
        application.characteristic(
            "/app/b/c", of: "/app/b", "2A19", ["read", "notify", "reliable-write"],
            [("Handle", .uint16(0))])
        application.descriptor("/app/b/c/d", of: "/app/b/c", "2901", ["read", "encrypt-write"])
        #expect(register() == nil)
        world.wait("the handles") { application.calls.count == 2 }
        #expect(
            application.calls == [
                "/app/b Set(org.bluez.GattService1, Handle, 22)",
                "/app/b/c Set(org.bluez.GattCharacteristic1, Handle, 25)",
            ])
        let table = world.side.peripheral.database.table
        let rows = table.attributes.enumerated().dropFirst(20).map { "\($0 + 1) \($1.type)" }
        #expect(
            rows == [
                "21 2800", "22 2801", "23 2802", "24 2803", "25 2A19", "26 2902", "27 2900",
                "28 2901",
            ])
        #expect(table.attributes[22].content == .fixed([21, 0, 21, 0, 0x0F, 0x18]))
        #expect(table.attributes[23].content == .fixed([0x92, 25, 0, 0x19, 0x2A]))
        #expect(table.attributes[24].isReliable)
        #expect(table.attributes[26].content == .fixed([1, 0]))
        #expect(table.attributes[27].writeSecurity == .encrypted)
        #expect(table.attributes[21].groupEnd == 28)
        // BlueZ's own.
        let own = table.attributes.enumerated().prefix(20).map { "\($1.type)" }
        #expect(
            own
                == [
                    "2800", "2803", "2A00", "2803", "2A01", "2803", "2AA6", "2800", "2803", "2A05",
                    "2902", "2803", "2B29", "", "", "", "", "2800", "2803", "2A50",
                ].map { $0.isEmpty ? "00000000-0000-0000-0000-000000000000" : $0 })
    }

    @Test("with `DeviceID = false` BlueZ has no Device Information, and handles begin before it")
    func withoutInformation() {
        let database = LocalDatabase(hasHash: true, hasInformation: false)
        #expect(database.table.attributes.count == 15)
        #expect(database.table.attributes[13].type == "2803")
        #expect(database.table.attributes[14].type == "2B2A")
        #expect(database.place(for: 3, at: 0) == 18)
        #expect(database.place(for: 3, at: 17) == nil)
        #expect(database.place(for: 3, at: 100) == 100)
        #expect(database.place(for: 0xFFFF, at: 0) == nil)
    }

    @Test("a central reads and writes, and the application answers when it likes", .slow)
    func values() throws {
        let connection = try publish(["read", "write"])
        let value = try connection.characteristic("2A19")
        application.answers = [
            "ReadValue": .success([.bytes([1, 2, 3])]), "WriteValue": .success([]),
        ]
        #expect(try world.get("a value") { connection.read(value, completion: $0) } == [1, 2, 3])
        _ = try world.get("an end") { connection.write([9], to: value, completion: $0) }
        #expect(
            application.calls == [
                "/app/s/c ReadValue(device: /org/bluez/hci0/dev_1, link: LE, mtu: 23)",
                "/app/s/c WriteValue([9], device: /org/bluez/hci0/dev_1, link: LE, mtu: 23)",
            ])
        application.isHolding = ["ReadValue"]
        var late: Result<[UInt8], CentralError>?
        connection.read(value) { late = $0 }
        world.wait("the call") { application.held["ReadValue"] != nil }
        world.simulation.run(for: .seconds(1))
        #expect(late == nil)
        application.held["ReadValue"]?.reply([.bytes([7])])
        world.wait("the value") { late != nil }
        #expect(try late?.get() == [7])
    }

    static let errors: [(String, String, UInt8)] = [
        ("org.bluez.Error.Failed", "no number", 0x80), ("org.bluez.Error.Failed", "0x91", 0x91),
        ("org.bluez.Error.Failed", "129", 0x81), ("org.bluez.Error.Failed", "5", 0x0E),
        ("org.bluez.Error.NotPermitted", "", 0x02), ("org.bluez.Error.NotAuthorized", "", 0x08),
        ("org.bluez.Error.NotSupported", "", 0x06), ("org.bluez.Error.InvalidOffset", "", 0x07),
        ("org.bluez.Error.InvalidValueLength", "", 0x0D),
        ("org.bluez.Error.InProgress", "", 0xFE), ("a.b", "", 0x0E),
    ]

    @Test("an application's errors reach the central", .slow)
    func errors() throws {
        let connection = try publish(["read", "write"])
        let value = try connection.characteristic("2A19")
        for (name, text, code) in Self.errors {
            application.answers["ReadValue"] = .failure(DBusError(name, text))
            let error = try #require(ATTError(rawValue: code))
            #expect(throws: CentralError.attribute(error, handle: 23), "\(name) \(text)") {
                try world.get("an error") { connection.read(value, completion: $0) }
            }
        }
        application.answers["ReadValue"] = .success(["no bytes"])
        #expect(throws: CentralError.attribute(.requestNotSupported, handle: 23)) {
            try world.get("an error") { connection.read(value, completion: $0) }
        }
        application.answers["WriteValue"] = .failure(DBusError("org.bluez.Error.NotPermitted"))
        #expect(throws: CentralError.attribute(.writeNotPermitted, handle: 23)) {
            try world.get("an error") { connection.write([1], to: value, completion: $0) }
        }
    }

    @Test("a long value is read and written in parts", .slow)
    func long() throws {
        let connection = try publish(["read", "write"])
        let value = try connection.characteristic("2A19")
        let bytes = (0..<50).map { UInt8($0) }
        application.answers["WriteValue"] = .success([])
        _ = try world.get("an end") { connection.writeLong(bytes, to: value, completion: $0) }
        #expect(
            application.calls == [
                "/app/s/c WriteValue(\(bytes), device: /org/bluez/hci0/dev_1, link: LE, mtu: 23)"
            ])
        application.calls = []
        application.answers["ReadValue"] = .success([.bytes([UInt8](repeating: 1, count: 22))])
        var read: Result<[UInt8], CentralError>?
        connection.readLong(value) { read = $0 }
        world.wait("the second part") { application.calls.count == 2 }
        #expect(
            application.calls[1]
                == "/app/s/c ReadValue(device: /org/bluez/hci0/dev_1, offset: 22, link: LE, mtu: 23)"
        )
        application.answers["ReadValue"] = .success([.bytes([2])])
        world.wait("the end") { read != nil }
        #expect(try read?.get().last == 2)
    }

    @Test("values are notified and indicated as they change", .slow)
    func signals() throws {
        let connection = try publish(["notify", "indicate"])
        let value = try connection.characteristic("2A19")
        var got: [[UInt8]] = []
        _ = try world.get("a subscription") {
            connection.subscribe(
                to: value, onValue: { _, bytes in got.append(bytes.array()) }, completion: $0)
        }
        world.wait("StartNotify") { !application.calls.isEmpty }
        #expect(application.calls == ["/app/s/c StartNotify()"])
        for number in 0..<20 {
            application.change(
                "/app/s/c", "org.bluez.GattCharacteristic1", [("Value", .bytes([UInt8(number)]))])
        }
        world.wait("the values") { got.count == 20 }
        #expect(got == (0..<20).map { [UInt8($0)] })
        _ = try world.get("its end") { connection.unsubscribe(from: value, completion: $0) }
        world.wait("StopNotify") { application.calls.last == "/app/s/c StopNotify()" }
    }

    @Test("a central that goes ends what it subscribed to", .slow)
    func leaving() throws {
        let connection = try publish(["notify"])
        let value = try connection.characteristic("2A19")
        _ = try world.get("a subscription") {
            connection.subscribe(to: value, onValue: { _, _ in }, completion: $0)
        }
        world.wait("StartNotify") { !application.calls.isEmpty }
        connection.disconnect()
        world.wait("StopNotify") { application.calls.last == "/app/s/c StopNotify()" }
        #expect(
            world.calls.suffix(2) == ["connected", "disconnected the other side ended the link"])
        #expect(try world.connect().services.last?.uuid == "180F")
    }

    @Test("an application that leaves the bus takes its services along", .slow)
    func gone() throws {
        let connection = try publish(["read"])
        let value = try connection.characteristic("2A19")
        application.isHolding = ["ReadValue"]
        var late: Result<[UInt8], CentralError>?
        connection.read(value) { late = $0 }
        world.wait("the call") { application.held["ReadValue"] != nil }
        application.bus.close()
        world.wait("the answer") { late != nil }
        #expect(throws: CentralError.attribute(.unlikelyError, handle: 23)) { try late?.get() }
        world.wait("its end") { world.side.applicationUUIDs.isEmpty }
        #expect(world.side.peripheral.advertisement == nil)
        #expect(throws: CentralError.attribute(.invalidHandle, handle: 23)) {
            try world.get("an error") { connection.read(value, completion: $0) }
        }
    }
}
