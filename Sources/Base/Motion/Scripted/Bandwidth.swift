/// The highest frequency of a motion, and the nanoseconds in which it stays the same.
struct Bandwidth {
    let hertz: Double
    let from: Int64
    /// The first nanosecond after it.
    let until: Int64

    init(_ hertz: Double, from: Int64, until: Int64) {
        self.hertz = hertz
        self.from = from
        self.until = until
    }

    /// Known at one nanosecond only.
    init(_ hertz: Double, at time: Int64) {
        self.init(hertz, from: time, until: time < .max ? time + 1 : time)
    }

    /// Known at no time.
    static let unknown = Bandwidth(0, from: .max, until: .min)

    @inline(__always) func holds(_ time: Int64) -> Bool { time >= from && time < until }

    /// The end of the tenth of a second after `start` in which the previous motion's bandwidth counts
    /// as well.
    static func calm(after start: Int64) -> Int64 { min(start, .max - 100_000_000) + 100_000_000 }
}
