import VeltoKit

/// Calls of the facade that a vector names in its title or among its inputs.
private enum FacadeCall: String, CaseIterable {
    case calibrateNeutralPose
    case calibrateCenter
    case resetPaddleCenter
    case resetPaddleMotion
    case resetGestureBaseline
    case flipPaddleOffsetSign
    case discardStaleButtonInput

    func perform(on session: MotionSession) {
        switch self {
        case .calibrateNeutralPose: session.calibrateNeutralPose()
        case .calibrateCenter: session.calibrateCenter()
        case .resetPaddleCenter: session.resetPaddleCenter()
        case .resetPaddleMotion: session.resetPaddleMotion()
        case .resetGestureBaseline: session.resetGestureBaseline()
        case .flipPaddleOffsetSign: session.flipPaddleOffsetSign()
        case .discardStaleButtonInput: session.discardStaleButtonInput()
        }
    }
}

extension VectorPlayer {
    /// A session that moves, a call, and what moves on then; nil where the vector names no call.
    ///
    /// `posXBefore` and `posXAfter` are the values around the call, and so for every other value.
    static func playCall(_ vector: Vector, mode: MotionMode) throws(Unplayable) -> Outcome? {
        let texts =
            [vector.title]
            + vector.inputs.names.sorted().flatMap { name in
                [name, vector.inputs[name]?.text ?? ""]
            }
        func isNamed(_ call: FacadeCall) -> Bool { texts.contains { $0.contains(call.rawValue) } }
        guard let call = FacadeCall.allCases.first(where: isNamed) else { return nil }
        let desk = Desk(vector, mode: mode)
        let session = desk.session
        let dt = frameLength(vector.inputs["dt"]?.number ?? sixtieth)
        func frame(_ value: Double) -> Outcome {
            desk.clock.advance(dt)
            if mode == .paddle {
                session.update(rawX: value, deltaTime: dt)
            } else {
                session.ingestTrikiFrame(gyroX: value, gyroY: value, gyroZ: 0, rotation: 0)
                session.updateEngineFrame(deltaTime: dt)
            }
            return frameFields(session)
        }
        let held = vector.inputs["held"]?.number
        if let held, mode == .paddle {
            // As the published figures were made: from rest, half a second at the word.
            for value in [0] + Array(repeating: held, count: 31) { _ = frame(value) }
        }
        for value in series(vector, ["raw_int16_per_frame", "before", "first", "gyroY"]) {
            _ = frame(value)
        }
        var outcome: [String: Outcome] = [:]
        func note(_ suffix: String) {
            guard case .object(let fields) = frameFields(session) else { return }
            for (name, value) in fields { outcome[name + suffix] = value }
        }
        note("Before")
        call.perform(on: session)
        note("After")
        outcome["offset"] = .number(session.debug.biasX)
        if let held { _ = frame(held) }
        let rows = series(vector, ["then", "after"], held == nil ? 1 : vector.outputs.longestList)
            .map(frame)
        return .series(rows.isEmpty ? [frameFields(session)] : rows, outcome)
    }

    /// The numbers under the first of these names; a single number is held for `frames` frames.
    private static func series(
        _ vector: Vector, _ names: [String], _ frames: Int = 1
    ) -> [Double] {
        for name in names {
            if let numbers = vector.inputs[name]?.numbers { return numbers }
            guard let number = vector.inputs[name]?.number else { continue }
            let count = min(max(vector.inputs["frames"]?.integer ?? frames, 0), 10_000)
            return Array(repeating: number, count: count)
        }
        return []
    }

    /// `setMode` with each mode that the title names, after a frame of the paddle.
    static func playModes(_ vector: Vector) throws(Unplayable) -> Outcome {
        let session = Desk(vector).session
        session.update(rawX: 100, deltaTime: sixtieth)
        let modes = vector.title.split { !$0.isLetter }.compactMap {
            MotionMode(rawValue: String($0))
        }
        guard !modes.isEmpty else { throw Unplayable("the title names no mode") }
        for mode in modes { session.setMode(mode) }
        guard case .object(var fields) = configuration(session.config),
            case .object(let frame) = frameFields(session)
        else { return .null }
        fields["config"] = .object(fields)
        fields["modeAfter"] = fields["mode"]
        fields["modeKept"] = fields["mode"]
        return .object(frame.merging(fields) { $1 })
    }

    /// Frames without a length, at times of the clock: the gyroscope turns by 1 about y.
    static func playMeasured(_ vector: Vector, _ times: [Double]) -> Outcome {
        let desk = Desk(vector, mode: .pointer)
        var last: Double?
        return .series(
            times.map { time in
                desk.clock.set(time)
                let length = last.map { MotionMath.clamp(time - $0, 0, 0.05) } ?? 0
                last = time
                desk.session.ingestTrikiFrame(gyroX: 0, gyroY: 1, gyroZ: 0, rotation: 0)
                desk.session.updateEngineFrame()
                return frameFields(desk.session, ["t": .number(time), "dt": .number(length)])
            })
    }
}
