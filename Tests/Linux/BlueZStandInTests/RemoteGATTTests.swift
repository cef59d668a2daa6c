import Bluetooth
import Checkout
import Testing

@testable import BlueZStandIn
@testable import DBus

/// Held against what bluetoothd 5.66 was seen to say of such a peripheral.
@Suite("The services of a remote device on the bus")
struct RemoteGATTTests {
    static let long = "char000d"
    static let short = "char000f"
    static let command = "char0011"
    static let notifies = "char0015"
    static let indicates = "char0018"
    static let both = "char001b"

    static func bytes(_ count: Int) -> Value { .bytes(Array(repeating: 0, count: count)) }

    static func write(_ bytes: Value, _ options: [(String, Value)] = []) -> [Value] {
        [bytes, .options(options)]
    }

    @Test("objects, paths, properties and flags")
    func tree() throws {
        let world = try GATTBench()
        let paths = world.gatt.services.flatMap { service in
            [service.path]
                + service.characteristics.flatMap { [$0.path] + $0.descriptors.map(\.path) }
        }
        #expect(
            paths.map { $0.dropFirst(GATTBench.device.count + 1) } == [
                "service0008", "service0008/char0009", "service0008/char0009/desc000b",
                "service000c", "service000c/char000d", "service000c/char000f",
                "service000c/char0011", "service000c/char0013", "service000c/char0015",
                "service000c/char0015/desc0017", "service000c/char0018",
                "service000c/char0018/desc001a", "service000c/char001b",
                "service000c/char001b/desc001d",
            ])
        let service = world.gatt.services[1]
        #expect(service.get("UUID") == "b0a2d51d-0000-4e61-9b7c-3a5f0c6e1d00")
        #expect(service.get("Includes") == .array("o", []))
        let characteristics = service.characteristics
        let said = characteristics.map { characteristic in
            RemoteGATTCharacteristic.description.properties.dropFirst(2).compactMap { property in
                characteristic.get(property.name).map { "\(property.name) \($0.line)" }
            }.joined(separator: "; ")
        }
        #expect(
            said == [
                "Value []; Flags [read, write]; MTU q 517",
                "Value []; Flags [read, write]; MTU q 517",
                "Value []; Flags [read, write-without-response]; WriteAcquired false; MTU q 517",
                "Value []; Flags [write]; MTU q 517",
                "Value []; Notifying false; Flags [read, write, notify]; NotifyAcquired false;"
                    + " MTU q 517",
                "Value []; Notifying false; Flags [read, write, indicate]; MTU q 517",
                "Value []; Notifying false; Flags [read, write-without-response, write, notify,"
                    + " indicate]; WriteAcquired false; NotifyAcquired false; MTU q 517",
            ])
    }

    static let calls: [(place: String, method: String, arguments: [Value], says: [String])] = [
        (short, "ReadValue", [GATTBench.none], ["* char000f Value []", "< []"]),
        (
            long, "ReadValue", [GATTBench.none],
            ["* char000d Value 512 bytes to 255", "< 512 bytes to 255"]
        ),
        (
            long, "ReadValue", [.options([("offset", .uint16(510))])],
            ["* char000d Value 512 bytes to 255", "< [254, 255]"]
        ),
        (
            long, "ReadValue", [.options([("offset", .uint16(512))])],
            ["* char000d Value []", "< InvalidArguments: Invalid offset"]
        ),
        (
            long, "ReadValue", [.options([("offset", .uint16(513))])],
            ["< InvalidArguments: Invalid offset"]
        ),
        (
            long, "ReadValue", [.options([("offset", .uint32(1))])],
            ["< InvalidArguments: Invalid arguments in method call"]
        ),
        (
            long, "ReadValue", [.options([("mtu", .uint16(23))])],
            ["* char000d Value 512 bytes to 255", "< 512 bytes to 255"]
        ),
        ("char0013", "ReadValue", [GATTBench.none], ["< NotPermitted: Read not permitted"]),
        ("desc0017", "ReadValue", [GATTBench.none], ["* desc0017 Value [0, 0]", "< [0, 0]"]),
        (
            "desc0017", "ReadValue", [.options([("offset", .uint16(1))])],
            ["* desc0017 Value [0, 0]", "< [0]"]
        ),
        (short, "WriteValue", write(bytes(3)), ["< ok"]),
        (short, "WriteValue", write(bytes(0)), ["< ok"]),
        (short, "WriteValue", write(bytes(3), [("type", "request")]), ["< ok"]),
        (short, "WriteValue", write(bytes(3), [("TYPE", "REQUEST")]), ["< ok"]),
        (short, "WriteValue", write(bytes(3), [("type", "command")]), ["< ok"]),
        (short, "WriteValue", write(bytes(3), [("type", "reliable")]), ["< ok"]),
        (
            short, "WriteValue", write(bytes(0), [("type", "reliable")]),
            ["< Failed: Failed to initiate write"]
        ),
        (
            short, "WriteValue", write(bytes(3), [("type", "pigeon")]),
            ["< NotSupported: Operation is not supported"]
        ),
        (
            short, "WriteValue", write(bytes(3), [("type", .bool(true))]),
            ["< InvalidArguments: Invalid arguments in method call"]
        ),
        (
            short, "WriteValue", write(bytes(1), [("offset", .uint16(21))]),
            ["< InvalidArguments: Invalid offset"]
        ),
        (
            short, "WriteValue", write(bytes(0), [("offset", .uint16(1))]),
            ["< Failed: Failed to initiate write"]
        ),
        (short, "WriteValue", write(bytes(21)), ["< InvalidArguments: Invalid Length"]),
        (
            short, "WriteValue", write(bytes(70_000)), ["< Failed: Failed to initiate write"]
        ),
        (long, "WriteValue", write(bytes(512)), ["< ok"]),
        (long, "WriteValue", write(bytes(600)), ["< InvalidArguments: Invalid Length"]),
        (command, "WriteValue", write(bytes(1)), ["< ok"]),
        (command, "WriteValue", write(bytes(514)), ["< ok"]),
        (command, "WriteValue", write(bytes(515)), ["< Failed: Failed to initiate write"]),
        (
            command, "WriteValue", write(bytes(1), [("type", "request")]),
            ["< NotPermitted: Write not permitted"]
        ),
        (
            command, "WriteValue",
            write(bytes(1), [("offset", .uint16(1)), ("type", "command")]),
            ["< NotSupported: Operation is not supported"]
        ),
        ("desc0017", "WriteValue", write(bytes(2)), ["< NotPermitted: Write not permitted"]),
        (
            "desc0017", "WriteValue", write(bytes(2), [("offset", "x")]),
            ["< InvalidArguments: Invalid arguments in method call"]
        ),
        (long, "StartNotify", [], ["< NotSupported: Operation is not supported"]),
        (long, "StopNotify", [], ["< Failed: No notify session started"]),
        (notifies, "StopNotify", [], ["< Failed: No notify session started"]),
        (notifies, "StartNotify", [], ["* char0015 Notifying true", "< ok"]),
        (indicates, "StartNotify", [], ["* char0018 Notifying true", "< ok"]),
        (
            long, "AcquireNotify", [GATTBench.none],
            ["< NotSupported: Operation is not supported"]
        ),
        (
            indicates, "AcquireNotify", [GATTBench.none],
            ["< NotSupported: Operation is not supported"]
        ),
        (
            long, "AcquireWrite", [GATTBench.none],
            ["< NotSupported: Operation is not supported"]
        ),
        (
            both, "AcquireNotify", [GATTBench.none],
            ["* char001b NotifyAcquired true", "< h, q 517"]
        ),
        (
            both, "AcquireWrite", [GATTBench.none],
            ["* char001b WriteAcquired true", "< h, q 517"]
        ),
    ]

    @Test("a call alone", .slow, arguments: calls)
    func alone(
        _ row: (place: String, method: String, arguments: [Value], says: [String])
    ) throws {
        let world = try GATTBench()
        #expect(world.call(row.place, row.method, row.arguments) == row.says)
    }

    @Test(
        "a peripheral's refusals", .slow,
        arguments: [
            (0x01, "Failed: Operation failed with ATT error: 0x01"),
            (0x02, "NotPermitted: Read not permitted"),
            (0x03, "NotPermitted: Write not permitted"),
            (0x05, "NotPermitted: Not paired"),
            (0x06, "NotSupported: Operation is not supported"),
            (0x07, "InvalidArguments: Invalid offset"),
            (0x08, "NotAuthorized: Operation Not Authorized"),
            (0x0C, "NotPermitted: Not paired"), (0x0D, "InvalidArguments: Invalid Length"),
            (0x0E, "Failed: Operation failed with ATT error: 0x0e"),
            (0x0F, "NotPermitted: Not paired"),
            (0x13, "Failed: Operation failed with ATT error: 0x13"),
            (0xFC, "Failed: Operation failed with ATT error: 0xfc"),
        ] as [(UInt8, String)])
    func refusals(_ code: UInt8, _ words: String) throws {
        let world = try GATTBench()
        world.table.refusal = .init(rawValue: code)
        #expect(world.call(Self.short, "WriteValue", Self.write(Self.bytes(1))) == ["< " + words])
    }

    /// Devices send codes that no specification has a meaning for.
    @Test(.slow) func `a code without a name is passed on as it is, whatever was asked`() throws {
        let world = try GATTBench(hasDescriptor: true)
        world.table.refusesReads = true
        let descriptor = try #require(world.gatt.services.last?.characteristics.last?.descriptors)
        let places = [Self.short, GATTBench.short(try #require(descriptor.last).path)]
        for code in Array(0x14...0x7F) + Array(0xA0...0xFB) as [UInt8] {
            world.table.refusal = .init(rawValue: code)
            let words = "< Failed: Operation failed with ATT error: 0x" + String(code, radix: 16)
            for place in places {
                for (method, arguments) in [
                    ("ReadValue", [GATTBench.none]), ("WriteValue", Self.write(Self.bytes(1))),
                ] {
                    world.clients[0].heard = []
                    world.begin(place, method, arguments)
                    for _ in 0..<400 where world.clients[0].heard.isEmpty {
                        world.turn()
                        // What was sent by now arrives before this is answered.
                        _ = world.objects.bus.owner(of: "org.bluez")
                        _ = world.clients[0].bus.owner(of: "org.bluez")
                    }
                    #expect(world.clients[0].heard == [words], "\(place) \(method)")
                }
            }
        }
    }

    @Test("a link that is made safer, and the write goes through")
    func elevation() throws {
        let world = try GATTBench()
        world.table.refusal = .insufficientEncryption
        var asked = 0
        world.gatt.elevate = { done in
            asked += 1
            world.table.refusal = nil
            done(true)
        }
        #expect(world.call(Self.short, "WriteValue", Self.write(Self.bytes(1))) == ["< ok"])
        #expect(asked == 1)
    }

    @Test("a peripheral that is never satisfied is asked four times")
    func insatiable() throws {
        let world = try GATTBench()
        world.table.refusal = .insufficientAuthentication
        var asked = 0
        world.gatt.elevate = { done in
            asked += 1
            done(true)
        }
        #expect(
            world.call(Self.short, "WriteValue", Self.write(Self.bytes(1))) == [
                "< NotPermitted: Not paired"
            ])
        #expect(asked == 3)
    }
}
