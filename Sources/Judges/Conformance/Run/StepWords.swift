import Declaration
import Scenario

extension Input.Kind {
    /// For a person: what has to be done to the board.
    var words: String {
        switch self {
        case .button(let button): "\(button.action.rawValue) the button"
        case .gpio(let gpio): "put a level on pin \(gpio.pin)"
        case .charger(let charger): "\(charger) the charger"
        case .battery(let change): "bring the battery to \(change.to.text)"
        case .temperature(let change): "bring the air to \(change.to.text)"
        case .pressure(let change): "bring the air to \(change.to.text)"
        case .altitude(let change): "bring the board to \(change.to.text) above the sea"
        case .light(let change): "light the board with \(change.to.text)"
        case .lightColour(let colour): "light the board with \(colour.rawValue)"
        case .nearestObject(let change): "hold something \(change.to.text) before the board's face"
        case .humidity(let change): "bring the air to \(change.to.text) of humidity"
        case .magneticField: "bring a magnet near"
        }
    }
}
