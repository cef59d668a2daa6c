import Declaration
import MetaWearProtocol
import Simulation

extension Step {
    /// Drives the haptic pin.
    package struct Haptic: CommandStep {
        /// What is driven.
        package enum Actuator: String, Choice {
            package static let title = "actuator"
            case motor, buzzer
        }

        package var actuator = Actuator.motor
        package var strength: Quantity<Ratio> = .percent(100)
        package var duration: Nanoseconds = .milliseconds(500)

        package static let keys = Keys(Self(), "haptic") { keys in
            keys.about = "Runs the vibration motor or the buzzer."
            keys.optional(\.actuator, "actuator", principal: true, "The motor or the buzzer.")
            keys.optional(
                \.strength, "strength", in: .percent(0)...(.percent(100)),
                "The strength of the motor.")
            keys.optional(
                \.duration, "for", in: .milliseconds(1)...(.milliseconds(65_535)), "How long.")
        }

        var words: String { "haptic \(actuator.rawValue)" }

        func commands(_ session: HostSession) -> [Packet] {
            let pulse = MWHaptic.Pulse(
                mode: actuator.counterpart(), dutyCycle: UInt8(strength.percent),
                pulseWidth: UInt16(clamping: duration.wholeMilliseconds))
            return [pulse.packet]
        }
    }
}
