import Testing

@testable import Declaration
@testable import ScenarioRun
@testable import ScriptedClient

/// A firmware update by the board's bootloader, as a script drives it.
@Suite struct RunnerUpdateTests {
    private static let steps =
        "connect, initialise, update-firmware: STEP, reconnect, initialise, disconnect"

    @Test(arguments: ["MetaMotion S", "MetaMotion R"])
    func `an updated board runs the revision of its image`(model: String) throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: \(model), sensors: ideal}",
                steps: Self.steps.replacing("STEP", with: "{revision: 1.7.9, size: 4000}").asSteps,
                "expect: [{within: 60 s, connected: {exactly: 2}}]\n"))
        #expect(play.failure == nil)
        #expect(play.steps[2].detail == "4000 bytes")
        #expect(play.result.boards.map(\.firmware) == ["1.7.9"])
        #expect(play.traces("update installed: firmware 1.7.9") == 1)
    }

    @Test func `an update is repeated in the bootloader`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, {write: "FE 02", may-fail: true}, wait-disconnect, {wait: 1 s},
                    {update-firmware: {size: 4000, in-bootloader: true}}, reconnect, initialise
                    """))
        #expect(play.failure == nil)
        #expect(play.steps[5].detail == "4000 bytes")
        #expect(play.traces("update installed: firmware 1.7.9") == 1)
    }

    @Test func `a board with a link is not in its bootloader`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: "connect, update-firmware: {in-bootloader: true, within: 5 s}".asSteps))
        #expect(play.failure?.contains("already connected") == true, "\(play.failure ?? "")")
    }

    @Test func `an image of a file is what the scenario says it is`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R, bootloader: {image: 1.5.9}}",
                steps: Self.steps.replacing("STEP", with: "{image: fw.bin}").asSteps),
            files: ["dir/fw.bin": String(repeating: "firmware ", count: 100)])
        #expect(play.failure == nil)
        #expect(play.steps[2].detail == "900 bytes")
        #expect(play.result.boards.map(\.firmware) == ["1.5.9"])
    }

    @Test func `a bootloader that refuses the image says so`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: Self.steps.replacing("STEP", with: "{image: a, init-packet: b}").asSteps),
            files: ["dir/a": "an application", "dir/b": "what is no init packet"])
        #expect(play.failure?.hasPrefix("the bootloader answered 10 ") == true)
    }

    @Test(arguments: [("0.2.0", false), ("0.4.0", true)])
    func `an image on a bootloader that is too old leaves the board in it`(
        bootloader: String, isInstalled: Bool
    ) throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, bootloader: {revision: \(bootloader)}}",
                steps: Self.steps.replacing("STEP", with: "{image: fw.bin}").asSteps),
            files: [
                "dir/fw.bin": "boardsim:firmware=1.7.4 boardsim:requires=0.4.0 "
                    + String(repeating: "firmware ", count: 100)
            ])
        #expect(play.failure == (isInstalled ? nil : "the bootloader answered 10 04 05"))
        #expect(
            play.traces("update refused: the image requires bootloader 0.4.0")
                == (isInstalled ? 0 : 1))
        #expect(play.result.boards.map(\.firmware) == [isInstalled ? "1.7.4" : "1.7.2"])
    }
}
