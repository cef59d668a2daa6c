import Bluetooth
import Central

/// What bluetoothd reads by itself on each new link.
extension RemoteDevice {
    /// `ExchangeMTU` of bluetoothd's main.conf.
    private static let mtu = 517

    func resolve() {
        guard let connection else { return }
        connection.onServicesChanged = { [weak self] _ in self?.discover(on: connection) }
        gatt.isExchangingMTU = true
        connection.exchangeMTU(Self.mtu) { [weak self] _ in
            guard let self, self.connection == connection else { return }
            gatt.isExchangingMTU = false
            guard let cache else { return discover(on: connection) }
            battery.begin()
            connection.findServices { [weak self] result in
                guard let self, self.connection == connection else { return }
                guard case .success(let found) = result,
                    found.elementsEqual(
                        cache, by: { ($0.uuid, $0.handles) == ($1.uuid, $1.handles) })
                else { return discover(on: connection) }
                resolved(cache, on: connection)
            }
        }
        // Clients can use known values at once: their requests queue behind that one.
        if let cache {
            connection.assume(cache)
            gatt.resolved(cache, on: connection, isReady: false)
        }
    }

    private func discover(on connection: Connection) {
        connection.discover { [weak self] result in
            // A failure due to the end of the link does not count as resolved.
            guard let self, self.connection == connection, connection.isOpen else { return }
            if case .success(let found) = result {
                gatt.resolved(found, on: connection, isReady: false)
                resolved(found, on: connection)
                battery.begin()
            } else {
                resolved(nil, on: connection)
            }
        }
    }

    /// Nil if discovery failed; bluetoothd considers that resolved as well.
    private func resolved(_ services: [RemoteService]?, on connection: Connection) {
        if let services {
            cache = services
            let uuids = Set(knownServices).union(services.map(\.uuid.bluezText)).sorted()
            if uuids != knownServices {
                knownServices = uuids
                changed("UUIDs")
            }
        }
        advertisedServices = []
        if !isResolved {
            isResolved = true
            changed("ServicesResolved")
        }
        gatt.becomeReady()
        if owesPaired {
            owesPaired = false
            changed("Paired")
            bonding?.succeed()
            endBonding(nil)
        }
        readGAP(connection)
    }

    /// Device Name and Appearance (Core Vol 3, Part C, 12), and PnP ID (Device Information Service,
    /// 3.9).
    private func readGAP(_ connection: Connection) {
        read("2A00", of: "1800", connection) { device, bytes in
            device.setName(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        }
        read("2A01", of: "1800", connection) { device, bytes in
            guard bytes.count == 2 else { return }
            let number = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
            if number != 0 { device.setAppearance(number) }
        }
        read("2A50", of: "180A", connection) { device, bytes in
            guard bytes.count == 7 else { return }
            device.setModalias(bytes)
        }
    }

    private func read(
        _ uuid: BluetoothUUID, of service: BluetoothUUID, _ connection: Connection,
        _ take: @escaping (RemoteDevice, [UInt8]) -> Void
    ) {
        guard let value = try? connection.characteristic(uuid, of: service) else { return }
        gatt.attempt(isOwn: true) { connection, finish in
            connection.readLong(value, completion: finish)
        } _: { [weak self] result in
            guard let self, case .success(let bytes) = result else { return }
            take(self, bytes)
        }
    }

    private func setModalias(_ bytes: [UInt8]) {
        func word(_ index: Int) -> String {
            let number = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
            let digits = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
        guard let source = [1: "bluetooth", 2: "usb"][bytes[0]] else { return }
        let text = "\(source):v\(word(1))p\(word(3))d\(word(5))"
        guard text != modalias else { return }
        modalias = text
        changed("Modalias")
    }
}
