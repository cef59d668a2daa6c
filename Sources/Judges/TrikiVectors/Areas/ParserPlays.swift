import VeltoKit

extension VectorPlayer {
    /// Bytes in, values out.
    static var parserPlays: [(String, Play)] {
        [
            ("BLEGyroParser", playBlocks), ("ButtonDetector", playButton),
            ("TrikiMotionProtocol", playFrames), ("MotionParser", playParser),
        ]
    }

    private static func playBlocks(_ vector: Vector) throws(Unplayable) -> Outcome {
        let packets = try vector.packets()
        var buffer = BLEGyroParser.buffer
        var notifies: [Outcome] = []
        for packet in packets {
            buffer.append(packet)
            var blocks: [GyroBlock] = []
            var rest = buffer
            let found = BLEGyroParser.drain(&rest)
            BLEGyroParser.drain(&buffer) { blocks.append($0) }
            var fields: [String: Outcome] = ["blocks": .integer(blocks.count)]
            fields["blocksPerNotify"] = .integer(blocks.count)
            fields["blocks_div2000"] = .list(blocks.map(\.axes))
            fields["bytesLeftInBuffer"] = .integer(buffer.count)
            let tilt = found.first?.tilt
            fields["firstBlockAsTilt"] = tilt.map { .numbers([$0.x, $0.y, $0.z]) } ?? .null
            fields["latestGyro"] = found.latestGyro?.axes ?? .null
            let rawY = found.latestGyroRawY
            fields["latestGyroRawYUnscaled"] = .integer(rawY.map { Int($0) })
            let word = BLEGyroParser.gyroRawFromPacket(packet)
            fields["gyroRawFromPacket"] = .integer(word.map { Int($0) })
            notifies.append(.object(fields))
        }
        return .series(notifies)
    }

    private static func playButton(_ vector: Vector) throws(Unplayable) -> Outcome {
        var detector = ButtonDetector(vector.version)
        var states: [Outcome] = []
        var edges: [Int] = []
        for (index, packet) in try vector.buttonPackets().enumerated() {
            let isEdge = detector.process(packet)
            if isEdge { edges.append(index) }
            states.append(
                .object([
                    "edge": .bool(isEdge), "byte": .integer(packet.count > 1 ? packet[1] : 0),
                    "lastSeenButtonByte": .integer(detector.lastSeenButtonByte),
                    "pendingAfterPacket": .bool(detector.isClickPending),
                ]))
        }
        let first = detector.consumeClick()
        return .series(
            states,
            [
                "consumeClick_first": .bool(first),
                "consumeClick_second": .bool(detector.consumeClick()), "edges": .integers(edges),
            ])
    }

    private static func playFrames(_ vector: Vector) throws(Unplayable) -> Outcome {
        var buffer = PacketBuffer(limit: 2048, kept: 1024)
        var samples: [Outcome] = []
        for packet in try vector.packets() {
            buffer.append(packet)
            TrikiMotionProtocol.drain(&buffer) { sample in
                var fields = sample.sensors.fields
                fields["flags"] = .integer(sample.flags)
                fields["full"] = .bool(sample.isFull)
                samples.append(.object(fields))
            }
        }
        return .object(["left": .integer(buffer.count), "samples": .list(samples)])
    }

    private static func playParser(_ vector: Vector) throws(Unplayable) -> Outcome {
        var parser = MotionParser(vector.version)
        let inputs = vector.inputs
        let packets = try vector.packets()
        if let times = vector.outputs["impulses"]?.list?.map({ $0["t"]?.number ?? 0 }) {
            return .object([
                "impulses": .list(
                    times.enumerated().map { index, time in
                        parser.process(packets[min(index, packets.count - 1)], at: time)
                        return parser.consumeImpulses().outcome(at: time)
                    })
            ])
        }
        if vector.outputs["afterFirst"] != nil {
            let names = ["afterFirst", "afterSecond", "afterThird", "afterFourth"]
            guard packets.count <= names.count else { throw Unplayable("it takes four packets") }
            var outcome: [String: Outcome] = [:]
            for (index, packet) in packets.enumerated() {
                let now = Double(index) * sixtieth
                parser.process(packet, at: now)
                outcome[names[index]] = parser.consumeImpulses().outcome(at: now)
            }
            return .object(outcome)
        }
        // The same packet again and again, or one after the other: the sensors after each.
        let count =
            inputs["repeat"]?.integer ?? inputs["times"]?.integer ?? inputs["count"]?.integer
            ?? vector.outputs.longestList
        guard (1...10_000).contains(count) else { throw Unplayable("it takes 1 to 10000 packets") }
        let series = packets.count == 1 ? Array(repeating: packets[0], count: count) : packets
        let period = inputs["period_s"]?.number ?? inputs["dt"]?.number ?? sixtieth
        let rows = series.enumerated().map { index, packet in
            let now = Double(index) * period
            parser.process(packet, at: now)
            let impulses = parser.consumeImpulses()
            var fields = parser.sensors(at: now).fields
            fields["clickImpulse"] = .bool(impulses.click)
            fields["shakeImpulse"] = .bool(impulses.shake)
            return Outcome.object(fields)
        }
        return .series(rows)
    }
}

extension Vector {
    /// Which engine it is of.
    var version: VeltoVersion { isCurrent ? .current : .seed }

    /// The notifications of `hex`, `packets`, `notifies`, `chunks` or a single one's name.
    func packets() throws(Unplayable) -> [[UInt8]] {
        for name in ["hex", "packets", "notifies", "chunks", "packet", "notify", "frame", "bytes"] {
            if let packets = inputs[name]?.packets, !packets.isEmpty { return packets }
        }
        throw Unplayable("there are no bytes in `hex`, `packets`, `notifies` or `chunks`")
    }
}

extension Vector {
    /// The notifications, or blocks with these values of byte 1.
    fileprivate func buttonPackets() throws(Unplayable) -> [[UInt8]] {
        for name in inputs.names.sorted() {
            guard let states = inputs[name]?.integers, !states.isEmpty else { continue }
            var packets: [[UInt8]] = []
            for state in states {
                guard let byte = UInt8(exactly: state) else {
                    throw Unplayable("`\(name)` has a value that is no byte")
                }
                var packet = block(0)
                packet[1] = byte
                packets.append(packet)
            }
            return packets
        }
        return try packets()
    }
}

extension GyroBlock {
    fileprivate var axes: Outcome { .numbers([x, y, z]) }
}

extension MotionParser.Impulses {
    fileprivate func outcome(at time: Double) -> Outcome {
        .object(["click": .bool(click), "shake": .bool(shake), "t": .number(time)])
    }
}

extension MotionSensors {
    var fields: [String: Outcome] {
        [
            "tiltX": .number(tiltX), "tiltY": .number(tiltY), "gyroX": .number(gyroX),
            "gyroY": .number(gyroY), "gyroZ": .number(gyroZ), "rotation": .number(rotation),
            "speed": .number(speed), "motion": .number(motion), "click": .bool(click),
            "shake": .bool(shake),
        ]
    }
}
