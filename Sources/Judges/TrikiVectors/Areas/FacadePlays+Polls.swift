import VeltoKit
import YAML

extension VectorPlayer {
    /// Polls, buttons and buffers of the facade.
    static func playFacade(_ vector: Vector) throws(Unplayable) -> Outcome {
        let inputs = vector.inputs
        if let times = inputs["pollTimes"]?.numbers { return playReceiving(vector, times) }
        if inputs["packets"]?["frame0"] != nil { return try playButtonPolls(vector) }
        if let text = inputs["packets"]?.text { return try playPackets(vector, text) }
        if inputs["then8x"] != nil { return try playUpdate(vector) }
        if inputs.names.isEmpty, vector.title.contains("default") {
            return newSession(vector)
        }
        let calls = FacadeCall.all(of: vector)
        if vector.title.contains("setMode"), calls.allSatisfy({ $0.name == .setMode }) {
            return try playModes(vector)
        }
        for name in ["clockTimes", "clock", "times", "t"] {
            if let times = inputs[name]?.numbers { return playMeasured(vector, times) }
        }
        if let outcome = try playCall(vector, mode: vector.namedMode) { return outcome }
        if inputs.names.isEmpty { return newSession(vector) }
        throw Unplayable("none of the shapes of facade vectors")
    }

    /// The settings and the input of a session that has done nothing.
    private static func newSession(_ vector: Vector) -> Outcome {
        let session = Desk(vector).session
        guard case .object(let config) = configuration(session.config) else { return .null }
        let more = ["config": Outcome.object(config)]
        return .object(inputFields(session.input).merging(config) { $1 }.merging(more) { $1 })
    }

    private static func playReceiving(_ vector: Vector, _ times: [Double]) -> Outcome {
        let desk = Desk(vector)
        desk.connect()
        let start = vector.inputs["packetAt"]?.number ?? 0
        desk.clock.set(start)
        desk.session.handle(.notified(block(0)))
        let onPacket = desk.session.isReceiving
        return .object([
            "onPacket": .bool(onPacket),
            "polls": .list(
                times.map { time in
                    desk.clock.set(time)
                    desk.session.pollInput(deltaTime: sixtieth)
                    return .object([
                        "isReceiving": .bool(desk.session.isReceiving),
                        "sinceLastPacket": .number(time - start),
                    ])
                }),
        ])
    }

    private static func playButtonPolls(_ vector: Vector) throws(Unplayable) -> Outcome {
        let desk = Desk(vector, mode: try mode(of: vector))
        desk.connect()
        var frames: [String: [Int]] = [
            "primaryActionFrames": [], "sensorsClickFrames": [], "bleButtonClickFrames": [],
        ]
        for index in 0..<(try vector.inputs.need("polls") { $0.integer }) {
            if let word = vector.inputs["packets"]?["frame\(index)"]?.text {
                guard word == "pressed" || word == "released" else {
                    throw Unplayable("a button is pressed or released, not `\(word)`")
                }
                var packet = block(0)
                packet[1] = word == "pressed" ? 1 : 0
                desk.session.handle(.notified(packet))
            }
            let input = desk.session.pollInput(deltaTime: sixtieth)
            if input.primaryAction { frames["primaryActionFrames"]?.append(index) }
            if input.sensors.click { frames["sensorsClickFrames"]?.append(index) }
            if input.bleButtonClick { frames["bleButtonClickFrames"]?.append(index) }
            desk.clock.advance(sixtieth)
        }
        return .object(frames.mapValues { .integers($0) })
    }

    /// `70 x 8 bytes, gyroX raw = 10*i`, or `5 at 0.3 s spacing`.
    private static func playPackets(
        _ vector: Vector, _ text: String
    ) throws(Unplayable) -> Outcome {
        let words = text.split(separator: " ")
        guard let count = words.first.flatMap({ Int($0) }), (1...10_000).contains(count) else {
            throw Unplayable("`packets` does not begin with their number")
        }
        if words.dropFirst() == ["x", "8", "bytes,", "gyroX", "raw", "=", "10*i"] {
            let desk = Desk(vector, mode: .gesture)
            for index in 0..<count { desk.session.enqueueBLE(block(10 * index)) }
            desk.session.updateFrame(deltaTime: sixtieth)
            return .object([
                "gyroBlockIndex": .integer(desk.session.debug.gyroBlockIndex),
                "rawY": .number(desk.session.debug.rawY),
            ])
        }
        guard words.count == 5, words[1] == "at", words[3...] == ["s", "spacing"],
            let spacing = Double(words[2]), let polls = vector.outputs["polls"]?.list
        else { throw Unplayable("`\(text)` is not understood") }
        return playSilence(vector, count, spacing, polls)
    }

    private static func playSilence(
        _ vector: Vector, _ count: Int, _ spacing: Double, _ polls: [Node]
    ) -> Outcome {
        let desk = Desk(vector)
        let session = desk.session
        desk.connect()
        for index in 0..<count {
            desk.clock.set(Double(index) * spacing)
            session.handle(.notified(block(0)))
        }
        let mode = session.bleMode
        let start = desk.clock.seconds
        let before = desk.radio.peripheral.count
        let rows = polls.map { node in
            let silence = node["sinceLastPacket"]?.number ?? 0
            desk.clock.set(start + silence)
            session.pollInput(deltaTime: sixtieth)
            return Outcome.object([
                "isReceiving": .bool(session.isReceiving), "sinceLastPacket": .number(silence),
                "writesSoFar": .integer(desk.radio.peripheral.count - before),
            ])
        }
        return .object([
            "polls": .list(rows), "modeAfterPackets": .text(mode.rawValue),
            "idleMessage": session.idleMessage.map { .text($0) } ?? .null,
            "lastWrites": .list(desk.radio.peripheral.suffix(2).map { .text($0) }),
        ])
    }

    /// `rawX 0`, then eight times `rawX 400, bytes 22 01`.
    private static func playUpdate(_ vector: Vector) throws(Unplayable) -> Outcome {
        let session = Desk(vector).session
        func update(_ name: String) throws(Unplayable) {
            let text = try vector.inputs.need(name) { $0.text }
            let parts = text.split(separator: ", ")
            guard let raw = parts.first?.split(separator: " ").last.flatMap({ Double($0) }) else {
                throw Unplayable("`\(text)` has no rawX")
            }
            let packet: [UInt8]? =
                parts.count > 1 && parts[1].hasPrefix("bytes ")
                ? bytes(of: parts[1].dropFirst(6)) : nil
            session.update(rawX: raw, bytes: packet, deltaTime: sixtieth)
        }
        try update("first")
        var positions: [Double] = []
        for _ in 0..<8 {
            try update("then8x")
            positions.append(session.input.posX)
        }
        return .object([
            "posX": .numbers(positions), "lastButtonByte": .integer(session.lastSeenButtonByte),
            "primaryActionOnLast": .bool(session.input.primaryAction),
        ])
    }
}
