import Foundation
package import MetaWear

/// The demo as a program, whatever its radio.
package enum DemoProgram {
    /// How it ends; the same numbers as those of `boardsim`.
    package enum Status: Int32, Sendable {
        case done = 0
        /// A step failed.
        case failed = 1
        /// There is no radio, or no board.
        case nothingFound = 3
    }

    /// Runs the demo and reports what went wrong.
    ///
    /// - Parameters:
    ///   - say: gets each line of the output.
    ///   - complain: gets the line of an error.
    @MainActor package static func run(
        scanner: MetaWearScanner, say: @escaping @Sendable (String) -> Void,
        complain: (String) -> Void
    ) async -> Status {
        do {
            switch try await Demo(scanner: scanner, say: say).run() {
            case .done: return .done
            case .nothingFound: return .nothingFound
            }
        } catch let failure as Demo.Failure {
            complain("Demo failed: \(failure)")
        } catch {
            complain("Demo failed: \(error.localizedDescription)")
        }
        return .failed
    }

    /// Prints a line at once, also into a pipe. If that fails, the program ends.
    package static func print(_ line: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            complain("Demo failed: the output cannot be written: \(error.localizedDescription)")
            exit(Status.failed.rawValue)
        }
    }

    /// Prints a line to standard error.
    package static func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
