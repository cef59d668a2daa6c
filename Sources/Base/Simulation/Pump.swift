/// Moves a world on: the events of a simulation, or the turns of a loop.
package protocol Pump: AnyObject {
    /// The time of this world since it began.
    var now: Instant { get }
    /// Whether time goes on by itself, and not only when the world is moved on.
    var isLive: Bool { get }
    /// Moves on while `isWaiting` holds, until `limit` at most; true if it no longer holds.
    ///
    /// - Parameter leastWall: so much time passes on the clock at least before it gives up, however fast this world's time
    ///   goes.
    func run(until limit: Instant, leastWall: Nanoseconds, while isWaiting: () -> Bool) -> Bool
}

extension Simulation: Pump {
    package var isLive: Bool { false }

    package func run(
        until limit: Instant, leastWall: Nanoseconds, while isWaiting: () -> Bool
    ) -> Bool { run(until: limit, while: isWaiting) }
}
