/// `org.freedesktop.DBus.Properties` of an object (D-Bus Specification, Standard Interfaces).
final class Properties: BusObject {
    static let name = "org.freedesktop.DBus.Properties"
    let interface = description
    private unowned let object: ExportedObject

    init(of object: ExportedObject) { self.object = object }

    private static let description = InterfaceDescription(
        name,
        methods: [
            .init("Get", in: ["interface": "s", "name": "s"], out: ["value": "v"]),
            .init("Set", in: ["interface": "s", "name": "s", "value": "v"]),
            .init("GetAll", in: ["interface": "s"], out: ["properties": "a{sv}"]),
        ],
        signals: [
            .init(
                "PropertiesChanged",
                [
                    "interface": "s", "changed_properties": "a{sv}",
                    "invalidated_properties": "as",
                ])
        ])

    func call(_ method: String, _ call: IncomingCall) {
        let name = call.arguments[0].text ?? ""
        guard let target = object.interface(name) else { return call.fail(.noInterface(name)) }
        switch method {
        case "Get": get(call.arguments[1].text ?? "", of: target, call)
        case "GetAll": call.reply([target.values])
        default: set(call.arguments[1].text ?? "", of: target, to: call.arguments[2], call)
        }
    }

    private func get(_ name: String, of target: any BusObject, _ call: IncomingCall) {
        guard target.interface.property(name) != nil, let value = target.get(name) else {
            return call.fail(.noProperty(name))
        }
        call.reply([.variant(value)])
    }

    private func set(
        _ name: String, of target: any BusObject, to value: Value, _ call: IncomingCall
    ) {
        guard let property = target.interface.property(name) else {
            return call.fail(.noPropertyToSet(name))
        }
        guard property.isWritable else { return call.fail(.readOnly(name)) }
        guard target.get(name) != nil else { return call.fail(.noPropertyToSet(name)) }
        guard case .variant(let value) = value, value.signature == property.signature else {
            return call.fail(.wrongType(name))
        }
        target.set(name, value) { error in
            if let error { call.fail(error) } else { call.reply() }
        }
    }
}
