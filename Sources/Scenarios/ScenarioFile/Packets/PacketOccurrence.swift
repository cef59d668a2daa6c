import Declaration
import VirtualRadio

/// One packet of a link: the how-manieth that matches, counted from when the fault begins.
package struct PacketOccurrence: Hashable, Sendable {
    /// Which packets count.
    package var pattern: PacketPattern
    /// Which of them, from 1 on.
    package var number: Int
    /// Of which connection of the board, from 1 on; nil: of any.
    package var connection: Int?

    /// The first packet of any kind, unless said otherwise.
    package init(
        _ pattern: PacketPattern = PacketPattern(to: .central, .value, [nil]), number: Int = 1,
        connection: Int? = nil
    ) {
        (self.pattern, self.number, self.connection) = (pattern, number, connection)
    }

    /// The keys of a section that has one.
    static func declare<S>(_ keys: inout Keys<S>, _ path: WritableKeyPath<S, PacketOccurrence>) {
        keys.required(
            path.appending(path: \.pattern), "packet", principal: true,
            "Which packets of the board's links count.")
        keys.optional(
            path.appending(path: \.number), "number", in: 1...1_000_000,
            "Which of them, counted from when this begins.")
        keys.optional(
            path.appending(path: \.connection), "connection", in: 1...65_535,
            otherwise: "of any", "Of which connection of the board, counted from the run's start.")
    }

    /// `the 3rd > 0b 86 of connection 2`.
    package var words: String {
        "packet \(number) of `\(pattern.text)`" + (connection.map { " on connection \($0)" } ?? "")
    }
}
