import Testing

@testable import TrikiVectors

/// One tick for each dwell, settling or hold that is counted (protocol, triki-motion 6).
@Suite struct TickToleranceTests {
    private func passes(_ area: String, _ inputs: String, _ outputs: String) throws -> Bool {
        let text =
            #"{"vectors": [{"id": "S-1", "area": "\#(area)", "title": "", "inputs": \#(inputs), "#
            + #""outputs": \#(outputs)}]}"#
        return VectorPlayer.play(try VectorFile(parsing: Array(text.utf8)))[0].differences.isEmpty
    }

    /// A hold on slot 3 is confirmed at 164 and 327; its progress at the end is six ticks of 135.
    private let held = #"""
        {"dt": 0.016666667, "items": 4,
         "steps": [{"available": true, "button": false, "posX": 0.8, "ticks": 360}]}
        """#

    @Test(arguments: [
        (166, 331, true), (162, 323, true), (167, 327, false), (164, 332, false),
    ])
    func `each cycle of an activation has two ticks`(first: Int, second: Int, isWithin: Bool) throws
    {
        let outputs =
            #"{"activations": [{"index": 3, "tick": \#(first)}, {"index": 3, "tick": \#(second)}]}"#
        #expect(try passes("TrikiUINavigator", held, outputs) == isWithin)
    }

    @Test(arguments: [(5, true), (-5, true), (6, false), (-6, false)])
    func `progress after two cycles and a settling has five ticks`(ticks: Int, isWithin: Bool)
        throws
    {
        let progress = 0.044444444 + Double(ticks) / 135
        let outputs =
            #"{"activations": [{"index": 3, "tick": 164}, {"index": 3, "tick": 327}], "#
            + #""holdProgressEnd": \#(progress)}"#
        #expect(try passes("TrikiUINavigator", held, outputs) == isWithin)
    }

    @Test(arguments: [
        ([1, 1, 1, 1, 2, 2, 2], 5, true), ([1, 1, 1, 1, 1, 2, 2], 6, true),
        ([1, 1, 1, 2, 2, 2, 2], 4, true), ([1, 1, 1, 1, 1, 1, 2], 5, false),
        ([1, 1, 2, 2, 2, 2, 2], 5, false), ([1, 1, 1, 1, 2, 3, 3], 5, false),
        ([1, 1, 1, 1, 2, 2, 2], 7, false),
    ])
    func `a dwell has one tick`(resolved: [Int], call: Int, isWithin: Bool) throws {
        let inputs = #"{"current0": 1, "dt": 0.016666667, "raw": [2, 2, 2, 2, 2, 2, 2]}"#
        let outputs = #"{"resolved": \#(resolved), "switchedAtCall": \#(call)}"#
        #expect(try passes("TrikiFocusGate", inputs, outputs) == isWithin)
    }

    @Test(arguments: [
        ([135, 270], 0.0, true), ([136, 272], 0, true), ([135, 273], 0, false),
        ([137, 270], 0, false), ([135, 270], 0.0148, true), ([135, 270], 0.0223, false),
    ])
    func `holds add up their ticks`(ticks: [Int], progress: Double, isWithin: Bool) throws {
        let inputs = #"{"dt": 0.016666667, "duration": 2.25, "ticks": 270}"#
        let outputs = #"{"completedAtTicks": \#(ticks), "progressEnd": \#(progress)}"#
        #expect(try passes("TrikiHoldTracker", inputs, outputs) == isWithin)
    }
}
