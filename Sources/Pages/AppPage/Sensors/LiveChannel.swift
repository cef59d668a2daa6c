internal import Foundation
internal import Synchronization

/// The samples of one sensor while it streams: what the page shows of them, and what is exported and kept.
final class LiveChannel: Sendable {
    /// What a page shows.
    struct View: Sendable {
        var count = 0
        /// Of ``mostKept``, the oldest are not kept.
        var forgotten = 0
        var latest: [Float] = []
        /// Samples per second over the last ``window`` samples; nil for fewer than two packets.
        var rate: Double?
    }

    private struct Content {
        var samples: [FlatSample] = []
        var count = 0
        var forgotten = 0
        /// Arrivals of the last samples.
        var arrivals: [Date] = []
        var clock: SampleClock
    }

    /// Half an hour at 100 Hz.
    static let mostKept = 180_000
    private static let window = 32

    let sensor: AppSensor
    let setup: SensorSetup
    let signal: any AppSource
    /// Of the stream, in blocks of samples.
    let number: Int
    private let start: Date
    private let outlet: AppOutlet
    private let content: Mutex<Content>

    /// - Parameter start: of the page's time.
    init(
        _ sensor: AppSensor, _ setup: SensorSetup, _ signal: any AppSource, number: Int,
        start: Date, to outlet: AppOutlet
    ) {
        self.sensor = sensor
        self.setup = setup
        self.signal = signal
        self.number = number
        self.start = start
        self.outlet = outlet
        content = Mutex(Content(clock: SampleClock(step: 1 / setup.rate)))
    }

    /// Takes a sample as it comes.
    func take(_ sample: FlatSample) {
        content.withLock { content in
            content.count += 1
            content.arrivals.append(sample.time)
            // Those of one packet arrive together, so a few more are kept than are counted.
            if content.arrivals.count > 2 * Self.window {
                content.arrivals.removeFirst(Self.window / 2)
            }
            var placed = sample
            let time = content.clock.place(sample.time.timeIntervalSince(start))
            placed.time = start.addingTimeInterval(time)
            content.samples.append(placed)
            if content.samples.count > Self.mostKept {
                let surplus = Self.mostKept / 10
                content.samples.removeFirst(surplus)
                content.forgotten += surplus
            }
            outlet.add(
                sample.numbers(sensor.axes), to: number, at: time, step: 1 / setup.rate)
        }
    }

    /// The stream begins again after a pause: the pause does not count.
    func resume() { content.withLock { $0.arrivals = [] } }

    var view: View {
        content.withLock { content in
            View(
                count: content.count, forgotten: content.forgotten,
                latest: content.samples.last?.numbers(sensor.axes) ?? [],
                rate: Self.rate(content.arrivals.suffix(Self.window)))
        }
    }

    /// All that was kept.
    var samples: [FlatSample] { content.withLock { $0.samples } }

    /// Samples after the first packet by the time since then.
    private static func rate(_ arrivals: ArraySlice<Date>) -> Double? {
        guard let first = arrivals.first, let last = arrivals.last, last > first else { return nil }
        return Double(arrivals.count { $0 > first }) / last.timeIntervalSince(first)
    }
}

/// Places samples at equal distances although they arrive in packets: by the sensor's rate, as long as that agrees with
/// the arrivals.
struct SampleClock: Sendable {
    /// Seconds.
    let step: Double
    private var last: Double?

    init(step: Double) { self.step = step }

    /// How far a sample may lie before or behind its arrival.
    private var tolerance: Double { max(0.25, 2 * step) }

    /// Where a sample belongs that arrives at a time.
    mutating func place(_ arrival: Double) -> Double {
        let next = last.map { $0 + step }
        let placed =
            if let next, abs(next - arrival) <= tolerance { next } else { arrival }
        last = placed
        return placed
    }
}
