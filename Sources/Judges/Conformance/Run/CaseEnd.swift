import Central
import YAML

/// Why a case went no further.
enum CaseEnd: Error {
    /// The board did something else than it should.
    case failed(String, at: Mark)
    /// The way does not allow what a step needs.
    case skipped(String, at: Mark)
    /// It cannot be said: the case, the way or the beginning are not as they should be.
    case open(String, at: Mark)
}

extension AccessError {
    /// What it means for a case in which the board was to do something.
    func end(at mark: Mark) -> CaseEnd {
        switch self {
        case .attribute, .ended, .missing, .timedOut: .failed("\(self)", at: mark)
        case .unable(let what): .skipped(what, at: mark)
        case .broken(let what): .open(what, at: mark)
        }
    }
}
