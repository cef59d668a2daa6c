import Motion
import Simulation

@testable import MetaWearBoard

extension Bench {
    /// The stream of a signal of the board.
    func outlet(_ module: UInt8, _ register: UInt8) -> SignalOutlet? {
        board.outlets.first { $0.key == SignalKey(module, register) }
    }

    /// When a signal's next samples come, `count` of them.
    func sampleTimes(_ module: UInt8, _ register: UInt8, count: Int) -> [Instant] {
        var times: [Instant] = []
        let stream = outlet(module, register)
        stream?.observer = { time, _, _ in times.append(time) }
        defer { stream?.observer = nil }
        _ = simulation.run(until: simulation.now + .seconds(10 as Int64)) { times.count < count }
        return times
    }

    /// The distance of a signal's samples; nil if there are fewer than two or it is not constant.
    func samplePeriod(_ module: UInt8, _ register: UInt8) -> Nanoseconds? {
        let times = sampleTimes(module, register, count: 6)
        guard times.count >= 2 else { return nil }
        let steps = Set(zip(times, times.dropFirst()).map { $1 - $0 })
        return steps.count == 1 ? steps.first : nil
    }

    /// Lets the ideal accelerometer see these counts.
    func feel(_ x: Int16, _ y: Int16, _ z: Int16, countsPerG: Double) {
        body.acceleration = Vector3(Double(x), Double(y), Double(z)) * (1 / countsPerG)
    }

    /// Lets the ideal gyroscope see these counts.
    func spin(_ x: Int16, _ y: Int16, _ z: Int16, countsPerDegree: Double) {
        body.rotation = Vector3(Double(x), Double(y), Double(z)) * (1 / countsPerDegree)
    }
}
