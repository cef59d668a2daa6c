import DBus

/// An `org.bluez.LEAdvertisement1` that bluetoothd reads once, when it is registered.
final class AdvertisementObject: BusObject {
    static let name = "org.bluez.LEAdvertisement1"

    let interface: InterfaceDescription
    let plan: AdvertisementPlan
    /// bluetoothd has stopped the advertisement.
    var onRelease: () -> Void = {}
    private var power: Value?

    init(_ plan: AdvertisementPlan) {
        self.plan = plan
        interface = InterfaceDescription(
            Self.name, methods: [.init("Release", hasReply: false)],
            // bluetoothd sets the power that it used.
            properties: plan.properties.map {
                .init($0.name, $0.value.signature, isWritable: $0.name == "TxPower")
            })
    }

    func call(_ method: String, _ call: IncomingCall) {
        call.reply()
        onRelease()
    }

    func get(_ property: String) -> Value? {
        if property == "TxPower", let power { return power }
        return plan.properties.first { $0.name == property }?.value
    }

    func set(_ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void) {
        power = value
        answer(nil)
    }
}
