import DBus

/// The board's answers when a central pairs: an `org.bluez.Agent1`.
///
/// BlueZ itself generates the passkeys to show; the board's own have no effect.
final class PairingAgent: BusObject {
    static let name = "org.bluez.Agent1"

    let interface = InterfaceDescription(
        name,
        methods: [
            .init("Release"),
            .init("RequestPinCode", in: ["device": "o"], out: ["pincode": "s"]),
            .init("DisplayPinCode", in: ["device": "o", "pincode": "s"]),
            .init("RequestPasskey", in: ["device": "o"], out: ["passkey": "u"]),
            .init("DisplayPasskey", in: ["device": "o", "passkey": "u", "entered": "q"]),
            .init("RequestConfirmation", in: ["device": "o", "passkey": "u"]),
            .init("RequestAuthorization", in: ["device": "o"]),
            .init("AuthorizeService", in: ["device": "o", "uuid": "s"]),
            .init("Cancel"),
        ])
    private let pairing: BlueZOptions.Pairing
    private let notice: (String) -> Void

    init(_ pairing: BlueZOptions.Pairing, notice: @escaping (String) -> Void) {
        self.pairing = pairing
        self.notice = notice
    }

    func call(_ method: String, _ call: IncomingCall) {
        switch method {
        case "DisplayPasskey":
            // Called again for every digit that the other side types.
            if call.arguments[2].number == 0, let passkey = call.arguments[1].number {
                notice("the board shows the passkey \(Self.sixDigits(passkey))")
            }
            call.reply()
        case "RequestPasskey":
            guard let passkey = pairing.passkey else {
                notice("the board needs a passkey; set it with `security: {passkey: …}`")
                return call.fail(Self.rejected)
            }
            call.reply([.uint32(passkey)])
        case "RequestConfirmation" where pairing.numbersAgree == false,
            "RequestPinCode", "DisplayPinCode":
            // Low Energy has no PIN codes.
            call.fail(Self.rejected)
        default: call.reply()
        }
    }

    func get(_ property: String) -> Value? { nil }

    func set(_ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void) {
        answer(nil)
    }

    private static let rejected = DBusError("org.bluez.Error.Rejected", "the board says no")

    private static func sixDigits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    }
}
