package import Peripheral
package import Simulation

/// One stream of samples as the firmware makes them, for comparison with a client's data.
package protocol SampleOutlet: AnyObject {
    /// Reports every packet of samples from now on; there is one observer at a time.
    ///
    /// - Parameter observer: when the packet was made, the counts of the newest sample in it, and
    ///   what became of it.
    func observe(_ observer: @escaping (Instant, SampleCounts, NotificationFate) -> Void)
}

/// A sample of a three-axis sensor, in counts.
package struct SampleCounts: Sendable, Equatable {
    /// The body's axes.
    package var x, y, z: Int16

    /// Counts for x, y and z.
    package init(_ x: Int16, _ y: Int16, _ z: Int16) {
        self.x = x
        self.y = y
        self.z = z
    }
}
