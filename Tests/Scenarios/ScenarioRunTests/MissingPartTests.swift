import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun

/// What `boardsim check` says of steps that a board has no part for.
@Suite struct MissingPartTests {
    private static func problems(_ text: String) throws -> [String] {
        let scenario = try ScenarioFile(
            reading: Array(text.utf8), file: "dir/t.yaml", vocabulary: .firmware)
        return scenario.obstacles(file: "dir/t.yaml") { path in
            path == "dir/there.bin" ? .success([1]) : .failure("No such file or directory")
        }
        .flatMap(\.problems).map { "\($0.mark): \($0.message)" }
    }

    @Test(arguments: [
        (
            "MetaMotion S", "stream: [tap]",
            "`tap` cannot be used with wrist: the BMI270 has no tap detector"
        ),
        (
            "MetaMotion R", "log: [gesture]",
            "`gesture` cannot be used with wrist: the BMI160 has no gesture detector"
        ),
        (
            "MetaWear R", "stream: [magnetic-field]",
            "`magnetic-field` cannot be used with wrist: the board has no magnetometer"
        ),
        (
            "MetaDetector", "start: [rotation]",
            "`rotation` cannot be used with wrist: the board has no gyroscope"
        ),
        (
            "MetaWear C", "stream: [quaternion]",
            "`quaternion` cannot be used with wrist: the board has no sensor fusion"
        ),
        (
            "MetaMotion RL", "process: {from: altitude, chain: [pass], as: a}",
            "`altitude` cannot be used with wrist: the board has no barometer"
        ),
        (
            "MetaMotion R, firmware: 1.1.3", "when: {signal: charger, do: [led]}",
            "`charger` cannot be used with wrist: the settings module, revision 3, has no register 11"
        ),
        (
            "MetaMotion S", "read: humidity",
            "`read` cannot be used with wrist: the board has no module 16"
        ),
        (
            "MetaMotion R, firmware: 1.1.3", "read: calibration",
            "`read` cannot be used with wrist: the sensor fusion module, revision 0, has no register 0b"
        ),
        (
            "MetaMotion S", "read: {temperature: 4}",
            "`read` cannot be used with wrist: the temperature module has only 0 to 3"
        ),
        (
            "MetaMotion R, firmware: 1.1.3", "read: {gpio: 5}",
            "`read` cannot be used with wrist: the GPIO module has only 0 to 4"
        ),
        (
            "MetaMotion R", "read: {gpio: 7}",
            "`read` cannot be used with wrist: the GPIO module has only 0 to 6"
        ),
        (
            "MetaMotion R", "macro: {do: [read: humidity]}",
            "`read` cannot be used with wrist: the board has no module 16"
        ),
        (
            "MetaMotion S", "update-firmware: {image: gone.bin}",
            "gone.bin cannot be read: No such file or directory"
        ),
    ])
    func `a step without its part is found before the run`(
        model: String, step: String, wanted: String
    ) throws {
        let found = try Self.problems(
            RunBench.scenario(board: "{name: wrist, model: \(model)}", steps: step.asSteps))
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix(": " + wanted) == true, "\(found)")
    }

    @Test(arguments: [
        ("MetaMotion R", "stream: [tap, rotation, magnetic-field, pressure, light, quaternion]"),
        ("MetaMotion R", "read: calibration"), ("MetaMotion R", "read: {gpio: 6}"),
        ("MetaMotion S", "stream: [steps, gesture, activity, charger, charging, battery]"),
        ("MetaMotion S", "update-firmware: {image: there.bin}"),
        ("MetaEnvironment", "read: humidity"), ("MetaDetector", "read: proximity"),
        ("MetaMotion S", "read: {register: \"16 81\"}"),
        ("Triki", "stream: [acceleration]"),
    ])
    func `what a board has is no problem`(model: String, step: String) throws {
        #expect(
            try Self.problems(
                RunBench.scenario(board: "{name: wrist, model: \(model)}", steps: step.asSteps))
                == [])
    }

    @Test func `a pin that is not there cannot be driven`() throws {
        let found = try Self.problems(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R}",
                "inputs: [{at: 1 s, gpio: {pin: 4, level: high}}, {at: 1 s, gpio: {pin: 9, level: high}}]\n"
            ))
        #expect(found.count == 1)
        #expect(
            found.first?.hasSuffix("wrist has no pin 9: the GPIO module has only 0 to 6") == true
        )
    }
}
