/// Why a board's stored flash or bonds cannot be used: where, what is wrong, and how to fix it.
///
/// Nothing is ever replaced silently: the user decides.
package struct FlashStoreError: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Problem: Equatable, Sendable {
        /// The system refused; its error text.
        case system(String)
        /// Another process has the board's flash open.
        case inUse
        /// The file does not begin like a flash.
        case notAFlash
        /// The file does not begin like a bond file.
        case notBonds
        /// A later or unknown version of the format.
        case version(UInt32)
        /// The flash is one of another kind of board.
        case otherBoard(found: String, expected: String)
        /// The flash has another geometry.
        case otherGeometry(found: String, expected: String)
        /// A wrong checksum or an impossible order of records.
        case damaged(String)
    }

    /// The file or directory.
    package var file: String
    /// The byte at which it was noticed.
    package var offset: Int?
    /// What is wrong.
    package var problem: Problem

    init(_ file: String, at offset: Int? = nil, _ problem: Problem) {
        self.file = file
        self.offset = offset
        self.problem = problem
    }

    /// What to do about it, in a sentence.
    package var fix: String {
        switch problem {
        case .system: "Fix what the system reports, or name another state directory."
        case .inUse: "Stop the other run, or give this board its own state directory."
        case .notAFlash, .notBonds:
            "Name a directory that boardsim created, or move this file away."
        case .version: "Run the boardsim that wrote it, or move the file away to start over."
        case .otherBoard, .otherGeometry:
            "Use the same model and flash as before, or another state directory."
        case .damaged: "Restore the file from a copy, or move it away to start over."
        }
    }
}

extension FlashStoreError: CustomStringConvertible {
    /// `state/wrist/flash.journal, byte 96: … Fix.`
    package var description: String {
        let place = offset.map { "\(file), byte \($0)" } ?? file
        let what =
            switch problem {
            case .system(let words): words
            case .inUse: "another process is using it"
            case .notAFlash: "this is not a boardsim flash file"
            case .notBonds: "this is not a boardsim bond file"
            case .version(let found): "its format is version \(found); this boardsim knows 1 and 2"
            case .otherBoard(let found, let expected):
                "it is the flash of a \(found), not of a \(expected)"
            case .otherGeometry(let found, let expected): "it holds \(found), not \(expected)"
            case .damaged(let what): "it is damaged: \(what)"
            }
        return "\(place): \(what). \(fix)"
    }
}
