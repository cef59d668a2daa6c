import JSON
import Motion
import Simulation

/// What an ideal observer sees of a board, with the names and units of `boardsim serve`.
struct Truth {
    let board: DeskBoard
    let desk: Desk

    var json: JSONValue {
        let (now, world) = (desk.now, board.environment)
        let body = board.body.kinematics(at: now)
        let q = body.orientation
        return .object([
            ("time", .number(Double(now.nanoseconds) / 1e9)),
            ("orientation", .array([q.w, q.x, q.y, q.z].map { .number($0) })),
            ("position", list(body.position)), ("velocity", list(body.velocity)),
            ("acceleration", list(body.acceleration)),
            ("force", list(body.specificForce, 1 / standardGravity)),
            ("rotation", list(body.angularRate, 180 / .pi)),
            ("magneticField", list(q.unrotate(world.magneticField(at: now)))),
            ("temperature", .number(world.temperature(at: now))),
            ("pressure", .number(world.pressure(at: now) / 100)),
            ("illuminance", .number(world.illuminance(at: now))),
            ("humidity", .number(world.humidity(at: now))),
        ])
    }

    private func list(_ vector: Vector3, _ factor: Double = 1) -> JSONValue {
        .array([vector.x, vector.y, vector.z].map { .number($0 * factor) })
    }
}
