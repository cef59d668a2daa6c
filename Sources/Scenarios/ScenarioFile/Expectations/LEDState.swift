import Declaration
import Device
import ScriptedClient
import YAML

package struct LEDState: JudgementKind {
    package static let key = "led"
    package var channel = Step.LED.Channel.green
    package var atLeast: Quantity<Ratio> = .percent(1)
    package var atMost: Quantity<Ratio> = .percent(100)

    package static let keys = Keys(Self(), "state of the LED") { keys in
        keys.about = "One colour of the LED reaches a brightness."
        keys.required(\.channel, "channel", principal: true, "Which colour.")
        keys.optional(
            \.atLeast, "at-least", in: .percent(0)...(.percent(100)), "Brightness at least.")
        keys.optional(\.atMost, "at-most", in: .percent(0)...(.percent(100)), "Brightness at most.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        guard atLeast > atMost else { return }
        reader.fail(
            "at least \(atLeast.text) and at most \(atMost.text) contradict each other", at: mark,
            fix: "swap them, or give both")
    }

    var words: String { "LED \(channel.rawValue)" }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        let light: Light =
            switch channel {
            case .green: .green
            case .red: .red
            case .blue: .blue
            }
        let percent = judge.device.brightness(of: light) * 100
        let holds = percent >= atLeast.percent && percent <= atMost.percent
        return Expectation.Finding(
            holds: holds, isFinal: holds,
            detail: "\(channel.rawValue) at \(Decimal.text(percent)) %")
    }
}
