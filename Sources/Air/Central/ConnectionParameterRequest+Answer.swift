package import Peripheral
internal import Simulation
import VirtualRadio

extension ConnectionParameterRequest {
    /// The parameters that a central with this policy chooses for the request; nil if it refuses.
    package func answer(_ policy: ParameterPolicy) -> ConnectionParameters? {
        guard case .acceptFrom(let floor) = policy else { return nil }
        let step = Nanoseconds.microseconds(1_250).count
        let shortest = max(minimumInterval, max(floor, .microseconds(7_500)))
        let rounded = Nanoseconds((shortest.count + step - 1) / step * step)
        guard rounded <= maximumInterval else { return nil }
        return ConnectionParameters(
            interval: rounded, latency: latency, supervisionTimeout: supervisionTimeout
        ).checked
    }
}
