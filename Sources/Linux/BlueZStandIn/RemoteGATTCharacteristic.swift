import Central
import DBus
import Peripheral

/// `org.bluez.GattCharacteristic1` of a remote device.
final class RemoteGATTCharacteristic: BusObject {
    let interface = description
    let remote: RemoteCharacteristic
    let path: String
    unowned let gatt: RemoteGATT
    let value: CachedValue
    private let servicePath: String
    private(set) var descriptors: [RemoteGATTDescriptor] = []
    private(set) lazy var signal = ValueSignal(
        gatt.objects.bus, path, Self.description.name, "Value", sendsOthersFirst: false)

    /// The pending `WriteValue`.
    var writing: IncomingCall?
    /// Clients that have called `StartNotify`, and the one that has called `AcquireNotify`.
    var sessions: [NotifySession] = []
    var isNotifying = false
    var notifySocket: Acquisition?
    var writeSocket: Acquisition?
    /// Commands from the write socket that are not sent yet.
    var commandsUnderWay = 0

    /// The client that has a socket, or is about to get it.
    final class Acquisition {
        let session: NotifySession?
        var socket: AcquiredSocket?

        init(_ session: NotifySession?) { self.session = session }
    }

    static let description = InterfaceDescription(
        "org.bluez.GattCharacteristic1",
        methods: [
            .init("ReadValue", in: ["options": "a{sv}"], out: ["value": "ay"]),
            .init("WriteValue", in: ["value": "ay", "options": "a{sv}"]),
            .init("AcquireWrite", in: ["options": "a{sv}"], out: ["fd": "h", "mtu": "q"]),
            .init("AcquireNotify", in: ["options": "a{sv}"], out: ["fd": "h", "mtu": "q"]),
            .init("StartNotify"), .init("StopNotify"),
        ],
        properties: [
            .init("UUID", "s"), .init("Service", "o"), .init("Value", "ay"),
            .init("Notifying", "b"), .init("Flags", "as"), .init("WriteAcquired", "b"),
            .init("NotifyAcquired", "b"), .init("MTU", "q"),
        ])

    /// In the order in which bluetoothd lists them.
    private static let flags: [(CharacteristicProperties, String)] = [
        (.broadcast, "broadcast"), (.read, "read"),
        (.writeWithoutResponse, "write-without-response"), (.write, "write"),
        (.notify, "notify"), (.indicate, "indicate"),
        (.signedWrite, "authenticated-signed-writes"), (.extended, "extended-properties"),
    ]

    init(_ remote: RemoteCharacteristic, of servicePath: String, in gatt: RemoteGATT) {
        self.remote = remote
        self.gatt = gatt
        self.servicePath = servicePath
        path = "\(servicePath)/char\(RemoteGATT.text(remote.handle))"
        value = CachedValue(handle: remote.valueHandle)
        descriptors = remote.descriptors.map { RemoteGATTDescriptor($0, of: path, in: gatt) }
    }

    func can(_ properties: CharacteristicProperties) -> Bool {
        !remote.properties.isDisjoint(with: properties)
    }

    func get(_ property: String) -> Value? {
        switch property {
        case "UUID": .string(RemoteGATT.text(remote.uuid))
        case "Service": .path(servicePath)
        case "Value": .bytes(value.bytes)
        case "Notifying": can([.notify, .indicate]) ? .bool(isNotifying) : nil
        case "Flags":
            .strings(Self.flags.filter { can($0.0) }.map(\.1))
        case "WriteAcquired":
            can(.writeWithoutResponse) ? .bool(writeSocket != nil) : nil
        case "NotifyAcquired": can(.notify) ? .bool(notifySocket != nil) : nil
        case "MTU": gatt.connection.map { .uint16(UInt16(clamping: $0.mtu)) }
        default: nil
        }
    }

    func call(_ method: String, _ call: IncomingCall) {
        // A client that closes a socket and calls at once means that order.
        notifySocket?.socket?.noticeHangUp()
        writeSocket?.socket?.noticeHangUp()
        switch method {
        case "ReadValue":
            value.read(call, through: gatt) { [weak self] in self?.changed("Value", atOnce: true) }
        case "WriteValue": write(call)
        case "AcquireWrite": acquireWrite(call)
        case "AcquireNotify": acquireNotify(call)
        case "StartNotify": startNotify(call)
        default: stopNotify(call)
        }
    }

    func changed(_ property: String, atOnce: Bool = false) {
        gatt.objects.changed(property, of: Self.description.name, at: path, atOnce: atOnce)
    }

    func publish() {
        gatt.objects.add(self, at: path)
        for descriptor in descriptors { descriptor.publish() }
    }

    /// Pending calls get no answer any more; children are removed first.
    func withdraw() {
        value.forgetReaders(silently: gatt.isUnattended)
        if gatt.isUnattended { writing?.abandon() }
        writing = nil
        for session in sessions { end(session) }
        notifySocket = nil
        writeSocket = nil
        for descriptor in descriptors { descriptor.withdraw() }
        gatt.objects.remove(interface.name, at: path)
    }

    func disconnected() {
        value.disconnected()
        writing?.fail(GATTRefusal.cutOff)
        writing = nil
        for descriptor in descriptors { descriptor.disconnected() }
        if notifySocket != nil { hangUp(\.notifySocket, "NotifyAcquired") }
        if writeSocket != nil { hangUp(\.writeSocket, "WriteAcquired") }
        commandsUnderWay = 0
    }
}
