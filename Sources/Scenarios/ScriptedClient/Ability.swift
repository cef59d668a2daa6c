/// A capability that only some products have.
package enum Ability: Hashable {
    case pins, charger, log, quirks, motor, thermometer
    /// The registers of a MetaWear, which most steps use.
    case registers
    /// The options of a Triki cap.
    case cap

    /// Its absence in words, for messages.
    package var words: String {
        switch self {
        case .pins: "no pins"
        case .charger: "no charger"
        case .log: "no log"
        case .quirks: "no quirks"
        case .motor: "no motor"
        case .thermometer: "no thermometer"
        case .registers: "no registers of a MetaWear"
        case .cap: "no switches of a cap"
        }
    }
}
