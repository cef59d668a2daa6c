import VeltoKit

extension VectorPlayer {
    /// The engine in its three modes.
    static var enginePlays: [(String, Play)] {
        [
            ("paddle", playPaddle), ("GestureDetector", playDetector),
            ("gesture-sdk", playThrow), ("pointer", playPointer),
        ]
    }

    private static func playPaddle(_ vector: Vector) throws(Unplayable) -> Outcome {
        let inputs = vector.inputs
        let desk = Desk(vector)
        let session = desk.session
        let dt = frameLength(inputs["dt"]?.number ?? sixtieth)
        func frame(_ raw: Int) {
            session.enqueueBLE(block(raw))
            session.updateFrame(deltaTime: dt)
        }
        if let words = inputs["raw_int16_per_frame"]?.integers {
            return .series(
                words.map { raw in
                    frame(raw)
                    return frameFields(session)
                })
        }
        if let words = inputs["raw"]?.integers, words.count == 2 {
            frame(words[0])
            let positions = (0..<600).map { _ in
                frame(words[1])
                return session.input.posX
            }
            let steady = positions[599]
            let reached = positions.firstIndex { abs($0) >= 0.9 * abs(steady) }
            return .object([
                "steadyPosX": .number(steady), "framesTo90pct": .integer(reached.map { $0 + 1 }),
            ])
        }
        if let first = inputs["first"]?.numbers, first.count == 4, let then = inputs["then6x"] {
            func axis(_ name: String) -> Double { then[name]?.number ?? 0 }
            session.ingestTrikiFrame(
                gyroX: first[0], gyroY: first[1], gyroZ: first[2], rotation: first[3])
            session.updateFrame(deltaTime: dt)
            return .series(
                (0..<6).map { _ in
                    session.ingestTrikiFrame(
                        gyroX: axis("gyroX"), gyroY: axis("gyroY"), gyroZ: axis("gyroZ"),
                        rotation: axis("rotation"))
                    session.updateFrame(deltaTime: dt)
                    return frameFields(session)
                })
        }
        if vector.outputs["offsetSetAfterReset"] != nil {
            frame(0)
            session.resetPaddleCenter()
            let isSet = session.debug.paddleOffsetLocked
            // `… one frame at 120`.
            guard let word = vector.title.split(separator: " ").last.flatMap({ Int($0) }) else {
                throw Unplayable("the title does not end with the word of the frame")
            }
            frame(word)
            return .object([
                "offsetSetAfterReset": .bool(isSet), "offset": .number(session.debug.biasX),
                "offsetSetAfterFrame": .bool(session.debug.paddleOffsetLocked),
            ])
        }
        if let outcome = try playCall(vector, mode: .paddle) { return outcome }
        if inputs.names.isEmpty { return configuration(session.config) }
        throw Unplayable("none of the shapes of paddle vectors")
    }

    private static func playDetector(_ vector: Vector) throws(Unplayable) -> Outcome {
        let positions = try vector.inputs.need("relY") { $0.numbers }
        let dt = frameLength(vector.inputs["dt"]?.number ?? sixtieth)
        let config = MotionConfig.preset(for: .gesture, vector.version)
        var detector = GestureDetector()
        let clock = PlayClock()
        return .series(
            positions.map { y in
                clock.advance(dt)
                let result = detector.update(
                    y: y, scale: MotionMath.frameScale(dt), now: clock.seconds, config)
                return .object([
                    "relY": .number(y), "t": .number(clock.seconds),
                    "primed": .bool(detector.isPrimed), "throw": .bool(result.shot),
                    "power": .number(result.power),
                ])
            })
    }

    private static func playPointer(_ vector: Vector) throws(Unplayable) -> Outcome {
        let inputs = vector.inputs
        if let cases = vector.outputs["cases"]?.list {
            return .object([
                "cases": .list(
                    cases.map { node in
                        let x = node["posX"]?.number ?? 0, y = node["posY"]?.number ?? 0
                        return .object([
                            "posX": .number(x), "posY": .number(y),
                            "dir": .text(PointerDirection(x: x, y: y).rawValue),
                        ])
                    })
            ])
        }
        let mode = vector.namedMode ?? .pointer
        if let outcome = try playCall(vector, mode: mode) { return outcome }
        let desk = Desk(vector, mode: mode)
        let session = desk.session
        let dt = frameLength(inputs["dt"]?.number ?? sixtieth)
        let count = inputs["frames"]?.integer
        func series(_ names: String...) throws(Unplayable) -> [Double]? {
            for name in names {
                guard let node = inputs[name] else { continue }
                if let numbers = node.numbers { return numbers }
                if let number = node.number { return Array(repeating: number, count: count ?? 1) }
                if let text = node.text, let numbers = runs(text) { return numbers }
                throw Unplayable("`\(name)` is no series")
            }
            return nil
        }
        let x = try series("gyroX_norm_per_frame", "gyroX_norm", "gyroX")
        let y = try series("gyroY_norm_per_frame", "gyroY_norm", "gyroY")
        guard let frames = [x?.count, y?.count].compactMap({ $0 }).max() else {
            throw Unplayable("there is no gyroscope")
        }
        func value(_ series: [Double]?, _ index: Int) -> Double {
            series.map { $0[min(index, $0.count - 1)] } ?? 0
        }
        var rows: [Outcome] = []
        for index in 0..<frames {
            desk.clock.advance(dt)
            session.ingestTrikiFrame(
                gyroX: value(x, index), gyroY: value(y, index), gyroZ: 0, rotation: 0)
            session.updateEngineFrame(deltaTime: dt)
            rows.append(frameFields(session))
        }
        return .series(rows)
    }

    /// `1 x5 then -0.2 x3`: five times 1, three times -0.2.
    static func runs(_ text: String) -> [Double]? {
        var values: [Double] = []
        for part in text.split(separator: " then ") {
            let words = part.split(separator: " ")
            guard words.count == 2, words[1].first == "x", let value = Double(words[0]),
                let count = Int(words[1].dropFirst()), (1...100_000).contains(count)
            else { return nil }
            values += Array(repeating: value, count: count)
        }
        return values.isEmpty ? nil : values
    }
}
