import Testing

@testable import ScriptedClient

/// What a scenario of many boards relies on.
@Suite struct StepKindTests {
    /// Steps that hear only the board that they are for and those that they name.
    private static let named: Set<String> = [
        "ClearLog", "Configure", "Connect", "Disconnect", "Download", "EraseMacros",
        "FactoryReset", "Haptic", "IBeacon", "Initialise", "LED", "LEDOff", "Log", "Macro",
        "Modify", "Pair", "Play", "Process", "Read", "Reconnect", "Recover", "Remove", "Reset",
        "ResetOrientation", "RunMacro", "SetState", "Settings", "Start", "StartTimer", "Stop",
        "StopLog", "StopStream", "StopTimer", "Stream", "TearDown", "Timer", "UpdateFirmware",
        "Wait", "WaitDisconnect", "WaitFor", "WaitRecording", "WaitUntil", "When", "Write",
        "WriteCalibration",
    ]
    /// Steps that hear others, too; a scenario with one of them is not divided.
    private static let others: Set<String> = ["Scan"]

    @Test func `a new step has decided whether it hears boards that it does not name`() {
        let kinds = Set(Step.kinds.map { String(describing: $0) })
        #expect(
            kinds == Self.named.union(Self.others),
            "put the step into one of the two lists; into the second with `hearsAll`")
    }
}
