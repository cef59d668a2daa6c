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
    ///   - tap: sees its HCI.
    func makeController(host: Int, name: String, tap: (any HCITap)?) -> any HCIPort {
        // Locally administered, so that it is no maker's.
        let address = Address(0x0200_0000_0000 | UInt64(host), kind: .publicDevice)
        let controller = Controller(
            on: air, name: "host \(host)", publicAddress: address, cryptography: OpenSSL())
        controller.tap = tap
        return controller
    }
}
