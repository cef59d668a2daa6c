public import Simulation
public import VirtualTime

/// Events of the simulation and sleeping tasks share one timeline.
extension Simulation: VirtualTimeSource {
    /// The time of the next event, if one is pending.
    public var nextEventTime: Duration? { clock.nextEvent.map { .nanoseconds($0.nanoseconds) } }

    /// Virtual time since power-on of the simulated world.
    public var currentTime: Duration { .nanoseconds(now.nanoseconds) }

    /// Handles every event up to and including `time`.
    public func advance(to time: Duration) {
        let (seconds, rest) = time.components
        run(until: .zero + .seconds(seconds) + Nanoseconds(rest / 1_000_000_000))
    }
}
