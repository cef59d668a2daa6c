/// The way of a body back to a script that has gone on without it: what lies between the two becomes smoothly nothing, as
/// a hand would make it that follows the script.
struct Rejoining {
    private let script: Track
    /// From the script to the body.
    private let rest: Approach

    /// - Parameters:
    ///   - state: of the body at `time`.
    ///   - before: of the body ``Approach/lookBack`` earlier.
    ///   - time: in nanoseconds.
    init(_ script: Track, from state: Kinematics, before: Kinematics, at time: Int64) {
        self.script = script
        let span = Approach.lookBack
        let now = state.relative(to: script.state(at: time))
        let earlier = before.relative(to: script.state(at: time - span))
        let turning = (now.angularRate - earlier.angularRate) * (1e9 / Double(span))
        rest = Approach(from: now, turning: turning, to: Pose())
    }

    /// The nanosecond from which on there is nothing left between the two.
    func arrival(since start: Int64) -> Int64 { start + Int64((rest.duration * 1e9).rounded(.up)) }

    func end(since start: Int64) -> Int64 { max(script.end, arrival(since: start)) }

    func state(at time: Int64, since start: Int64) -> Kinematics {
        rest.state(Double(time - start) * 1e-9).carried(by: script.state(at: time))
    }

    /// Hz.
    func bandwidth(at time: Int64, since start: Int64) -> Double {
        max(script.bandwidth(at: time).hertz, time < arrival(since: start) ? rest.bandwidth : 0)
    }
}

extension Kinematics {
    /// What has to be added to another motion to make this one: displacements in world axes, turns in body axes.
    fileprivate func relative(to other: Kinematics) -> Kinematics {
        let turn = (other.orientation.inverse * orientation).normalized
        var state = Kinematics(
            restingAt: Pose(position: position - other.position, orientation: turn))
        state.velocity = velocity - other.velocity
        state.acceleration = acceleration - other.acceleration
        state.angularRate = angularRate - turn.unrotate(other.angularRate)
        return state
    }

    /// The motion of a body that moves so relative to another one.
    func carried(by other: Kinematics) -> Kinematics {
        var state = self
        state.position += other.position
        state.velocity += other.velocity
        state.acceleration += other.acceleration
        state.orientation = (other.orientation * orientation).normalized
        state.angularRate += orientation.unrotate(other.angularRate)
        state.feelForce()
        return state
    }
}
