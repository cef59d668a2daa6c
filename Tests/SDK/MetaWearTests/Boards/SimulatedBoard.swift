import Foundation
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import Testing
import VirtualTime

/// Models that the SDK is tested with: both chips, the oldest and the newest, with few and with many modules.
let testedModels: [BoardProfile] = [
    .metaMotionS, .metaMotionRL, .metaMotionR, .metaMotionC, .metaWearR, .metaWearRPro,
    .metaWearCPro, .metaEnvironment, .metaTracker,
]

/// Runs a test with a board in virtual time, with a judge who watches what the SDK does.
///
/// - Parameters:
///   - allowed: rules that the test breaks on purpose.
func withBoard(
    _ profile: BoardProfile = .metaMotionS, moving moves: [Move] = [],
    allowing allowed: Set<String> = [], options: VirtualTimeOptions = VirtualTimeOptions(),
    _ work: @escaping @Sendable (SimulatedDesk, MetaWearDevice) async throws -> Void
) async throws {
    let desk = SimulatedDesk(seed: 7)
    let identifier = try desk.add(profile, moving: moves).identifier
    try await withJudgedDesk(desk, allowing: allowed, options: options) {
        let device = MetaWearDevice(
            identifier: identifier, transport: desk.radio.transport(to: identifier))
        try await work(desk, device)
        try? await device.disconnect()
        try await Task.sleep(for: .seconds(2))
    }
}

/// The elements that come within some time.
func collect<Element: Sendable>(
    _ stream: AsyncThrowingStream<Element, any Error>, for duration: Duration
) async throws -> [Element] {
    let task = Task {
        var all: [Element] = []
        for try await element in stream { all.append(element) }
        return all
    }
    try await Task.sleep(for: duration)
    task.cancel()
    return try await task.value
}

extension Sequence {
    /// The mean of a part of each element.
    func mean(_ value: (Element) -> Float) -> Double {
        var (sum, count) = (0.0, 0.0)
        for element in self {
            sum += Double(value(element))
            count += 1
        }
        return sum / count
    }
}
