import Motion
import Simulation
import YAML

/// Turns a scenario's moves into those of the motion library, and opens the recordings they name.
struct MoveReader {
    /// The scenario's file: others are found beside it.
    let file: String
    let readFile: (_ path: String) -> FileContents

    /// A path as the scenario writes it, from where the program runs.
    func path(_ name: String) -> String {
        guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
        return file[...slash] + name
    }

    /// The body of a board.
    func body(_ board: Board) throws(ScenarioError) -> ScriptedBody {
        let moves = try moves(board.motion)
        do throws(MoveError) {
            return try ScriptedBody(moves, pose: board.pose?.pose)
        } catch {
            throw ScenarioError(
                file: file,
                problems: [Problem("motion of \(board.name): \(error)", at: board.mark)])
        }
    }

    func moves(_ moves: [Move]) throws(ScenarioError) -> [Motion.Move] {
        var result: [Motion.Move] = []
        for move in moves { result.append(try self.move(move)) }
        return result
    }

    private func move(_ move: Move) throws(ScenarioError) -> Motion.Move {
        switch move.kind {
        case .rest(let rest): return rest.motion
        case .pause(let pause): return .rest(Rest(duration: pause.duration.seconds))
        case .turn(let turn):
            return .turn(
                Turn(
                    angle: turn.angle.radians, axis: turn.axis.vector, frame: turn.axis.frame,
                    duration: turn.duration.seconds))
        case .tilt(let tilt): return .tilt(tilt.motion)
        case .swing(let swing):
            let frequency = 1 / swing.period.seconds
            return .swing(
                Swing(
                    amplitude: swing.angle.radians, frequency: frequency,
                    axis: swing.axis.vector, frame: swing.axis.frame,
                    cycles: swing.duration.seconds * frequency,
                    radius: swing.arm.metres))
        case .shake(let shake):
            return .shake(
                Shake(
                    amplitude: shake.amplitude.metres, frequency: shake.rate.hertz,
                    axis: shake.axis.vector, frame: shake.axis.frame,
                    duration: shake.duration.seconds))
        case .tap(let tap):
            return .tap(
                Tap(
                    peak: tap.strength.g, width: tap.width.seconds, direction: tap.axis.vector,
                    frame: tap.axis.frame, count: tap.times, spacing: tap.every.seconds))
        case .walk(let walk):
            let steps = max(1, Int((walk.cadence.hertz * walk.duration.seconds).rounded()))
            return .walk(
                Walk(
                    cadence: walk.cadence.hertz, steps: steps,
                    stepLength: walk.speed.metresPerSecond / walk.cadence.hertz,
                    bounce: walk.bounce.metres))
        case .lift(let lift):
            return .lift(Lift(height: lift.height.metres, duration: lift.duration.seconds))
        case .throw(let toss):
            return .throw(
                Throw(
                    speed: toss.speed.metresPerSecond, spin: toss.spin.radiansPerSecond,
                    pushDuration: toss.push.seconds, catchDuration: toss.push.seconds))
        case .freeFall(let fall):
            return .freeFall(
                FreeFall(
                    height: fall.height.metres, landing: fall.landing == .soft ? 0.08 : 0.004))
        case .spin(let spin):
            return .spin(
                Spin(
                    rate: spin.rate.radiansPerSecond, axis: spin.axis.vector,
                    frame: spin.axis.frame,
                    duration: spin.duration.seconds, ramp: spin.ramp.seconds))
        case .vibration(let vibration):
            return .vibration(
                Vibration(
                    frequency: vibration.frequency.hertz, peak: vibration.amplitude.g,
                    axis: vibration.axis.vector, frame: vibration.axis.frame,
                    duration: vibration.duration.seconds))
        case .keyframes(let keyframes): return .keyframes(keyframes.motion)
        case .repeat(let loop): return .repeat(loop.times, try moves(loop.moves))
        case .together(let group): return .together(try moves(group.moves))
        case .recording(let recording): return try playback(recording, blend: move.blend)
        }
    }
}

extension MoveReader {
    private func playback(
        _ move: Move.Recording, blend: Nanoseconds
    ) throws(ScenarioError) -> Motion.Move {
        var recording = try open((move.file ?? move.accelerometer)?.text ?? "", move)
        if let gyroscope = move.gyroscope {
            let other = try open(gyroscope.text, move)
            do throws(RecordingError) {
                recording = try recording.combined(with: other)
            } catch {
                throw ScenarioError(path(gyroscope.text), error)
            }
        }
        let left = recording.duration - move.from.seconds
        let wanted = move.duration?.seconds ?? left
        let playback = Playback(
            recording, from: move.from.seconds, length: min(wanted, left),
            blend: blend > .zero ? blend.seconds : 0.3)
        guard wanted > left else { return .recording(playback) }
        return switch move.atEnd {
        case .loop: playback.looped(for: wanted)
        case .hold: .sequence([.recording(playback), .rest(Rest(duration: wanted - left))])
        }
    }

    private func open(_ name: String, _ move: Move.Recording) throws(ScenarioError) -> Recording {
        let path = path(name)
        switch readFile(path) {
        case .failure(let reason):
            throw ScenarioError(
                file: file,
                problems: [
                    Problem("the recording \(path) cannot be read: \(reason)", at: move.mark)
                ])
        case .success(let bytes):
            do throws(RecordingError) {
                return try Recording(csv: bytes)
            } catch {
                throw ScenarioError(path, error)
            }
        }
    }
}

extension ScenarioError {
    fileprivate init(_ file: String, _ error: RecordingError) {
        self.init(
            file: file,
            problems: [Problem(error.problem, at: Mark(line: error.line, column: error.column))])
    }
}

extension Axis {
    /// In body axes, or in the world's for `vertical`.
    fileprivate var vector: Vector3 {
        switch self {
        case .x: Vector3(1, 0, 0)
        case .y: Vector3(0, 1, 0)
        case .z, .vertical: Vector3(0, 0, 1)
        }
    }

    fileprivate var frame: AxisFrame { self == .vertical ? .world : .body }
}

extension Move.Tilt {
    /// Right edge down is a positive roll about y, the far edge down a negative pitch about x.
    fileprivate var motion: Tilt {
        let seconds = duration.seconds
        return switch direction {
        case .right: Tilt(roll: angle.radians, duration: seconds)
        case .left: Tilt(roll: -angle.radians, duration: seconds)
        case .forward: Tilt(pitch: -angle.radians, duration: seconds)
        case .back: Tilt(pitch: angle.radians, duration: seconds)
        }
    }
}

extension Move.Keyframes {
    fileprivate var motion: Keyframes {
        Keyframes(
            frames.map { frame in
                Keyframes.Frame(
                    time: frame.at.seconds,
                    position: frame.position.map {
                        Vector3($0.x.metres, $0.y.metres, $0.z.metres)
                    },
                    orientation: frame.orientation.map {
                        Quaternion(roll: $0.x, pitch: $0.y, yaw: $0.z)
                    })
            })
    }
}

extension HeldPose {
    fileprivate var pose: Pose { Pose(orientation: Quaternion(roll: roll, pitch: pitch, yaw: yaw)) }
}

extension Quaternion {
    /// Roll about the world's x first, pitch about its y, yaw about its z last.
    fileprivate init(roll: Quantity<Angle>, pitch: Quantity<Angle>, yaw: Quantity<Angle>) {
        self =
            Quaternion(angle: yaw.radians, axis: .zAxis)
            * Quaternion(angle: pitch.radians, axis: .yAxis)
            * Quaternion(angle: roll.radians, axis: .xAxis)
    }
}

extension Move.Rest {
    /// Half a second of turning, if a side is named, and then nothing.
    fileprivate var motion: Motion.Move {
        guard let (pitch, roll) = facing.attitude else {
            return .rest(Rest(duration: duration.seconds))
        }
        let turning = min(0.5, duration.seconds)
        let tilt = Tilt(pitch: pitch * .pi / 180, roll: roll * .pi / 180, duration: turning)
        return .sequence([.tilt(tilt), .rest(Rest(duration: duration.seconds - turning))])
    }
}
