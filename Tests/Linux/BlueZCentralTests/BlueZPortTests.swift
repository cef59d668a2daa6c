import Bluetooth
import Checkout
import DBus
import Peripheral
import Simulation
import TestPeripherals
import Testing

@testable import BlueZCentral
@testable import Central

/// A board through `org.bluez`, as our stand-in for bluetoothd has it.
@Suite(.serialized) struct BlueZPortTests {
    private func heard(_ access: BoardAccess, for span: Nanoseconds = .seconds(2)) throws
        -> [String]
    {
        var lines: [String] = []
        let limit = access.now + span
        while let event = try access.next(before: limit) {
            switch event {
            case .value(_, let uuid, let bytes):
                lines.append("\(uuid.description.prefix(8)) \(bytes)")
            case .ended(_, let why): lines.append("ended: \(why)")
            }
        }
        return lines
    }

    @Test(.slow) func `advertising is put together again from what BlueZ made of it`() throws {
        let world = try BusBench()
        let access = try world.access()
        #expect(access.name == "bluez:E1:00:00:00:00:01")
        let reports = try access.scan(active: true, for: .seconds(10))
        let report = try #require(reports.last)
        #expect(report.name == "MetaWear")
        #expect(report.advertisingData.names("326A9000-85CB-9195-D9DD-464CFBBAE75A"))
        #expect(report.rssi < 0)
        world.board.isSilent = true
        #expect(try access.scan(active: true, for: .seconds(10)).isEmpty)
    }

    @Test(.slow) func `the strength of a board is known after the search has ended`() throws {
        let world = try BusBench()
        let access = try world.access()
        let heard = try #require(try access.scan(active: true, for: .seconds(10)).last)
        let port = try #require(world.port)
        let path = try #require(port.device(heard.address))
        // BlueZ forgets it with the search, and says so when the search is long over.
        let isForgotten = {
            port.client?.objects[path, RemoteObjects.device]?["RSSI"] == nil
        }
        let limit = access.now + .seconds(600)
        while !isForgotten(), access.now < limit {
            _ = try access.next(before: min(limit, access.now + .milliseconds(100)))
        }
        #expect(isForgotten())
        let link = port.link(to: heard.address)
        try access.connect(within: .seconds(60))
        var read: Result<Int, AccessError>?
        link.open { _ in }
        link.readRSSI { read = $0 }
        #expect(read == .success(heard.rssi))
    }

    @Test(.slow) func `values are read, written and heard`() throws {
        let world = try BusBench()
        let access = try world.access()
        try access.connect(within: .seconds(60))
        #expect(access.isConnected)
        let services = try access.discover()
        let value = try #require(
            services.lazy.compactMap { $0.characteristic(EchoBoard.tells) }.first)
        #expect(value.properties == [.read, .notify])
        #expect(value.configuration != nil)
        #expect(try access.read(EchoBoard.long).count == 300)
        try access.write(Array(1...200), to: EchoBoard.long, .request)
        #expect(try access.read(EchoBoard.long) == Array(1...200))
        try access.subscribe(to: EchoBoard.tells, .notifications)
        for number in 0..<20 as Range<UInt8> {
            try access.write([number], to: EchoBoard.echo, .command)
        }
        // What is read is no notification.
        #expect(try access.read(EchoBoard.tells) == [7])
        #expect(try heard(access) == (0..<20).map { "326A9006 [\($0)]" })
        try access.subscribe(to: EchoBoard.tells, [])
        try access.subscribe(to: EchoBoard.indicates, .indications)
        try access.write([1], to: EchoBoard.echo, .request)
        #expect(try heard(access) == ["2A1C [1]"])
        try access.subscribe(to: EchoBoard.indicates, [])
        try access.write([2], to: EchoBoard.echo, .request)
        #expect(try heard(access) == [])
    }

    @Test func `what is refused is an error`() throws {
        let world = try BusBench()
        let access = try world.access()
        #expect(throws: AccessError.ended("no link has been made")) {
            try access.read(EchoBoard.long)
        }
        try access.connect(within: .seconds(60))
        #expect(throws: AccessError.unable("there is a link already")) {
            try access.connect(within: .seconds(1))
        }
        #expect(throws: AccessError.attribute(.application(0x80))) {
            try access.write([0xEE], to: EchoBoard.echo, .request)
        }
        #expect(throws: AccessError.attribute(.readNotPermitted)) {
            try access.read(EchoBoard.echo)
        }
        #expect(throws: AccessError.missing("BlueZ exposes no characteristic 2AFF")) {
            try access.read("2AFF")
        }
        #expect(throws: AccessError.self) { try access.exchangeMTU(100) }
    }

    @Test(.slow) func `links end from either side, and others follow`() throws {
        let world = try BusBench()
        let access = try world.access()
        try access.connect(within: .seconds(60))
        try access.disconnect()
        #expect(!access.isConnected)
        try access.disconnect()
        try access.connect(within: .seconds(60))
        try access.subscribe(to: EchoBoard.tells, .notifications)
        world.board.drop()
        #expect(try heard(access) == ["ended: BlueZ has lost the link"])
        try access.connect(within: .seconds(60))
        try access.subscribe(to: EchoBoard.tells, .notifications)
        try access.write([9], to: EchoBoard.echo, .command)
        #expect(try heard(access) == ["326A9006 [9]"])
        access.close()
        #expect(throws: AccessError.self) { try access.connect(within: .seconds(1)) }
    }

    @Test(.slow) func `a board that is not there is waited for as long as that was said`() throws {
        let world = try BusBench()
        let access = try world.access(Address(0xE100_0000_0099))
        #expect(throws: AccessError.timedOut("an advertisement of E1:00:00:00:00:99")) {
            try access.connect(within: .seconds(2))
        }
    }

    @Test func `without bluetoothd or an adapter the message says how to fix it`() throws {
        let world = try BusBench(hasStandIn: false)
        #expect {
            try world.access()
        } throws: {
            "\($0)".contains("bluetoothd is not running; install Debian's package bluez")
        }
        let other = try BusBench()
        #expect {
            try other.access(adapter: "hci7")
        } throws: {
            "\($0)".contains("BlueZ has no adapter hci7; it has hci0")
        }
    }

    @Test func `an adapter that is off is said to be`() throws {
        let world = try BusBench()
        let first = try world.access()
        let port = try #require(first.port as? BlueZPort)
        let _: Reply = try first.complete("a setting") { done in
            port.client?.perform(
                port.adapter ?? "", "org.freedesktop.DBus.Properties", "Set",
                [.string(RemoteObjects.adapter), .string("Powered"), .variant(.bool(false))], done)
        }
        #expect {
            try world.access()
        } throws: {
            "\($0)".contains("hci0 is off; `bluetoothctl power on`")
        }
        #expect {
            try first.connect(within: .seconds(5))
        } throws: {
            "\($0)".contains("hci0 is off; `bluetoothctl power on`")
        }
    }

    @Test func `a bluetoothd that goes is told with every call`() throws {
        let world = try BusBench()
        let access = try world.access()
        try access.connect(within: .seconds(60))
        world.endStandIn()
        let gone = AccessError.broken(
            "bluez:E1:00:00:00:00:01: bluetoothd has stopped; start it (`systemctl start bluetooth`)"
        )
        #expect(throws: gone) { try access.wait(until: access.now + .seconds(60)) }
        #expect(throws: gone) { try access.connect(within: .seconds(1)) }
    }

    @Test(
        arguments: [
            (
                "org.bluez.Error.Failed", "Operation failed with ATT error: 0x0e",
                .attribute(.unlikelyError)
            ),
            (
                "org.bluez.Error.Failed", "Operation failed with ATT error: 0x85 ",
                .attribute(.application(0x85))
            ),
            ("org.bluez.Error.NotPermitted", "Write not permitted", .attribute(.writeNotPermitted)),
            ("org.bluez.Error.NotPermitted", "Not paired", .attribute(.insufficientAuthentication)),
            (
                "org.bluez.Error.NotAuthorized", "Operation Not Authorized",
                .attribute(.insufficientAuthorization)
            ),
            (
                "org.bluez.Error.InvalidArguments", "Invalid Length",
                .attribute(.invalidAttributeValueLength)
            ),
            ("org.bluez.Error.Failed", "Not connected", .ended("BlueZ has no link")),
            ("org.freedesktop.DBus.Error.NoReply", "", .timedOut("BlueZ's answer to ReadValue")),
        ] as [(String, String, AccessError)])
    func `errors of BlueZ mean something`(_ name: String, _ words: String, _ meaning: AccessError)
        throws
    {
        let world = try BusBench()
        let access = try world.access()
        let client = try #require((access.port as? BlueZPort)?.client)
        #expect(client.refusal(DBusError(name, words), of: "ReadValue") == meaning)
    }
}
