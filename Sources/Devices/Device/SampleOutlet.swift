public import Peripheral
public import Simulation

/// One stream of samples as the firmware makes them, for whoever compares a client's data with it.
public protocol SampleOutlet: AnyObject {
    /// Tells of every packet of samples from now on; one observer at a time.
    ///
    /// - Parameter observer: when the packet was made, the counts of the newest sample in it, and
    ///   what became of it.
    func observe(_ observer: @escaping (Instant, SampleCounts, NotificationFate) -> Void)
}

/// What a sensor of three axes said, in counts.
public struct SampleCounts: Sendable, Equatable {
    /// The body's axes.
    public var x, y, z: Int16

    /// Counts as they are.
    public init(_ x: Int16, _ y: Int16, _ z: Int16) {
        self.x = x
        self.y = y
        self.z = z
    }
}
