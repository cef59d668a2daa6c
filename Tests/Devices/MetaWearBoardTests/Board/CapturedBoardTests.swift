import Bluetooth
import Motion
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// What btmon saw of a MetaMotion R with firmware 1.5.0, from the first discovery request to the last
/// module (protocol, real boards 1.1), and what others saw of older boards (1.2 and 1.3).
@Suite struct CapturedBoardTests {
    /// `>` is an ATT PDU of the host, `<` one of the board, `=` a value notified.
    static let capture = """
        > 10 01 00 ff ff 00 28
        < 11 06 01 00 09 00 00 18 0a 00 0d 00 01 18 0e 00 11 00 0f 18
        > 10 12 00 ff ff 00 28
        < 11 06 12 00 1c 00 0a 18
        > 10 1d 00 ff ff 00 28
        < 11 14 1d 00 ff ff 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 00 90 6a 32
        > 08 01 00 ff ff 03 28
        < 09 07 02 00 0a 03 00 00 2a 04 00 02 05 00 01 2a 06 00 02 07 00 04 2a
        > 08 07 00 ff ff 03 28
        < 09 07 08 00 02 09 00 a6 2a 0b 00 20 0c 00 05 2a 0f 00 12 10 00 19 2a
        > 08 10 00 ff ff 03 28
        < 09 07 13 00 02 14 00 29 2a 15 00 02 16 00 24 2a 17 00 02 18 00 25 2a
        > 08 18 00 ff ff 03 28
        < 09 07 19 00 02 1a 00 27 2a 1b 00 02 1c 00 26 2a
        > 08 1c 00 ff ff 03 28
        < 09 15 1e 00 0e 1f 00 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 01 90 6a 32
        > 08 1f 00 ff ff 03 28
        < 09 15 20 00 12 21 00 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 06 90 6a 32
        > 08 21 00 ff ff 03 28
        < 01 08 21 00 0a
        > 08 01 00 ff ff 02 29
        < 09 04 0d 00 00 00 11 00 00 00 22 00 00 00
        > 08 23 00 ff ff 02 29
        < 01 08 23 00 0a
        > 12 22 00 01 00
        < 13
        > 0a 1c 00
        < 0b 31 2e 35 2e 30
        > 0a 16 00
        < 0b 35
        > 0a 1a 00
        < 0b 30 2e 34
        > 0a 14 00
        < 0b 4d 62 69 65 6e 74 4c 61 62 20 49 6e 63
        > 0a 18 00
        < 0b 30 34 37 44 32 32
        > 52 1f 00 01 80
        = 01 80 00 00
        > 52 1f 00 02 80
        = 02 80 00 01 03 00
        > 52 1f 00 03 80
        = 03 80 01 02
        > 52 1f 00 04 80
        = 04 80 01 00 00 03 01 02
        > 52 1f 00 05 80
        = 05 80 00 02 03 03 03 03 01 01 01
        > 52 1f 00 06 80
        = 06 80 00 00
        > 52 1f 00 07 80
        = 07 80 00 00
        > 52 1f 00 08 80
        = 08 80 00 00
        > 52 1f 00 09 80
        = 09 80 00 03 1c
        > 52 1f 00 0a 80
        = 0a 80 00 00 1c
        > 52 1f 00 0b 80
        = 0b 80 00 02 08 00 00 10 00
        > 52 1f 00 0c 80
        = 0c 80 00 00 08
        > 52 1f 00 0d 80
        = 0d 80 00 01
        > 12 1f 00 0f 80
        < 13
        = 0f 80 00 02 08 00
        """

    /// A host of ATT before a board, and the link that takes notes.
    final class CaptureBench {
        let simulation = Simulation()
        let board: MetaWearBoard
        let link: FakeLink
        let server: AttributeServer
        let connection = ConnectionID(1)

        init(
            _ profile: BoardProfile, serialNumber: String? = nil, temperature: Double = 22
        ) {
            let environment = SimpleEnvironment()
            environment.temperature = Course(temperature)
            board = MetaWearBoard(
                profile, name: "board", address: Bench.address, serialNumber: serialNumber,
                body: FixedBody(), environment: environment, in: simulation)
            link = FakeLink(board, in: simulation)
            server = AttributeServer(board)
            server.open(connection)
            board.connected(connection, to: Bench.central, Bench.parameters)
        }

        func ask(_ pdu: String) -> String {
            var response: [UInt8] = []
            let bytes = Hex.bytes(pdu) ?? []
            server.handle(bytes.span, from: connection, into: &response)
            return Hex.text(response)
        }

        /// Plays a capture; everything must come as it did.
        func play(_ capture: String) {
            var answer = ""
            for line in capture.split(separator: "\n") {
                let bytes = String(line.dropFirst(2))
                switch line.first {
                case ">":
                    #expect(answer == "" && link.heard == [], "before \(line)")
                    answer = ask(bytes)
                case "<":
                    #expect(answer == bytes)
                    answer = ""
                default:
                    #expect(link.heard.map { Hex.text($0) } == [bytes])
                    link.heard = []
                }
            }
            #expect(answer == "" && link.heard == [])
        }
    }

    // holds GAT-07 GAT-08 DIS-01
    @Test func `the capture of an R 1.5.0, PDU by PDU`() {
        let desk = CaptureBench(.metaMotionR, serialNumber: "047D22")
        desk.play(Self.capture)
        #expect(desk.link.requests == [], "no parameter request")
        desk.simulation.run(for: .seconds(35.0))
        #expect(desk.link.requests == [], "nor for 35 s")
        #expect(desk.link.heard == [])
    }

    // holds GAT-12
    @Test(arguments: BoardProfile.known)
    func `the host is asked for parameters by 11 09 alone`(_ profile: BoardProfile) {
        let desk = CaptureBench(profile)
        _ = desk.ask(
            profile.stack == .bluetooth41 ? "12 20 00 01 00" : "12 22 00 01 00")
        desk.simulation.run(for: .seconds(60.0))
        #expect(desk.link.requests == [])
        guard (profile.information(0x11)?.revision ?? 0) >= 1 else { return }
        desk.board.perform([0x11, 0x09, 0x08, 0, 0x08, 0, 0, 0, 0x58, 0x02])
        #expect(desk.link.requests.count == 1)
    }

    // holds GAT-08
    @Test func `of the boards of 2016 every handle behind GAP is two lower`() {
        for profile in BoardProfile.known where profile.stack == .bluetooth41 {
            let desk = CaptureBench(profile)
            #expect(
                desk.ask("10 01 00 ff ff 00 28")
                    == "11 06 01 00 07 00 00 18 08 00 0b 00 01 18 0c 00 0f 00 0f 18")
            #expect(desk.ask("0a 1a 00") == "0b 31 2e 31 2e 33", "2A26, as of a CPro with 1.2.3")
            #expect(desk.ask("0a 14 00").hasPrefix("0b 3"), "2A24")
            #expect(desk.ask("12 20 00 01 00") == "13")
            #expect(desk.ask("52 1d 00 01 80") == "")
            #expect(desk.link.heard == [[0x01, 0x80, 0, 0]])
        }
    }

    // holds GAT-09
    @Test func `the notification value holds the last packet, subscribed or not`() {
        let desk = CaptureBench(.metaMotionR)
        #expect(desk.ask("0a 21 00") == "0b", "before the first packet")
        // A host that polls and never subscribes.
        #expect(desk.ask("52 1f 00 04 81 01") == "")
        let polled = desk.ask("0a 21 00")
        #expect(polled.hasPrefix("0b 04 81 01 ") && polled.count == "0b 04 81 00 ca 00".count)
        #expect(desk.link.heard == [])
        #expect(desk.ask("12 22 00 01 00") == "13")
        #expect(desk.ask("52 1f 00 01 80") == "")
        #expect(desk.ask("0a 21 00") == "0b 01 80 00 00")
        desk.board.resetByPin()
        desk.server.open(desk.connection)
        #expect(desk.ask("0a 21 00") == "0b", "a reset forgets it")
    }

    // holds GAT-10
    @Test func `the battery level is told every ten seconds to who subscribed`() {
        let desk = CaptureBench(.metaMotionR)
        desk.board.setBattery(level: 46)
        desk.simulation.run(for: .seconds(25.0))
        #expect(desk.link.batteryLevels == [])
        #expect(desk.ask("12 11 00 01 00") == "13")
        desk.simulation.run(for: .seconds(9.9))
        #expect(desk.link.batteryLevels == [])
        desk.simulation.run(for: .seconds(20.2))
        #expect(desk.link.batteryLevels == [[46], [46], [46]])
        // Another subscription begins anew, and leaves no second clock behind.
        #expect(desk.ask("12 11 00 00 00") == "13")
        #expect(desk.ask("12 11 00 01 00") == "13")
        desk.board.setBattery(level: 52)
        desk.simulation.run(for: .seconds(20.1))
        #expect(desk.link.batteryLevels == [[46], [46], [46], [52], [52]])
        #expect(desk.ask("12 11 00 00 00") == "13")
        desk.simulation.run(for: .seconds(60.0))
        #expect(desk.link.batteryLevels.count == 5)
    }

    // holds GAT-11
    @Test func `GAP's name can be written, and is on the air as one of 11 01`() {
        let desk = CaptureBench(.metaMotionR)
        #expect(desk.ask("12 03 00 4b 69 74 65") == "13")
        #expect(desk.ask("0a 03 00") == "0b 4b 69 74 65")
        #expect(desk.ask("52 03 00 41") == "", "not by a command")
        #expect(desk.ask("0a 03 00") == "0b 4b 69 74 65")
        desk.board.disconnected(desk.connection, reason: .remoteUserTerminated)
        desk.simulation.run(for: .seconds(2.0))
        let data = Hex.text(desk.board.advertisement?.data ?? [])
        #expect(data.hasSuffix("05 09 4b 69 74 65"))
    }

    // holds ADV-01
    @Test func `the advertisement of an R 1.5.0, byte by byte`() throws {
        let bench = Bench(.metaMotionR, isConnected: false)
        #expect(
            Hex.text(try #require(bench.board.advertisement).data)
                == "02 01 06 11 06 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 00 90 6a 32"
                + " 09 09 4d 65 74 61 57 65 61 72")
    }

    // holds GAT-13
    @Test func `the link layer is that of the firmware's generation`() {
        #expect(BoardProfile.metaMotionR.stack == .bluetooth42)
        #expect(BoardProfile.metaMotionRL.stack == .bluetooth5)
        #expect(BoardProfile.metaMotionS.stack == .bluetooth5)
        for profile in BoardProfile.known {
            let desk = CaptureBench(profile)
            #expect(desk.board.linkLayer == profile.stack)
            // Only who knows 2M can keep to 1M.
            let canForce1M = (profile.information(0x11)?.revision ?? 0) >= 10
            #expect(canForce1M == (profile.stack == .bluetooth5))
        }
    }

    // holds GAT-02
    @Test func `a board may spell its manufacturer as some do`() throws {
        var profile = BoardProfile.metaMotionS
        profile.manufacturer = "MbientLab"
        let desk = CaptureBench(profile)
        #expect(desk.ask("0a 14 00") == "0b 4d 62 69 65 6e 74 4c 61 62")
    }
}
