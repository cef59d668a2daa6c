/// A synchronous simulation that shares the virtual timeline.
///
/// While a world runs, only its own thread calls these, between jobs.
public protocol VirtualTimeSource: AnyObject {
    /// The time of the earliest pending event since the simulation began; nil without one.
    var nextEventTime: Duration? { get }
    /// Where the simulation is, since it began. Virtual time begins there.
    var currentTime: Duration { get }
    /// Moves the simulation to a time and lets every event happen that is due by then.
    func advance(to time: Duration)
}
