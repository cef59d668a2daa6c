import Bluetooth
import DBus
import VirtualRadio

/// An adapter as a peripheral for applications.
///
/// Its two interfaces, ``applications`` and ``advertisements``, are to be added to the adapter's
/// object. Its radio is active from the first registration on, but silent until something is
/// advertised.
final class LocalSide {
    let peripheral: LocalPeripheral
    /// `org.bluez.GattManager1`.
    let applications: LocalApplications
    /// `org.bluez.LEAdvertisingManager1`.
    let advertisements: Advertisements

    /// - Parameters:
    ///   - objects: the server to which changes are reported.
    ///   - air: of its centrals.
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

    /// BlueZ's own services and those of applications, in the order of `Adapter1.UUIDs`: the latter
    /// come after GATT and GAP.
    var applicationUUIDs: [BluetoothUUID] { applications.uuids }

    /// The adapter was switched on or off, or its name or discoverability has changed.
    func adapterChanged(isPowered: Bool) {
        if !isPowered {
            for connection in peripheral.connections { _ = peripheral.disconnect(connection) }
        }
        advertisements.refresh()
    }

    /// The adapter is removed: applications learn that their advertisements have ended.
    func close() { advertisements.release() }
}
