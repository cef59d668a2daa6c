import Simulation
import Testing

@testable import ScriptedClient

struct DelayedCallsTests {
    private let simulation = Simulation(seed: 1)

    @Test func `a repeated call comes after each period until it says that it was the last`() {
        let timers = DelayedCalls(simulation.clock)
        var times: [Int64] = []
        timers.every(.milliseconds(10)) {
            times.append(simulation.now.nanoseconds / 1_000_000)
            return times.count < 3
        }
        simulation.run(for: .seconds(1))
        #expect(times == [10, 20, 30])
        #expect(simulation.clock.nextEvent == nil, "nothing is pending any more")
    }

    @Test func `at one instant, a repeated call keeps its turn among the others`() {
        let timers = DelayedCalls(simulation.clock)
        var order: [String] = []
        timers.every(.milliseconds(10)) {
            order.append("again")
            // Asked for before the call repeats itself.
            timers.after(.milliseconds(10)) { order.append("once") }
            return order.count < 4
        }
        simulation.run(for: .milliseconds(35))
        #expect(order == ["again", "once", "again", "once", "again"])
    }

    @Test func `the end of a run cancels what is repeated, even from within`() {
        let timers = DelayedCalls(simulation.clock)
        var calls = 0
        timers.every(.milliseconds(10)) {
            calls += 1
            timers.close()
            return true
        }
        timers.every(.milliseconds(10)) {
            calls += 1
            return true
        }
        simulation.run(for: .seconds(1))
        #expect(calls == 1)
    }
}
