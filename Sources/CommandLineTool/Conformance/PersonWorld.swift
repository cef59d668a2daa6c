import Central
import Conformance
import Scenario
import Simulation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A person at a terminal, who does to a real board what a case wants done.
final class PersonWorld: CaseWorld {
    private let access: any BoardAccess
    private let console: Console

    init(_ access: any BoardAccess, _ console: Console) {
        self.access = access
        self.console = console
    }

    func apply(_ input: Input.Kind, words: String) throws(CannotDo) { try ask(words) }

    /// A person can reset a board, or carry it away; the rest is not in human hands.
    func apply(_ fault: Fault.Kind, words: String) throws(CannotDo) {
        switch fault {
        case .reset, .range: try ask(words)
        default: throw CannotDo("nobody can do that to a real board: \(words)")
        }
    }

    func move(_ step: MoveStep) throws(CannotDo) { try ask("move the board: \(step.says)") }

    /// Tells what to do, and waits for Enter while the link is looked after.
    private func ask(_ words: String) throws(CannotDo) {
        console.complain("\n>>> \(words), then press Enter (s and Enter to skip) ")
        while true {
            var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, 0) > 0 { break }
            do throws(AccessError) {
                try access.wait(until: access.now + .milliseconds(100))
            } catch {
                throw CannotDo("\(error)")
            }
        }
        guard let answer = readLine() else { throw CannotDo("nobody is at the terminal") }
        if answer.hasPrefix("s") { throw CannotDo("not done: \(words)") }
    }
}
