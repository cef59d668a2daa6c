package import Bluetooth
package import Peripheral
internal import Simulation

extension ConnectionParameterRequest {
    /// A peripheral's request over L2CAP (Core Vol 3, Part A, 4.20).
    package func signal(_ identifier: UInt8) -> L2CAPSignal {
        L2CAPSignal(
            identifier,
            .connectionParameterUpdateRequest(
                minimum: UInt16(clamping: minimumInterval.count / 1_250_000),
                maximum: UInt16(clamping: maximumInterval.count / 1_250_000), latency: latency,
                supervisionTimeout: UInt16(clamping: supervisionTimeout.count / 10_000_000)))
    }

    /// The request in a signal; nil if it is another signal.
    package init?(_ signal: L2CAPSignal) {
        guard
            case .connectionParameterUpdateRequest(
                let minimum, let maximum, let latency, let supervisionTimeout) = signal.content
        else { return nil }
        let step = Nanoseconds.microseconds(1_250)
        self.init(
            minimumInterval: step * Int64(minimum), maximumInterval: step * Int64(maximum),
            latency: latency, supervisionTimeout: .milliseconds(10) * Int64(supervisionTimeout))
    }
}
