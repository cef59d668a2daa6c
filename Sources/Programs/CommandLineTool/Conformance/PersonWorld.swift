import Central
import CommandLineProgram
import Conformance
import ScenarioFile
import Simulation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A person at a terminal, who performs a case's actions on a real board.
final class PersonWorld: CaseWorld {
    private let access: BoardAccess
    private let console: Console
    /// The start of a line that is still being typed.
    private var typed: [UInt8] = []
    /// Input has ended, so nothing more can be asked.
    private var isGone = false

    init(_ access: BoardAccess, _ console: Console) {
        self.access = access
        self.console = console
    }

    /// Whether a person can be there at all.
    static var hasTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    func apply(_ input: any InputKind, words: String) throws(CannotDo) { try ask(words) }

    /// A person can reset a board, or carry it away; the rest is not in human hands.
    func apply(_ fault: FaultStep, words: String) throws(CannotDo) {
        guard fault.kind.isInHumanHands else {
            throw CannotDo("this cannot be done to a real board: \(words)")
        }
        try ask(words)
    }

    func move(_ step: MoveStep) throws(CannotDo) { try ask("move the board: \(step.says)") }

    /// Shows an instruction and waits for Enter, while it keeps the link alive.
    private func ask(_ words: String) throws(CannotDo) {
        let answer = try answer(to: words, "\(words), then press Enter (s and Enter to skip) ")
        if answer.first == UInt8(ascii: "s") { throw CannotDo("not done: \(words)") }
    }

    /// Asks something that is answered by yes or no; nil if nobody answers, or something else.
    func decides(_ question: String) -> Bool? {
        guard let answer = try? answer(to: question, "\(question)? (y or n, then Enter) ") else {
            return nil
        }
        switch answer.first {
        case UInt8(ascii: "y"), UInt8(ascii: "Y"): return true
        case UInt8(ascii: "n"), UInt8(ascii: "N"): return false
        default: return nil
        }
    }

    private func answer(to words: String, _ prompt: String) throws(CannotDo) -> [UInt8] {
        guard !isGone else { throw CannotDo("the terminal input has ended: \(words)") }
        // An Enter typed before this prompt does not answer it.
        tcflush(STDIN_FILENO, TCIFLUSH)
        typed = []
        console.complain("\n>>> \(prompt)")
        return try line(words)
    }

    /// The line that is typed next.
    private func line(_ words: String) throws(CannotDo) -> [UInt8] {
        while true {
            // Ctrl-C ends the run; this case stops here.
            if Interrupt.isRaised { throw CannotDo("not done: \(words)") }
            if let end = typed.firstIndex(of: UInt8(ascii: "\n")) { return Array(typed[..<end]) }
            var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, 0) > 0 {
                try takeTyped(words)
                continue
            }
            do throws(AccessError) {
                try access.wait(until: access.now + .milliseconds(100))
            } catch {
                throw CannotDo("\(error)")
            }
        }
    }

    private func takeTyped(_ words: String) throws(CannotDo) {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { return }
        guard count > 0 else {
            isGone = true
            throw CannotDo("the terminal input has ended: \(words)")
        }
        typed += bytes[..<count]
    }
}
