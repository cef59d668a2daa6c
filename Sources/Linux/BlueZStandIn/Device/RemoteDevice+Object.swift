import Bluetooth
import Central
import DBus

extension RemoteDevice: BusObject {
    private static let description = InterfaceDescription(
        name,
        methods: [
            .init("Disconnect"), .init("Connect"), .init("ConnectProfile", in: ["UUID": "s"]),
            .init("DisconnectProfile", in: ["UUID": "s"]), .init("Pair"),
            .init("CancelPairing"),
        ],
        properties: [
            .init("Address", "s"), .init("AddressType", "s"), .init("Name", "s"),
            .init("Alias", "s", isWritable: true), .init("Class", "u"),
            .init("Appearance", "q"), .init("Icon", "s"), .init("Paired", "b"),
            .init("Bonded", "b"), .init("Trusted", "b", isWritable: true),
            .init("Blocked", "b", isWritable: true), .init("LegacyPairing", "b"),
            .init("RSSI", "n"), .init("Connected", "b"), .init("UUIDs", "as"),
            .init("Modalias", "s"), .init("Adapter", "o"),
            .init("ManufacturerData", "a{qv}"), .init("ServiceData", "a{sv}"),
            .init("TxPower", "n"), .init("ServicesResolved", "b"),
            .init("WakeAllowed", "b", isWritable: true),
        ])

    var interface: InterfaceDescription { Self.description }

    func call(_ method: String, _ call: IncomingCall) {
        switch method {
        case "Connect": connect(call)
        case "Disconnect": disconnect(call)
        case "Pair": pair(call)
        case "CancelPairing": cancelPairing(call)
        case "ConnectProfile":
            call.fail(isConnecting || bonding != nil ? Refusal.inProgress : Refusal.noProfiles)
        default: call.fail(Refusal.invalidArguments)
        }
    }

    func get(_ property: String) -> Value? {
        switch property {
        case "Address": .string(address.description)
        case "AddressType": .string(address.kind == .random ? "random" : "public")
        case "Name": givenName.map { .string($0) }
        case "Alias": .string(alias)
        case "Appearance": appearance.map { .uint16($0) }
        case "Icon": appearance.flatMap(Self.icon).map { .string($0) }
        case "Paired": .bool(isPaired)
        case "Bonded": .bool(isBonded)
        case "Trusted": .bool(isTrusted)
        case "Blocked": .bool(isBlocked)
        case "LegacyPairing": .bool(false)
        case "RSSI": rssi.map { .int16(Int16(clamping: $0)) }
        case "Connected": .bool(isConnected)
        case "UUIDs":
            // Its advertising reports count again from the end of a link.
            .strings(
                isResolved || advertisedServices.isEmpty
                    ? knownServices : advertisedServices.map(\.bluezText))
        case "Modalias": modalias.map { .string($0) }
        case "Adapter": .path(adapter.path)
        case "TxPower": txPower.map { .int16(Int16(clamping: $0)) }
        case "ServicesResolved": .bool(isResolved)
        default: advertisedData(property)
        }
    }

    private func advertisedData(_ property: String) -> Value? {
        switch property {
        case "ManufacturerData" where !manufacturerData.isEmpty:
            .dictionary(
                "q", "v",
                manufacturerData.map { .init(.uint16($0.company), .variant(.bytes($0.bytes))) })
        case "ServiceData" where !serviceData.isEmpty:
            .options(serviceData.map { ($0.uuid.bluezText, .bytes($0.bytes)) })
        default: nil
        }
    }

    private var alias: String {
        ownAlias ?? givenName
            ?? String(address.description.map { $0 == ":" ? "-" : $0 })
    }

    /// For those categories and kinds of appearance (Bluetooth Assigned Numbers, 2.6) for which
    /// bluetoothd has an icon.
    private static func icon(_ appearance: UInt16) -> String? {
        switch (appearance >> 6, appearance & 0x3F) {
        case (0x00, _): "unknown"
        case (0x01, _): "phone"
        case (0x02, _): "computer"
        case (0x05, _): "video-display"
        case (0x0A, _): "multimedia-player"
        case (0x0B, _), (0x0F, 0x08): "scanner"
        case (0x0F, 0x01): "input-keyboard"
        case (0x0F, 0x02): "input-mouse"
        case (0x0F, 0x03), (0x0F, 0x04): "input-gaming"
        case (0x0F, 0x05): "input-tablet"
        default: nil
        }
    }

    /// bluetoothd's own state changes before the answer.
    func set(_ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void) {
        let flag = value.flag ?? false
        switch property {
        case "Alias":
            // bluetoothd stores a device's alias at any length.
            guard let text = AliasText.kept(value.text ?? "") else {
                return answer(Refusal.invalidArguments)
            }
            let wish = text.isEmpty ? nil : text
            if wish != ownAlias {
                ownAlias = wish
                changed(property)
            }
        case "Trusted":
            if flag != isTrusted {
                isTrusted = flag
                changed(property)
            }
        case "Blocked": if flag != isBlocked { setBlocked(flag) }
        default: break
        }
        answer(nil)
    }

    private func setBlocked(_ isOn: Bool) {
        if isOn {
            connection?.disconnect()
            keep()
        }
        isBlocked = isOn
        changed("Blocked")
    }
}
