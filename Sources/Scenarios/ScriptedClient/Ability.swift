/// What a scenario may ask of some products and not of others.
package enum Ability: Hashable {
    case pins, charger, log, quirks, motor, thermometer
    /// What a scripted client does by the registers of a MetaWear.
    case registers
    /// What only a Triki cap has.
    case cap

    /// What a board without it lacks, for a message.
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
