import Declaration
import Simulation
import YAML

package struct Input: LocatedSection {
    package static let title = "input"
    package static let about = "Something that happens to a board from outside, at a given time."
    package static let example = """
        inputs:
          - {at: 5 s, button: click}
          - {at: 8 s, gpio: {pin: 0, voltage: 1.2 V}}
          - {at: 9 s, every: 500 ms, times: 100, button: click}
          - {at: 10 s, temperature: {to: 35 degC, over: 60 s}}
        """

    /// When, and how often.
    package var timing = Recurrence()
    package var board = Reference(.board)
    /// What happens.
    package var kind = Kind.button(Button())
    package var mark = Mark.start

    package static let keys = Keys(Self()) { keys in
        Recurrence.declare(&keys, \.timing)
        keys.reference(\.board, "board", "Which board.")
        keys.exactlyOne(\.kind)
    }

    package func check(_ reader: Reader, at mark: Mark) {
        timing.check(Self.title, lasting: kind.duration, at: mark, reader)
    }

    /// What happens.
    package enum Kind: OneOf {
        package static let title = "kind of input"
        case button(Button)
        case gpio(GPIO)
        case charger(Charger)
        case battery(Change<Ratio>)
        case temperature(Change<Temperature>)
        case pressure(Change<Pressure>)
        case altitude(Change<Length>)
        case light(Change<Illuminance>)
        case lightColour(LightColour)
        case nearestObject(Change<Length>)
        case humidity(Change<Ratio>)
        case magneticField(FieldChange)

        package static let cases = Cases<Kind> { cases in
            cases(Kind.button, Kind.gpio)
            cases("charger", Kind.charger, "Connects or disconnects the charger.")
            cases("battery", Kind.battery, "Changes the battery's charge.")
            cases("temperature", Kind.temperature, "Changes the air's temperature.")
            cases("pressure", Kind.pressure, "Changes the air pressure.")
            cases("altitude", Kind.altitude, "Changes the air pressure to that of a height.")
            cases("light", Kind.light, "Changes the light on the board's face.")
            cases("light-colour", Kind.lightColour, "Changes what the light comes from.")
            cases(
                "nearest-object", Kind.nearestObject,
                "Moves the nearest thing in front of the board's face.")
            cases("humidity", Kind.humidity, "Changes the relative humidity.")
            cases(Kind.magneticField)
        }
    }
}

extension Input.Kind {
    /// How long it takes until it is over.
    var duration: Nanoseconds {
        switch self {
        case .button(let button): button.action == .click ? button.duration : .zero
        case .gpio, .charger, .lightColour: .zero
        case .battery(let change): change.over
        case .temperature(let change): change.over
        case .pressure(let change): change.over
        case .altitude(let change): change.over
        case .light(let change): change.over
        case .nearestObject(let change): change.over
        case .humidity(let change): change.over
        case .magneticField(let change): change.over
        }
    }
}

/// What happens to the charger.
package enum Charger: String, Choice {
    package static let title = "charger input"
    case connect, disconnect
}
