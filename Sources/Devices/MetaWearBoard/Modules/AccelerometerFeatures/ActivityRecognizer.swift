internal import Simulation

/// Still, walking or running, from the cadence of the steps and the size of their swing.
///
/// The chip's own classifier is not published. Walking changes to running at about 2.3 steps a
/// second and a vertical swing that lifts both feet off the ground (G. A. Cavagna and others, "The
/// determinants of the step frequency in running, trotting and hopping", Journal of Physiology 399,
/// 1988).
struct ActivityRecognizer {
    /// As the notification codes it (protocol, sensors 5.6.2).
    enum Activity: UInt8 { case still, walking, running, unknown }

    private(set) var activity = Activity.still
    private var candidate = Activity.still
    private var agreements = 0
    private var lastStep: Instant?
    private var interval = 0.0
    private var steps = 0
    private var nextLook = Instant.zero

    mutating func step(at time: Instant) {
        if let lastStep, time - lastStep < StepCounter.longest {
            let latest = (time - lastStep).seconds
            interval = steps == 1 ? latest : interval + (latest - interval) * 0.3
            steps = min(steps + 1, 100)
        } else {
            steps = 1
        }
        lastStep = time
    }

    /// Evaluated once a second; returns the activity when a new one was seen twice in a row.
    mutating func next(swing: Double, at time: Instant) -> Activity? {
        guard time >= nextLook else { return nil }
        nextLook = time + .seconds(1 as Int64)
        let seen = look(swing: swing, at: time)
        agreements = seen == candidate ? agreements + 1 : 1
        candidate = seen
        guard agreements >= 2, seen != activity else { return nil }
        activity = seen
        return seen
    }

    private func look(swing: Double, at time: Instant) -> Activity {
        guard let lastStep, time - lastStep < StepCounter.longest else { return .still }
        // Two or three steps are not a walk yet.
        guard steps >= 4, interval > 0 else { return activity }
        return 1 / interval >= 2.3 && swing >= 0.8 ? .running : .walking
    }
}
