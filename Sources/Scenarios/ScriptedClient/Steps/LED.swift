import Declaration
import MetaWearProtocol

extension Step {
    package struct LED: CommandStep, CapStep {
        package static let example = "- led: {channel: green, pattern: blink, repeat: 5}"

        package enum Channel: String, Choice {
            package static let title = "LED channel"
            case green, red, blue
        }

        /// The presets of the vendor's libraries.
        package enum Pattern: String, Choice {
            package static let title = "LED pattern"
            case solid, blink, pulse

            package var about: String {
                switch self {
                case .solid: "On all the time."
                case .blink: "50 ms on in every 500 ms."
                case .pulse: "725 ms up, 500 ms on, 725 ms down in every 2 s."
                }
            }
        }

        package var channel = Channel.green
        package var pattern = Pattern.solid
        package var brightness: Quantity<Ratio> = .percent(100)
        package var times: Int?

        package static let keys = Keys(Self(), "led") { keys in
            keys.about = "Plays a pattern on one colour of the LED."
            keys.optional(\.channel, "channel", principal: true, "The colour.")
            keys.optional(\.pattern, "pattern", "The pattern.")
            keys.optional(
                \.brightness, "brightness", in: .percent(0)...(.percent(100)),
                "The highest brightness.")
            keys.optional(
                \.times, "repeat", in: 1...254, otherwise: "until it is stopped", "How many times.")
        }

        var words: String { "led \(channel.rawValue) \(pattern.rawValue)" }
        /// A cap has one LED, green, on or off.
        var ability: Ability? {
            channel == .green && pattern == .solid && times == nil ? nil : .registers
        }

        func commands(_ session: HostSession) -> [Packet] {
            var form: MWLEDPattern =
                switch pattern {
                case .solid: .solid
                case .blink: .blink
                case .pulse: .breathe
                }
            form.highIntensity = UInt8((brightness.fraction * 31).rounded())
            if pattern == .solid { form.lowIntensity = form.highIntensity }
            if let times { form.repeatCount = UInt8(clamping: times) }
            return [
                MWLED.SetPattern(color: channel.counterpart(), pattern: form).packet,
                MWLED.Play().packet,
            ]
        }

        func onCap(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await session.setLight(isOn: true)
            return ""
        }
    }
}
