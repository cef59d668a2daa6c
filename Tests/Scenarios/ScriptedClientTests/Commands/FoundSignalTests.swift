import MetaWearTables
import Testing
import Wire

import struct MetaWearProtocol.InertialSetting

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
        var signal: BoardSignal?
        for (id, answer) in answers.enumerated() {
            let bytes = try #require(Hex.bytes(answer))
            let found = try #require(FoundProcessor(bytes))
            let word: Signal =
                switch found.key.module {
                case 0x19: .quaternion
                case 0x01: .switch
                default: .acceleration
                }
            let source = try signal ?? CommandBench().session.signal(SignalName(word))
            signal = found.output(of: found.part(of: source), id: UInt8(id))
        }
        #expect(signal?.name == name)
        #expect(signal?.length == length)
    }

    @Test func `a free slot has no processor`() {
        #expect(FoundProcessor([0x09, 0x82]) == nil)
    }

    @Test func `triggers are put together by key and offset`() throws {
        let session = CommandBench().session
        let triggers = [
            "03 04 FF 60", "13 05 FF 22", "03 04 FF 24", "03 04 FF 60", "03 04 FF 24",
        ].enumerated().compactMap { id, text in
            Hex.bytes(text).map { FoundTrigger(id: UInt8(id), bytes: $0) }
        }
        let acceleration = try session.signal(SignalName(.acceleration))
        // Two whole sets, one behind the other.
        let first = FoundTrigger.chunks(of: acceleration, in: triggers)
        #expect(first.map(\.id) == [0, 2])
        #expect(acceleration.logged(by: first).name == "acceleration")
        let rest = triggers.filter { ![0, 2].contains($0.id) }
        #expect(
            FoundTrigger.chunks(of: acceleration, in: rest.dropFirst() + []).map(\.id) == [3, 4])
        // One axis.
        let rotation = try session.signal(SignalName(.rotation))
        let axis = FoundTrigger.chunks(of: rotation, in: rest)
        #expect(axis.map(\.id) == [1])
        let part = rotation.logged(by: axis)
        #expect(part.name == "rotation[1]")
        #expect(part.axes == ["y"])
    }

    @Test(arguments: [
        (CommandBench.Model.r, "28 08", 100.0, 8.0), (.r, "28 03", 100, 2), (.s, "A8 02", 100, 8),
        (.s, "A7 03", 50, 16),
    ])
    func `a configuration is read back`(
        model: CommandBench.Model, bytes: String, rate: Double, range: Double
    ) throws {
        let device = try CommandBench(model).session.encoder.inertial(0x03)
        let configuration = try #require(Hex.bytes(bytes))
        let setting = try #require(device.setting(configuration))
        #expect(setting == InertialSetting(rate: rate, range: range))
    }
}
