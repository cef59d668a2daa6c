import MetaWearBoard

/// Sensors and their fusion: what is just allowed, and what is just not.
extension RuleCase {
    static let edgesOfSensors: [RuleCase] = edgesOfStreams + edgesOfFusion + edgesOfPins

    private static let edgesOfStreams: [RuleCase] = [
        edge(
            "MW-LEN-03", "and the setting before is in force",
            broken: "> 03 03 a8 02\n> 03 03 a8\n> 03 01 01\n> 03 03 a8 02",
            correct: "> 03 03 a8 02\n> 03 03 a8 02\n> 03 01 01\n> 03 03 a8 02"),
        edge(
            "MW-STRM-01", "the interrupt is off again", also: ["MW-SENS-03"],
            broken: "> 03 04 01\n> 03 02 01 00\n> 03 02 00 01\n> 03 01 01\n+ 1000 ms",
            correct: "> 03 04 01\n> 03 02 00 01\n> 03 02 01 00\n> 03 01 01\n+ 1000 ms"),
        edge(
            "MW-STRM-01", "the sensor alone is off", broken: "> 03 04 01\n> 03 02 01 00\n+ 1000 ms",
            correct: "> 03 04 01\n> 03 02 01 00\n> 03 01 01\n+ 1000 ms"),
        edge(
            "MW-SENS-07", "it was on before a reset",
            broken: "> 12 04 01 01\n+ 200 ms\n" + restarted + "> 04 81 03",
            correct: restarted + "> 12 04 01 01\n+ 200 ms\n> 04 81 03"),
        edge(
            "MW-SENS-07", "it is the barometer's", broken: "> 04 81 03",
            correct: "> 04 81 00\n> 04 81 01"),
    ]

    /// Fusion in a mode, with sensors that run, and the accelerometer's rate by its code.
    private static func fusion(
        _ mode: String, rate: String, _ running: [String], interrupting: [String]? = nil,
        outputs: String = "08"
    ) -> String {
        """
        > 19 02 \(mode) 10
        > 03 03 a\(rate) 00
        > 13 03 28 00
        > 15 01 00
        > 15 04 04 0e
        > 15 03 06

        """ + (interrupting ?? running).map { "> \($0) 02 01 00\n" }.joined()
            + running.map { "> \($0) 01 01\n" }.joined()
            + "> 19 07 01\n> 19 03 \(outputs) 00\n> 19 01 01\n+ 1000 ms\n> 19 83\n"
    }

    private static let edgesOfFusion: [RuleCase] = [
        edge(
            "MW-FUSE-01", "IMU+ needs no magnetometer", broken: fusion("02", rate: "8", ["03"]),
            correct: fusion("02", rate: "8", ["03", "13"])),
        edge(
            "MW-FUSE-01", "the compass needs no gyroscope", broken: fusion("03", rate: "6", ["03"]),
            correct: fusion("03", rate: "6", ["03", "15"])),
        edge(
            "MW-FUSE-01", "M4G needs no gyroscope", broken: fusion("04", rate: "7", ["03"]),
            correct: fusion("04", rate: "7", ["03", "15"])),
        edge(
            "MW-FUSE-01", "the interrupt of a sensor is off",
            broken: fusion("02", rate: "8", ["03", "13"], interrupting: ["03"]),
            correct: fusion("02", rate: "8", ["03", "13"])),
        edge(
            "MW-FUSE-03", "another mode",
            broken: fusion("02", rate: "8", ["03", "13"]) + "> 19 02 01 10",
            correct: fusion("02", rate: "8", ["03", "13"]) + "> 19 02 02 10"),
        edge(
            "MW-FUSE-04", "rotation of M4G", broken: "> 19 02 04 10\n> 19 03 02 00",
            correct: "> 19 02 04 10\n> 19 03 08 00"),
        edge(
            "MW-FUSE-04", "linear acceleration of IMU+ is there",
            broken: "> 19 02 02 10\n> 19 03 04 00", correct: "> 19 02 02 10\n> 19 03 40 00"),
        edge(
            "MW-FUSE-04", "the last output of M4G", broken: "> 19 02 04 10\n> 19 03 40 00",
            correct: "> 19 02 04 10\n> 19 03 20 00"),
        edge(
            "MW-FUSE-06", "the compass takes 25 Hz", broken: fusion("03", rate: "8", ["03", "15"]),
            correct: fusion("03", rate: "6", ["03", "15"])),
        edge(
            "MW-FUSE-06", "M4G takes 50 Hz", broken: fusion("04", rate: "8", ["03", "15"]),
            correct: fusion("04", rate: "7", ["03", "15"])),
        edge(
            "MW-STRM-01", "the output is off again",
            broken: fusion(
                "02", rate: "8", ["03", "13"], outputs: "08 00\n> 19 03 00 08\n> 19 03 00"),
            correct: fusion("02", rate: "8", ["03", "13"])),
    ]

    private static let edgesOfPins: [RuleCase] = [
        edge(
            "MW-PIN-01", "the sixth of five", on: .metaDetector, broken: "> 05 01 05",
            correct: "> 05 01 04"),
        edge(
            "MW-PIN-02", "the change type was set before a reset",
            broken: "> 05 09 00 03\n" + restarted + "> 05 0a 01\n> 05 0b 00 01",
            correct: restarted + "> 05 09 00 03\n> 05 0a 01\n> 05 0b 00 01"),
        edge(
            "MW-SET-02", "19 ms on an old board", on: .metaWearR, broken: "> 11 02 13 00 00",
            correct: "> 11 02 14 00 00"),
    ]
}
