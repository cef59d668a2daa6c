/// One part of a suite that several machines share: part `index` of `count`.
package struct Shard: Sendable, Equatable, Hashable, CustomStringConvertible {
    /// From 1.
    package let index: Int
    /// How many parts there are; at most `most`.
    package let count: Int

    /// More than anybody's machines; a larger number is a typing error.
    package static let most = 1_000_000

    /// Part `index` of `count`, which must be 1 to `count` and 1 to `most`.
    package init(_ index: Int, of count: Int) throws(ShardError) {
        guard count >= 1, count <= Self.most else { throw .badCount("\(count)") }
        guard index >= 1, index <= count else { throw .badIndex(index, of: count) }
        self.index = index
        self.count = count
    }

    /// As on the command line: `2/8`.
    package init(_ text: String) throws(ShardError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Self.number(parts[0]), let count = Self.number(parts[1])
        else { throw .notUnderstood(text) }
        try self.init(index, of: count)
    }

    /// Whether the case at this place of the whole run, from 0, belongs to this part. Neighbours go to
    /// different parts, because they take similar times.
    package func contains(place: Int) -> Bool { place >= 0 && place % count == index - 1 }

    /// `2/8`.
    package var description: String { "\(index)/\(count)" }

    /// Digits only: `Int` would also take a sign.
    static func number(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(text)
    }
}

/// An invalid part of a suite, with the fix.
package enum ShardError: Error, Equatable, CustomStringConvertible {
    /// Not of the form `i/n`.
    case notUnderstood(String)
    /// Zero parts, or too many.
    case badCount(String)
    /// Not one of the parts.
    case badIndex(Int, of: Int)
    /// Slurm's variables are not set.
    case noArray(missing: String)
    /// Slurm's variables do not determine which of how many tasks this is.
    case oddArray(String)

    package var description: String {
        switch self {
        case .notUnderstood(let text):
            "`\(text)` is not a part of a suite; write `2/8` for the second of eight, or `slurm`"
        case .badCount(let count):
            "a suite cannot be split into \(count) parts; write a number from 1 to \(Shard.most)"
        case .badIndex(let index, let count):
            "there is no part \(index) of \(count); parts count from 1: write 1/\(count) to"
                + " \(count)/\(count)"
        case .noArray(let missing):
            "\(missing) is not set: this is not a task of a Slurm array; start it with"
                + " `sbatch --array=1-8`, or write the part as `2/8`"
        case .oddArray(let why):
            "\(why), so the part cannot be determined; use a range such as `--array=1-8`, or write"
                + " the part as `2/8`"
        }
    }
}
