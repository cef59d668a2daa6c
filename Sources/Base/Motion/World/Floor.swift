public import Simulation

/// A floor that is never still, as those of buildings are: a board that lies on it is shaken at 7 to 10 Hz, in bursts, by some
/// milligravities, and tilts a little with it.
///
/// The figures are those of a MetaMotion R that lay on an office table for 109 s: a line at 9.7 Hz of 1.0 to 1.4 mg/√Hz, beside it
/// 0.6 to 0.8 mg/√Hz from 6 to 9 Hz, a kurtosis of 5 to 8, and 20 to 60 m°/s/√Hz about the axes.
public final class Floor {
    /// Bodies that share a stream lie on the same floor.
    public init(random: RandomStream) {
        var random = random
        lines = [
            Line(&random, frequency: 9.7, rms: Vector3(2.5, 1.95, 1.8) * 1e-3, width: 0.45),
            Line(&random, frequency: 7.5, rms: Vector3(1.4, 1.2, 1.0) * 1e-3, width: 0.25),
        ]
    }

    private var lines: [Line]

    /// Nothing in it is faster, in hertz.
    static let bandwidth = 15.0
    /// Radians by which the board tilts for each metre that the floor moves.
    private static let tilt = 3.0

    /// A sine whose size and phase change.
    private struct Line {
        let frequency: Double
        /// Metres along the world's axes.
        let size: Vector3
        private var along: [SmoothNoise]
        private var across: [SmoothNoise]
        private var burst: SmoothNoise

        /// Of the logarithm of the size: makes the kurtosis 6.
        private static let burstiness = 0.416

        /// - Parameters:
        ///   - rms: of the acceleration, in g.
        ///   - width: how fast the phase changes, in seconds.
        init(_ random: inout RandomStream, frequency: Double, rms: Vector3, width: Double) {
            self.frequency = frequency
            let omega = 2 * Double.pi * frequency
            let spread = Elementary.exponential(-Self.burstiness * Self.burstiness)
            size = rms * (standardGravity * spread / (omega * omega))
            along = []
            across = []
            for _ in 0..<3 {
                along.append(SmoothNoise(&random, step: width))
                across.append(SmoothNoise(&random, step: width))
            }
            burst = SmoothNoise(&random, step: 2)
        }

        /// Where it is, in metres along one of the world's axes.
        mutating func way(_ axis: Int, _ sine: Jet, _ cosine: Jet, _ swell: Jet, _ t: Double) -> Jet
        {
            let a = along[axis].jet(t) * cosine
            let b = across[axis].jet(t) * sine
            let sum = Jet(
                value: a.value + b.value, rate: a.rate + b.rate,
                acceleration: a.acceleration + b.acceleration)
            return sum * swell
        }

        /// How large it is, as a factor.
        mutating func swell(_ t: Double) -> Jet {
            let n = burst.jet(t) * Self.burstiness
            let size = Elementary.exponential(n.value)
            return Jet(
                value: size, rate: size * n.rate,
                acceleration: size * (n.acceleration + n.rate * n.rate))
        }
    }

    /// The floor's own motion.
    private struct Motion {
        var position = Vector3.zero
        var velocity = Vector3.zero
        var acceleration = Vector3.zero

        /// The board's tilt by it, and its rate. The angles are below a thousandth of a degree, so that body and
        /// world axes need not be told apart in the rate.
        var turn: Vector3 { Vector3(position.y, -position.x, position.x) * Floor.tilt }
        var rate: Vector3 { Vector3(velocity.y, -velocity.x, velocity.x) * Floor.tilt }
    }

    private func motion(_ t: Double) -> Motion {
        var motion = Motion()
        for index in lines.indices {
            let sine = Profile.sine(t, frequency: lines[index].frequency)
            let cosine = Profile.sine(
                t + 0.25 / lines[index].frequency, frequency: lines[index].frequency)
            let swell = lines[index].swell(t)
            let size = lines[index].size
            let x = lines[index].way(0, sine, cosine, swell, t) * size.x
            let y = lines[index].way(1, sine, cosine, swell, t) * size.y
            let z = lines[index].way(2, sine, cosine, swell, t) * size.z
            motion.position += Vector3(x.value, y.value, z.value)
            motion.velocity += Vector3(x.rate, y.rate, z.rate)
            motion.acceleration += Vector3(x.acceleration, y.acceleration, z.acceleration)
        }
        return motion
    }

    /// Shakes a body that lies on it.
    func shake(_ state: inout Kinematics, at time: Int64) {
        let motion = motion(Double(time) * 1e-9)
        state.position += motion.position
        state.velocity += motion.velocity
        state.acceleration += motion.acceleration
        state.orientation = state.orientation * Quaternion(rotationVector: motion.turn)
        state.angularRate += motion.rate
        state.feelForce()
    }

    /// The same of what its sensors feel.
    func shake(_ felt: inout Felt, at time: Int64) {
        let motion = motion(Double(time) * 1e-9)
        let force = felt.orientation.rotate(felt.specificForce) + motion.acceleration
        felt.orientation = felt.orientation * Quaternion(rotationVector: motion.turn)
        felt.angularRate += motion.rate
        felt.specificForce = felt.orientation.unrotate(force)
    }
}
