import Bluetooth
import Simulation
import Testing

@testable import Central

/// What waits for who asks a board: nothing is lost, doubled or out of order.
struct AccessEventQueueTests {
    private static func event(_ number: Int) -> AccessEvent {
        .ended(Instant(nanoseconds: Int64(number)), "\(number)")
    }

    @Test func `an empty queue has nothing to take`() {
        var queue = AccessEventQueue()
        #expect(queue.isEmpty)
        #expect(queue.count == 0)
        #expect(queue.take() == nil)
        #expect(queue.isEmpty)
    }

    @Test func `values and ends come out as they came in`() {
        let value = AccessEvent.value(Instant(nanoseconds: 1), of: "2A19", [80])
        let end = AccessEvent.ended(Instant(nanoseconds: 2), "the board is gone")
        var queue = AccessEventQueue()
        queue.append(value)
        queue.append(end)
        #expect(queue.count == 2)
        #expect(queue.take() == value)
        #expect(!queue.isEmpty)
        #expect(queue.take() == end)
        #expect(queue.take() == nil)
        queue.append(value)
        #expect(queue.take() == value)
    }

    /// With `waiting` of them at any time; beyond 4,096 taken ones those that wait move up.
    @Test(arguments: [1, 2, 100, 4_095, 4_096, 4_097, 20_000])
    func `however many wait, each comes out once and in order`(waiting: Int) {
        var queue = AccessEventQueue()
        for number in 0..<waiting { queue.append(Self.event(number)) }
        for number in 0..<30_000 {
            queue.append(Self.event(waiting + number))
            guard queue.take() == Self.event(number), queue.count == waiting else {
                Issue.record("event \(number) is not the next, or \(queue.count) wait")
                return
            }
        }
        for number in 30_000..<30_000 + waiting {
            guard queue.take() == Self.event(number) else {
                Issue.record("event \(number) is not the next")
                return
            }
        }
        #expect(queue.isEmpty)
    }
}
