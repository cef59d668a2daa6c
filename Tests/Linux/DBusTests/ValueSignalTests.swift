import Checkout
import DBus
import DBusPeer
import EventLoop
import Testing

/// A value that is written at once comes behind all that was sent before, and before all that is sent
/// later: else it would overtake a message, or garble the rest of one that went out in part.
@Suite struct ValueSignalTests {
    let bus: TestBus
    let ours: Bus
    let peer: Peer

    init() throws {
        bus = try TestBus()
        ours = try Bus(at: bus.address, on: bus.loop)
        peer = try bus.peer()
        peer.listen("type='signal',sender='\(ours.uniqueName)'")
    }

    /// What else goes out.
    enum Way: String, CaseIterable, Sendable {
        case signal, call, reply, refusal
    }

    /// What the peer heard, in order.
    private final class Heard { var members: [String] = [] }

    /// A body that a socket takes at once, and one that none does.
    @Test(.slow, arguments: Way.allCases, [1, 2_000_000])
    func `a value keeps its place in the order`(way: Way, length: Int) throws {
        let heard = Heard()
        let body: [Value] = [.bytes([UInt8](repeating: 7, count: length))]
        let before = ValueSignal(ours, "/x", "a.Before", "Value")
        let after = ValueSignal(ours, "/x", "a.After", "Value")
        peer.onMessage = { message in
            let isValue = message.member == "PropertiesChanged"
            heard.members.append((isValue ? message.values.first?.text : message.member) ?? "")
            return true
        }
        for round in 0..<(length > 1 ? 5 : 50) {
            heard.members = []
            if way == .reply || way == .refusal {
                ours.onCall = { [ours] call in
                    Self.send(before, on: ours)
                    if way == .reply {
                        call.reply(body)
                    } else {
                        let words = String(repeating: "n", count: length)
                        call.fail(DBusError("a.b.Told", words))
                    }
                    Self.send(after, on: ours)
                }
                let answer = peer.call(ours.uniqueName, "/x", "a.b", "Ask")
                answer.onMessage = { _ in heard.members.append("Told") }
            } else {
                Self.send(before, on: ours)
                if way == .call {
                    ours.call(peer.uniqueName, "/x", "a.b", "Told", body)
                } else {
                    ours.emit("/x", "a.b", "Told", body)
                }
                Self.send(after, on: ours)
            }
            try bus.wait("all of round \(round)") { heard.members.count >= 3 }
            #expect(heard.members == ["a.Before", "Told", "a.After"], "round \(round)")
        }
        #expect(ours.isOpen)
    }

    /// The bus takes what came before by itself: there is room sooner or later.
    private static func send(_ signal: ValueSignal, on bus: Bus) {
        while bus.isOpen, !signal.send([2].span) {}
    }
}
