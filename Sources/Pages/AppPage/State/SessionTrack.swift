internal import Foundation
internal import JSON

/// The samples of a session as browsers fetch them, part by part.
struct SessionTrack: Sendable {
    /// Samples that a browser is given; of a longer session, one in so many that it is not more.
    static let most = 400_000
    /// Samples of a part: an answer is small enough not to hold up others.
    static let part = 20_000

    /// Of the session's samples, one in so many.
    let every: Int
    /// Seconds since the first sample.
    let times: [Double]
    /// Numbers of a sample.
    let width: Int
    /// Sample after sample.
    let values: [Float]

    /// - Parameters:
    ///   - times: seconds since the first sample.
    ///   - samples: as many, of the same length each.
    init(_ times: [Double], _ samples: [[Float]], most: Int = Self.most) {
        every = max(1, (times.count + most - 1) / most)
        width = samples.first?.count ?? 0
        let places = stride(from: 0, to: times.count, by: every)
        self.times = places.map { times[$0] }
        values = places.flatMap { samples[$0] }
    }

    /// A part: from which sample on, how many, and their bytes in base 64, all times (eight bytes each) and then all values
    /// (four bytes each), least significant byte first.
    func answer(from start: Int) -> JSONValue {
        let range = min(start, times.count)..<min(start + Self.part, times.count)
        var bytes = Data(capacity: range.count * (8 + 4 * width))
        func append(_ bits: UInt64, _ count: Int) {
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * place))) }
        }
        for time in times[range] { append(time.bitPattern, 8) }
        for value in values[range.lowerBound * width..<range.upperBound * width] {
            append(UInt64(value.bitPattern), 4)
        }
        return Fields.object { entry in
            entry.add("from", range.lowerBound)
            entry.add("count", range.count)
            entry.add("data", bytes.base64EncodedString())
        }
    }
}
