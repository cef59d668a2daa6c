import Motion
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScriptedClient

/// How a board is held, and which way its moves go then.
@Suite struct PoseTests {
    /// The board's body, with these keys.
    private static func body(_ keys: String) throws -> ScriptedBody {
        let text = RunBench.scenario(
            board: "{name: wrist, model: MetaMotion S, sensors: ideal, \(keys)}")
        let scenario = try ScenarioFile(reading: Array(text.utf8), file: "t")
        return try MoveReader(file: "t") { _ in .failure("none") }.body(scenario.boards[0])
    }

    private static func states(_ body: ScriptedBody) -> [Kinematics] {
        (0...400).map { body.kinematics(at: .zero + .milliseconds(5 * $0)) }
    }

    private static let held = "pose: {roll: 35 deg, pitch: -25 deg, yaw: 70 deg}"

    @Test(arguments: [
        "shake: {along: AXIS, for: 2 s}",
        "vibration: {frequency: 7 Hz, amplitude: 1 g, along: AXIS, for: 2 s}",
        "tap: {along: AXIS, times: 3, every: 300 ms, width: 100 ms}",
    ])
    func `a move along an axis keeps to it, however the board is held`(move: String) throws {
        for (axis, way) in [("vertical", nil), ("x", .xAxis), ("z", .zAxis)] as [(String, Vector3?)]
        {
            let body = try Self.body(
                "\(Self.held), motion: [\(move.replacing("AXIS", with: axis))]")
            var most = 0.0
            for state in Self.states(body) {
                let line = way.map { state.orientation.rotate($0) } ?? .zAxis
                let along = line * state.acceleration.dot(line)
                #expect((state.acceleration - along).length < 1e-9, "\(move) along \(axis)")
                most = max(most, along.length)
            }
            #expect(most > 5, "\(move) along \(axis)")
        }
    }

    @Test(arguments: [
        "spin: {rate: 90 deg/s, about: AXIS, for: 2 s}", "turn: {by: 90 deg, about: AXIS}",
        "swing: {by: 40 deg, about: AXIS, for: 2 s}",
    ])
    func `a move about an axis keeps to it, however the board is held`(move: String) throws {
        for (axis, way) in [("vertical", nil), ("x", .xAxis), ("z", .zAxis)] as [(String, Vector3?)]
        {
            let body = try Self.body(
                "\(Self.held), motion: [\(move.replacing("AXIS", with: axis))]")
            var most = 0.0
            for state in Self.states(body) {
                let line = way ?? state.orientation.unrotate(.zAxis)
                let about = line * state.angularRate.dot(line)
                #expect((state.angularRate - about).length < 1e-9, "\(move) about \(axis)")
                most = max(most, about.length)
            }
            #expect(most > 1, "\(move) about \(axis)")
        }
    }

    @Test(arguments: [
        "pose: {roll: 90 deg}", "pose: {roll: 90 deg}, motion: [pause: 1 s]",
        "motion: [keyframes: [{at: 0 s, orientation: [90 deg, 0 deg, 0 deg]}]]",
        "motion: [keyframes: [{at: 0 s, orientation: [90 deg, 0 deg, 0 deg]}, {at: 2 s}]]",
    ])
    func `a board is held in a pose from the start`(keys: String) throws {
        // Rolled about east, its y axis points up, and that is where it feels its weight.
        for state in Self.states(try Self.body(keys)) {
            #expect((state.specificForce - .yAxis * standardGravity).length < 1e-9)
        }
    }

    @Test func `roll comes first, pitch second, yaw last, about the world's axes`() throws {
        let body = try Self.body("pose: {roll: 90 deg, pitch: 90 deg, yaw: 90 deg}")
        let q = body.orientation(at: .zero)
        // The face goes south by the roll, stays there by the pitch, and east by the yaw.
        #expect((q.rotate(.zAxis) - .xAxis).length < 1e-9)
        // The right edge stays by the roll, goes down by the pitch, and stays by the yaw.
        #expect((q.rotate(.xAxis) + .zAxis).length < 1e-9)
    }

    @Test func `positions of keyframes count from where the move begins`() throws {
        let body = try Self.body(
            "motion: [lift: {by: 1 m}, keyframes: [{at: 1 s, position: [0 m, 2 m, 0 m]},"
                + " {at: 2 s, position: [0 m, 2 m, 3 m]}]]")
        #expect((body.kinematics(at: body.end).position - Vector3(0, 2, 4)).length < 1e-9)
        let placed = try Self.body(
            "motion: [keyframes: [{at: 0 s, position: [1 m, 0 m, 0 m]},"
                + " {at: 1 s, position: [1 m, 1 m, 0 m]}]]")
        #expect(placed.kinematics(at: .zero).position == .xAxis)
        #expect((placed.kinematics(at: placed.end).position - Vector3(1, 1, 0)).length < 1e-9)
    }

    @Test(arguments: [
        (
            "motion: [pause: 1 s, keyframes: [{at: 0 s, orientation: [9 deg, 0 deg, 0 deg]}]]",
            "3:94: the pose at 0 s differs from the pose that the board has by then"
        ),
        (
            "motion: [repeat: {times: 2, moves: [keyframes: [{at: 0 s, position: [9 m, 0 m, 0 m]}]]}]",
            "3:109: the pose at 0 s differs from the pose that the board has by then"
        ),
        (
            "pose: {yaw: 9 deg}, motion: [keyframes: [{at: 0 s, orientation: [9 deg, 0 deg, 0 deg]}]]",
            "3:67: the keyframe at 0 s in line 3 names a pose too"
        ),
        ("pose: {yaw: 361 deg}", "3:73: `yaw` is out of range: 361 deg"),
    ])
    func `a pose that cannot be is refused`(keys: String, complaint: String) throws {
        let error = #expect(throws: ScenarioError.self) { try Self.body(keys) }
        #expect(error?.problems.map { "\($0.mark): \($0.message)" } == [complaint])
    }
}
