/// More rows for `ActedVectorTests`: calls, areas without a vector, and the acceptance behaviours
/// of which the project has no vector, as they are printed.
extension ActedVectorTests {
    static let calls: [Row] = [
        Row(
            "S-1", "paddle", "calibrateCenter, then flipPaddleOffsetSign", #"{"before": [250]}"#,
            #"{"biasXAfterCalibrateCenter": 250, "biasXAfter": -250, "offset": -250}"#),
        Row(
            "S-1", "facade", "in the order of the inputs",
            #"{"before": [250], "calls": ["flipPaddleOffsetSign()", "calibrateCenter()"]}"#,
            #"{"biasXAfterFlipPaddleOffsetSign": -250, "biasXAfter": 250}"#),
        Row(
            "S-1", "facade", "reset() keeps the settings", #"{"before": [100]}"#,
            #"{"offsetSetBefore": true, "offsetSet": false, "paddleInputGain": 0.34}"#),
        Row(
            "N-1", "facade", "configure(for: .gestureGame)", "{}",
            #"{"modeBefore": "paddle", "mode": "gesture", "gestureCooldown": 0.45}"#),
        Row(
            "N-1", "facade", "a use of the facade", #"{"configure": "menu"}"#,
            #"{"useCase": "menu", "mode": "paddle", "paddleInputGain": 0.34}"#),
        Row(
            "S-1", "facade",
            "setIngressSupplement(tiltX 0.5, gyroY 0.25), flushIngress(), mode pointer", "{}",
            #"{"rawX": 0.25, "rawY": -0.5}"#),
        Row(
            "S-1", "facade", "setMode(pointer) while the paddle moves", "{}",
            #"{"mode": "pointer", "pointerSensitivity": 0}"#),
        Row(
            "S-1", "facade", "setMode(gesture), then configure(for: .pong)", "{}",
            #"{"modeAfterSetMode": "gesture", "mode": "paddle"}"#),
        Row(
            "N-1", "facade", "hasCachedBLEDevice and connectLastDevice without a device", "{}",
            #"{"hasCachedBLEDevice": false, "state": "idle", "centralOps": []}"#),
        Row(
            "N-1", "facade-ble", "the last device is opened without a scan",
            #"{"sequence": "stream, disconnect(), connectLastDevice()"}"#,
            #"{"state": "connecting", "isConnected": false}"#),
        Row(
            "N-1", "facade", "discardStaleButtonInput forgets a press", "{}",
            #"{"primaryAction": false, "bleButtonClick": false, "throwPower": 0}"#),
        Row(
            "S-1", "facade", "a new MotionSDK has the preset of the paddle", "{}",
            #"{"mode": "paddle", "paddleInputGain": 0.34, "posX": 0}"#),
        Row(
            "N-1", "MotionConfig", "a new MotionSDK", "{}",
            #"{"paddleInputGain": 0.34, "paddleSmoothBlend": 1}"#),
        Row(
            "S-1", "facade", "calibrateCenter in pointer mode keeps the position",
            #"{"gyroY": 1, "frames": 2}"#, #"{"posXAfter": 0.057774675}"#),
        Row(
            "S-1", "pointer", "the pointer's input, mode gesture", #"{"gyroY": 1, "frames": 1}"#,
            #"{"posX": 0.01512}"#),
    ]

    private static func words(_ runs: [(Int, Int)]) -> String {
        "[" + runs.flatMap { Array(repeating: "\($0)", count: $1) }.joined(separator: ", ") + "]"
    }

    private static let dt = #""dt": 0.016666667"#

    private static let forward = Array(repeating: "0.05", count: 28).joined(separator: ", ")
    private static let waiting = Array(repeating: "false", count: 27).joined(separator: ", ")

    private static func paddle(_ words: String) -> String {
        #"{\#(dt), "raw_int16_per_frame": \#(words)}"#
    }

    private static func gesture(_ runs: [(Int, Int)]) -> String {
        #"{\#(dt), "gyroX_raw_int16_per_frame": \#(words(runs))}"#
    }

    private static func pulled(_ words: String) -> String { #"{\#(dt), "relY": \#(words)}"# }

    private static func rows(
        _ number: Int, _ area: String, _ inputs: String, _ seed: String, _ current: String? = nil
    ) -> [Row] {
        [
            Row("S-1", area, "row \(number)", inputs, seed),
            Row("N-1", area, "row \(number)", inputs, current ?? seed),
        ]
    }

    /// Rows of triki-motion 6.3.
    static let acceptance: [Row] = [
        rows(
            22, "paddle", paddle(words([(50, 1), (250, 8)])),
            #"""
            {"posX": [0, 0, 0, 0, 0.179885, 0.3074756, 0.399618842, 0.467211664, 0.517452299]}
            """#, #"{"posX": [0, 0.68, 0.68, 0.68, 0.68, 0.68, 0.68, 0.68, 0.68]}"#),
        rows(
            24, "paddle", paddle(words([(0, 1), (3000, 5)])),
            #"{"posX": [0, 0.714, 1.12812, 1.3683096, 1.507619568, 1.588419349]}"#,
            #"{"posX": [0, 1.7, 1.7, 1.7, 1.7, 1.7]}"#),
        rows(
            31, "GestureDetector",
            pulled("[0, -0.03, -0.06, -0.09, -0.12, -0.12, -0.09, -0.05, -0.012]"),
            #"""
            {"primed": [false, false, false, false, true, true, true, true, false],
             "power": [0, 0, 0, 0, 0, 0, 0, 0, 0.81]}
            """#),
        rows(
            32, "GestureDetector", pulled("[0, -0.13, -0.095, -0.06, -0.025, -0.021]"),
            #"{"power": [0, 0, 0, 0, 0, 0.8175]}"#),
        rows(
            34, "GestureDetector", pulled("[0, -0.02, -0.04, -0.066, -0.066]"),
            #"{"primed": [false, false, false, false, false]}"#),
        rows(
            35, "GestureDetector",
            pulled("[0, -0.13, 0.05, -0.1, \(forward), 0.25]"),
            // The first frame that is more than 0.45 s after the shot: 28 frames, 0.4667 s.
            #"{"throw": [false, false, true, \#(waiting), true, false, false]}"#),
        rows(
            36, "gesture-sdk", gesture([(2000, 8), (-2000, 8)]),
            #"{"firstPrimedFrame": 4, "firstShotFrame": 15, "power": 1}"#,
            #"{"firstPrimedFrame": 2, "firstShotFrame": 13, "power": 0.926816}"#),
        rows(
            39, "gesture-sdk", gesture([(200, 200), (-2000, 30)]),
            #"{"firstPrimedFrame": null, "firstShotFrame": null}"#),
    ].flatMap { $0 }

    private static func ticks(_ steps: [(ticks: Int, posX: Double, button: Bool)]) -> String {
        let texts = steps.map {
            #"{"button": \#($0.button), "posX": \#($0.posX), "ticks": \#($0.ticks)}"#
        }
        return #"{\#(dt), "items": 4, "steps": [\#(texts.joined(separator: ", "))]}"#
    }

    private static let finger =
        "touch 2, 3, \u{2212}1, then suspended 1, reconfigure to 2 items, clear, touch 0"

    /// Rows of triki-motion 6.4.
    static let navigation: [Row] =
        rows(
            55, "TrikiUINavigator", ticks([(40, 0.8, false), (1, 0.8, true)]),
            #"{"activations": [{"index": 3, "tick": 41}]}"#)
        + rows(
            57, "TrikiUINavigator", ticks([(40, 0.8, false), (60, 0.8, true)]),
            #"""
            {"activations": [{"index": 3, "tick": 41}, {"index": 3, "tick": 69},
             {"index": 3, "tick": 97}]}
            """#, #"{"activations": [{"index": 3, "tick": 41}]}"#)
        + rows(
            58, "TrikiUINavigator", ticks([(40, 0.8, false), (30, 0, false)]),
            #"{"focusChanges": [{"focus": 3, "tick": 1}, {"focus": null, "tick": 62}]}"#)
        + rows(
            59, "TrikiUINavigator", ticks([(60, 0.3, false), (40, 0.6, false)]),
            #"{"focusChanges": [{"focus": 2, "tick": 1}, {"focus": 3, "tick": 61}]}"#,
            #"{"focusChanges": [{"focus": 2, "tick": 1}, {"focus": 3, "tick": 74}]}"#)
        + rows(
            60, "TrikiUINavigator", ticks([(60, -0.9, false), (40, 0.9, false)]),
            #"{"focusChanges": [{"focus": 0, "tick": 1}, {"focus": 3, "tick": 61}]}"#,
            #"{"focusChanges": [{"focus": 0, "tick": 1}, {"focus": 3, "tick": 81}]}"#)
        + [
            Row(
                "S-1", "TrikiUINavigator", finger, "{}",
                #"{"activations": [2], "focus": [2, null]}"#),
            Row(
                "N-1", "TrikiUINavigator", "row 63", #"{"steps": "\#(finger)"}"#,
                #"""
                {"activations": [2], "focusAfterTouch": 2, "focusAfterReconfigure": null,
                 "focusEnd": null}
                """#),
        ]

    /// Areas of which neither the project nor the document has a figure: the numbers are those of
    /// our rules.
    static let areas: [Row] = [
        Row(
            "N-1", "TrikiMenuDriver", "a lean",
            #"{"bleMode": "normal", "posX": [0.5, 0.5, 0, 0.5]}"#,
            #"{"steps": [1, 0, 0, 0], "stepsAtTicks": [0]}"#),
        Row(
            "N-1", "TrikiPointerDriver", "from the middle",
            #"{"bleMode": "normal", "frameDeltaX": [0.02, 0]}"#,
            #"{"x": [80, 80.7056, 81.27008]}"#),
        Row(
            "N-1", "TrikiLateralDriver", "a change",
            #"{"bleMode": "normal", "frameDeltaX": 0.01, "frames": 1}"#, #"{"x": [0.00882]}"#),
        Row(
            "N-1", "MotionUseCase", "gestureGame", "{}",
            #"{"mode": "gesture", "gestureCooldown": 0.45, "menu": "paddle"}"#),
        Row(
            "S-1", "TrikiScreen", "reconfigured while active, then cleared",
            #"""
            {"items": 4, "steps": [{"active": true}, {"ticks": 100, "posX": 0.9}, {"items": 2},
             {"ticks": 1, "posX": 0.9}, {"tap": 0}, {"clear": true}, {"tap": 0}]}
            """#,
            #"""
            {"states": [{"focus": null, "tunings": 1}, {"focus": 3}, {"focus": null, "tunings": 2},
              {"focus": 1}, {"focus": 0}, {"focus": null}, {"focus": null}],
             "activations": [{"index": 0, "tick": 101}]}
            """#),
        Row(
            "S-1", "TrikiScreen", "the same in words",
            #"""
            {"items": 4,
             "steps": ["active", "100 ticks 0.9", "reconfigure to 2 items", "inactive"]}
            """#,
            #"{"focus": [null, 3, null, null], "isActive": false}"#),
    ]
}
