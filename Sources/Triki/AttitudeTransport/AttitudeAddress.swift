import EventLoop

/// Where the attitudes for a simulated board arrive, in the form of `--attitude [BOARD@][HOST:]PORT`.
package struct AttitudeAddress: Hashable, Sendable, CustomStringConvertible {
    /// The board's name; nil for the only one.
    package var board: String?
    /// Where to listen.
    package var place: NetworkPlace

    /// The text before the last `@` is a board.
    package init(_ text: String) throws(AttitudeAddressError) {
        var rest = text[...]
        if let at = text.lastIndex(of: "@") {
            board = String(text[..<at])
            rest = text[at...].dropFirst()
            guard at != text.startIndex else { throw .noBoard }
        }
        do throws(NetworkPlaceError) { place = try NetworkPlace(rest) } catch {
            throw .place(error)
        }
    }

    /// As it is written on the command line.
    package var description: String { (board.map { $0 + "@" } ?? "") + "\(place)" }
}

/// What is wrong with the text of such an address.
package enum AttitudeAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing before the `@`.
    case noBoard
    /// The rest is no host and port.
    case place(NetworkPlaceError)

    /// What is wrong, and how to fix it.
    package var description: String {
        switch self {
        case .noBoard: "the board's name is missing before `@`; omit the `@` for the only board"
        case .place(let error): "\(error)"
        }
    }
}
