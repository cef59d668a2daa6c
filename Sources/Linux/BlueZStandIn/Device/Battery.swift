import Bluetooth
import Central
import DBus

/// `org.bluez.Battery1`: the level of a device with the Battery Service, which bluetoothd reads and
/// subscribes to by itself.
final class Battery: BusObject {
    static let name = "org.bluez.Battery1"
    let interface = InterfaceDescription(name, properties: [.init("Percentage", "y")])
    private unowned let device: RemoteDevice
    /// In percent; nil while it is not known.
    private var level: UInt8?
    private var registration: Subscriptions.Registration?
    private var isBegun = false

    init(of device: RemoteDevice) { self.device = device }

    func get(_ property: String) -> Value? { level.map { .byte($0) } }

    /// Reads the level on a link whose services are known.
    func begin() {
        let gatt = device.gatt
        guard !isBegun, let value = gatt.characteristic("2A19", of: "180F") else { return }
        isBegun = true
        gatt.attempt(isOwn: true) { connection, finish in
            connection.readLong(value, completion: finish)
        } _: { [weak self] result in
            guard let self, isBegun, case .success(let bytes) = result else { return }
            take(bytes.first)
            registration = device.gatt.subscriptions?.begin(value) { [weak self] bytes in
                self?.take(bytes.isEmpty ? nil : bytes[0])
            } completion: { _ in
            }
        }
    }

    private func take(_ percent: UInt8?) {
        guard let percent, percent <= 100, percent != level, isBegun else { return }
        let isNew = level == nil
        level = percent
        if isNew {
            device.adapter.objects.add(self, at: device.path)
        } else {
            device.adapter.objects.changed("Percentage", of: Self.name, at: device.path)
        }
    }

    /// Removes the object until the next link.
    func withdraw() {
        isBegun = false
        if let registration { device.gatt.subscriptions?.end(registration) }
        registration = nil
        guard level != nil else { return }
        level = nil
        device.adapter.objects.remove(Self.name, at: device.path)
    }
}
