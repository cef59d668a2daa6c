package import Simulation

extension LiveClock: Pump {
    package var isLive: Bool { true }

    package func run(
        until limit: Instant, leastWall: Nanoseconds, while isWaiting: () -> Bool
    ) -> Bool {
        wait(untilWall: max(wall(at: limit), wall &+ leastWall.count)) { !isWaiting() }
    }
}
