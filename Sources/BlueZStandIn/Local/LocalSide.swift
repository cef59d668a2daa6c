import Bluetooth
import DBus
import Peripheral
import VirtualRadio

/// An adapter as the peripheral that applications make of it.
///
/// Its two interfaces, ``applications`` and ``advertisements``, are to be added to the adapter's
/// object. It is on the air from the first registration on; nothing is heard of it before something
/// is advertised.
final class LocalSide {
    let peripheral: LocalPeripheral
    /// `org.bluez.GattManager1`.
    let applications: LocalApplications
    /// `org.bluez.LEAdvertisingManager1`.
    let advertisements: Advertisements

    /// - Parameters:
    ///   - objects: whom changes are told.
    ///   - air: where its centrals are.
    ///   - security: how the adapter answers centrals that pair.
    init(
        of host: any LocalHost, _ objects: ObjectServer, on air: Air,
        security: SecuritySetup? = nil
    ) {
        let peripheral = LocalPeripheral(host, security?.cryptography)
        self.peripheral = peripheral
        applications = LocalApplications(on: peripheral)
        advertisements = Advertisements(on: peripheral, objects)
        var isOnAir = false
        let enter = { [unowned air, unowned peripheral] in
            guard !isOnAir else { return }
            isOnAir = true
            air.add(peripheral, distance: 0, security: security)
        }
        applications.onRegister = enter
        advertisements.onRegister = enter
    }

    /// Services that BlueZ itself has and those of applications, in the order of `Adapter1.UUIDs`:
    /// the latter stand behind GATT and GAP.
    var applicationUUIDs: [BluetoothUUID] { applications.uuids }

    /// The adapter was switched on or off, or has another name or discoverability.
    func adapterChanged(isPowered: Bool) {
        if !isPowered {
            for connection in peripheral.connections { _ = peripheral.disconnect(connection) }
        }
        advertisements.refresh()
    }

    /// The adapter goes: applications are told that nothing of theirs is advertised any more.
    func close() { advertisements.release() }
}
