import Bluetooth
import LibCrypto
import ScenarioRun
import VirtualRadio

/// The controllers of the hosts that attach to a run's radio.
final class Controllers {
    private let run: ScenarioRun
    private let cryptography = OpenSSL()
    private let hasExtendedAdvertising: Bool

    /// - Parameter hasExtendedAdvertising: of the controllers.
    init(_ run: ScenarioRun, hasExtendedAdvertising: Bool) {
        self.run = run
        self.hasExtendedAdvertising = hasExtendedAdvertising
    }

    /// A controller on the run's air for a host, by its number, from 1 on.
    ///
    /// Its address is locally administered (IEEE 802, 8.4.2): no real device has it.
    func make(host: Int, tap: (any HCITap)? = nil) -> Controller {
        let controller = Controller(
            on: run.air, name: "host \(host)",
            publicAddress: Address(0x0200_5E00_0000 + UInt64(host & 0xFF_FFFF)),
            cryptography: cryptography, hasExtendedAdvertising: hasExtendedAdvertising)
        controller.tap = tap
        return controller
    }
}
