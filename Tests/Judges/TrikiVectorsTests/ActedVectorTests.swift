import Testing

@testable import TrikiVectors

/// Figures of the acceptance behaviours (protocol, triki-motion 6) that no vector of the project has,
/// as files write them.
@Suite struct ActedVectorTests {
    /// One vector, as JSON.
    struct Row: Sendable, CustomTestStringConvertible {
        var id: String
        var area: String
        var title: String
        var inputs: String
        var outputs: String

        var testDescription: String { "\(id) \(area): \(title)" }

        init(
            _ id: String, _ area: String, _ title: String = "", _ inputs: String, _ outputs: String
        ) {
            (self.id, self.area, self.title) = (id, area, title)
            (self.inputs, self.outputs) = (inputs, outputs)
        }
    }

    static let frame14 = "22 00 28 00 EC FF 20 00 10 00 C0 FF 18 00"
    static let rows: [Row] = ownRows + calls + acceptance + navigation + areas
    static let ownRows: [Row] = [
        Row(
            "S-1", "BLEGyroParser", "one cycle of 20, 20 and 2 bytes",
            #"""
            {"notifies": ["22 00 8F 00 00 00 00 00 18 00 00 00 FE F7 22 00 1E 01 00 00",
             "00 00 18 00 00 00 FE F7 22 00 AD 01 00 00 00 00 18 00 00 00", "FE F7"]}
            """#,
            #"{"blocksPerNotify": [1, 2, 0], "gyroRawFromPacket": [143, 24, null]}"#),
        Row(
            "S-1", "ButtonDetector", "byte 1 in turn", #"{"byte1": [0, 1, 1, 0, 1, 0, 2, 1]}"#,
            #"{"edges": [1, 4, 7]}"#),
        Row(
            "N-1", "ButtonDetector", "byte 1 in turn", #"{"byte1": [0, 1, 1, 0, 1, 0, 2, 1]}"#,
            #"{"edges": [1, 4, 6]}"#),
        Row(
            "S-1", "MotionParser", "the same frame five times", #"{"hex": "\#(frame14)"}"#,
            #"{"tiltX": [0.09, 0.1638, 0.224316, 0.27393912, 0.314630078]}"#),
        Row(
            "N-1", "MotionParser", "the same frame", #"{"hex": "\#(frame14)", "repeat": 2}"#,
            #"{"after": [{"tiltX": 0.5}, {"tiltX": 0.5}]}"#),
        Row(
            "S-1", "gesture-sdk", "one block is tilt: 40 counts are a half",
            #"{"packet": "22 00 <x LE> 0000 0000", "gyroX_raw_int16_per_frame": [40, 80, 800]}"#,
            #"{"rawY": [-0.5, -1, -1], "gyroBlockIndex": [0, 0, 0]}"#),
        Row(
            "S-1", "gesture-sdk", "ticks",
            #"{"tick1": "one block, gyroX 40", "tick2": "two blocks, gyroX 40", "tick3": "nothing"}"#,
            #"{"rawY": [-0.5, -0.02, 0]}"#),
        Row(
            "S-1", "pointer", "full speed for ten seconds", #"{"gyroY": 1, "frames": 600}"#,
            #"{"rotX": 1, "posX": 0.055480883}"#),
        Row(
            "S-1", "pointer", "calibrateCenter keeps the position",
            #"{"gyroY": 1, "frames": 2}"#,
            #"{"posXBefore": 0.057774675, "posXAfter": 0.057774675}"#),
        Row(
            "S-1", "paddle", "calibrateNeutralPose at 300, then 600",
            #"""
            {"before": [0, \#(Array(repeating: "300", count: 31).joined(separator: ", "))],
             "then": [300, 600, 600, 600, 600]}
            """#,
            #"{"offset": 299.894282, "posX": [0, 0, 0, 0.22519651, 0.400548357]}"#),
        Row(
            "S-1", "paddle", "calibrateNeutralPose", #"{"held": 300, "then": 600}"#,
            #"{"offset": 299.894282, "posX": [0, 0, 0.22519651, 0.400548357]}"#),
        Row(
            "S-1", "paddle", "flipPaddleOffsetSign", #"{"before": [250]}"#,
            #"{"biasXBefore": 250, "biasXAfter": -250}"#),
        Row(
            "S-1", "facade", "setMode(gesture) loads no preset", "{}",
            #"{"modeAfter": "gesture", "gestureCooldown": 0.4, "offsetSet": false}"#),
        Row(
            "S-1", "facade", "setMode(paddle) is no change", "{}",
            #"{"mode": "paddle", "offsetSet": true}"#),
        Row(
            "S-1", "facade", "frames without a length", #"{"times": [5, 5.016666667, 60]}"#,
            #"{"rotX": [0, 0.0294, 0.112378325], "dt": [0, 0.016666667, 0.05]}"#),
        Row(
            "S-1", "facade-ble", "the radio is off",
            #"{"sequence": "poweredOff, connect(), poweredOn"}"#,
            #"{"centralOps": [], "state": "idle"}"#),
        Row(
            "S-1", "facade-ble", "a name in capitals is a cap's", #"{"advertisedName": "TRIKI 7"}"#,
            #"{"centralOps": ["scan(services:nil,dup:false)", "stopScan", "connect(TRIKI 7)"]}"#),
        Row(
            "N-1", "facade-ble", "a lost link is opened again",
            #"{"sequence": "stream, didDisconnect, 1.6 s"}"#, #"{"state": "connecting"}"#),
        Row(
            "S-1", "facade-ble", "a lost link stays lost",
            #"{"sequence": "stream, didDisconnect, 60 s"}"#, #"{"state": "idle"}"#),
        Row(
            "S-1", "MotionConfig", "dart tuning", "{}",
            #"{"pointerSensitivity": 0.14, "referenceDriftEnabled": true}"#),
        Row(
            "S-1", "e2e", "two frames per poll: still, back, forth",
            #"{"frameHex": "22 00 08 07 00 00 00 00 18 00 00 00 FE F7", "polls": 28}"#,
            #"{"firstPrimedPoll": 8, "firstShotPoll": 22, "throwPower": 0.927460}"#),
        Row(
            "N-1", "e2e", "two frames per poll: still, back, forth",
            #"{"frameHex": "22 00 08 07 00 00 00 00 18 00 00 00 FE F7", "polls": 28}"#,
            #"{"firstPrimedPoll": 7, "firstShotPoll": 20, "throwPower": 1}"#),
        Row(
            "S-1", "e2e", "a menu of four, turned to the left",
            #"{"hex": "22 00 24 FF 00 00 00 00", "items": 4, "ticks": 180}"#,
            #"""
            {"focusChanges": [{"focus": 1, "tick": 5}, {"focus": 0, "tick": 7}],
             "activations": [{"index": 0, "tick": 170}], "posX": -0.748}
            """#),
        Row(
            "N-1", "e2e", "a menu of four, turned to the left",
            #"{"hex": "22 00 24 FF 00 00 00 00", "items": 4, "ticks": 330}"#,
            #"{"activations": [{"index": 0, "tick": 164}, {"index": 0, "tick": 327}]}"#),
        Row(
            "S-1", "e2e", "a drop-out goes on with the stale value",
            #"""
            {"hex": "22 00 00 00 00 00 00 00 40 00 00 00 00 00", "mode": "pointer", "polls": 3}
            """#,
            #"{"polls": [{"rawX": 0}, {"rawX": 0.32}, {"rawX": 0.32}]}"#),
        Row(
            "S-1", "TrikiHoldTracker", "nine ticks, and let go",
            #"{"dt": 0.1, "duration": 2.25, "ticks": 9, "decay": [0.1, 0.2]}"#,
            #"{"progress": [0.4, 0.15, 0], "completedAtTicks": []}"#),
        Row(
            "N-1", "TrikiVelocityController", "shapeVelocity", "{}",
            #"""
            {"cases": [{"mode": "fast", "raw": 9, "shaped": 1},
             {"mode": "normal", "raw": 9, "shaped": 2.7}, {"mode": "unknown", "raw": 1, "shaped": 0}]}
            """#),
        Row(
            "N-1", "TrikiPaddleDriver", "position from x=80",
            #"{"bleMode": "normal", "posX": 1}"#, #"{"x": [80, 99.8, 113.66]}"#),
        Row(
            "N-1", "TrikiGameInputManager", "pong: dead zone, limit, gain", "{}",
            #"""
            {"frames": [{"bleMode": "normal", "frameDeltaX": 0.002, "velocity": 0},
             {"bleMode": "fast", "frameDeltaX": 0.2, "velocity": 21.6}]}
            """#),
        Row(
            "N-1", "TrikiGameInputManager", "dart", "{}",
            #"""
            {"frames": [{"frameDeltaX": 0.06, "throw": false}, {"frameDeltaX": 0.09, "power": 0.75},
             {"frameDeltaX": 0.09, "throw": false}]}
            """#),
        Row(
            "N-1", "TrikiMotionEngine", "the button is an action",
            #"{"dt": 0.1, "mode": "normal", "y": [0, 0, 0], "button": [0, 1, 1]}"#,
            #"{"action": [false, true, true]}"#),
        Row(
            "D-1", "attitude-stream", "four frames in pieces",
            #"""
            {"cuts": [5, 13, 15, 15],
             "frames": [[1, 2, 3], [4, 5, 6], [-1, -2, -3], [0.5, -0.25, 1]]}
            """#,
            #"""
            {"framesPerChunk": [0, 1, 1, 2],
             "frames": [[1, 2, 3], [4, 5, 6], [-1, -2, -3], [0.5, -0.25, 1]],
             "naive": [[1, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]}
            """#),
        Row(
            "D-1", "device-command", "STOP", "{}",
            #"{"hex": "20 00 00 00 00 00 00", "writeTo": "6E400002"}"#),
    ]

    private func differences(_ row: Row, outputs: String) throws -> [Difference] {
        let text =
            #"{"vectors": [{"id": "\#(row.id)", "area": "\#(row.area)", "title": "\#(row.title)","#
            + #""inputs": \#(row.inputs), "outputs": \#(outputs)}]}"#
        return VectorPlayer.play(try VectorFile(parsing: Array(text.utf8)))[0].differences
    }

    @Test(arguments: rows) func `a call of the documents is played`(row: Row) throws {
        #expect(try differences(row, outputs: row.outputs).isEmpty)
    }

    @Test(arguments: rows) func `and a figure that is wrong is a difference`(row: Row) throws {
        var changed = ""
        var inText = false
        for character in row.outputs {
            if character == "\"" { inText.toggle() }
            let digit = inText ? nil : character.wholeNumberValue
            changed += digit.map { "\(($0 + 3) % 10)" } ?? "\(character)"
        }
        guard changed != row.outputs else { return }
        #expect(try !differences(row, outputs: changed).isEmpty)
    }
}
