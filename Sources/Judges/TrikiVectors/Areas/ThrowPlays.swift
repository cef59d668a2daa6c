import VeltoKit
import Wire

extension VectorPlayer {
    /// Notifications that become throws.
    static func playThrow(_ vector: Vector) throws(Unplayable) -> Outcome {
        let desk = Desk(vector, mode: .gesture)
        let session = desk.session
        try tune(&session.config, vector)
        if vector.inputs["tick1"] != nil { return try playTicks(vector, session) }
        let words = try vector.inputs.need("gyroX_raw_int16_per_frame") { $0.integers }
        let dt = frameLength(vector.inputs["dt"]?.number ?? sixtieth)
        let listed = vector.outputs["frames"]?.list?.compactMap { $0["frame"]?.integer } ?? []
        var frames: [Outcome] = []
        var primed: Int?
        var shot: Int?
        var power = 0.0
        for (index, word) in words.enumerated() {
            desk.clock.advance(dt)
            session.enqueueBLE(try packet(vector, x: word))
            session.updateFrame(deltaTime: dt)
            let input = session.input
            if input.gesturePrimed, primed == nil { primed = index }
            if input.shotTriggered, shot == nil {
                shot = index
                power = input.throwPower
            }
            guard listed.isEmpty || listed.contains(index) else { continue }
            frames.append(
                frameFields(session, ["frame": .integer(index), "gyroXraw": .integer(word)]))
        }
        return .series(
            frames,
            [
                "firstPrimedFrame": .integer(primed), "firstShotFrame": .integer(shot),
                "power": .number(shot == nil ? nil : power),
            ])
    }

    /// The notification of a frame by its pattern, such as
    /// `22 00 000000000000 22 00 <x LE> 0000 0000`; without one, two blocks.
    private static func packet(_ vector: Vector, x: Int) throws(Unplayable) -> [UInt8] {
        guard let pattern = vector.inputs["packet"]?.text else { return block(0) + block(x) }
        let word = UInt16(bitPattern: Int16(clamping: x))
        var bytes: [UInt8] = []
        // The pieces before the words and between them.
        for (index, piece) in pattern.split(separator: "<x LE>", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 {
                bytes += [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
            }
            guard let fixed = Hex.bytes(piece) else {
                throw Unplayable("the packet `\(pattern)` is not understood")
            }
            bytes += fixed
        }
        return bytes
    }

    /// `tick1`, `tick2`…: `two blocks, gyroX 2000`, `one block, gyroX 100`, or `nothing`.
    private static func playTicks(
        _ vector: Vector, _ session: MotionSession
    ) throws(Unplayable) -> Outcome {
        var rows: [Outcome] = []
        for index in 1...vector.inputs.names.count {
            guard let text = vector.inputs["tick\(index)"]?.text else { break }
            if text != "nothing" {
                let words = text.split { " ,".contains($0) }
                let counts: [Substring: Int] = ["one": 1, "two": 2, "three": 3]
                guard words.count == 4, words[1].hasPrefix("block"), let count = counts[words[0]],
                    let value = Int(words[3])
                else { throw Unplayable("the tick `\(text)` is not understood") }
                let last =
                    switch words[2] {
                    case "gyroX": block(value)
                    case "gyroY": block(0, value)
                    case "gyroZ": block(0, 0, value)
                    default: throw Unplayable("there is no axis `\(words[2])`")
                    }
                session.enqueueBLE((1..<count).flatMap { _ in block(0) } + last)
            }
            session.updateFrame(deltaTime: sixtieth)
            rows.append(frameFields(session))
        }
        return .series(rows)
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
}
