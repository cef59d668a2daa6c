import MetaWearProtocol
import MetaWearTables
import Testing
import Wire

@testable import Declaration
@testable import ScriptedClient

/// What an earlier client set up, as boards read it back (protocol, core 4.4 and 11).
@Suite struct FoundSignalTests {
    /// A chain of read-backs, each on the one before, with its name and its bytes.
    @Test(arguments: [
        (
            [
                "09 82 03 04 FF A0 07 A5 00 00 00 00 D0 07 00 00 00 00 00 00",
                "09 82 09 03 00 20 02 07 00 00 00 00 D0 07 00 00 00 00 00 00",
                "09 82 09 03 01 60 08 13 30 75 00 00 D0 07 00 00 00 00 00 00",
            ], "acceleration:rms?id=0:accumulate?id=1:time?id=2", 4
        ),
        (
            [
                "09 82 03 04 FF A0 07 A5 00 00 00 00 D0 07 00 00 00 00 00 00",
                "09 82 09 03 00 20 02 07 00 00 00 00 D0 07 00 00 00 00 00 00",
                "09 82 09 03 01 60 0F 03 00 00 00 00 00 00 00 00 00 00 00 00",
            ], "acceleration:rms?id=0:accumulate?id=1:buffer-state?id=2", 4
        ),
        (
            ["09 82 19 07 FF E0 08 17 14 00 00 00 D0 07 00 00 00 00 00 00"],
            "quaternion:time?id=0", 16
        ),
        (
            ["09 82 03 04 FF 24 0A 01 10 00 00 00 00 00 00 00 00 00 00 00"],
            "acceleration:sample-delay?id=0", 2
        ),
        (
            ["09 82 01 01 FF 00 02 10 00 00 00 00 00 00 00 00 00 00 00 00"],
            "switch:count?id=0", 1
        ),
    ])
    func `a processor's read-back says what comes out`(
        answers: [String], name: String, length: Int
    ) throws {
        var signal: ScriptSignal?
        for (id, answer) in answers.enumerated() {
            let bytes = try #require(Hex.bytes(answer))
            let found = try #require(ActiveProcessor(id: UInt8(id), answer: bytes))
            let word: Signal =
                switch found.parentModule {
                case .sensorFusion: .quaternion
                case .switch_: .switch
                default: .acceleration
                }
            let source = try signal ?? CommandBench().session.signal(SignalName(word))
            signal = source.output(of: found)
        }
        #expect(signal?.name == name)
        #expect(signal?.length == length)
    }

    @Test func `an axis of a vector is logged under its number`() throws {
        let rotation = try CommandBench().session.signal(SignalName(.rotation))
        let answer = try #require(Hex.bytes("0B 82 13 05 FF 22"))
        let logger = try #require(ActiveLogger(id: 1, answer: answer))
        let part = rotation.logged(by: [logger])
        #expect(part.name == "rotation[1]")
        #expect(part.axes == ["y"])
    }

    @Test func `the accuracy behind a fused vector stays hidden`() throws {
        let vector = try CommandBench().session.signal(SignalName(.correctedAcceleration))
        #expect(vector.axes == ["x", "y", "z"])
        #expect(vector.length == 13)
        let delayed = try MadeProcessor(
            .delay(Stage.Delay()), of: vector, revision: 3)
        #expect(delayed.output.axes == ["x", "y", "z"])
        #expect(delayed.output.length == 13)
    }

    @Test(arguments: [
        (CommandBench.Model.r, "28 08", 100.0, 8.0), (.r, "28 03", 100, 2), (.s, "A8 02", 100, 8),
        (.s, "A7 03", 50, 16),
    ])
    func `a configuration is read back`(
        model: CommandBench.Model, bytes: String, rate: Double, range: Double
    ) throws {
        let chip = try CommandBench(model).session.sensors.chip(.accelerometer)
        let configuration = try #require(Hex.bytes(bytes))
        let setting = try #require(chip.setting(configuration))
        #expect(setting == InertialSetting(rate: rate, range: range))
    }
}
