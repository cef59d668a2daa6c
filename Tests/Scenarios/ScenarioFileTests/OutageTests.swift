import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScriptedClient

@Suite struct OutageTests {
    @Test(arguments: [
        ("", 0, false),
        ("{at: 1 s, link-loss: 8 s}", 12, false),
        ("{at: 1 s, link-loss: 400 d}", 100, true),
        ("{at: 200 s, link-loss: 8 s}", 0, false),
        ("{at: 1 s, every: 30 s, link-loss: 8 s}", 48, false),
        ("{at: 1 s, every: 1 s, reset: {}}", 100, false),
        ("{at: 1 s, brown-out: 1 s}", 7, false),
        ("{at: 1 s, mute-module: logging}", 100, true),
        ("{at: 1 s, mute-module: {module: logging, for: 2 s}}", 6, false),
        ("{at: 1 s, interference: {loss: 40 %, for: 50 s}}", 0, false),
        ("{at: 1 s, interference: {loss: 100 %, for: 50 s}}", 54, false),
        ("{at: 0 s, lose-packet: {packet: \"< 0b 85\"}}", 4, false),
        ("{at: 0 s, double-packet: {packet: \"< 0b 85\"}}", 0, false),
        ("{at: 0 s, upon: {packet: \"< 0b 85\", do: {link-loss: 8 s}}}", 12, false),
        ("{at: 0 s, upon: {packet: \"< 0b 85\", do: {button: click}}}", 0, false),
    ])
    func `how long a client may be without its board, in a run of 100 s`(
        fault: String, seconds: Int64, isForGood: Bool
    ) throws {
        let text = """
            version: 1
            boards: [{name: desk, model: MetaMotion S}]
            faults: [\(fault)]
            """
        let file = try ScenarioFile(
            reading: Array(text.utf8), file: "t.yaml")
        let total = Outage.total(of: file.faults, in: .seconds(100))
        #expect(total.time == .seconds(seconds) && total.isForGood == isForGood)
    }
}
