import Bluetooth
import Central
import Peripheral
import Simulation
import Testing

@testable import HCICentral

/// What comes from a controller that breaks the rules is an error in words, and soon.
@Suite struct HostileControllerTests {
    /// What a controller does instead of the usual to commands with an opcode, and the words about it.
    struct Row: Sendable, CustomTestStringConvertible {
        var opcode: UInt16
        var says: [UInt8]?
        var words: String
        var testDescription: String { words }

        init(_ opcode: UInt16, _ says: [UInt8]?, _ words: String) {
            self.opcode = opcode
            self.says = says
            self.words = words
        }
    }

    static let reset: UInt16 = 0x0C03

    static let rows: [Row] = [
        Row(reset, [], "no answer to Reset within 10 s; is it a controller?"),
        Row(reset, nil, "the controller has closed the connection"),
        Row(reset, [0x48, 0x54, 0x54, 0x50], "begins with 0x48, which is not an H4 indicator"),
        Row(reset, [0x02, 0, 0, 0xFF, 0xFF], "acl packet of 65540 bytes, more than 4096"),
        Row(reset, [0x01, 3, 0x0C, 0], "it sent a command, which only a host does"),
        Row(reset, [4, 0x0E, 2, 1, 3], "it sent an incomplete event, Command Complete of 2 bytes"),
        Row(
            reset, [4, 0x0E, 3, 1, 3, 0x0C],
            "it sent an incomplete event, Command Complete of 3 bytes"),
        Row(reset, [4, 0x0F, 0], "incomplete event, Command Status of 0 bytes"),
        Row(reset, [4, 0x0E, 4, 1, 3, 0x0C, 0x0C], "refused Reset: command disallowed (0x0C)"),
        Row(reset, [4, 0x0F, 4, 0x01, 1, 3, 0x0C], "refused Reset: unknown command (0x01)"),
        Row(
            reset, [4, 0x10, 1, 7], "reported a hardware error, memory capacity exceeded (0x07)"),
        Row(reset, [4, 0x3E, 0], "incomplete event, LE Meta of 0 bytes"),
        Row(
            reset, [4, 0x13, 3, 1, 0x40, 0],
            "incomplete event, Number Of Completed Packets of 3 bytes"),
        Row(reset, [4, 0x05, 2, 0, 0x40], "incomplete event, Disconnection Complete of 2 bytes"),
        // Answers to something else, and what nobody knows, are let go.
        Row(reset, [4, 0x0E, 4, 1, 9, 0x10, 0, 4, 0xAA, 1, 0], "no answer to Reset within 10 s"),
        // No buffers of its own: those that it shares are asked for.
        Row(
            0x2002, [4, 0x0E, 7, 1, 2, 0x20, 0, 0, 0, 0],
            "the controller's answer to Read Buffer Size is too short"),
        Row(0x200C, [4, 0x3E, 3, 2, 1, 0], "incomplete event, LE Advertising Report of 3 bytes"),
        Row(
            0x200D, [4, 0x3E, 4, 1, 0, 0x40, 0],
            "incomplete event, LE Connection Complete of 4 bytes"),
        Row(0x200D, [4, 0x0F, 4, 0x0C, 1, 0x0D, 0x20], "refused LE Create Connection"),
    ]

    @Test(arguments: rows) func `wrong events`(_ row: Row) throws {
        let controller = try ScriptedController()
        controller.answer = { [unowned controller] packet in
            guard packet[0] == 1, packet.span.word(at: 1) == row.opcode else {
                return ScriptedController.usual(packet)
            }
            if row.says == nil { controller.hangUp() }
            return row.says ?? []
        }
        #expect {
            let board = try controller.board()
            try board.connect(within: .seconds(10))
        } throws: { error in
            "\(error)".hasPrefix("there: ") && "\(error)".contains(row.words)
        }
    }

    /// A controller takes a few connection events to end a link, and refuses another one to the
    /// same peer until then.
    @Test func `after a request without an answer the next link waits for the end of the last`()
        throws
    {
        let controller = try ScriptedController()
        var isUp = false
        // Moments until the controller says that the link has ended.
        var left = Int.max
        controller.answer = { packet in
            switch packet[1..<3] {
            case [0x0D, 0x20] where packet[0] == 1 && isUp:
                return ScriptedController.status(packet, 0x0B)
            case [0x0D, 0x20] where packet[0] == 1: isUp = true
            case [0x06, 0x04] where packet[0] == 1:
                left = 3
                return ScriptedController.status(packet)
            default: break
            }
            return ScriptedController.usual(packet)
        }
        controller.whenIdle = { [unowned controller] in
            guard left < .max else { return }
            left -= 1
            guard left == 0 else { return }
            (left, isUp) = (.max, false)
            controller.say([4, 5, 4, 0, 0x40, 0, 0x16])
        }
        let board = try controller.board()
        for _ in 0..<2 {
            try board.connect(within: .seconds(20))
            #expect(throws: AccessError.self) { try board.discover() }
            #expect(!board.isConnected)
        }
        try board.connect(within: .seconds(20))
        #expect(board.failure == nil)
    }

    @Test func `a controller that does not end a link is given up`() throws {
        let controller = try ScriptedController()
        controller.answer = { packet in
            packet[0] == 1 && packet[1..<3] == [0x06, 0x04]
                ? ScriptedController.status(packet) : ScriptedController.usual(packet)
        }
        let board = try controller.board()
        try board.connect(within: .seconds(20))
        #expect(throws: AccessError.self) { try board.discover() }
        #expect(throws: AccessError.broken("there: the controller does not end a link")) {
            try board.connect(within: .seconds(60))
        }
    }

    @Test func `buffers that BR-EDR shares are used`() throws {
        let controller = try ScriptedController()
        controller.answer = { packet in
            switch packet[1..<3] {
            case [0x02, 0x20]: ScriptedController.complete(packet, [0, 0, 0, 0])
            case [0x05, 0x10]: ScriptedController.complete(packet, [0, 0x36, 1, 64, 8, 0, 0, 0])
            default: ScriptedController.usual(packet)
            }
        }
        try withExtendedLifetime(controller.board()) {
            #expect(controller.host?.buffers ?? (0, 0) == (310, 8))
        }
    }

    /// A board at a link that answers no request, with packets of 27 bytes of which two are taken.
    private func connected(
        _ answer: @escaping ([UInt8]) -> [UInt8]
    ) throws -> (ScriptedController, BoardAccess) {
        let controller = try ScriptedController()
        let board = try controller.board()
        try board.connect(within: .seconds(10))
        controller.answer = { $0[0] == 2 ? answer($0) : ScriptedController.usual($0) }
        return (controller, board)
    }

    @Test func `data go in fragments, no more of them than there are buffers`() throws {
        let (controller, board) = try connected { _ in [] }
        // The largest MTU, so that a write of 100 bytes is one PDU.
        controller.answer = { packet in
            ScriptedController.usual(packet)
                + (packet[0] == 2 ? ScriptedController.attribute([0x03, 0x05, 0x02]) : [])
        }
        #expect(try board.exchangeMTU(517) == 517)
        let before = controller.received.count
        controller.answer = { $0[0] == 2 ? [] : ScriptedController.usual($0) }
        let link = try #require(controller.link)
        let bytes = [UInt8](repeating: 9, count: 100)
        link.client.command(bytes, to: 3) { _ in }
        try board.wait(until: board.now + .milliseconds(1))
        #expect(controller.received.count == before + 2)
        controller.say([4, 0x13, 5, 1, 0x40, 0, 1, 0])
        try board.wait(until: board.now + .milliseconds(1))
        controller.say([4, 0x13, 5, 1, 0x40, 0, 2, 0])
        try board.wait(until: board.now + .milliseconds(1))
        let sent = controller.received[before...]
        // 107 bytes of frame: 27 each but the last; the first says that it is one.
        #expect(sent.map { $0.count - 5 } == [27, 27, 27, 26])
        #expect(sent.map { $0[2] >> 4 } == [0, 1, 1, 1])
    }

    @Test func `a controller that takes no data is given up`() throws {
        let (controller, board) = try connected { _ in [] }
        #expect {
            for _ in 0..<5 { try board.write([1], to: "2A00", .command) }
        } throws: { _ in true }
        let link = controller.link
        #expect(link == nil, "the request of discovery had no answer for 30 s")
    }

    @Test func `a controller that hangs up is noticed while data are sent`() throws {
        let (controller, board) = try connected { _ in [] }
        let link = try #require(controller.link)
        controller.hangUp()
        var sent: Bool?
        // The next write to the socket fails, before its end has been read.
        link.client.command([1, 2, 3], to: 3) { sent = (try? $0.get()) != nil }
        #expect(sent == false)
        #expect(controller.link == nil && !board.isConnected)
        let failure = try #require(controller.host?.failure)
        #expect("\(failure)".hasPrefix("there: "))
        link.client.command([1, 2, 3], to: 3) { sent = (try? $0.get()) != nil }
        #expect(sent == false)
        withExtendedLifetime(board) {}
    }

    @Test func `frames that are none are let go`() throws {
        let (controller, board) = try connected { _ in [] }
        let rows: [[UInt8]] = [
            [2, 0x40, 0x10, 1, 0, 9],
            [2, 0x40, 0x20, 6, 0, 1, 0, 4, 0, 1, 2],
            [2, 0x40, 0x20, 4, 0, 0xFF, 0xFF, 4, 0],
            [2, 0x40, 0x20, 0, 0],
        ]
        for row in rows { controller.say(row) }
        controller.say(ScriptedController.attribute([]))
        controller.say(ScriptedController.attribute([0x1B, 3]))
        controller.say(ScriptedController.attribute([0x01, 0x0A, 3, 0]))
        try board.wait(until: board.now + .milliseconds(1))
        #expect(controller.link?.garbledFrames == 3)
        #expect(board.isConnected)
    }

    @Test func `pairing and channels are refused, and keys are not there`() throws {
        let (controller, board) = try connected { _ in [] }
        let before = controller.received.count
        // Security Request; a connection request; a signal that is too short; a question for a key.
        controller.say([2, 0x40, 0x20, 6, 0, 2, 0, 6, 0, 0x0B, 1])
        controller.say([2, 0x40, 0x20, 8, 0, 4, 0, 5, 0, 0x77, 9, 0, 0])
        try board.wait(until: board.now + .milliseconds(1))
        controller.say([4, 0x13, 5, 1, 0x40, 0, 2, 0])
        controller.say([2, 0x40, 0x20, 8, 0, 4, 0, 5, 0, 0x12, 9, 4, 0])
        controller.say([4, 0x3E, 13, 5, 0x40, 0] + [UInt8](repeating: 0, count: 10))
        try board.wait(until: board.now + .milliseconds(1))
        #expect(
            controller.received[before...].map { Array($0.dropFirst($0[0] == 2 ? 7 : 0)) } == [
                [6, 0, 5, 5], [5, 0, 1, 9, 2, 0, 0, 0], [5, 0, 1, 9, 2, 0, 0, 0],
                [1, 0x1B, 0x20, 2, 0x40, 0],
            ])
    }

    @Test func `a controller that asks and never listens is given up`() throws {
        let (controller, board) = try connected { _ in [] }
        controller.answer = { _ in [] }
        for _ in 0..<200 {
            controller.say([4, 0x3E, 13, 5, 0x40, 0] + [UInt8](repeating: 0, count: 10))
        }
        #expect {
            try board.wait(until: board.now + .seconds(20))
        } throws: { "\($0)".contains("it requires more commands than it accepts") }
    }
}
