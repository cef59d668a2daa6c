import Conformance

extension LinkComparison {
    private typealias Chunk = (time: Int64, bytes: [UInt8])

    /// From a START to the next command that changes something.
    private struct CapStream {
        var from: Int64
        var to = Int64.max
        /// The command; empty if the stream began before the capture.
        var start: [UInt8]

        func frames(_ chunks: [Chunk]) -> CapFrames {
            var frames = CapFrames()
            for chunk in chunks where (from..<to).contains(chunk.time) {
                frames.take(chunk.bytes, at: chunk.time)
            }
            return frames
        }
    }

    /// Compares the frames of a cap: their form, the button and the rate of each stream, and all bytes together.
    mutating func compareFrames() {
        func chunks(_ events: [CapturedLink.TimedEvent], from began: Int64) -> [Chunk] {
            events.compactMap { item in
                guard case .value(KnownCharacteristic.trikiTransmit, let bytes) = item.event else {
                    return nil
                }
                return (item.time - began, bytes)
            }
        }
        let (a, b) = (chunks(link.events, from: link.began), chunks(played.values, from: 0))
        guard !a.isEmpty || !b.isEmpty else { return }
        var differences: [Difference] = []
        var checks: [NumericCheck] = []
        if a.isEmpty {
            differences.append(
                Difference(words: "only the model sends frames", time: b[0].time))
        } else if b.isEmpty {
            differences.append(
                Difference(words: "only the captured cap sends frames", time: a[0].time))
        } else {
            for stream in capStreams {
                compare(stream, stream.frames(a), stream.frames(b), &differences, &checks)
            }
        }
        let count = (a.reduce(0) { $0 + $1.bytes.count }, b.reduce(0) { $0 + $1.bytes.count })
        let slack = max(64, tolerance.rate * Double(count.0))
        checks.append(
            NumericCheck(
                name: "bytes of frames", seconds: 0, value: Double(count.1),
                low: Double(count.0) - slack, high: Double(count.0) + slack))
        add(
            "STREAM", "FRAMES", title: "the frames of the cap", differences, of: a.count,
            checks: checks)
    }

    /// The streams that the host started, in their order.
    private var capStreams: [CapStream] {
        var streams = [CapStream(from: 0, start: [])]
        for item in link.events {
            guard case .write(KnownCharacteristic.trikiReceive, let bytes, _) = item.event,
                bytes.first == CapCommand.stream, bytes != streams.last?.start
            else { continue }
            let time = item.time - link.began
            streams[streams.count - 1].to = time
            streams.append(CapStream(from: time, start: bytes))
        }
        // What still arrives after STOP is neither stream.
        return streams.filter { $0.start.isEmpty || CapCommand.isStart($0.start) }
    }

    private func compare(
        _ stream: CapStream, _ a: CapFrames, _ b: CapFrames, _ differences: inout [Difference],
        _ checks: inout [NumericCheck]
    ) {
        // Too few to say.
        guard max(a.beginning.count, b.beginning.count) >= 8 * CapFrames.length else { return }
        func differ(_ words: String) {
            differences.append(
                Difference(
                    words: words, time: stream.from,
                    captured: Array(a.beginning.prefix(CapFrames.length)),
                    played: Array(b.beginning.prefix(CapFrames.length))))
        }
        guard a.period == b.period else {
            func form(_ frames: CapFrames) -> String {
                frames.period.map { "frames of \($0) bytes" } ?? "no frames that begin with 22"
            }
            return differ("\(form(a)) captured, \(form(b)) here")
        }
        guard a.period == CapFrames.length else { return }
        let seconds = Double(stream.from) / 1e9
        if let rate = a.rate {
            checks.append(
                NumericCheck(
                    name: "rate of the frames", unit: "Hz", seconds: seconds, value: b.rate ?? 0,
                    low: rate * (1 - tolerance.rate), high: rate * (1 + tolerance.rate)))
        }
        if a.isCounting != b.isCounting {
            differ(
                a.isCounting
                    ? "byte 1 of the frames is not the button in the capture, and is here"
                    : "byte 1 of the frames is the button in the capture, and not here")
        } else if !a.isCounting {
            let slack = max(Double(tolerance.packets), tolerance.rate * Double(a.pressed))
            checks.append(
                NumericCheck(
                    name: "frames with the button pressed", seconds: seconds,
                    value: Double(b.pressed), low: Double(a.pressed) - slack,
                    high: Double(a.pressed) + slack))
        }
    }
}
