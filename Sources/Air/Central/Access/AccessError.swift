package import Bluetooth

/// Why an operation failed.
package enum AccessError: Error, Sendable, Equatable {
    /// The board refused.
    case attribute(ATTError)
    /// There is no link, or it ended meanwhile; the reason in words.
    case ended(String)
    /// The board has no such characteristic, or it does not support this; in words.
    case missing(String)
    /// It did not complete in time; what was waited for, in words.
    case timedOut(String)
    /// This access does not support it; in words.
    case unable(String)
    /// The access has failed: the controller or the bus is gone; in words, with a fix.
    case broken(String)
}

extension AccessError: CustomStringConvertible {
    /// One sentence.
    package var description: String {
        switch self {
        case .attribute(let error): "the board refused: \(error)"
        case .ended(let why): "there is no link: \(why)"
        case .timedOut(let what): "timed out waiting for \(what)"
        case .missing(let what): what
        case .unable(let what): what
        case .broken(let what): what
        }
    }
}

extension AccessError {
    /// What went wrong with a central or on one of its links.
    package init(_ error: CentralError) {
        self =
            switch error {
            case .attribute(let refusal, _): .attribute(refusal)
            case .disconnected(let reason): .ended("\(reason)")
            case .timeout(let what): .timedOut(what)
            case .notFound(let uuid): .missing("the board has no characteristic \(uuid)")
            case .notSubscribable: .missing("\(error)")
            default: .unable("\(error)")
            }
    }
}
