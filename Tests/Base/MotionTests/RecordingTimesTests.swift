import Foundation
import Testing

@testable import Motion

/// Recordings as real writers stamp them: a sine goes in, and the same sine must come out.
@Suite struct `Times of a recording` {
    /// 0.5 g at 10 Hz on x, taken 50 times a second.
    private static func value(_ time: Double) -> Double { 0.5 * sin(2 * .pi * 10 * time) }

    private static func file(_ count: Int = 300, stamp: (Int) -> Double) -> String {
        var text = "time (s),x (g),y (g),z (g)\n"
        for i in 0..<count {
            let time = (stamp(i) * 1000).rounded() / 1000
            text += "\(time),\(value(Double(i) * 0.02)),0.1,0.9\n"
        }
        return text
    }

    /// The amplitudes of x in g, by frequency in steps of 0.1 Hz, under a Hann window.
    private static func spectrum(_ recording: Recording) -> [(frequency: Double, amplitude: Double)]
    {
        let samples = recording.specificForce.map { $0.x / standardGravity }
        let mean = samples.reduce(0, +) / Double(samples.count)
        let weights = samples.indices.map {
            1 - cos(2 * .pi * (Double($0) + 0.5) / Double(samples.count))
        }
        return stride(from: 0.1, to: recording.rate / 2, by: 0.1).map { frequency in
            var (real, imaginary) = (0.0, 0.0)
            for (i, sample) in samples.enumerated() {
                let angle = 2 * Double.pi * frequency * Double(i) / recording.rate
                real += (sample - mean) * weights[i] * cos(angle)
                imaginary += (sample - mean) * weights[i] * sin(angle)
            }
            return (
                frequency,
                2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
            )
        }
    }

    /// The amplitude within 10 %, nothing else above 5 %.
    private static func expectSine(
        _ recording: Recording, at frequency: Double = 10, amplitude: Double = 0.5,
        _ name: String
    ) {
        let spectrum = spectrum(recording)
        let width = 3 / recording.duration + 0.1
        let peak = spectrum.max { $0.amplitude < $1.amplitude }
        #expect(((peak?.frequency ?? 0) - frequency).magnitude < 0.25, "\(name): \(peak as Any)")
        #expect(
            ((peak?.amplitude ?? 0) / amplitude - 1).magnitude < 0.1, "\(name): \(peak as Any)")
        let other = spectrum.filter { ($0.frequency - frequency).magnitude > width }
            .max { $0.amplitude < $1.amplitude }
        #expect((other?.amplitude ?? 0) < 0.05 * amplitude, "\(name): \(other as Any)")
    }

    @Test(arguments: ["packets", "events", "decimals", "seconds", "late", "single", "pairs"])
    func `that repeat or bunch are spread evenly, and a note says so`(shape: String) throws {
        let text = Self.file { i in
            switch shape {
            // Three samples of a packet, four of a connection event.
            case "packets": Double(i / 3) * 0.06
            case "events": Double(i / 4) * 0.08 + Double(i % 4) * 0.001
            case "decimals": (Double(i) * 0.2).rounded(.down) / 10
            // The first second is half over.
            case "seconds": ((Double(i) * 0.02) + 0.5).rounded(.down)
            // The link stalls for half a second; then comes what was waiting.
            case "late": i >= 90 && i < 115 ? 2.28 : Double(i / 3) * 0.06
            case "single": i >= 90 && i < 115 ? 2.28 : Double(i) * 0.02
            default: Double(i / 2) * 0.04
            }
        }
        let recording = try Recording(csv: text)
        #expect(recording.specificForce.count == 300)
        #expect((recording.rate - 50).magnitude < 0.6, "\(recording.rate)")
        Self.expectSine(recording, shape)
        #expect(
            recording.notes.contains { $0.contains("spread evenly") && $0.contains("Hz") },
            "\(recording.notes)")
    }

    @Test func `with jitter are spread evenly`() throws {
        let off = [0.0, 4, -6, 9, 3, 0, -9, 20, 18, 6].map { $0 * 1e-3 }
        let recording = try Recording(csv: Self.file { Double($0) * 0.02 + off[$0 % 10] })
        #expect(recording.specificForce.count == 300)
        Self.expectSine(recording, "jitter")
        #expect(recording.notes.contains { $0.contains("spread evenly") }, "\(recording.notes)")
    }

    @Test(arguments: [1, 3])
    func `keep a pause, also between packets`(samples: Int) throws {
        let recording = try Recording(
            csv: Self.file { Double($0 / samples * samples) * 0.02 + ($0 >= 150 ? 1 : 0) })
        #expect((recording.rate - 50).magnitude < 1e-6)
        #expect(recording.specificForce.count == 350)
        #expect(
            recording.notes.contains { $0.contains("a pause is bridged") }, "\(recording.notes)")
        for half in [0..<150, 200..<350] {
            let part = Recording(rate: 50, specificForce: Array(recording.specificForce[half]))
            Self.expectSine(part, "\(half)")
        }
    }

    @Test func `of a column with more digits are taken`() throws {
        var text = "epoch (ms),elapsed (s),x (g),y (g),z (g)\n"
        for i in 0..<300 {
            text += "\(1_547_579_000_000 + 20 * i),\((Double(i) * 0.2).rounded(.down) / 10),"
            text += "\(Self.value(Double(i) * 0.02)),0.1,0.9\n"
        }
        let recording = try Recording(csv: text)
        #expect((recording.rate - 50).magnitude < 1e-4 && recording.notes.isEmpty)
        Self.expectSine(recording, "epochs")
    }

    @Test func `that cannot be known are refused with the rows that repeat`() {
        let texts = [
            // Two seconds of which neither is whole.
            Self.file(60) { ((Double($0) * 0.02) + 0.4).rounded(.down) },
            // As many as it likes.
            Self.file(200) { i in
                let starts = [0, 3, 90, 93, 170, 171, 190]
                let bunch = starts.lastIndex { $0 <= i } ?? 0
                return [0, 1, 2, 9, 10, 11, 60][bunch]
            },
        ]
        for text in texts {
            let error = #expect(throws: RecordingError.self) { try Recording(csv: text) }
            #expect(error?.problem.contains("repeat one time") == true, "\(error as Any)")
            #expect(error?.problem.contains("give the rate") == false)
            #expect(error?.line == 2)
        }
    }

    @Test func `that are a board's pauses are no bunches`() throws {
        // Five samples a second apart, each minute.
        let recording = try Recording(
            csv: Self.file(100) { Double($0 / 20) * 60 + Double($0 % 20) })
        #expect((recording.rate - 1).magnitude < 1e-6 && recording.specificForce.count == 260)
    }
}
