import VeltoKit

extension VectorPlayer {
    /// A session that moves, calls in their order, and what moves on then; nil where the vector
    /// names no call.
    ///
    /// `posXBefore` and `posXAfter` are the values around the calls, `posXAfterReset` the one after
    /// a call of that name, and so for every other value. Where a press is discarded, a
    /// notification with the button down comes before, and polls after.
    static func playCall(_ vector: Vector, mode: MotionMode?) throws(Unplayable) -> Outcome? {
        let calls = FacadeCall.all(of: vector)
        guard !calls.isEmpty else { return nil }
        let isGesture = calls.contains { $0.name == .resetGestureBaseline }
        let desk = Desk(vector, mode: mode ?? (isGesture ? .gesture : .paddle))
        let session = desk.session
        let discards = calls.contains { $0.name == .discardStaleButtonInput }
        let dt = frameLength(vector.inputs["dt"]?.number ?? sixtieth)
        func frame(_ value: Double) -> Outcome {
            desk.clock.advance(dt)
            if discards {
                session.pollInput(deltaTime: dt)
            } else if session.config.mode == .paddle {
                session.update(rawX: value, deltaTime: dt)
            } else {
                session.ingestTrikiFrame(gyroX: value, gyroY: value, gyroZ: 0, rotation: 0)
                session.updateEngineFrame(deltaTime: dt)
            }
            return frameFields(session)
        }
        let held = vector.inputs["held"]?.number
        if let held, session.config.mode == .paddle {
            // As the published figures were made: from rest, half a second at the word.
            for value in [0] + Array(repeating: held, count: 31) { _ = frame(value) }
        }
        for value in series(vector, ["raw_int16_per_frame", "before", "first", "gyroY"]) {
            _ = frame(value)
        }
        if discards {
            desk.connect()
            var pressed = block(0)
            pressed[1] = 1
            session.handle(.notified(pressed))
        }
        var outcome: [String: Outcome] = [:]
        func note(_ suffix: String) {
            guard case .object(let fields) = frameFields(session) else { return }
            for (name, value) in fields { outcome[name + suffix] = value }
            outcome["mode" + suffix] = .text(session.config.mode.rawValue)
            outcome["hasCachedBLEDevice" + suffix] = .bool(session.hasCachedBLEDevice)
        }
        note("Before")
        for call in calls {
            try call.perform(on: session, of: vector, &outcome)
            note(
                "After" + call.name.rawValue.prefix(1).uppercased() + call.name.rawValue.dropFirst()
            )
        }
        note("After")
        outcome.merge(callFields(desk)) { $1 }
        outcome["offset"] = .number(session.debug.biasX)
        if let held { _ = frame(held) }
        let count = held == nil && !discards ? 1 : vector.outputs.longestList
        var rows = series(vector, ["then", "after"], count).map(frame)
        if discards, rows.isEmpty { rows = [frame(0)] }
        return .series(rows.isEmpty ? [frameFields(session)] : rows, outcome)
    }

    /// The settings and the connection after calls.
    private static func callFields(_ desk: Desk) -> [String: Outcome] {
        let session = desk.session
        var fields: [String: Outcome] = [:]
        if case .object(let config) = configuration(session.config) { fields = config }
        fields["config"] = .object(fields)
        fields["modeKept"] = fields["mode"]
        fields["hasCachedBLEDevice"] = .bool(session.hasCachedBLEDevice)
        fields["state"] = .text(session.connectionState.rawValue)
        fields["centralOps"] = .list(desk.radio.central.map { .text($0) })
        fields["peripheralOps"] = .list(desk.radio.peripheral.map { .text($0) })
        return fields
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

    /// `setMode` with each mode that is in its parentheses, or without those with each that the
    /// title names, after a frame of the paddle.
    static func playModes(_ vector: Vector) throws(Unplayable) -> Outcome {
        let session = Desk(vector).session
        session.update(rawX: 100, deltaTime: sixtieth)
        func modes(_ text: String) -> [MotionMode] {
            text.split { !$0.isLetter }.compactMap { MotionMode(rawValue: String($0)) }
        }
        let calls = FacadeCall.all(of: vector).filter { $0.name == .setMode }
        var called = calls.compactMap { modes($0.argument).first }
        // `setMode to gesture` is no argument in parentheses, and names more than one perhaps.
        if !vector.title.contains("setMode("), !modes(vector.title).isEmpty {
            called = modes(vector.title)
        }
        guard !called.isEmpty else { throw Unplayable("the title names no mode") }
        for mode in called { session.setMode(mode) }
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

    /// `MotionUseCase`: the mode of each use, and the settings that the named one loads.
    static func playUses(_ vector: Vector) throws(Unplayable) -> Outcome {
        var fields: [String: Outcome] = [:]
        for use in MotionUseCase.allCases { fields[use.rawValue] = .text(use.mode.rawValue) }
        func row(_ use: MotionUseCase) -> Outcome {
            let session = Desk(vector).session
            session.configure(for: use)
            guard case .object(var row) = configuration(session.config) else { return .null }
            row["config"] = .object(row)
            row["modeAfter"] = row["mode"]
            row["useCase"] = .text(use.rawValue)
            return .object(row)
        }
        let texts = [vector.title, vector.inputs["useCase"]?.text ?? ""]
        let named = texts.flatMap { text in
            text.split { !$0.isLetter }.compactMap { MotionUseCase(rawValue: String($0)) }
        }
        if let use = named.last, case .object(let row) = row(use) { fields.merge(row) { $1 } }
        var cases: [Outcome] = []
        for node in vector.outputs["cases"]?.list ?? [] {
            guard let use = node["useCase"]?.text.flatMap({ MotionUseCase(rawValue: $0) }) else {
                throw Unplayable("a case needs `useCase`")
            }
            cases.append(row(use))
        }
        fields["cases"] = .list(cases)
        return .object(fields)
    }
}
