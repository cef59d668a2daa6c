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
        if notifies.count == 1, let only = notifies.first { return only }
        return .object(["perNotify": .list(notifies), "perPacket": .list(notifies)])
    }

    private static func playButton(_ vector: Vector) throws(Unplayable) -> Outcome {
        var detector = ButtonDetector(vector.version)
        var states: [Outcome] = []
        var edges: [Int] = []
        for (index, packet) in try vector.packets().enumerated() {
            if detector.process(packet) { edges.append(index) }
            states.append(
                .object([
                    "lastSeenButtonByte": .integer(detector.lastSeenButtonByte),
                    "pendingAfterPacket": .bool(detector.isClickPending),
                ]))
        }
        let first = detector.consumeClick()
        return .object([
            "perPacket": .list(states), "consumeClick_first": .bool(first),
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
            let packet = packets[0]
            return .object([
                "impulses": .list(
                    times.map { time in
                        parser.process(packet, at: time)
                        return parser.consumeImpulses().outcome(at: time)
                    })
            ])
        }
        if vector.outputs["afterFirst"] != nil {
            guard packets.count == 2 else { throw Unplayable("it takes two packets") }
            parser.process(packets[0], at: 0)
            let first = parser.consumeImpulses()
            parser.process(packets[1], at: sixtieth)
            return .object([
                "afterFirst": first.outcome(at: 0),
                "afterSecond": parser.consumeImpulses().outcome(at: sixtieth),
            ])
        }
        // The same packet again and again, or one after the other: the sensors after each.
        let count =
            inputs["repeat"]?.integer ?? inputs["times"]?.integer ?? inputs["count"]?.integer
        let series = packets.count == 1 ? Array(repeating: packets[0], count: count ?? 5) : packets
        var columns: [String: [Outcome]] = [:]
        var rows: [Outcome] = []
        for (index, packet) in series.enumerated() {
            let now = Double(index) * sixtieth
            parser.process(packet, at: now)
            let fields = parser.sensors(at: now).fields
            for (name, value) in fields { columns[name, default: []].append(value) }
            rows.append(.object(fields))
        }
        var outcome = columns.mapValues { Outcome.list($0) }
        for name in ["frames", "sensors", "samples", "steps"] { outcome[name] = .list(rows) }
        return .object(outcome)
    }
}

extension Vector {
    /// Which engine it is of.
    var version: VeltoVersion { isCurrent ? .current : .seed }

    /// The notifications of `hex`, `packets`, `notifies` or `chunks`.
    func packets() throws(Unplayable) -> [[UInt8]] {
        for name in ["hex", "packets", "notifies", "chunks"] {
            if let packets = inputs[name]?.packets, !packets.isEmpty { return packets }
        }
        throw Unplayable("there are no bytes in `hex`, `packets`, `notifies` or `chunks`")
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
