import Bluetooth
import LibCrypto
import Scenario
import Simulation
import VirtualRadio

extension ScenarioRun {
    /// The LE controller of a host that has attached, on the air of this run.
    ///
    /// - Parameters:
    ///   - host: its number, from 1 on.
    ///   - name: where it came from.
    func makeController(host: Int, name: String, capture: Capture?) -> any HCIPort {
        // Locally administered, so that it is no maker's.
        let address = Address(0x0200_0000_0000 | UInt64(host), kind: .publicDevice)
        let controller = Controller(
            on: air, name: "host \(host)", publicAddress: address, cryptography: OpenSSL())
        if let capture {
            controller.tap = HostTap(
                capture.addHost("host \(host)", about: "\(name), controller \(address)"))
        }
        return controller
    }
}

/// Writes down what goes between a host and its controller.
private final class HostTap: HCITap {
    private let capture: HostCapture

    init(_ capture: HostCapture) { self.capture = capture }

    func packet(_ bytes: Span<UInt8>, sentByHost: Bool, at time: Instant) {
        capture.packet(bytes, sentByHost: sentByHost, at: time)
    }
}
