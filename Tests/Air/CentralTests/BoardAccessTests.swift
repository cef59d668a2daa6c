import Bluetooth
import Central
import Peripheral
import Simulation
import Testing
import VirtualRadio

/// What an access makes of a radio that does not do what it should.
@Suite struct BoardAccessTests {
    private static let board = Address(0xE100_0000_0001)
    private static let other = Address(0xE100_0000_0002)
    private let simulation = Simulation()
    private let port: ScriptedPort

    init() { port = ScriptedPort(Air(simulation)) }

    private func access(_ choice: BoardChoice = .address(board)) -> BoardAccess {
        BoardAccess(port, to: choice, named: "here", on: simulation)
    }

    @Test func `a scan that does not begin is an error, and no silence`() throws {
        port.scanAnswer = .failure(.unable("busy"))
        let access = access()
        #expect(throws: AccessError.unable("busy")) {
            try access.scan(active: true, for: .seconds(5))
        }
        #expect(throws: AccessError.unable("busy")) { try access.connect(within: .seconds(5)) }
        #expect(simulation.now == .zero)
    }

    @Test func `a board that the radio has forgotten is looked for again`() throws {
        port.known = [Self.board]
        port.heard = [Self.board]
        port.attempts = [.failure(.missing("gone")), .success(())]
        let access = access()
        // bluetoothd forgets it before it answers.
        port.after(.milliseconds(5)) { [port] in port.known = [] }
        try access.connect(within: .seconds(10))
        #expect(access.isConnected && port.links.count == 2)
        #expect(port.scans == [.passive, nil])
    }

    @Test func `an attempt that takes too long is closed`() throws {
        port.known = [Self.board]
        port.attempts = [nil, .success(())]
        let access = access()
        #expect(throws: AccessError.timedOut("a connection to \(Self.board)")) {
            try access.connect(within: .seconds(3))
        }
        #expect(port.links[0].isClosed && !access.isConnected)
        try access.connect(within: .seconds(3))
        #expect(access.isConnected)
    }

    @Test func `the end of a link is an event, but not one that was asked for`() throws {
        port.known = [Self.board]
        let access = access()
        #expect(throws: AccessError.ended("no link has been made")) { try access.read("2A19") }
        try access.connect(within: .seconds(3))
        try access.disconnect()
        #expect(try access.next(before: access.now + .seconds(1)) == nil)
        try access.connect(within: .seconds(3))
        port.links[1].onEnd(.ended("out of range"))
        #expect(
            try access.next(before: access.now + .seconds(1)) == .ended(access.now, "out of range"))
        #expect(throws: AccessError.ended("out of range")) { try access.read("2A19") }
    }

    @Test func `a radio that is off may be on again, one that is broken stays so`() throws {
        port.known = [Self.board]
        let access = access()
        port.state = .off("switch it on")
        #expect(throws: AccessError.broken("switch it on")) {
            try access.connect(within: .seconds(1))
        }
        #expect(access.failure == nil)
        port.state = .on
        try access.connect(within: .seconds(1))
        port.after(.seconds(2)) { [port] in port.state = .unusable("unplugged") }
        #expect(throws: AccessError.broken("unplugged")) {
            try access.wait(until: access.now + .seconds(9))
        }
        #expect(access.now.seconds < 3)
        port.state = .on
        #expect(throws: AccessError.broken("unplugged")) { try access.read("2A19") }
    }

    @Test func `of several boards one has to be named`() throws {
        port.heard = [Self.board, Self.other]
        let all = access(.only { _ in true })
        #expect {
            try all.connect(within: .seconds(10))
        } throws: {
            "\($0)" == "here: there are 2 boards, \(Self.board), \(Self.other); say which one:"
                + " `here,\(Self.board)`"
        }
        let second = access(.only { $0.address == Self.other })
        try second.connect(within: .seconds(10))
        #expect(second.board == Self.other)
    }

    @Test func `what is too long for one packet is not sent`() throws {
        port.known = [Self.board]
        let access = access()
        try access.connect(within: .seconds(3))
        #expect {
            try access.write([UInt8](repeating: 0, count: 21), to: "2A19", .request)
        } throws: { "\($0)".hasPrefix("21 bytes do not fit one write of MTU - 3 = 20") }
        try access.write([1], to: "2A19", .command)
        let start = access.now
        try access.flush()
        #expect(access.now > start)
        access.close()
        #expect(port.isClosed)
        #expect(throws: AccessError.broken("here: it was closed")) { try access.read("2A19") }
    }
}
