import Motion

/// Follows the frames of a physical cap for the throws in them, wherever the stream is cut.
struct ThrowWatch: Sendable {
    private var buffer = PacketBuffer(limit: 1024, kept: 512)
    private var meter = ThrowMeter(hertz: Double(BLEManager.rate))
    private var rate = StreamRate()
    /// The speed of a throw that no poll has taken yet, in m/s.
    private var thrown: Double?

    /// rad/s and m/s² of one count.
    private static let rotationScale = .pi / 180 / CapFrame.countsPerDegreePerSecond
    private static let forceScale = standardGravity / CapFrame.countsPerG

    /// Bytes that wait for the rest of their frame.
    var waiting: Int { buffer.count }

    /// Takes a notification that arrives now.
    mutating func take(_ packet: [UInt8], at now: Double, _ axes: AxisMapping) {
        buffer.append(packet)
        let (used, frames, speed) = Self.read(buffer, &meter, axes)
        buffer.consume(used)
        if let speed { thrown = speed }
        if let hertz = rate.update(frames: frames, at: now) { meter.hertz = hertz }
    }

    /// How many bytes were read, how many frames they were, and the speed of a throw that ended.
    private static func read(
        _ buffer: borrowing PacketBuffer, _ meter: inout ThrowMeter, _ axes: AxisMapping
    ) -> (used: Int, frames: Int, speed: Double?) {
        let bytes = buffer.span
        var cursor = 0
        var frames = 0
        var speed: Double?
        while bytes.count - cursor >= CapFrame.length {
            // The status is 0 to 15 on every known firmware.
            guard bytes[cursor] == 0x22, bytes[cursor + 1] < 16 else {
                cursor += 1
                continue
            }
            let rotation = vector(bytes, at: cursor + 2) * rotationScale
            let force = vector(bytes, at: cursor + 8) * forceScale
            let end = meter.process(
                rotation: rotation, force: force, forward: axes.forward(rotation))
            if let end { speed = end }
            frames += 1
            cursor += CapFrame.length
        }
        return (cursor, frames, speed)
    }

    private static func vector(_ bytes: Span<UInt8>, at offset: Int) -> Vector3 {
        Vector3(
            Double(word(bytes, at: offset)), Double(word(bytes, at: offset + 2)),
            Double(word(bytes, at: offset + 4)))
    }

    /// Hands over the speed of a throw that ended since the last call; 0 without one.
    mutating func consume() -> Double {
        defer { thrown = nil }
        return thrown ?? 0
    }
}

extension AxisMapping {
    /// The rate of turn that moves y forward.
    fileprivate func forward(_ rotation: Vector3) -> Double {
        let value =
            switch inputY {
            case .gyroX: rotation.x
            case .gyroY: rotation.y
            case .gyroZ, .rotation: rotation.z
            }
        return invertY ? -value : value
    }
}

/// The rate of a stream, of those that caps have, by counting its frames.
struct StreamRate: Sendable {
    private var start: Double?
    private var count = 0
    private var candidate = 0

    /// How long frames are counted, in seconds.
    private static let window = 0.5

    /// Takes frames that arrive now; the rate in Hz where two windows agree on it.
    mutating func update(frames: Int, at now: Double) -> Double? {
        guard let start else {
            self.start = now
            return nil
        }
        count += frames
        let elapsed = now - start
        guard elapsed >= Self.window else { return nil }
        let measured = Double(count) / elapsed
        self.start = now
        count = 0
        let nearest = CapCommand.rates.min {
            abs(Elementary.logarithm(Double($0) / max(measured, 1)))
                < abs(Elementary.logarithm(Double($1) / max(measured, 1)))
        }
        defer { candidate = nearest ?? 0 }
        return nearest == candidate ? nearest.map { Double($0) } : nil
    }
}
