import Motion
import Simulation
import Testing

@testable import MetaWearBoard

extension BoardProfile {
    /// The R with another accelerometer: the boards that had it are no profiles of their own here.
    static func with(
        _ accelerometer: BoardProfile.Entry, _ chip: InertialChip
    ) -> BoardProfile {
        var profile = BoardProfile.metaMotionR
        profile.name = "\(chip)"
        profile.inertialChip = chip
        profile.modules = profile.modules.compactMap {
            $0.id == 0x03 ? accelerometer : $0.id == 0x13 ? nil : $0
        }
        return profile
    }

    static let bma255 = with(.init(AccelerometerBMA255.self, ModuleInformation(3, 1)), .bma255)
    static let mma8452q = with(
        .init(AccelerometerMMA8452Q.self, ModuleInformation(0, 1)), .mma8452q)
}

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
