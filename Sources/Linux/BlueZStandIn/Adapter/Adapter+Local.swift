import Pairing
import VirtualRadio

/// The adapter in the role of local applications' peripheral.
extension Adapter: LocalHost {
    var hasDeviceInformation: Bool { standIn.settings.hasDeviceInformation }

    /// Creates its two interfaces, and connects them to the adapter.
    func makeLocalSide() -> LocalSide {
        let security = standIn.settings.cryptography.map {
            SecuritySetup(SecurityOptions(), cryptography: $0)
        }
        let local = LocalSide(of: self, objects, on: standIn.air, security: security)
        localServices = { local.applicationUUIDs }
        disconnectIncoming = { _ = local.peripheral.disconnect($0) }
        onChange = { [unowned self] in local.adapterChanged(isPowered: isPowered) }
        onClose = { local.close() }
        return local
    }
}
