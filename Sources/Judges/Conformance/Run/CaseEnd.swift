import Central
import YAML

/// Why a case ended early.
package enum CaseEnd: Error {
    /// The board did not do what it should.
    case failed(String, at: Mark)
    /// The transport does not support what a step needs.
    case skipped(String, at: Mark)
    /// It could not be judged: something is wrong with the case, the transport or the starting point.
    case open(String, at: Mark)
}

extension AccessError {
    /// The verdict on a case that expects something of the board.
    func end(at mark: Mark) -> CaseEnd {
        switch self {
        case .attribute, .ended, .missing, .timedOut: .failed("\(self)", at: mark)
        case .unable(let what): .skipped(what, at: mark)
        case .broken(let what): .open(what, at: mark)
        }
    }
}
