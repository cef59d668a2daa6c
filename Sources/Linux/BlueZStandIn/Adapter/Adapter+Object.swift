import Bluetooth
import DBus
import Simulation

extension Adapter: BusObject {
    private static let description = InterfaceDescription(
        name,
        methods: [
            .init("StartDiscovery"), .init("SetDiscoveryFilter", in: ["properties": "a{sv}"]),
            .init("StopDiscovery"), .init("RemoveDevice", in: ["device": "o"]),
            .init("GetDiscoveryFilters", out: ["filters": "as"]),
        ],
        properties: [
            .init("Address", "s"), .init("AddressType", "s"), .init("Name", "s"),
            .init("Alias", "s", isWritable: true), .init("Class", "u"),
            .init("Powered", "b", isWritable: true),
            .init("Discoverable", "b", isWritable: true),
            .init("DiscoverableTimeout", "u", isWritable: true),
            .init("Pairable", "b", isWritable: true),
            .init("PairableTimeout", "u", isWritable: true), .init("Discovering", "b"),
            .init("UUIDs", "as"), .init("Modalias", "s"), .init("Roles", "as"),
            .init("ExperimentalFeatures", "as"),
        ])

    var interface: InterfaceDescription { Self.description }

    func call(_ method: String, _ call: IncomingCall) {
        switch method {
        case "StartDiscovery": startDiscovery(call)
        case "StopDiscovery": stopDiscovery(call)
        case "SetDiscoveryFilter": setFilter(call)
        case "GetDiscoveryFilters": call.reply([.strings(DiscoveryFilter.keys)])
        default: removeDevice(call)
        }
    }

    func get(_ property: String) -> Value? {
        switch property {
        case "Address": .string(address.description)
        case "AddressType": .string(address.kind == .random ? "random" : "public")
        case "Name": .string(standIn.settings.hostName)
        case "Alias": .string(alias)
        case "Class": .uint32(0)
        case "Powered": .bool(isPowered)
        case "Discoverable": .bool(isDiscoverable)
        case "DiscoverableTimeout": .uint32(discoverableTimeout)
        case "Pairable": .bool(isPairable)
        case "PairableTimeout": .uint32(pairableTimeout)
        case "Discovering": .bool(isDiscovering)
        case "UUIDs": .strings(uuids)
        case "Modalias": standIn.settings.hasDeviceInformation ? "usb:v1D6Bp0246d0542" : nil
        case "Roles": .strings(["central", "peripheral"])
        default: nil
        }
    }

    /// Attribute and access profile; what applications registered; PnP, two of audio/video control
    /// and Device Information, which bluetoothd itself has.
    private var uuids: [String] {
        func texts(_ uuids: [BluetoothUUID]) -> [String] { uuids.map(\.bluezText) }
        return standIn.profiles.uuids + texts(["1801", "1800"]) + texts(localServices())
            + texts(
                standIn.settings.hasDeviceInformation
                    ? ["1200", "110C", "110E", "180A"] : ["110C", "110E"])
    }

    /// Kernel settings change after the answer.
    func set(_ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void) {
        let flag = value.flag ?? false
        let number = UInt32(clamping: value.number ?? 0)
        switch property {
        case "Alias": setAlias(value.text ?? "", answer)
        case "Powered": setPowered(flag, answer)
        case "Discoverable":
            guard isPowered || discoverableTimeout == 0 else { return answer(Refusal.notPowered) }
            answer(nil)
            setDiscoverable(flag)
        case "DiscoverableTimeout":
            discoverableTimeout = number
            answer(nil)
            changed(property)
            limitDiscoverable()
        case "Pairable":
            answer(nil)
            setPairable(flag)
        default:
            pairableTimeout = number
            answer(nil)
            changed(property)
            limitPairable()
        }
    }

    private func setAlias(_ text: String, _ answer: (DBusError?) -> Void) {
        guard let text = AliasText.kept(text) else { return answer(Refusal.invalidArguments) }
        let wish = text.isEmpty ? nil : text
        let isNew = wish != ownAlias
        ownAlias = wish
        answer(nil)
        guard isNew else { return }
        changed("Alias")
        onChange()
    }

    private func setPowered(_ isOn: Bool, _ answer: (DBusError?) -> Void) {
        guard isOn != isPowered else { return answer(nil) }
        if isOn {
            isPowered = true
            answer(nil)
            changed("Powered")
            onChange()
        } else {
            turnOff()
            answer(nil)
            changed("Powered")
            changed("Discovering")
        }
    }

    func setDiscoverable(_ isOn: Bool) {
        guard isOn != isDiscoverable else { return }
        isDiscoverable = isOn
        changed("Discoverable")
        limitDiscoverable()
        onChange()
    }

    func setPairable(_ isOn: Bool) {
        guard isOn != isPairable else { return }
        isPairable = isOn
        changed("Pairable")
        limitPairable()
    }

    private func limitDiscoverable() {
        cancel(discoverableTicket)
        discoverableTicket = 0
        guard isDiscoverable, discoverableTimeout > 0 else { return }
        discoverableTicket = after(.seconds(Int64(discoverableTimeout))) { [weak self] in
            self?.setDiscoverable(false)
        }
    }

    private func limitPairable() {
        cancel(pairableTicket)
        pairableTicket = 0
        guard isPairable, pairableTimeout > 0 else { return }
        pairableTicket = after(.seconds(Int64(pairableTimeout))) { [weak self] in
            self?.setPairable(false)
        }
    }
}
