/// A JSON value that is not what it should be, with the path to it.
package struct JSONFault: Error, Equatable {
    package enum Step: Equatable, Sendable {
        case key(String)
        case index(Int)
    }

    /// From the whole to the part.
    package private(set) var path: [Step] = []
    /// What is wrong with it, to follow its name: `is missing`.
    package let words: String

    private init(_ words: String) { self.words = words }

    /// What is wrong, to follow the name of the value.
    package static func wrong(_ words: String) -> JSONFault { JSONFault(words) }

    package static let missing = JSONFault("is missing")
    static let wrongType = JSONFault("has the wrong type")
    static let outOfRange = JSONFault("is out of range")

    /// The fault of a whole that has it in one of its parts.
    package func inside(_ step: Step) -> JSONFault {
        var fault = self
        fault.path.insert(step, at: 0)
        return fault
    }

    /// A sentence without its end: `results[3].verdict` is missing.
    ///
    /// - Parameter whole: the name of the value with an empty path.
    package func sentence(about whole: String) -> String {
        guard !path.isEmpty else { return "\(whole) \(words)" }
        var place = ""
        for step in path {
            switch step {
            case .key(let key): place += (place.isEmpty ? "" : ".") + key
            case .index(let index): place += "[\(index)]"
            }
        }
        return "`\(place)` \(words)"
    }
}

extension JSONFault: CustomStringConvertible {
    package var description: String { sentence(about: "the value") }
}
