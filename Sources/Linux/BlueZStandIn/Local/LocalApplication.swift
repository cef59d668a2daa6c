import Bluetooth
import DBus
import Peripheral

/// An application that is registered on an adapter, or registering.
final class LocalApplication {
    /// Its name on the bus.
    let owner: String
    /// Of its object manager.
    let path: String
    private unowned let peripheral: LocalPeripheral
    private var services: [(path: String, uuid: BluetoothUUID, rows: ServiceRows)] = []
    private var values: [LocalValue] = []
    private var subscriptions: [SignalSubscription] = []

    init(_ owner: String, _ path: String, on peripheral: LocalPeripheral) {
        self.owner = owner
        self.path = path
        self.peripheral = peripheral
    }

    /// Of its services, in order.
    var uuids: [BluetoothUUID] { services.map(\.uuid) }

    /// Adds its objects to the adapter's attributes: all of them, or none.
    func add(_ objects: RegisteredObjects) throws(DBusError) {
        for service in objects.services {
            guard add(service) else {
                for (_, _, rows) in services { peripheral.database.remove(rows.start) }
                services = []
                values = []
                throw Refusal.failed("Failed to create entry in database")
            }
        }
        listen()
        guard !services.isEmpty else { return }
        peripheral.servicesChanged(adding: values)
    }

    /// Removes its services; true if it had any.
    func remove() -> Bool {
        subscriptions = []
        guard !services.isEmpty else { return false }
        for (_, _, rows) in services { peripheral.database.remove(rows.start) }
        services = []
        peripheral.servicesChanged(removing: values)
        values = []
        return true
    }

    // MARK: Services

    private func add(_ service: RegisteredObjects.Service) -> Bool {
        guard let uuid = service.properties.uuid,
            case .bool(let isPrimary)? = service.properties["Primary"],
            let includes = service.properties.includes, let wish = service.properties.handle
        else { return false }
        let count = service.attributeCount + includes.count
        guard let start = peripheral.database.place(for: count, at: wish) else { return false }
        var rows = ServiceRows(uuid, isPrimary: isPrimary, start: start, count: count)
        tell(start, wish, service.path, "org.bluez.GattService1", service.properties)
        // A missing or later one is left out, but keeps its handle.
        for path in includes {
            guard let included = services.first(where: { $0.path == path }) else { continue }
            rows.include(included.rows, included.uuid)
        }
        var added: [LocalValue] = []
        for characteristic in service.characteristics {
            guard add(characteristic, to: &rows, &added) else { return false }
        }
        peripheral.database.add(rows)
        services.append((service.path, uuid, rows))
        values += added
        return true
    }

    private func add(
        _ described: RegisteredObjects.Characteristic, to rows: inout ServiceRows,
        _ added: inout [LocalValue]
    ) -> Bool {
        let flags = described.flags
        guard let wish = described.properties.handle, let uuid = described.properties.uuid,
            let handle = rows.characteristic(uuid, flags.properties, at: wish, nil, flags)
        else { return false }
        let value = LocalCharacteristic(owner, described, handle: handle, of: peripheral)
        guard
            rows.configuration(
                of: ValueID(handle), flags.properties, flags.subscriptionSecurity),
            rows.extendedProperties(flags.extended)
        else { return false }
        tell(handle, wish, described.path, value.interface, described.properties)
        added.append(value)
        for descriptor in described.descriptors {
            guard let wish = descriptor.properties.handle, let uuid = descriptor.properties.uuid,
                let handle = rows.descriptor(uuid, at: wish, descriptor.flags)
            else { return false }
            let value = LocalValue(
                owner, descriptor.path, "org.bluez.GattDescriptor1", handle: handle,
                of: peripheral)
            tell(handle, wish, descriptor.path, value.interface, descriptor.properties)
            added.append(value)
        }
        return true
    }

    /// Writes the assigned handle into the object's `Handle`, if it has one.
    private func tell(
        _ handle: UInt16, _ wish: UInt16, _ path: String, _ interface: String,
        _ properties: RegisteredObjects.Properties
    ) {
        guard wish == 0, properties["Handle"] != nil else { return }
        peripheral.host?.bus.call(
            owner, path, "org.freedesktop.DBus.Properties", "Set",
            [.string(interface), "Handle", .variant(.uint16(handle))])
    }

    // MARK: Changes

    /// Values come as property changes; the removal of a service object removes its service.
    private func listen() {
        guard let bus = peripheral.host?.bus else { return }
        subscriptions = [
            bus.subscribe(
                sender: owner, interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged"
            ) { [unowned self] signal in
                peripheral.host?.beforeInput()
                changed(signal)
            },
            bus.subscribe(
                sender: owner, path: path, interface: "org.freedesktop.DBus.ObjectManager",
                member: "InterfacesRemoved"
            ) { [unowned self] signal in
                peripheral.host?.beforeInput()
                removed(signal)
            },
        ]
    }

    private func changed(_ signal: Signal) {
        guard signal.values.count == 3, signal.values[0].text == "org.bluez.GattCharacteristic1",
            let value = values.first(where: { $0.path == signal.path }) as? LocalCharacteristic,
            case .array("s", let names) = signal.values[2]
        else { return }
        value.changed(signal.values[1].properties, invalidated: names.compactMap(\.text))
    }

    private func removed(_ signal: Signal) {
        guard signal.values.count == 2, let path = signal.values[0].text,
            case .array("s", let interfaces) = signal.values[1],
            interfaces.contains("org.bluez.GattService1"),
            let index = services.firstIndex(where: { $0.path == path })
        else { return }
        let rows = services.remove(at: index).rows
        peripheral.database.remove(rows.start)
        let gone = values.filter { $0.handle >= rows.start && $0.handle <= rows.end }
        values.removeAll { value in gone.contains { $0 === value } }
        peripheral.servicesChanged(removing: gone)
        peripheral.host?.serviceUUIDsChanged()
    }
}

extension RegisteredObjects.Service {
    /// Without the inclusions.
    fileprivate var attributeCount: Int {
        characteristics.reduce(1) { count, characteristic in
            let flags = characteristic.flags
            let isNotifying = !flags.properties.isDisjoint(with: [.notify, .indicate])
            return count + 2 + (isNotifying ? 1 : 0) + (flags.extended != 0 ? 1 : 0)
                + characteristic.descriptors.count
        }
    }
}
