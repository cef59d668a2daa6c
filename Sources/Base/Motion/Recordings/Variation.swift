public import Simulation

/// How another person's version of a recorded motion differs from the recording.
///
/// The three numbers are drawn evenly within their limits, in this order, from a stream of random
/// numbers: the same stream gives the same person.
public struct Variation: Equatable, Sendable {
    /// How much faster or slower, as a part: 0.07 for 7 %.
    public var time: Double
    /// Radians by which the board may be mounted otherwise, about any axis.
    public var mount: Double
    /// How much larger or smaller turns and accelerations are, as a part.
    public var size: Double

    /// A variation; by default what makes a recording as different as that of another subject is in
    /// its second: 7 % in time, 10° in the mount, 5 % in size.
    public init(time: Double = 0.07, mount: Double = .pi / 18, size: Double = 0.05) {
        self.time = time
        self.mount = mount
        self.size = size
    }
}

extension Recording {
    /// The same motion made by somebody else.
    ///
    /// - Parameters:
    ///   - variation: each part below 1.
    ///   - random: who it is.
    public func varied(_ variation: Variation, random: RandomStream) -> Recording {
        var random = random
        func within(_ limit: Double) -> Double { limit * (2 * random.uniform() - 1) }
        let pace = 1 + within(variation.time)
        let axis = Vector3(within(1), within(1), within(1)).direction ?? .zAxis
        let mount = Quaternion(angle: within(variation.mount), axis: axis)
        let size = 1 + within(variation.size)
        var other = self
        other.rate = rate * pace
        // Turns through the same angles take less time at a faster pace, and accelerations grow with
        // its square.
        other.angularRate = angularRate.map { mount.unrotate($0 * (pace * size)) }
        let middle =
            specificForce.reduce(.zero) { $0 + $1 } * (1 / Double(max(1, specificForce.count)))
        other.specificForce = specificForce.map {
            mount.unrotate(middle + ($0 - middle) * size)
        }
        other.magneticField = magneticField.map { mount.unrotate($0) }
        return other
    }
}
