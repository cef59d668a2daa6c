import MetaWear
import MetaWearSimulator
import Synchronization
import VirtualTime

/// What blocks of the documentation print while a test runs them.
final class Printed: Sendable {
    @TaskLocal static var current: Printed?
    private let text = Mutex<[String]>([])

    /// The lines that an operation prints.
    static func lines(
        of operation: () async throws -> Void
    ) async throws -> [String] {
        let printed = Printed()
        try await $current.withValue(printed) { try await operation() }
        return printed.text.withLock { $0 }
    }

    fileprivate func add(_ line: String) { text.withLock { $0.append(line) } }
}

/// In the blocks this is the `print` of Swift.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
    Printed.current?.add(items.map { "\($0)" }.joined(separator: separator))
}

/// Runs a block for some time that goes on until its stream ends.
///
/// - Parameters:
///   - end: ends the stream.
func play(
    for duration: Duration, _ block: @escaping @Sendable () async throws -> Void,
    end: () async throws -> Void
) async throws {
    let task = Task { try await block() }
    try await Task.sleep(for: duration)
    try await end()
    try await task.value
}

/// Runs a test on the main actor in virtual time, with a scanner in front of a desk.
func withVirtualTimeAndScanner(
    _ desk: SimulatedDesk,
    _ test: @escaping @MainActor @Sendable (MetaWearScanner) async throws -> Void
) async throws {
    try await withVirtualTime(desk) { @MainActor in
        try await test(MetaWearScanner(radio: desk.radio))
    }
}
