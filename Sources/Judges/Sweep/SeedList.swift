/// Seeds as on the command line: `1..1000`, `7`, `1..10,20,30..40`.
package struct SeedList: Sendable, Equatable, CustomStringConvertible {
    private let ranges: [ClosedRange<UInt64>]
    package let count: Int
    package let description: String

    /// More are a typing error.
    package static let most = 100_000_000

    package init(_ text: String) throws(SweepError) {
        var ranges: [ClosedRange<UInt64>] = []
        var count = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "..", omittingEmptySubsequences: false)
            guard ends.count <= 2, let first = ends.first.flatMap({ UInt64($0) }),
                let last = ends.last.flatMap({ UInt64($0) }), last >= first,
                last - first < UInt64(Self.most)
            else {
                throw SweepError(
                    "--seeds is `\(text)`; write a range such as `1..1000`, or seeds such as `1,5,9`"
                )
            }
            if let double = ranges.first(where: { $0.overlaps(first...last) }) {
                throw SweepError(
                    "--seeds is `\(text)` and has seed \(max(double.lowerBound, first)) twice; write"
                        + " each seed once")
            }
            ranges.append(first...last)
            count += Int(last - first) + 1
        }
        guard count <= Self.most else {
            throw SweepError("--seeds is `\(text)`, more than \(Self.most) seeds; write fewer")
        }
        self.ranges = ranges
        self.count = count
        description = text
    }

    package subscript(place: Int) -> UInt64 {
        var rest = UInt64(place)
        for range in ranges {
            let length = range.upperBound - range.lowerBound + 1
            if rest < length { return range.lowerBound + rest }
            rest -= length
        }
        return ranges[0].lowerBound
    }
}

/// A sweep that cannot begin or continue, in words.
package struct SweepError: Error, Equatable, Sendable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}
