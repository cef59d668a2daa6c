/// Where a board's USB port is, in the form `--radio usb-pty:PATH[:BOARD]`.
package struct USBAddress: Hashable, Sendable {
    /// What such an address begins with.
    package static let prefix = "usb-pty:"

    /// The link that clients open.
    package var path: String
    /// The board's name; nil for the only one with a USB port.
    package var board: String?

    /// The text after the last colon is a board, unless it contains a `/`.
    package init(_ text: String) throws(USBAddressError) {
        guard text.hasPrefix(Self.prefix) else { throw .noPath }
        let place = text.dropFirst(Self.prefix.count)
        if let colon = place.lastIndex(of: ":"), !place[colon...].contains("/") {
            path = String(place[..<colon])
            board = String(place[colon...].dropFirst())
        } else {
            path = String(place)
        }
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .noPath }
        if board?.isEmpty == true { throw .noBoard }
    }
}

extension USBAddress: CustomStringConvertible {
    /// As it is written on the command line.
    package var description: String {
        Self.prefix + path + (board.map { ":" + $0 } ?? "")
    }
}

/// What is wrong with the text of a USB port's address.
package enum USBAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing after `usb-pty:`.
    case noPath
    /// Nothing after the colon that follows the path.
    case noBoard

    /// What is wrong, and how to fix it.
    package var description: String {
        switch self {
        case .noPath: "the path is missing; write `usb-pty:PATH` or `usb-pty:PATH:BOARD`"
        case .noBoard:
            "the board's name is missing after the last `:`; omit the colon for the only board"
        }
    }
}
