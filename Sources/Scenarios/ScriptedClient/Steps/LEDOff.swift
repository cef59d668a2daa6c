import Declaration
import MetaWearProtocol

extension Step {
    package struct LEDOff: CommandStep, CapStep {
        package static let keys = Keys(
            Self(), "led-off",
            about: "Stops the LED and clears its patterns.")

        var ability: Ability? { nil }

        func commands(_ session: HostSession) -> [Packet] { [MWLED.Stop().packet] }

        func onCap(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            session.setLight(isOn: false, done)
        }
    }
}
