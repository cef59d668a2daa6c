/// Why a kept flash, or a board's kept bonds, cannot be used: where, what is wrong, and the mend.
///
/// Nothing is ever replaced silently: a person decides.
public struct FlashStoreError: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Problem: Equatable, Sendable {
        /// The system refused; its own words.
        case system(String)
        /// Another process has the board's flash open.
        case inUse
        /// The file does not begin as a flash does.
        case notAFlash
        /// The file does not begin as one of bonds does.
        case notBonds
        /// A later or unknown version of the file's form.
        case version(UInt32)
        /// The flash is one of another kind of board.
        case otherBoard(found: String, expected: String)
        /// The flash is cut in another way.
        case otherGeometry(found: String, expected: String)
        /// What a checksum or the order of records says cannot be.
        case damaged(String)
    }

    /// The file or directory.
    public var file: String
    /// The byte at which it was noticed.
    public var offset: Int?
    /// What is wrong.
    public var problem: Problem

    init(_ file: String, at offset: Int? = nil, _ problem: Problem) {
        self.file = file
        self.offset = offset
        self.problem = problem
    }

    /// What to do about it, in a sentence.
    public var mend: String {
        switch problem {
        case .system: "Mend what the system says, or name another state directory."
        case .inUse: "End the other run, or give this board a state directory of its own."
        case .notAFlash, .notBonds: "Name a directory that boardsim made, or move this file away."
        case .version: "Run the boardsim that wrote it, or move the file away to begin anew."
        case .otherBoard, .otherGeometry:
            "Use the same model and flash as before, or another state directory."
        case .damaged: "Bring the file back from a copy, or move it away to begin anew."
        }
    }
}

extension FlashStoreError: CustomStringConvertible {
    /// `state/wrist/flash.journal, byte 96: … Mend.`
    public var description: String {
        let place = offset.map { "\(file), byte \($0)" } ?? file
        let what =
            switch problem {
            case .system(let words): words
            case .inUse: "another process uses it"
            case .notAFlash: "this is no flash of boardsim"
            case .notBonds: "this is no file of boardsim's bonds"
            case .version(let found): "its form has version \(found), this boardsim knows 1 and 2"
            case .otherBoard(let found, let expected):
                "it is the flash of a \(found), not of a \(expected)"
            case .otherGeometry(let found, let expected): "it holds \(found), not \(expected)"
            case .damaged(let what): "it is damaged: \(what)"
            }
        return "\(place): \(what). \(mend)"
    }
}
