import Bluetooth
import Central
import DBus

/// `org.bluez.GattDescriptor1` of a remote device.
final class RemoteGATTDescriptor: BusObject {
    let interface = description
    let remote: RemoteDescriptor
    let path: String
    private unowned let gatt: RemoteGATT
    private let characteristicPath: String
    private let value: CachedValue
    /// The pending `WriteValue`.
    private var writing: IncomingCall?

    static let description = InterfaceDescription(
        "org.bluez.GattDescriptor1",
        methods: [
            .init("ReadValue", in: ["options": "a{sv}"], out: ["value": "ay"]),
            .init("WriteValue", in: ["value": "ay", "options": "a{sv}"]),
        ],
        properties: [
            .init("UUID", "s"), .init("Characteristic", "o"), .init("Value", "ay"),
        ])

    init(_ remote: RemoteDescriptor, of characteristicPath: String, in gatt: RemoteGATT) {
        self.remote = remote
        self.gatt = gatt
        self.characteristicPath = characteristicPath
        path = "\(characteristicPath)/desc\(RemoteGATT.text(remote.handle))"
        value = CachedValue(handle: remote.handle)
    }

    func get(_ property: String) -> Value? {
        switch property {
        case "UUID": .string(RemoteGATT.text(remote.uuid))
        case "Characteristic": .path(characteristicPath)
        case "Value": .bytes(value.bytes)
        default: nil
        }
    }

    func call(_ method: String, _ call: IncomingCall) {
        guard method == "ReadValue" else { return write(call) }
        value.read(call, through: gatt) { [weak self] in
            guard let self else { return }
            gatt.objects.changed("Value", of: interface.name, at: path)
        }
    }

    private func write(_ call: IncomingCall) {
        guard let connection = gatt.connection else { return call.fail(GATTRefusal.notConnected) }
        guard writing == nil else { return call.fail(GATTRefusal.inProgress) }
        guard let bytes = call.arguments[0].octets, let options = ValueOptions(call.arguments[1])
        else { return call.fail(GATTRefusal.invalidArguments) }
        // Use StartNotify and AcquireNotify for that.
        guard !remote.uuid.matches("2902") else { return call.fail(GATTRefusal.writeNotPermitted) }
        let isShort = bytes.count <= connection.mtu - 3 && options.offset == 0
        guard isShort || (!bytes.isEmpty && bytes.count + Int(options.offset) <= 0xFFFF) else {
            return call.fail(GATTRefusal.cannotWrite)
        }
        writing = call
        gatt.attempt { [handle = remote.handle, gatt] connection, done in
            if isShort {
                connection.write(bytes, handle: handle, completion: done)
            } else {
                connection.writeLong(
                    bytes, handle: handle, from: options.offset, comparing: false,
                    stepsByNewMTU: gatt.isExchangingMTU, completion: done)
            }
        } _: { [weak self] result in
            guard let self, let call = writing else { return }
            writing = nil
            switch result {
            case .success: call.reply()
            case .failure(let error): call.fail(GATTRefusal.of(error))
            }
        }
    }

    func disconnected() {
        value.disconnected()
        writing?.fail(GATTRefusal.cutOff)
        writing = nil
    }

    func publish() { gatt.objects.add(self, at: path) }

    /// Pending calls get no answer any more.
    func withdraw() {
        value.forgetReaders(silently: gatt.isUnattended)
        if gatt.isUnattended { writing?.abandon() }
        writing = nil
        gatt.objects.remove(interface.name, at: path)
    }
}
