/// Why a file cannot be replayed: what is wrong, where, and what to do.
package struct CaptureError: Error, Equatable, Sendable {
    /// Where in a file.
    package enum Place: Equatable, Sendable {
        /// From the start of the file, from 0.
        case byte(Int)
        /// From 1.
        case line(Int)
        case whole
    }

    package var message: String
    package var place: Place
    /// What to do instead.
    package var fix: String

    init(_ message: String, at place: Place = .whole, fix: String) {
        self.message = message
        self.place = place
        self.fix = fix
    }
}

extension CaptureError: CustomStringConvertible {
    /// What follows the file's name: `:12: error: …` or `: error: byte 24: …`.
    package var description: String {
        switch place {
        case .byte(let offset): ": error: byte \(offset): \(message); \(fix)"
        case .line(let line): ":\(line): error: \(message); \(fix)"
        case .whole: ": error: \(message); \(fix)"
        }
    }
}
