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
        return results.count == 1 ? results[0] : .object(["perPacket": .list(results)])
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
        let isSmooth = vector.title.contains("smooth") || inputs["smooth"]?.bool == true
        var engine = TrikiMotionEngine(isSmooth ? .smooth : .game)
        let buttons = inputs["button"]?.list?.map { $0.bool ?? false } ?? []
        var frames: [Outcome] = []
        for (index, y) in (try inputs.need("y") { $0.numbers }).enumerated() {
            let button = index < buttons.count && buttons[index]
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
        return .object(["frames": .list(frames)])
    }

    private static func playShaping(_ vector: Vector) throws(Unplayable) -> Outcome {
        let isVelocity = vector.title.contains("velocity")
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
        input.trikiVelocity = inputs["trikiVelocity"]?.number ?? 0
        let isHybrid = vector.title.contains("hybrid")
        let expected = try vector.outputs.need("x") { $0.numbers }
        // `… from x=80`; else from the middle.
        let words = vector.title.split(separator: " ")
        let start = words.first { $0.hasPrefix("x=") }.flatMap { Double($0.dropFirst(2)) }
        var driver = TrikiPaddleDriver(x: start ?? TrikiPaddleDriver.width / 2)
        var places = [driver.x]
        for _ in expected.dropFirst() {
            if isHybrid {
                driver.updateHybrid(input, deltaTime: sixtieth)
            } else {
                driver.updatePosition(input, deltaTime: sixtieth)
            }
            places.append(driver.x)
        }
        return .object(["x": .numbers(places)])
    }

    private static func playManager(_ vector: Vector) throws(Unplayable) -> Outcome {
        let isBowling = vector.title.hasPrefix("bowling")
        guard isBowling || vector.title.hasPrefix("dart") else {
            throw Unplayable("the title begins with neither `dart` nor `bowling`")
        }
        var manager = TrikiGameInputManager()
        var frames: [Outcome] = []
        for node in try vector.outputs.need("frames", { $0.list }) {
            var input = GameInput()
            input.frameDeltaX = node["frameDeltaX"]?.number ?? 0
            let result =
                isBowling
                ? manager.bowling(input, deltaTime: sixtieth)
                : manager.dart(input, deltaTime: sixtieth)
            frames.append(
                .object([
                    "frameDeltaX": .number(input.frameDeltaX), "power": .number(result.power),
                    "throw": .bool(result.fired), "fire": .bool(result.fired),
                ]))
        }
        return .object(["frames": .list(frames)])
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
