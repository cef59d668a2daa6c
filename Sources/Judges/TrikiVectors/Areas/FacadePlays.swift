import VeltoKit

extension VectorPlayer {
    /// The facade with its connection, its presets, and whole ways through it.
    static var facadePlays: [(String, Play)] {
        [
            ("facade-ble", playLink), ("facade", playFacade), ("MotionConfig", playConfig),
            ("MotionUseCase", playUses), ("e2e", playThrough),
        ]
    }

    private static func playConfig(_ vector: Vector) throws(Unplayable) -> Outcome {
        for mode in MotionMode.allCases where vector.title == "preset(for: \(mode.rawValue))" {
            return configuration(.preset(for: mode, vector.version))
        }
        for tuning in MotionConfig.Tuning.allCases
        where vector.title.lowercased().contains("\(tuning.rawValue) tuning") {
            return configuration(.tuned(tuning, vector.version))
        }
        if vector.title.contains("MotionSDK") { return configuration(Desk(vector).session.config) }
        guard vector.title.contains("default") || vector.title.contains("MotionConfig()") else {
            throw Unplayable("the title names no preset")
        }
        return configuration(MotionConfig())
    }

    /// Every setting by its name.
    static func configuration(_ config: MotionConfig) -> Outcome {
        var fields: [String: Outcome] = [:]
        for child in Mirror(reflecting: config).children {
            guard let name = child.label else { continue }
            switch child.value {
            case let value as Double: fields[name] = .number(value)
            case let value as Bool: fields[name] = .bool(value)
            case let value as MotionMode: fields[name] = .text(value.rawValue)
            case let value as SensorInput: fields[name] = .text(value.rawValue)
            case let value as AxisMapping:
                fields[name] = .object([
                    "inputX": .text(value.inputX.rawValue), "inputY": .text(value.inputY.rawValue),
                    "invertX": .bool(value.invertX), "invertY": .bool(value.invertY),
                ])
            default: break
            }
        }
        return .object(fields)
    }

    private static func playLink(_ vector: Vector) throws(Unplayable) -> Outcome {
        let desk = Desk(vector)
        let session = desk.session
        var outcome: [String: Outcome] = [:]
        if let name = vector.inputs["advertisedName"]?.text {
            desk.connect(to: DiscoveredCap(identifier: "cap", name: name))
        } else if let names = vector.inputs["advertised"]?.list?.compactMap(\.text) {
            session.connect()
            for name in names {
                session.handle(.discovered(DiscoveredCap(identifier: name, name: name)))
            }
        } else {
            let sequence = try vector.inputs.need("sequence") { $0.text }
            for step in sequence.split(separator: ", ") { try play(step, desk, &outcome) }
        }
        outcome["centralOps"] = .list(desk.radio.central.map { .text($0) })
        outcome["peripheralOps"] = .list(desk.radio.peripheral.map { .text($0) })
        outcome["isConnected"] = .bool(session.isConnected)
        outcome["isReceiving"] = .bool(session.isReceiving)
        outcome["state"] = .text(session.connectionState.rawValue)
        outcome["modeKept"] = .text(session.config.mode.rawValue)
        outcome["offsetSet"] = .bool(session.debug.paddleOffsetLocked)
        outcome["livePosX"] = .number(session.liveInput.posX)
        outcome["snapshotPosX"] = .number(session.snapshotInput.posX)
        outcome["listed"] = .list(session.discoveredDevices.map { .text($0.name) })
        return .object(outcome)
    }

    /// One word of a sequence. Steering is ten polls at 500 counts after one at 0.
    private static func play(
        _ step: Substring, _ desk: Desk, _ outcome: inout [String: Outcome]
    ) throws(Unplayable) {
        let session = desk.session
        func poll(_ word: Int) {
            desk.clock.advance(sixtieth)
            session.handle(.notified(block(word)))
            session.pollInput(deltaTime: sixtieth)
        }
        switch step {
        case "connect()": session.connect()
        case "connectLastDevice()": session.connectLastDevice()
        case "poweredOff":
            desk.radio.isOn = false
            session.handle(.power(isOn: false))
        case "poweredOn":
            desk.radio.isOn = true
            session.handle(.power(isOn: true))
        case "stream":
            desk.connect()
            poll(0)
        case "steer": for _ in 0..<10 { poll(500) }
        case "didDisconnect", "disconnect()":
            outcome["isReceivingBefore"] = .bool(session.isReceiving)
            outcome["posXBefore"] = .number(session.input.posX)
            if step == "disconnect()" { session.disconnect() }
            session.handle(.disconnected)
        default:
            // `1.6 s`, or `wait 1.6 s`: time, and a poll at its end.
            let words = step.split(separator: " ")
            guard words.count >= 2, words.last == "s", let seconds = Double(words[words.count - 2]),
                (0...3600).contains(seconds)
            else { throw Unplayable("the step `\(step)` is not known") }
            desk.clock.advance(seconds)
            session.pollInput(deltaTime: sixtieth)
        }
    }

    private static func playThrough(_ vector: Vector) throws(Unplayable) -> Outcome {
        let inputs = vector.inputs
        if let chunks = inputs["chunks"]?.packets {
            let desk = Desk(vector)
            desk.connect()
            let all = (0..<(inputs["repeat"]?.integer ?? 1)).flatMap { _ in chunks }
            let texts = (inputs["chunks"]?.list ?? []).compactMap(\.text)
            return .series(
                all.enumerated().map { index, packet in
                    desk.clock.advance(sixtieth)
                    desk.session.handle(.notified(packet))
                    desk.session.pollInput(deltaTime: sixtieth)
                    return frameFields(
                        desk.session,
                        ["hex": .text(texts.isEmpty ? "" : texts[index % texts.count])])
                })
        }
        if let first = inputs["frame0"]?.bytes, let then = inputs["frames1to5"]?.bytes {
            let mode = try mode(of: vector)
            let desk = Desk(vector, mode: mode)
            desk.connect()
            let dt = frameLength(inputs["dt"]?.number ?? sixtieth)
            return .series(
                (0...5).map { index in
                    desk.clock.advance(dt)
                    desk.session.handle(.notified(index == 0 ? first : then))
                    desk.session.pollInput(deltaTime: dt)
                    return frameFields(desk.session)
                })
        }
        let isMenu = vector.outputs["activations"] != nil
        if let items = inputs["items"]?.integer ?? inputs["slots"]?.integer ?? vector.itemsOfTitle
            ?? (isMenu ? 4 : nil)
        {
            return try playMenu(vector, items)
        }
        if let frame = inputs["frameHex"]?.bytes, let polls = inputs["polls"]?.integer {
            return try playPattern(vector, frame, polls)
        }
        if let packets = try? vector.packets() { return try playDropOut(vector, packets) }
        throw Unplayable("none of the shapes of whole ways")
    }

    /// The frame's rate is first 0 for four polls, then positive for ten, then negative. Where the
    /// title has two frames a poll, each notification has two.
    private static func playPattern(
        _ vector: Vector, _ frame: [UInt8], _ polls: Int
    ) throws(Unplayable) -> Outcome {
        guard let captured = CapFrame(frame) else { throw Unplayable("`frameHex` is no frame") }
        let desk = Desk(vector, mode: .gesture)
        desk.connect()
        let rate = Int(captured.rotationCounts[0])
        let title = vector.title.lowercased()
        let isDouble = ["two frames", "two 14", "two real", "two per"].contains {
            title.contains($0)
        }
        let count = vector.inputs["framesPerPoll"]?.integer ?? (isDouble ? 2 : 1)
        guard (1...16).contains(count) else { throw Unplayable("it takes 1 to 16 frames a poll") }
        var outcome: [String: Outcome] = [
            "firstPrimedPoll": .null, "firstShotPoll": .null, "throwPower": .null,
        ]
        for poll in 0..<polls {
            desk.clock.advance(sixtieth)
            let word = poll < 4 ? 0 : poll < 14 ? rate : -rate
            let turned = Array(block(word)[..<4]) + frame[4...]
            desk.session.handle(.notified((0..<count).flatMap { _ in turned }))
            let input = desk.session.pollInput(deltaTime: sixtieth)
            if input.gesturePrimed, outcome["firstPrimedPoll"] == .null {
                outcome["firstPrimedPoll"] = .integer(poll)
                outcome["relYAtPrimed"] = .number(desk.session.debug.relY)
            }
            if input.shotTriggered, outcome["firstShotPoll"] == .null {
                outcome["firstShotPoll"] = .integer(poll)
                outcome["throwPower"] = .number(input.throwPower)
            }
        }
        return .object(outcome)
    }

    /// `…, mode paddle`.
    static func mode(of vector: Vector) throws(Unplayable) -> MotionMode {
        guard
            let found = MotionMode.allCases.first(where: {
                vector.title.hasSuffix("mode \($0.rawValue)")
            })
        else { throw Unplayable("the title names no mode") }
        return found
    }
}
