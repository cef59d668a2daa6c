import VeltoKit

extension VectorPlayer {
    /// The gamepad stack of the newest version.
    static var gamepadPlays: [(String, Play)] {
        [
            ("TrikiParser", playGamepadParser), ("TrikiBLEMonitor", playMonitor),
            ("TrikiMotionEngine", playGamepad), ("TrikiVelocityController", playShaping),
            ("TrikiButtonGate", playGate), ("TrikiPaddleDriver", playDriver),
            ("TrikiGameInputManager", playManager),
        ]
    }

    private static func playGamepadParser(_ vector: Vector) throws(Unplayable) -> Outcome {
        var results: [Outcome] = []
        var parser = TrikiParser()
        var streaming = TrikiParser()
        for packet in try vector.packets() {
            let frame = parser.parse(packet)
            var frames: [GamepadFrame] = []
            streaming.stream(packet) { frames.append($0) }
            results.append(
                .object(["parse": frame.outcome, "streaming": .list(frames.map(\.outcome))]))
        }
        return .series(results)
    }

    private static func playMonitor(_ vector: Vector) throws(Unplayable) -> Outcome {
        var monitor = TrikiBLEMonitor()
        var modes: [Outcome] = []
        for delta in try vector.inputs.need("deltas_s", { $0.numbers }) {
            monitor.sample(delta: delta)
            modes.append(.text(monitor.mode.rawValue))
        }
        for silence in vector.inputs["staleChecks_s"]?.numbers ?? [] {
            monitor.poll(silence: silence)
            modes.append(.text(monitor.mode.rawValue))
        }
        return .object(["modes": .list(modes)])
    }

    private static func playGamepad(_ vector: Vector) throws(Unplayable) -> Outcome {
        let inputs = vector.inputs
        let mode = try inputs.need("mode") { $0.text.flatMap { BLEMode(rawValue: $0) } }
        let dt = try inputs.need("dt") { $0.number }
        let isSmooth =
            vector.title.contains("smooth") || inputs["smooth"]?.bool == true
            || inputs.names.contains { inputs[$0]?.text?.contains("smooth") == true }
        var engine = TrikiMotionEngine(isSmooth ? .smooth : .game)
        let buttons = (inputs["button"] ?? inputs["buttons"])?.list?.map {
            $0.bool ?? ($0.integer.map { $0 != 0 } ?? false)
        }
        let pressed = inputs["button"]?.integer ?? inputs["buttonAt"]?.integer
        var frames: [Outcome] = []
        for (index, y) in (try inputs.need("y") { $0.numbers }).enumerated() {
            let button =
                buttons.map { index < $0.count && $0[index] }
                ?? (pressed.map { $0 == index } ?? false)
            let out = engine.update(y: Float(y), button: button, deltaTime: dt, mode: mode)
            frames.append(
                .object([
                    "y": .number(Double(Float(y))), "direction": .number(Double(out.direction)),
                    "velocity": .number(Double(out.velocity)), "moving": .bool(out.isMoving),
                    "shake": .bool(out.shake), "swing": .bool(out.swing),
                    "action": .bool(out.action), "tiltL": .bool(out.tiltLeft),
                    "tiltR": .bool(out.tiltRight),
                ]))
        }
        return .series(frames)
    }

    private static func playShaping(_ vector: Vector) throws(Unplayable) -> Outcome {
        let isVelocity = vector.title.lowercased().contains("velocity")
        let cases = try vector.outputs.need("cases") { $0.list }
        var results: [Outcome] = []
        for node in cases {
            guard let raw = node["raw"]?.number,
                let mode = node["mode"]?.text.flatMap({ BLEMode(rawValue: $0) })
            else { throw Unplayable("a case needs `raw` and `mode`") }
            let shaped =
                isVelocity
                ? TrikiVelocityController.shapeVelocity(raw, mode)
                : TrikiVelocityController.shapeDelta(raw, mode)
            results.append(
                .object([
                    "mode": .text(mode.rawValue), "raw": .number(raw), "shaped": .number(shaped),
                ]))
        }
        return .object(["cases": .list(results)])
    }

    /// `on 8 / off 12`.
    private static func playGate(_ vector: Vector) throws(Unplayable) -> Outcome {
        let pattern = try vector.inputs.need("pattern") { $0.text }
        let words = pattern.split(separator: " ")
        guard words.count == 5, words[0] == "on", words[2] == "/", words[3] == "off",
            let on = Int(words[1]), let off = Int(words[4]), on > 0, off >= 0, on + off < 10_000
        else { throw Unplayable("the pattern `\(pattern)` is not understood") }
        var gate = TrikiButtonGate()
        let ticks = try vector.inputs.need("ticks") { $0.integer }
        let fires = (0..<max(0, ticks)).filter { tick in
            gate.update(isDown: tick % (on + off) < on, deltaTime: sixtieth)
        }
        return .object(["firesAtTicks": .integers(fires)])
    }

    private static func playDriver(_ vector: Vector) throws(Unplayable) -> Outcome {
        let inputs = vector.inputs
        var input = GameInput()
        input.bleMode = try inputs.need("bleMode") { $0.text.flatMap { BLEMode(rawValue: $0) } }
        input.frameDeltaX = inputs["frameDeltaX"]?.number ?? 0
        input.posX = inputs["posX"]?.number ?? 0
        input.tiltLeft = inputs["tiltLeft"]?.bool ?? false
        input.tiltRight = inputs["tiltRight"]?.bool ?? false
        input.trikiVelocity = inputs["trikiVelocity"]?.number ?? inputs["velocity"]?.number ?? 0
        input.deltaX = inputs["deltaX"]?.number ?? 0
        let dt = frameLength(inputs["dt"]?.number ?? sixtieth)
        let isHybrid =
            vector.title.contains("hybrid")
            || inputs["posX"] == nil && !vector.title.lowercased().contains("position")
        let expected = try vector.outputs.need("x") { $0.numbers }
        // `… from x=80`; else from the middle.
        let words = vector.title.split(separator: " ")
        let start = words.first { $0.hasPrefix("x=") }.flatMap { Double($0.dropFirst(2)) }
        var driver = TrikiPaddleDriver(x: start ?? TrikiPaddleDriver.width / 2)
        var places = [driver.x]
        for _ in expected.dropFirst() {
            if isHybrid {
                driver.updateHybrid(input, deltaTime: dt)
            } else {
                driver.updatePosition(input, deltaTime: dt)
            }
            places.append(driver.x)
        }
        return .object(["x": .numbers(places)])
    }

    private static func playManager(_ vector: Vector) throws(Unplayable) -> Outcome {
        let games = ["bowling", "dart", "pong"]
        let title = vector.title.lowercased()
        guard let game = games.first(where: { title.contains($0) }) else {
            throw Unplayable("the title names neither `pong` nor `dart` nor `bowling`")
        }
        let rows = vector.outputs["frames"]?.list ?? vector.outputs["cases"]?.list
        guard let rows else { throw Unplayable("there are no `frames`") }
        var manager = TrikiGameInputManager()
        let mode = vector.inputs["bleMode"]?.text ?? vector.inputs["mode"]?.text
        var results: [Outcome] = []
        for node in rows {
            var input = GameInput()
            input.frameDeltaX = node["frameDeltaX"]?.number ?? 0
            input.posX = node["posX"]?.number ?? 0
            if let name = node["bleMode"]?.text ?? node["mode"]?.text ?? mode {
                guard let mode = BLEMode(rawValue: name) else {
                    throw Unplayable("there is no mode `\(name)`")
                }
                input.bleMode = mode
            }
            var fields = inputFields(input)
            fields["mode"] = .text(input.bleMode.rawValue)
            if game == "pong" {
                let speed = Outcome.number(manager.pong(input))
                for name in ["velocity", "paddleVelocity", "paddle", "pong", "speed", "output"] {
                    fields[name] = speed
                }
            } else {
                let result =
                    game == "dart"
                    ? manager.dart(input, deltaTime: sixtieth)
                    : manager.bowling(input, deltaTime: sixtieth)
                fields["power"] = .number(result.power)
                fields["throw"] = .bool(result.fired)
                fields["fire"] = .bool(result.fired)
            }
            results.append(.object(fields))
        }
        return .series(results)
    }
}

extension GamepadFrame {
    fileprivate var outcome: Outcome {
        .object([
            "preset": .text(preset.rawValue), "valid": .bool(isValid), "x": .number(Double(x)),
            "y": .number(Double(y)), "z": .number(Double(z)), "button": .bool(button),
            "shake": .bool(shake),
        ])
    }
}
