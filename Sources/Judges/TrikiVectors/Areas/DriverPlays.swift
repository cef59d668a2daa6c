import VeltoKit
import YAML

extension VectorPlayer {
    /// The drivers of the gamepad whose numbers are published, and whose rules are ours.
    static var driverPlays: [(String, Play)] {
        [
            ("TrikiMenuDriver", playMenuDriver), ("TrikiPointerDriver", playPointerDriver),
            ("TrikiLateralDriver", playLateralDriver),
        ]
    }

    private static func playMenuDriver(_ vector: Vector) throws(Unplayable) -> Outcome {
        var driver = TrikiMenuDriver()
        let dt = frameLength(vector.inputs["dt"]?.number ?? sixtieth)
        let steps = try gamepadInputs(vector).map { driver.update($0, deltaTime: dt) }
        let ticks = steps.indices.filter { steps[$0] != 0 }
        return .series(
            steps.map { .object(["step": .integer($0)]) },
            [
                "steps": .integers(steps), "stepsAtTicks": .integers(ticks),
                "firesAtTicks": .integers(ticks),
            ])
    }

    private static func playPointerDriver(_ vector: Vector) throws(Unplayable) -> Outcome {
        var driver = TrikiPointerDriver()
        let dt = frameLength(vector.inputs["dt"]?.number ?? sixtieth)
        func row() -> Outcome { .object(["x": .number(driver.x), "y": .number(driver.y)]) }
        let first = row()
        let rows = try gamepadInputs(vector).map { input in
            driver.update(input, deltaTime: dt)
            return row()
        }
        // The place before the first frame, where the file begins with it.
        let begins = vector.outputs["x"]?.list?.first?.number == TrikiPointerDriver.width / 2
        return .series(begins ? [first] + rows : rows)
    }

    private static func playLateralDriver(_ vector: Vector) throws(Unplayable) -> Outcome {
        var driver = TrikiLateralDriver()
        let dt = frameLength(vector.inputs["dt"]?.number ?? sixtieth)
        func row() -> Outcome {
            .object(["position": .number(driver.position), "x": .number(driver.position)])
        }
        let first = row()
        let rows = try gamepadInputs(vector).map { input in
            driver.update(input, deltaTime: dt)
            return row()
        }
        let listed = ["position", "x"].lazy.compactMap { vector.outputs[$0]?.list?.first?.number }
        return .series(listed.first == 0 ? [first] + rows : rows)
    }

    /// The input of each frame. A field is a list, or the same in every frame.
    private static func gamepadInputs(_ vector: Vector) throws(Unplayable) -> [GameInput] {
        let inputs = vector.inputs
        let mode = inputs["bleMode"] ?? inputs["mode"]
        guard let mode = mode?.text.flatMap({ BLEMode(rawValue: $0) }) else {
            throw Unplayable("there is no `bleMode`")
        }
        let listed = inputs.names.compactMap { inputs[$0]?.list?.count }.max()
        let count =
            inputs["frames"]?.integer ?? inputs["ticks"]?.integer ?? listed
            ?? vector.outputs.longestList
        guard (1...10_000).contains(count) else { throw Unplayable("it takes 1 to 10000 frames") }
        func node(_ name: String, _ index: Int) -> Node? {
            guard let list = inputs[name]?.list else { return inputs[name] }
            return index < list.count ? list[index] : nil
        }
        return (0..<count).map { index in
            func number(_ name: String) -> Double { node(name, index)?.number ?? 0 }
            func flag(_ name: String) -> Bool { node(name, index)?.bool ?? (number(name) != 0) }
            var input = GameInput()
            input.bleMode = mode
            input.posX = number("posX")
            input.posY = number("posY")
            input.frameDeltaX = number("frameDeltaX")
            input.frameDeltaY = number("frameDeltaY")
            input.deltaX = number("deltaX")
            input.trikiVelocity =
                inputs["trikiVelocity"] != nil ? number("trikiVelocity") : number("velocity")
            input.tiltLeft = flag("tiltLeft")
            input.tiltRight = flag("tiltRight")
            return input
        }
    }
}
