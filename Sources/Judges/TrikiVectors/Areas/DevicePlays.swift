import VeltoKit

extension VectorPlayer {
    /// The cap: frames, framing, commands.
    static var devicePlays: [(String, Play)] {
        [
            ("device-frame", playFrame), ("device-framing", playFraming),
            ("device-command", playCommand),
        ]
    }

    private static func playFrame(_ vector: Vector) throws(Unplayable) -> Outcome {
        let bytes = try vector.inputs.need("hex") { $0.bytes }
        guard let frame = CapFrame(bytes) else { throw Unplayable("`hex` is no frame of 14 bytes") }
        let sent = try CapBench.frame(like: frame)
        return .object([
            "accel_g": .numbers(sent.acceleration.map { rounded($0, 6) }),
            "gyro_dps_70mdps": .numbers(sent.rotation.map { rounded($0, 4) }),
            // The scale that other published decoders inherited from another chip.
            "gyro_dps_131": .numbers(sent.rotationCounts.map { rounded(Double($0) / 131, 4) }),
            "button": .bool(sent.isButtonDown), "hex": .text(spaced(sent.bytes)),
        ])
    }

    private static func playFraming(_ vector: Vector) throws(Unplayable) -> Outcome {
        var reader = CapFrameReader()
        var notifies: [[CapFrame]] = []
        let packets = try vector.packets()
        for packet in packets { notifies.append(reader.process(packet)) }
        func texts(_ frames: [CapFrame]) -> Outcome {
            .list(frames.map { .text(spaced($0.bytes)) })
        }
        return .object([
            "droppedBytes": .integer(reader.droppedBytes),
            "framesPerNotify": .list(notifies.map(texts)),
            "frames": texts(notifies.flatMap { $0 }),
            "notifyLengths": .integers(packets.map(\.count)),
        ])
    }

    private static func playCommand(_ vector: Vector) throws(Unplayable) -> Outcome {
        if let rate = vector.inputs["hz"]?.integer {
            guard let hertz = UInt16(exactly: rate) else { throw Unplayable("`hz` is no rate") }
            let command = CapCommand.start(hertz: hertz)
            let frames = CapBench.frames(after: command, seconds: 10)
            let measured = (Double(frames) / 10).rounded()
            return .object([
                "hex": .text(spaced(command)), "writeTo": .text("6E400002"),
                "period_ms": .number(rounded(1000 / measured, 3)),
            ])
        }
        guard vector.title.lowercased().contains("stop") else {
            throw Unplayable("neither START with `hz` nor STOP")
        }
        return .object(["hex": .text(spaced(CapCommand.stop)), "writeTo": .text("6E400002")])
    }

    private static func rounded(_ value: Double, _ digits: Int) -> Double {
        let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
        return (value * scale).rounded() / scale
    }

    static func spaced(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: " ")
    }
}
