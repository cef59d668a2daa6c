import Foundation
import Synchronization

/// A stream of a sensor that runs.
struct ActiveStream {
    let module: MWModule
    /// For an output of the fusion, how the fusion is set up: `[19 02 …]`.
    let fusion: Data?

    /// Why a sensor cannot start beside the streams that run; nil if it can.
    static func conflict(
        of key: PacketKey, _ new: ActiveStream, with running: [PacketKey: ActiveStream]
    ) -> String? {
        if running[key] != nil { return "\(key) is streaming already; stop that stream first" }
        let fused: Set<MWModule> = [.accelerometer, .gyro, .magnetometer]
        for other in running.values {
            switch (new.module, other.module) {
            case (.sensorFusion, .sensorFusion):
                if new.fusion != other.fusion {
                    return "the fusion runs with another mode or range; outputs share them"
                }
            case (.sensorFusion, let module) where fused.contains(module),
                (let module, .sensorFusion) where fused.contains(module):
                return "the fusion drives the \(module.name) itself; stop one of both first"
            case (let one, let another) where one == another:
                return "the \(one.name) is streaming already; stop that stream first"
            default: break
            }
        }
        return nil
    }
}

/// Counts samples that a stream dropped; the router counts, anybody reads.
final class DropCounter: Sendable {
    private let drops = Atomic<Int>(0)

    var count: Int { drops.load(ordering: .relaxed) }
    func add() { drops.add(1, ordering: .relaxed) }
    func reset() { drops.store(0, ordering: .relaxed) }
}
