import AttitudeStream

extension VectorPlayer {
    /// The frames of the attitude stream, and how it sends them.
    static var attitudePlays: [(String, Play)] {
        [("attitude-frame", playAttitude), ("attitude-stream", playStream)]
    }

    private static func playAttitude(_ vector: Vector) throws(Unplayable) -> Outcome {
        let inputs = vector.inputs
        if let outcome = try playCuts(vector) { return outcome }
        var sender = AttitudeSender(.legacy)
        if inputs["initial"] != nil {
            sender.update(try attitude(inputs.need("initial") { $0.numbers }))
            sender.update(try attitude(inputs.need("current") { $0.numbers }))
        } else {
            let angles = try attitude([
                inputs.need("roll") { $0.number }, inputs.need("pitch") { $0.number },
                inputs.need("yaw") { $0.number },
            ])
            // What is sent is the first attitude minus the second.
            sender.update(angles)
            sender.update(Attitude())
        }
        var bytes: [UInt8] = []
        sender.flush { sent in
            bytes += sent
            return sent.count
        }
        var reader = AttitudeReader(.legacy)
        guard case .attitude(let read) = reader.process(bytes).last?.content else {
            throw Unplayable("no frame was sent")
        }
        let euler = read.eulerAngles
        return .object([
            "hex": .text(spaced(bytes)), "label_degrees": .integers(read.labelDegrees),
            "euler_x_neg_pitch": .number(euler.x), "euler_y_yaw": .number(euler.y),
            "euler_z_roll": .number(euler.z), "euler": .numbers([euler.x, euler.y, euler.z]),
            "sent_roll_pitch_yaw": .numbers([read.roll, read.pitch, read.yaw]),
        ])
    }

    /// A stream that arrives in pieces: bytes, or the lengths of the pieces and the angles of the
    /// frames; nil where the vector has neither.
    private static func playCuts(_ vector: Vector) throws(Unplayable) -> Outcome? {
        let inputs = vector.inputs
        var pieces: [[UInt8]] = []
        let names = ["cuts", "cut", "chunkSizes", "chunkLengths", "lengths", "reads", "chunks"]
        if let cuts = names.lazy.compactMap({ inputs[$0]?.integers }).first {
            var stream: [UInt8] = []
            for node in try inputs.need("frames", { $0.list }) {
                guard let angles = node.numbers else { throw Unplayable("a frame is no angles") }
                let frame = AttitudeFrame(.attitude(try attitude(angles)))
                stream += frame.bytes(.legacy)
            }
            guard cuts.allSatisfy({ $0 >= 0 }), cuts.reduce(0, +) == stream.count else {
                throw Unplayable("the pieces are not as long as the frames")
            }
            for cut in cuts {
                pieces.append(Array(stream.prefix(cut)))
                stream.removeFirst(cut)
            }
        } else if inputs["hex"] != nil || inputs["chunks"] != nil {
            pieces = try vector.packets()
        } else {
            return nil
        }
        var reader = AttitudeReader(.legacy)
        var frames: [Attitude] = []
        let rows = pieces.map { piece in
            let found = reader.process(piece)
            for case .attitude(let attitude) in found.map(\.content) { frames.append(attitude) }
            return Outcome.object([
                "bytes": .integer(piece.count), "hex": .text(spaced(piece)),
                "framesPerChunk": .integer(found.count), "framesPerRead": .integer(found.count),
                "waiting": .integer(reader.waitingBytes),
            ])
        }
        let angles = frames.map { Outcome.numbers([$0.roll, $0.pitch, $0.yaw]) }
        var outcome: [String: Outcome] = [
            "frames": .list(angles), "frameCount": .integer(frames.count),
        ]
        let naive = Outcome.list(pieces.map(naiveRead))
        for name in [
            "naive", "naiveReads", "naiveFrames", "naive_reads", "naive_frames", "naiveReader",
            "original", "originalReads", "originalFrames", "original_reads", "original_frames",
        ] {
            outcome[name] = naive
        }
        return .series(rows, outcome)
    }

    /// What the published reader makes of a piece: one read of up to 12 bytes into zeros, whose
    /// length it ignores (protocol, triki-motion 5). A number that is not finite is null.
    private static func naiveRead(_ piece: [UInt8]) -> Outcome {
        let bytes = Array(piece.prefix(12)) + Array(repeating: 0, count: max(0, 12 - piece.count))
        return .list(
            stride(from: 0, to: 12, by: 4).map { at in
                let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * $1) }
                let value = Float(bitPattern: bits)
                return value.isFinite ? .number(Double(value)) : .null
            })
    }

    private static func attitude(_ angles: [Double]) throws(Unplayable) -> Attitude {
        guard angles.count == 3 else { throw Unplayable("an attitude has three angles") }
        return Attitude(roll: angles[0], pitch: angles[1], yaw: angles[2])
    }

    private static func playStream(_ vector: Vector) throws(Unplayable) -> Outcome {
        if let outcome = try playCuts(vector) { return outcome }
        let samples = try vector.inputs.need("sampleHz") { $0.integer }
        let writes = try vector.inputs.need("writeHz") { $0.integer }
        guard (1...1000).contains(samples), (1...1000).contains(writes) else {
            throw Unplayable("a rate is 1 to 1000 Hz")
        }
        var sender = AttitudeSender(.legacy)
        sender.update(Attitude())
        sender.flush { $0.count }
        var frames: [[UInt8]] = []
        for write in 0..<writes {
            sender.update(Attitude(roll: Double(write * samples / writes)))
            sender.flush { bytes in
                frames.append(bytes)
                return bytes.count
            }
        }
        let pairs = stride(from: 0, to: frames.count - 1, by: 2)
        return .object([
            "bytesPerSecond": .integer(frames.reduce(0) { $0 + $1.count }),
            "duplicatePairs": .bool(pairs.allSatisfy { frames[$0] == frames[$0 + 1] }),
        ])
    }
}
