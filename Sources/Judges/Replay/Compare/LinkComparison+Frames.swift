import CapProtocol
import Conformance

extension LinkComparison {
    /// Compares the frames of a cap: their form, the button and the rate of each stream, and all bytes together.
    mutating func compareFrames() {
        let (a, b) = (CapTraffic(capturedOn: link), played.caps)
        guard a.packets > 0 || b.packets > 0 else { return }
        var differences: [Difference] = []
        var checks: [NumericCheck] = []
        if a.packets == 0 {
            differences.append(
                Difference(words: "only the model sends frames", time: b.first ?? 0))
        } else if b.packets == 0 {
            differences.append(
                Difference(words: "only the captured cap sends frames", time: a.first ?? 0))
        } else {
            for (captured, model) in zip(a.streams, b.streams) {
                compare(captured, captured.frames, model.frames, &differences, &checks)
            }
        }
        checks.append(
            Self.count(
                "bytes of frames", at: 0, b.bytes, captured: a.bytes,
                slack: max(64, tolerance.rate * Double(a.bytes))))
        add(
            "STREAM", "FRAMES", title: "the frames of the cap", differences, of: a.packets,
            checks: checks)
    }

    private func compare(
        _ stream: CapTraffic.Stream, _ a: CapFrames, _ b: CapFrames,
        _ differences: inout [Difference],
        _ checks: inout [NumericCheck]
    ) {
        // Too few to say.
        guard max(a.beginning.count, b.beginning.count) >= 8 * CapFrame.length else { return }
        func differ(_ words: String) {
            differences.append(
                Difference(
                    words: words, time: stream.from,
                    captured: Array(a.beginning.prefix(CapFrame.length)),
                    played: Array(b.beginning.prefix(CapFrame.length))))
        }
        guard a.period == b.period else {
            func form(_ frames: CapFrames) -> String {
                frames.period.map { "frames of \($0) bytes" } ?? "no frames that begin with 22"
            }
            return differ("\(form(a)) captured, \(form(b)) here")
        }
        guard a.period == CapFrame.length else { return }
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
            checks.append(
                Self.count(
                    "frames with the button pressed", at: seconds, b.pressed, captured: a.pressed,
                    slack: max(Double(tolerance.packets), tolerance.rate * Double(a.pressed))))
        }
    }
}
