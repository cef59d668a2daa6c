import MetaWearTables
import Testing

@testable import MetaWearProtocol

/// Packets find who waits for them.
@Suite struct PendingAnswersTests {
    private typealias Pending = PendingAnswers<String, Int>

    private static let charge = AnswerPattern(.settings, 0x0C, isRead: true)

    /// Who gets each of these packets; `-` for nobody.
    private static func take(_ packets: [[UInt8]], _ pending: inout Pending) -> [String] {
        packets.map { pending.take($0.span) ?? "-" }
    }

    @Test func `of two that wait for the same packet the older one gets it`() {
        var pending = Pending()
        pending.add("first", as: 1, for: Self.charge, until: 10)
        pending.add("second", as: 2, for: Self.charge, until: 20)
        let packet: [UInt8] = [0x11, 0x8C, 0x50]
        let takers = Self.take([packet, packet, packet], &pending)
        #expect(takers == ["first", "second", "-"])
        #expect(pending.isEmpty)
    }

    @Test func `answers find their callers in any order, and those to others are nobody's`() {
        var pending = Pending()
        for pin in UInt8(1)...2 {
            let answer = AnswerPattern(.gpio, 8, isRead: true, prefix: [pin])
            pending.add("pin \(pin)", as: Int(pin), for: answer, until: 9)
        }
        pending.add("id", as: 3, for: AnswerPattern(.timer, 0x02, isRead: false), until: 9)
        // A sample, another register, a read of what a command answers, another pin, and cut packets.
        let foreign: [[UInt8]] = [
            [0x05, 0x08, 0x01], [0x05, 0x87, 0x01], [0x0C, 0x82, 0x00], [0x05, 0x88, 0x03],
            [0x05, 0x88], [0x05], [],
        ]
        let others = Self.take(foreign, &pending)
        #expect(others == foreign.map { _ in "-" })
        let takers = Self.take(
            [[0x0C, 0x02, 0x00], [0x05, 0x88, 0x02, 0x00], [0x05, 0x88, 0x01, 0x01]], &pending)
        #expect(takers == ["id", "pin 2", "pin 1"])
    }

    @Test func `those whose time is over go together, oldest first`() {
        var pending = Pending()
        #expect(pending.nextDeadline == nil)
        for (id, deadline) in [30, 10, 20, 10].enumerated() {
            pending.add("\(id)", as: id, for: Self.charge, until: deadline)
        }
        #expect(pending.nextDeadline == 10)
        let due = [pending.removeDue(at: 9), pending.removeDue(at: 10)]
        #expect(due == [[], ["1", "3"]])
        #expect(pending.nextDeadline == 20)
        let removed = [pending.remove(1), pending.remove(2)]
        #expect(removed == [nil, "2"])
        pending.add("last", as: 4, for: Self.charge, until: 5)
        let rest = pending.removeAll()
        #expect(rest == ["0", "last"])
        #expect(pending.isEmpty)
    }

    @Test func `a pattern says which packets fit`() {
        let either = AnswerPattern(.serial, 0x01, isRead: nil, prefix: [7])
        #expect(either.matches([0x0D, 0x01, 7, 1]) && either.matches([0x0D, 0x81, 7]))
        #expect(!either.matches([0x0D, 0x81]) && !either.matches([0x0D, 0x81, 8]))
        let made = AnswerPattern(answering: Packet(.event, 0x02, [1, 2, 3]))
        #expect(made == AnswerPattern(.event, 0x02, isRead: false))
        let read = AnswerPattern(answering: Packet.read(.logging, 0x02, [5]))
        #expect(read.matches([0x0B, 0x82]) && !read.matches([0x0B, 0x02]))
        let open = AnswerPattern([0x03, nil, 0x01])
        #expect(open.matches([0x03, 0x99, 0x01, 0x02]) && !open.matches([0x03, 0x99, 0x02]))
        let exact = AnswerPattern([0x03, nil], isExact: true)
        #expect(exact.matches([0x03, 0x04]) && !exact.matches([0x03, 0x04, 0x05]))
        #expect(
            [read, either, open, exact].map(\.description) == [
                "[0b 82 …]", "[0d 01 07 …]", "[03 .. 01 …]", "[03 ..]",
            ])
    }
}
