import Motion
import Simulation
import Testing

@testable import MetaWearBoard

extension Bench {
    /// The body carries out `moves` from now on, and half a second more passes.
    func move(_ moves: Move...) {
        do {
            let script = try ScriptedBody(
                [.pause(0.001)] + moves,
                pose: body.script.map { Pose(orientation: $0.orientation(at: board.now)) },
                start: board.now)
            body.script = script
            run(.seconds((script.end - board.now).seconds + 0.5))
        } catch {
            Issue.record("no such move: \(error)")
        }
    }

    /// Writes packets in their order.
    func write(all packets: [String]) {
        for packet in packets { write(packet) }
    }

    /// Feels this for a while, in g.
    func feel(_ x: Double, _ y: Double, _ z: Double, milliseconds: Int64) {
        body.acceleration = Vector3(x, y, z)
        run(milliseconds: milliseconds)
    }
}
