import Declaration

extension Step {
    package struct LEDOff: CommandStep, CapStep {
        package static let title = "led-off"
        package static let about = "Stops the LED and clears its patterns."

        package static let keys = Keys(Self())

        var ability: Ability? { nil }

        func commands(_ session: HostSession) -> [[UInt8]] { [[0x02, 0x02, 0x01]] }

        func onCap(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            session.setLight(isOn: false, done)
        }
    }
}
