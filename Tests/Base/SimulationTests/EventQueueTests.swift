import Checkout
import Testing

@testable import Simulation

struct EventQueueTests {
    private static let end = Instant(nanoseconds: .max)

    private static func event(_ time: Int64, _ order: UInt64) -> Event {
        Event(
            time: Instant(nanoseconds: time), order: order, target: TargetID(index: 0), code: 0,
            argument: 0)
    }

    /// Pushes and pops in a random order, against a sorted list.
    @Test(.slow, arguments: 1...20) func `events leave by time, and at one time as they came`(
        _ seed: Int
    ) {
        var random = RandomStream(seed: UInt64(seed), purpose: "queue")
        var queue = EventQueue()
        var pending: [Event] = []
        var now: Int64 = 0
        for order in 1...2_000 {
            // Few times, so that many are equal; sometimes none or several for one that is taken.
            for part in 0..<random.below(3) {
                let event = Self.event(
                    now + Int64(random.below(20)), UInt64(order) * 4 + part)
                queue.push(event)
                pending.append(event)
            }
            pending.sort { ($0.time, $0.order) < ($1.time, $1.order) }
            #expect(queue.count == pending.count)
            #expect(queue.first?.order == pending.first?.order)
            guard random.below(8) > 0 else { continue }
            let taken = queue.pop(upTo: Self.end)
            #expect(taken?.order == pending.first?.order)
            if taken != nil { pending.removeFirst() }
            now = taken?.time.nanoseconds ?? now
            #expect(queue.count == pending.count)
            #expect(queue.first?.order == pending.first?.order)
        }
        while let taken = queue.pop(upTo: Self.end) {
            #expect(taken.order == pending.first?.order)
            pending.removeFirst()
        }
        #expect(pending.isEmpty)
    }

    @Test func `an event after the limit stays`() {
        var queue = EventQueue()
        queue.push(Self.event(10, 1))
        queue.push(Self.event(20, 2))
        #expect(queue.pop(upTo: Instant(nanoseconds: 10))?.order == 1)
        #expect(queue.pop(upTo: Instant(nanoseconds: 19)) == nil)
        #expect(queue.first?.order == 2)
        #expect(queue.count == 1)
        #expect(queue.pop(upTo: Instant(nanoseconds: 20))?.order == 2)
        #expect(queue.first == nil)
        #expect(queue.pop(upTo: Self.end) == nil)
    }
}
