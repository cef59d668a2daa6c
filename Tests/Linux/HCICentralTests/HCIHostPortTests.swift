import Bluetooth
import Central
import HCITransport
import Peripheral
import Simulation
import TestPeripherals
import Testing

@testable import HCICentral

/// The whole way: host, socket, controller, air, board.
@Suite struct HCIHostPortTests {
    /// All values that come within a second, the end included, in words.
    private func heard(_ access: BoardAccess) throws -> [String] {
        var lines: [String] = []
        let limit = access.now + .seconds(1)
        while let event = try access.next(before: limit) {
            switch event {
            case .value(_, let uuid, let bytes):
                lines.append("\(uuid.description.prefix(8)) \(bytes)")
            case .ended(_, let why): lines.append("ended: \(why)")
            }
        }
        return lines
    }

    @Test func `the only board is found, and seen as it is on the air`() throws {
        let board = EchoBoard()
        let world = try AirBench(board, EchoBoard(2, name: "Lamp", isMetaWear: false))
        let access = try world.board()
        let reports = try access.scan(active: true, for: .seconds(3))
        #expect(reports.count > 5)
        #expect(reports.allSatisfy { $0.address == board.address && $0.connectable })
        #expect(reports[0].data == board.advertisement?.data)
        #expect(reports[0].scanResponse == board.advertisement?.scanResponse)
        let passive = try access.scan(active: false, for: .seconds(1))
        #expect(passive.count > 5)
        #expect(passive.allSatisfy { $0.scanResponse.isEmpty })
    }

    @Test func `of several boards one has to be named`() throws {
        let world = try AirBench(EchoBoard(1), EchoBoard(2, name: "Triki 12", isMetaWear: false))
        let access = try world.board()
        #expect {
            try access.connect(within: .seconds(10))
        } throws: { error in
            "\(error)".contains("there are 2 boards, E1:00:00:00:00:01, E1:00:00:00:00:02")
        }
        let second = try world.board(Address(0xE100_0000_0002))
        #expect(second.name == "hci-unix:radio,E1:00:00:00:00:02")
        let reports = try second.scan(active: true, for: .seconds(1))
        #expect(reports.allSatisfy { $0.name == "Triki 12" } && !reports.isEmpty)
    }

    @Test func `values are read, written and heard`() throws {
        let world = try AirBench(EchoBoard())
        let access = try world.board()
        try access.connect(within: .seconds(10))
        #expect(access.isConnected)
        #expect(try access.exchangeMTU(517) == 517)
        let services = try access.discover()
        #expect(services.map(\.uuid).contains("180A"))
        #expect(try access.read(EchoBoard.long) == (0..<300).map { UInt8(truncatingIfNeeded: $0) })
        // Up to three fragments of the controller's 251 bytes.
        for count in [20, 514 - 2] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 3 * $0) }
            try access.write(bytes, to: EchoBoard.long, .request)
            #expect(try access.read(EchoBoard.long) == bytes)
        }
        try access.subscribe(to: EchoBoard.tells, .notifications)
        for number in 0..<40 as Range<UInt8> {
            try access.write([number], to: EchoBoard.echo, .command)
        }
        #expect(try heard(access) == (0..<40).map { "326A9006 [\($0)]" })
        try access.subscribe(to: EchoBoard.tells, [])
        try access.subscribe(to: EchoBoard.indicates, .indications)
        try access.write([1], to: EchoBoard.echo, .request)
        try access.write([2], to: EchoBoard.echo, .request)
        #expect(try heard(access) == ["2A1C [1]", "2A1C [2]"])
    }

    @Test func `what the board refuses or does not have is an error`() throws {
        let world = try AirBench(EchoBoard())
        let access = try world.board()
        #expect(throws: AccessError.ended("no link has been made")) {
            try access.read(EchoBoard.long)
        }
        try access.connect(within: .seconds(10))
        #expect(throws: AccessError.attribute(.application(0x80))) {
            try access.write([0xEE], to: EchoBoard.echo, .request)
        }
        #expect(throws: AccessError.attribute(.readNotPermitted)) {
            try access.read(EchoBoard.echo)
        }
        #expect(throws: AccessError.missing("the board has no characteristic 2A19")) {
            try access.read("2A19")
        }
        #expect(throws: AccessError.self) {
            try access.write([UInt8](repeating: 0, count: 21), to: EchoBoard.echo, .command)
        }
        #expect(throws: AccessError.self) { try access.subscribe(to: EchoBoard.echo, []) }
        #expect(try access.read(EchoBoard.tells) == [7])
    }

    @Test func `links end from either side, and others follow`() throws {
        let board = EchoBoard()
        let world = try AirBench(board)
        let access = try world.board()
        try access.connect(within: .seconds(10))
        try access.disconnect()
        #expect(!access.isConnected)
        #expect(try heard(access) == [])
        try access.disconnect()
        try access.connect(within: .seconds(10))
        board.drop()
        #expect(try heard(access) == ["ended: remote user terminated (0x13)"])
        #expect(throws: AccessError.ended("remote user terminated (0x13)")) {
            try access.discover()
        }
        try access.connect(within: .seconds(10))
        #expect(try access.read(EchoBoard.tells) == [7])
        access.close()
    }

    @Test func `what does not advertise is waited for as long as that was said`() throws {
        let board = EchoBoard()
        let world = try AirBench(board)
        let access = try world.board()
        _ = try access.scan(active: true, for: .seconds(2))
        board.isSilent = true
        let start = access.now
        #expect(throws: AccessError.timedOut("a connection to E1:00:00:00:00:01")) {
            try access.connect(within: .seconds(7))
        }
        #expect((access.now - start).seconds.rounded() == 7)
        board.isSilent = false
        try access.connect(within: .seconds(1))
        let nobody = try world.board(Address(0xE100_0000_0009))
        #expect(throws: AccessError.timedOut("an advertisement of E1:00:00:00:00:09")) {
            try nobody.connect(within: .seconds(1))
        }
    }

    @Test func `the board gets the connection parameters that it wants`() throws {
        let board = EchoBoard()
        board.wish = ConnectionParameterRequest(
            minimumInterval: .milliseconds(10), maximumInterval: .milliseconds(20), latency: 2,
            supervisionTimeout: .seconds(4))
        let world = try AirBench(board)
        let access = try world.board()
        try access.connect(within: .seconds(10))
        try access.wait(until: access.now + .seconds(2))
        #expect(
            board.parameters == [
                ConnectionParameters(
                    interval: .milliseconds(10), latency: 2, supervisionTimeout: .seconds(4))
            ])
    }

    @Test func `every call fails after the server has ended`() throws {
        let world = try AirBench(EchoBoard())
        let access = try world.board()
        try access.connect(within: .seconds(10))
        world.server.close()
        let limit = access.now + .seconds(1)
        #expect(
            try access.next(before: limit) == .ended(access.now, "the controller has disconnected"))
        let error = AccessError.broken(
            "hci-unix:radio: the controller has closed the connection")
        #expect(throws: error) { try access.next(before: limit) }
        #expect(throws: error) { try access.connect(within: .seconds(1)) }
        #expect(throws: error) { try access.read(EchoBoard.long) }
    }
}
