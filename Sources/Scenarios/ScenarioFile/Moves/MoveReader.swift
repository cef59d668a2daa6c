import Declaration
import Motion
import Simulation
import YAML

/// Converts a scenario's moves into those of the motion library, and opens their recordings.
package struct MoveReader {
    /// The scenario's file; paths are relative to its folder.
    let file: String
    let readFile: (_ path: String) -> FileContents
    /// Takes what a reader of the run should know about a recording.
    let remark: (_ text: String) -> Void

    package init(
        file: String, remark: @escaping (_ text: String) -> Void = { _ in },
        readFile: @escaping (_ path: String) -> FileContents
    ) {
        self.file = file
        self.remark = remark
        self.readFile = readFile
    }

    /// A path from the scenario, relative to the working directory.
    package func path(_ name: String) -> String {
        guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
        return file[...slash] + name
    }

    /// The moving body of a board.
    ///
    /// - Parameters:
    ///   - place: of the board in the scenario.
    ///   - memory: of earlier runs of this scenario; nil for a single run.
    package func body(
        _ board: Board, place: Int = 0, memory: MoveMemory? = nil
    ) throws(ScenarioError) -> ScriptedBody {
        let moves: [Motion.Move]
        if let known = memory?.moves[place] {
            moves = known.moves
            known.remarks.forEach(remark)
        } else {
            var remarks: [String] = []
            moves = try MoveReader(file: file, remark: { remarks.append($0) }, readFile: readFile)
                .moves(board.motion)
            remarks.forEach(remark)
            memory?.moves[place] = (moves, remarks)
        }
        do throws(MoveError) {
            return try ScriptedBody(moves, pose: board.pose?.pose)
        } catch {
            throw ScenarioError(
                file: file,
                problems: [Problem("motion of \(board.name): \(error)", at: board.mark)])
        }
    }

    package func moves(_ moves: [Move]) throws(ScenarioError) -> [Motion.Move] {
        var result: [Motion.Move] = []
        for move in moves {
            let motion = try move.kind.motion(self, blend: move.blend)
            guard let person = move.maker.person else {
                result.append(motion)
                continue
            }
            // One motion, so that nothing that a person adds fades out and in between.
            if case .person(person, let before)? = result.last {
                result[result.count - 1] = .person(person, before + [motion])
            } else {
                result.append(.person(person, [motion]))
            }
        }
        return result
    }

    /// Throws if the moves of an input cannot be made, or their recordings not be read.
    package func check(_ moves: [Move], at mark: Mark) throws(ScenarioError) {
        let moves = try self.moves(moves)
        do throws(MoveError) {
            try Motion.Move.check(moves, isBeginning: false)
        } catch {
            throw ScenarioError(file: file, problems: [Problem("motion: \(error)", at: mark)])
        }
    }

    /// A body begins moves from where it is, after it was brought to rest.
    package func begin(_ moves: [Move], by body: ScriptedBody, from time: Instant) throws {
        try body.begin(try self.moves(moves), from: time)
    }

    /// A body begins to move from where it is.
    package func perform(_ moves: [Move], by body: ScriptedBody, from time: Instant) throws {
        try body.perform(try self.moves(moves), from: time)
    }

    /// Opens a recording that a move names.
    ///
    /// - Parameter sensor: what it measures if its columns do not say so.
    func recording(
        _ name: String, of sensor: Recording.Sensor, at mark: Mark
    ) throws(ScenarioError) -> Recording {
        let path = path(name)
        switch readFile(path) {
        case .failure(let reason):
            throw ScenarioError(
                file: file,
                problems: [Problem("the recording \(path) cannot be read: \(reason)", at: mark)])
        case .success(let bytes):
            do throws(RecordingError) {
                let recording = try Recording(csv: bytes, assuming: sensor)
                for note in recording.notes { remark("the recording \(path): \(note)") }
                return recording
            } catch {
                throw ScenarioError(path, error)
            }
        }
    }
}

extension ScenarioError {
    init(_ file: String, _ error: RecordingError) {
        self.init(
            file: file,
            problems: [Problem(error.problem, at: Mark(line: error.line, column: error.column))])
    }
}

extension Axis {
    /// In body axes, or in the world's for `vertical`.
    var vector: Vector3 {
        switch self {
        case .x: Vector3(1, 0, 0)
        case .y: Vector3(0, 1, 0)
        case .z, .vertical: Vector3(0, 0, 1)
        }
    }

    var frame: AxisFrame { self == .vertical ? .world : .body }
}

extension HeldPose {
    fileprivate var pose: Pose { Pose(orientation: Quaternion(roll: roll, pitch: pitch, yaw: yaw)) }
}

extension Quaternion {
    /// Roll about the world's x first, pitch about its y, yaw about its z last.
    init(roll: Quantity<Angle>, pitch: Quantity<Angle>, yaw: Quantity<Angle>) {
        self =
            Quaternion(angle: yaw.radians, axis: .zAxis)
            * Quaternion(angle: pitch.radians, axis: .yAxis)
            * Quaternion(angle: roll.radians, axis: .xAxis)
    }
}
