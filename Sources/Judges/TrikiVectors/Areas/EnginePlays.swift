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
            return .object([
                "frames": .list(
                    words.map { raw in
                        frame(raw)
                        return paddleFrame(session)
                    })
            ])
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
            let positions = (0..<6).map { _ in
                session.ingestTrikiFrame(
                    gyroX: axis("gyroX"), gyroY: axis("gyroY"), gyroZ: axis("gyroZ"),
                    rotation: axis("rotation"))
                session.updateFrame(deltaTime: dt)
                return session.input.posX
            }
            return .object(["posX": .numbers(positions)])
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
        if inputs.names.isEmpty { return configuration(session.config) }
        throw Unplayable("none of the shapes of paddle vectors")
    }

    private static func paddleFrame(_ session: MotionSession) -> Outcome {
        let debug = session.debug
        return .object([
            "raw": .number(debug.rawX), "offset": .number(debug.biasX),
            "rawDelta": .number(debug.paddleRawDelta), "steer": .number(debug.paddleSteer),
            "posX": .number(session.input.posX), "dir": .text(debug.paddleDirection.rawValue),
            "atRest": .bool(session.output.paddleAtRest),
        ])
    }

    private static func playDetector(_ vector: Vector) throws(Unplayable) -> Outcome {
        let positions = try vector.inputs.need("relY") { $0.numbers }
        let dt = frameLength(vector.inputs["dt"]?.number ?? sixtieth)
        let config = MotionConfig.preset(for: .gesture, vector.version)
        var detector = GestureDetector()
        let clock = PlayClock()
        return .object([
            "frames": .list(
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
        ])
    }

    private static func playThrow(_ vector: Vector) throws(Unplayable) -> Outcome {
        let desk = Desk(vector, mode: .gesture)
        let session = desk.session
        try tune(&session.config, vector)
        if let first = vector.inputs["tick1"]?.text {
            guard first == "two blocks, gyroX 2000", vector.inputs["tick2"]?.text == "nothing"
            else { throw Unplayable("none of the known ticks") }
            session.enqueueBLE(block(0) + block(2000))
            session.updateFrame(deltaTime: sixtieth)
            let before = session.debug.rawY
            session.updateFrame(deltaTime: sixtieth)
            return .object([
                "rawY": .numbers([before, session.debug.rawY]),
                "smoothY": .number(session.debug.smoothY),
            ])
        }
        let words = try vector.inputs.need("gyroX_raw_int16_per_frame") { $0.integers }
        let dt = frameLength(vector.inputs["dt"]?.number ?? sixtieth)
        let listed = vector.outputs["frames"]?.list?.compactMap { $0["frame"]?.integer } ?? []
        var frames: [Outcome] = []
        var primed: Int?
        var shot: Int?
        var power = 0.0
        for (index, word) in words.enumerated() {
            desk.clock.advance(dt)
            session.enqueueBLE(block(0) + block(word))
            session.updateFrame(deltaTime: dt)
            let input = session.input
            if input.gesturePrimed, primed == nil { primed = index }
            if input.shotTriggered, shot == nil {
                shot = index
                power = input.throwPower
            }
            guard listed.contains(index) else { continue }
            frames.append(
                .object([
                    "frame": .integer(index), "gyroXraw": .integer(word),
                    "relY": .number(session.debug.relY), "primed": .bool(input.gesturePrimed),
                    "shot": .bool(input.shotTriggered), "primary": .bool(input.primaryAction),
                    "power": .number(input.throwPower),
                ]))
        }
        return .object([
            "frames": .list(frames), "firstPrimedFrame": .integer(primed),
            "firstShotFrame": .integer(shot), "power": .number(shot == nil ? nil : power),
        ])
    }

    /// `with dart tuning (sensitivity 0.14, rotDamping 0.985)` changes these two of the preset.
    private static func tune(_ config: inout MotionConfig, _ vector: Vector) throws(Unplayable) {
        guard vector.title.contains("tuning"), let open = vector.title.firstIndex(of: "(") else {
            return
        }
        let inside = vector.title[open...].dropFirst().prefix { $0 != ")" }
        for part in inside.split(separator: ",") {
            let words = part.split(separator: " ")
            guard words.count == 2, let value = Double(words[1]) else {
                throw Unplayable("the tuning `\(part)` is not known")
            }
            switch words[0] {
            case "sensitivity": config.pointerSensitivity = value
            case "rotDamping": config.pointerRotDamping = value
            case "inputSmoothing", "smoothing": config.inputSmoothing = value
            case "outputSmoothing", "output": config.pointerOutputSmoothing = value
            default: throw Unplayable("the tuning `\(words[0])` is not known")
            }
        }
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
        let mode = inputs["mode"]?.text.flatMap { MotionMode(rawValue: $0) } ?? .pointer
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
        let x = try series("gyroX_norm_per_frame", "gyroX")
        let y = try series("gyroY_norm_per_frame", "gyroY")
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
            rows.append(pointerFrame(session))
        }
        guard case .object(var outcome) = rows[frames - 1] else { return .null }
        outcome["frames"] = .list(rows)
        return .object(outcome)
    }

    private static func pointerFrame(_ session: MotionSession) -> Outcome {
        let debug = session.debug
        return .object([
            "posX": .number(session.input.posX), "posY": .number(session.input.posY),
            "relX": .number(debug.relX), "relY": .number(debug.relY),
            "rotX": .number(debug.rotX), "rotY": .number(debug.rotY),
            "primed": .bool(session.input.gesturePrimed),
        ])
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
