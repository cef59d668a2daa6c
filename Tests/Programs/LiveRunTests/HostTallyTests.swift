import Bluetooth
import CommandLineProgram
import Declaration
import ScenarioRun
import Simulation
import Testing
import VirtualRadio

@testable import LiveRun

/// What the report says of a host, from packets as the specification lays them out.
@Suite struct HostTallyTests {
    private static let board = Address(0xE100_0000_0001)

    /// LE Connection Complete: success, handle 0x0040, central, random peer, 15 ms, 0, 720 ms (Core
    /// Vol 4, Part E, 7.7.65.1).
    private static let connected: [UInt8] = [
        0x04, 0x3E, 0x13, 0x01, 0x00, 0x40, 0x00, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0xE1,
        0x0C, 0x00, 0x00, 0x00, 0x48, 0x00, 0x00,
    ]
    /// LE Enhanced Connection Complete: the same as a peripheral of a public identity, handle 0x0041
    /// (7.7.65.10).
    private static let accepted: [UInt8] = [
        0x04, 0x3E, 0x1F, 0x0A, 0x00, 0x41, 0x00, 0x01, 0x02, 0x05, 0x00, 0x00, 0x5E, 0x00, 0x02,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0C, 0x00, 0x00, 0x00, 0x48, 0x00, 0x00,
    ]
    /// Handle Value Notification of 03 04 on handle 0x0040 (Core Vol 3, Part F, 3.4.7.1).
    private static let notification: [UInt8] = [
        0x02, 0x40, 0x20, 0x09, 0x00, 0x05, 0x00, 0x04, 0x00, 0x1B, 0x10, 0x00, 0x03, 0x04,
    ]

    private func disconnected(_ reason: UInt8) -> [UInt8] {
        [0x04, 0x05, 0x04, 0x00, 0x40, 0x00, reason]
    }

    private func tally(_ packets: [(bytes: [UInt8], sentByHost: Bool)]) -> HostTally {
        let tally = HostTally("host 1", origin: "here", at: .zero) {
            $0 == Self.board ? "wrist" : nil
        }
        for (second, packet) in packets.enumerated() {
            tally.packet(
                packet.bytes.span, sentByHost: packet.sentByHost,
                at: .zero + .seconds(Int64(second) + 1))
        }
        return tally
    }

    @Test func `a connection to a board, with what went over it`() throws {
        var continued = Self.notification
        continued[2] = 0x10
        let host = [0x02, 0x40, 0x00, 0x05, 0x00, 0x01, 0x00, 0x04, 0x00, 0x0A] as [UInt8]
        let result = tally([
            (Self.connected, false), (Self.notification, false), (continued, false), (host, true),
            (disconnected(0x08), false), (Self.notification, false),
        ]).result
        let link = try #require(result.links.first)
        #expect(result.links.count == 1)
        #expect(link.board == "wrist")
        #expect(link.peer == Self.board)
        #expect(link.isCentral)
        #expect((link.began, link.ended) == (.zero + .seconds(1), .zero + .seconds(5)))
        #expect(link.notificationsReceived == 1)
        #expect((link.packetsReceived, link.packetsSent) == (2, 1))
        #expect(link.reason == "connection timeout")
        #expect(link.isLost)
    }

    @Test func `a connection to somebody else, as a peripheral`() throws {
        let link = try #require(tally([(Self.accepted, false)]).result.links.first)
        #expect(link.board == nil)
        #expect(link.peer == Address(0x0200_5E00_0005, kind: .publicDevice))
        #expect(!link.isCentral)
        #expect(link.ended == nil)
    }

    @Test(
        arguments: [
            ([0x04, 0x05, 0x04, 0x00, 0x40, 0x00, 0x16], "ended by host", false),
            ([0x04, 0x05, 0x04, 0x00, 0x40, 0x00, 0x13], "ended by the other side", true),
            ([0x04, 0x05, 0x04, 0x00, 0x40, 0x00, 0xEE], "reason 238", true),
        ] as [([UInt8], String, Bool)])
    func `how it ended`(event: [UInt8], reason: String, isLost: Bool) {
        let link = tally([(Self.connected, false), (event, false)]).result.links[0]
        #expect(link.reason == reason)
        #expect(link.isLost == isLost)
    }

    @Test func `a reset and a host that leaves end what is open`() {
        let reset = tally([(Self.connected, false), ([0x01, 0x03, 0x0C, 0x00], true)])
        #expect(reset.result.links[0].reason == "reset by host")
        #expect(reset.result.links[0].ended == .zero + .seconds(2))
        let left = tally([(Self.connected, false)])
        left.left(at: .zero + .seconds(9), ending: "odd")
        #expect(left.result.links[0].reason == "host left")
        #expect(left.result.left == .zero + .seconds(9))
        #expect(left.result.ending == "odd")
    }

    @Test func `what is cut short or failed is no connection`() {
        for length in 0..<15 {
            #expect(tally([(Array(Self.connected[..<length]), false)]).result.links.isEmpty)
        }
        var failed = Self.connected
        failed[4] = 0x3E
        #expect(tally([(failed, false)]).result.links.isEmpty)
        #expect(tally([(Self.connected, true)]).result.links.isEmpty)
    }

    @Test func `a host that connects for ever is told in part`() {
        let round = [(Self.connected, false), (disconnected(0x16), false)]
        let result = tally((0...HostTally.mostLinks).flatMap { _ in round }).result
        #expect(result.links.count == HostTally.mostLinks)
        #expect(result.moreLinks == 1)
    }
}
