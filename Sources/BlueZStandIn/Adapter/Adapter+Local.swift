import Pairing
import VirtualRadio

/// The adapter as what local applications make of it.
extension Adapter: LocalHost {
    var hasDeviceInformation: Bool { standIn.settings.hasDeviceInformation }

    /// Makes its two interfaces, and connects them with the adapter.
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
