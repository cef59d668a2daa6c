import Declaration
import MetaWearProtocol

extension Step {
    package struct LEDOff: CommandStep, CapStep {
        package static let keys = Keys(
            Self(), "led-off",
            about: "Stops the LED and clears its patterns.")

        var ability: Ability? { nil }

        func commands(_ session: HostSession) -> [Packet] { [MWLED.Stop().packet] }

        func onCap(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await session.setLight(isOn: false)
            return ""
        }
    }
}
