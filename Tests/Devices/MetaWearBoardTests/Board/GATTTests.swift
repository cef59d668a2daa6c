import Bluetooth
import Peripheral
import Testing

@testable import MetaWearBoard

/// The services and the device information (protocol, core 1.1 and 1.3).
@Suite struct GATTTests {
    // holds GAT-01
    @Test func `the table`() {
        let bench = Bench()
        let table = bench.board.services.flatMap { service in
            service.characteristics.map { ("\(service.uuid)", "\($0.uuid)", $0.properties) }
        }
        let expected: [(String, String, CharacteristicProperties)] = [
            ("180F", "2A19", [.read, .notify]), ("180A", "2A29", .read), ("180A", "2A24", .read),
            ("180A", "2A25", .read), ("180A", "2A27", .read), ("180A", "2A26", .read),
            (
                "326A9000-85CB-9195-D9DD-464CFBBAE75A", "326A9001-85CB-9195-D9DD-464CFBBAE75A",
                [.read, .write, .writeWithoutResponse]
            ),
            (
                "326A9000-85CB-9195-D9DD-464CFBBAE75A", "326A9006-85CB-9195-D9DD-464CFBBAE75A",
                [.read, .notify]
            ),
        ]
        #expect(table.elementsEqual(expected) { $0.0 == $1.0 && $0.1 == $1.1 && $0.2 == $1.2 })
        #expect(GATT.batteryLevel == ValueID(20) && GATT.command == ValueID(1))
    }

    // holds GAT-02
    @Test(arguments: [
        (BoardProfile.metaMotionR, "5", "1.5.0", "0.4"), (.metaMotionRL, "5", "1.7.3", "0.5"),
        (.metaMotionS, "8", "1.7.2", "0.1"),
    ])
    func `device information`(
        _ profile: BoardProfile, _ model: String, _ firmware: String, _ hardware: String
    ) throws {
        let bench = Bench(profile)
        func text(_ id: ValueID) throws -> String {
            String(decoding: try bench.board.read(id, by: bench.connection), as: UTF8.self)
        }
        #expect(try text(GATT.manufacturer) == "MbientLab Inc")
        #expect(try text(GATT.modelNumber) == model)
        #expect(try text(GATT.serialNumber) == "527B07")
        #expect(try text(GATT.firmwareRevision) == firmware)
        #expect(try text(GATT.hardwareRevision) == hardware)
        #expect(firmware.split(separator: ".").compactMap { Int($0) }.count == 3)
        #expect(try bench.board.read(GATT.command, by: bench.connection) == [])
        #expect(throws: ATTError.attributeNotFound) {
            try bench.board.read(ValueID(99), by: bench.connection)
        }
        let bytes: [UInt8] = [1]
        #expect(throws: ATTError.writeNotPermitted) {
            try bench.board.write(
                bytes.span, to: GATT.manufacturer, .request, by: bench.connection)
        }
    }

    // holds GAT-03
    @Test func `the R has ambient light, the RL has not, as a host tells them apart`() {
        #expect(BoardProfile.metaMotionR.information(0x14) != nil)
        #expect(BoardProfile.metaMotionRL.information(0x14) == nil)
    }

    // holds GAT-04
    @Test func `without the configuration descriptor nothing is notified`() {
        let bench = Bench(isConnected: false)
        let connection = ConnectionID(1)
        bench.board.connected(connection, to: Bench.central, Bench.parameters)
        bench.board.perform([0x01, 0x80])
        #expect(bench.take() == [])
        bench.board.subscriptionChanged(GATT.notification, by: connection, to: .notifications)
        bench.board.perform([0x01, 0x80])
        #expect(bench.take() == ["01 80 00 00"])
        bench.board.subscriptionChanged(GATT.notification, by: connection, to: [])
        bench.board.perform([0x01, 0x80])
        #expect(bench.take() == [])
    }

    // holds GAT-05
    @Test func `both kinds of write are taken, 28 bytes at most by the table`() throws {
        let bench = Bench()
        let packet: [UInt8] = [0x01, 0x80]
        for kind in [WriteKind.request, .command] {
            try bench.board.write(packet.span, to: GATT.command, kind, by: bench.connection)
        }
        #expect(bench.take() == ["01 80 00 00", "01 80 00 00"])
        let command = bench.board.services[2].characteristics[0]
        #expect(command.maximumLength == 28)
    }

    // holds GAT-06
    @Test func `what comes from a connection that has ended is ignored`() throws {
        let bench = Bench()
        let old = bench.connection
        bench.disconnect()
        bench.connect()
        let packet: [UInt8] = [0x01, 0x80]
        try bench.board.write(packet.span, to: GATT.command, .command, by: old)
        #expect(bench.take() == [])
        bench.board.subscriptionChanged(GATT.notification, by: old, to: [])
        bench.board.disconnected(old, reason: .connectionTimeout)
        #expect(bench.ask("01 80") == ["01 80 00 00"])
    }
}
