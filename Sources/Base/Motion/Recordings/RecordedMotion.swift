/// A part of a recording prepared for playing: sampled finely enough for a cubic, faded to rest at
/// both ends, with the matching attitude.
///
/// A class, so that all boards and repeats that play it share it.
final class RecordedMotion: Sendable {
    private struct Node {
        var force: Vector3
        var rate: Vector3
        var attitude: Quaternion
    }

    private let nodes: [Node]
    /// Seconds between nodes.
    private let step: Double
    /// Seconds.
    let duration: Double
    /// The highest frequency in it, in Hz.
    let bandwidth: Double

    /// Nodes for each sample: a cubic through four times too many samples is within -70 dB of the
    /// band-limited signal.
    private static let factor = 4

    /// Plays from `from` seconds for `length` seconds, or to the end; the first and the last
    /// `blend` seconds fade from and to rest.
    init(_ recording: Recording, from: Double, length: Double?, blend: Double) {
        let step = 1 / (recording.rate * Double(Self.factor))
        self.step = step
        bandwidth = 0.5 * recording.rate
        let force = BandLimited.oversample(recording.specificForce, by: Self.factor)
        let rate = BandLimited.oversample(recording.angularRate, by: Self.factor)
        let total = max(force.count, rate.count)
        let first = min(max(0, Int(min(from / step, 1e9).rounded())), max(0, total - 1))
        let wanted = length.map { Int(min($0 / step, 1e9).rounded()) } ?? total
        let count = max(0, min(wanted, total - 1 - first))
        duration = Double(count) * step
        guard total > 0 else {
            nodes = []
            return
        }
        let range = first...(first + count)
        let gravity = Vector3(0, 0, standardGravity)

        var nodes = range.map { i in
            Node(
                force: force.isEmpty ? gravity : force[i], rate: rate.isEmpty ? .zero : rate[i],
                attitude: .identity)
        }
        // The real attitude at the end of the fade, from gravity and the rate.
        Self.integrate(&nodes, step)
        let start = force.isEmpty ? .identity : Self.firstAttitude(nodes, step)
        let fade = min(blend, 0.5 * Double(count) * step)
        let anchor = Int(fade / step)
        let goal = start * nodes[anchor].attitude

        // Then turned with the faded rate, so that it fits before and after as well.
        var shares: [Double] = []
        for i in nodes.indices {
            let t = Double(i) * step
            let share =
                fade > 0 ? Profile.envelope(t, ramp: fade, duration: duration).value : 1
            shares.append(share)
            nodes[i].rate = nodes[i].rate * share
        }
        Self.integrate(&nodes, step)
        let correction = goal * nodes[anchor].attitude.inverse
        let level = Quaternion(angle: -(correction.heading), axis: .zAxis)
        for i in nodes.indices {
            let attitude = (level * (correction * nodes[i].attitude)).normalized
            nodes[i].attitude = attitude
            let still = attitude.unrotate(gravity)
            if force.isEmpty {
                nodes[i].force = still
            } else {
                nodes[i].force = still + (nodes[i].force - still) * shares[i]
            }
        }
        self.nodes = nodes
    }

    /// The attitude at its start when it faces north.
    var firstAttitude: Quaternion { nodes.first?.attitude ?? .identity }

    /// Integrates the attitudes from the rates, from level at the start.
    private static func integrate(_ nodes: inout [Node], _ step: Double) {
        var attitude = Quaternion.identity
        for i in nodes.indices {
            nodes[i].attitude = attitude
            guard i + 1 < nodes.count else { break }
            let turn = Cubic(nodes, i, { $0.rate }).integral(1) * step
            attitude = (attitude * Quaternion(rotationVector: turn)).normalized
        }
    }

    /// The tilt for which the mean specific force of the first two seconds, each turned back to the
    /// start, points up: movement averages out, gravity remains.
    private static func firstAttitude(_ nodes: [Node], _ step: Double) -> Quaternion {
        let count = min(nodes.count, max(1, Int(2 / step)))
        var sum = Vector3.zero
        for node in nodes[..<count] { sum += node.attitude.rotate(node.force) }
        return Quaternion(restingWith: sum, heading: 0)
    }

    /// Specific force, rate and attitude (facing north at the start) after `t` seconds.
    func evaluate(_ t: Double) -> (force: Vector3, rate: Vector3, attitude: Quaternion) {
        guard nodes.count > 1 else {
            let node = nodes.first
            let attitude = node?.attitude ?? .identity
            return (attitude.unrotate(Vector3(0, 0, standardGravity)), .zero, attitude)
        }
        let place = max(0, t / step)
        let index = min(Int(min(place, 1e9)), nodes.count - 2)
        let u = min(1, place - Double(index))
        let rate = Cubic(nodes, index, { $0.rate })
        let turn = Quaternion(rotationVector: rate.integral(u) * step)
        return (
            Cubic(nodes, index, { $0.force }).value(u), rate.value(u), nodes[index].attitude * turn
        )
    }

    /// The cubic between two nodes with slopes from their neighbours (Catmull and Rom, 1974).
    private struct Cubic {
        let a: Vector3
        let b: Vector3
        let c: Vector3
        let d: Vector3

        @inline(__always)
        init(_ nodes: [Node], _ i: Int, _ channel: (Node) -> Vector3) {
            let p1 = channel(nodes[i])
            let p2 = channel(nodes[i + 1])
            let p0 = i > 0 ? channel(nodes[i - 1]) : p1
            let p3 = i + 2 < nodes.count ? channel(nodes[i + 2]) : p2
            a = p1
            b = (p2 - p0) * 0.5
            c = p0 - p1 * 2.5 + p2 * 2 - p3 * 0.5
            d = (p3 - p0) * 0.5 + (p1 - p2) * 1.5
        }

        @inline(__always) func value(_ u: Double) -> Vector3 { a + (b + (c + d * u) * u) * u }

        @inline(__always) func integral(_ u: Double) -> Vector3 {
            (a + (b * 0.5 + (c * (1.0 / 3) + d * (0.25 * u)) * u) * u) * u
        }
    }
}
