import Conformance
import MetaWearTables

extension Experiment {
    /// In the order in which they are run: what takes nothing first.
    package static let all =
        [
            Experiment(
                name: "identity", about: "reads what the board says about itself",
                rows: [13, 91, 166],
                questions: [12], needs: [.logging], seconds: 2
            ) { bench throws(CaseEnd) in try bench.identity() },
            Experiment(
                name: "slots", about: "reads free loggers and processors", rows: [25],
                needs: [.logging, .dataProcessor], seconds: 3
            ) { bench throws(CaseEnd) in try bench.slots() },
            Experiment(
                name: "burst", about: "writes 21 reads at once", rows: [160], questions: [14],
                seconds: 3
            ) { bench throws(CaseEnd) in try bench.readBurst() },
            Experiment(
                name: "values", about: "reads battery, temperature, pins and pressure",
                rows: [128, 129, 166],
                needs: [.settings, .temperature, .gpio], seconds: 8
            ) { bench throws(CaseEnd) in try bench.values() },
            Experiment(
                name: "timer", about: "makes a timer of period 0", rows: [131], needs: [.timer],
                seconds: 1
            ) { bench throws(CaseEnd) in try bench.timerOfNoPeriod() },
            Experiment(
                name: "clock", about: "compares the board's clock with the host's", rows: [110],
                needs: [.logging], seconds: 22
            ) { bench throws(CaseEnd) in try bench.clock() },
            Experiment(
                name: "advertising", about: "listens with a link and without one",
                rows: [33, 60, 61], seconds: 13
            ) { bench throws(CaseEnd) in try bench.advertising() },
            Experiment(
                name: "mtu", about: "asks for an MTU of 247", rows: [56], seconds: 3
            ) { bench throws(CaseEnd) in try bench.mtu() },
            Experiment(
                name: "gyroscope", about: "streams rotation, also at a reserved rate",
                rows: [122, 166],
                questions: [16], needs: [.gyro], seconds: 6
            ) { bench throws(CaseEnd) in try bench.gyroscope() },
            Experiment(
                name: "slow-accelerometer", about: "streams acceleration at 6.25 Hz", rows: [124],
                needs: [.accelerometer], seconds: 7
            ) { bench throws(CaseEnd) in try bench.slowAccelerometer() },
            Experiment(
                name: "magnetometer", about: "streams the field with two presets",
                rows: [130, 166],
                needs: [.magnetometer], seconds: 16
            ) { bench throws(CaseEnd) in try bench.magnetometer() },
            Experiment(
                name: "processor", about: "subscribes to a processor by halves", rows: [167],
                needs: [.dataProcessor, .accelerometer], seconds: 3
            ) { bench throws(CaseEnd) in try bench.processorHalves() },
            Experiment(
                name: "fusion", about: "streams quaternions", rows: [143, 144, 145, 166],
                needs: [.sensorFusion],
                seconds: 11
            ) { bench throws(CaseEnd) in try bench.fusion() },
            Experiment(
                name: "three-streams", about: "streams 300 packets a second at three intervals",
                rows: [50, 51, 52, 141], questions: [6], needs: [.sensorFusion, .settings],
                seconds: 21
            ) { bench throws(CaseEnd) in try bench.threeStreams() },
            Experiment(
                name: "link-end",
                about: "ends the link while a sensor runs and an event waits for it",
                rows: [31, 34], needs: [.accelerometer, .event, .debug], seconds: 15
            ) { bench throws(CaseEnd) in try bench.linkEnd() },
            Experiment(
                name: "light", about: "ends the link while the LED is on", rows: [30],
                questions: [4],
                needs: [.led], seconds: 5
            ) { bench throws(CaseEnd) in try bench.light() },
        ] + ofTheLog + ofRestarts

    private static let ofTheLog = [
        Experiment(
            name: "recording", about: "logs acceleration, drops and flushes meanwhile",
            rows: [7, 10, 11, 12, 13, 18, 163], questions: [3], needs: [.logging, .accelerometer],
            loses: [.erase], seconds: 25
        ) { bench throws(CaseEnd) in try bench.logRecording() },
        Experiment(
            name: "readout", about: "clears a small log, logs acceleration and reads it out",
            rows: [4, 6, 20, 21, 22, 23, 24, 27, 28, 93], questions: [1, 8, 9],
            needs: [.logging, .accelerometer], loses: [.erase], seconds: 45
        ) { bench throws(CaseEnd) in try bench.logReadout() },
        Experiment(
            name: "triggers",
            about: "logs temperature, the wrong register, and beside an abandoned logger",
            rows: [5, 15, 16, 17], needs: [.logging, .accelerometer, .temperature], loses: [.erase],
            seconds: 25
        ) { bench throws(CaseEnd) in try bench.logTriggers() },
        Experiment(
            name: "collection", about: "fills the log, drops it, and records at once",
            rows: [1, 2, 3, 164],
            questions: [1, 2], needs: [.logging, .accelerometer], needsNAND: true, loses: [.erase],
            seconds: 100
        ) { bench throws(CaseEnd) in try bench.logCollection() },
    ]

    private static let ofRestarts = [
        Experiment(
            name: "restarts", about: "restarts the board in three ways", rows: [42, 45, 46, 162],
            questions: [15], needs: [.logging, .debug], loses: [.restart], seconds: 30
        ) { bench throws(CaseEnd) in try bench.restarts() },
        Experiment(
            name: "cold-magnetometer", about: "uses the magnetometer right after a restart",
            rows: [14, 161],
            questions: [13], needs: [.magnetometer, .sensorFusion, .debug], loses: [.restart],
            seconds: 18
        ) { bench throws(CaseEnd) in try bench.coldMagnetometer() },
        Experiment(
            name: "names", about: "writes a name and a scan response", rows: [62, 63],
            needs: [.settings, .debug], loses: [.restart], seconds: 30
        ) { bench throws(CaseEnd) in try bench.names() },
        Experiment(
            name: "collecting-restart", about: "fills the log, drops it and restarts", rows: [40],
            questions: [5], needs: [.logging, .accelerometer, .debug], needsNAND: true,
            loses: [.erase, .restart], seconds: 110
        ) { bench throws(CaseEnd) in try bench.resetAfterCollection() },
        Experiment(
            name: "metaboot", about: "starts the bootloader and waits", rows: [64, 80, 81, 82, 87],
            questions: [10], needs: [.debug], loses: [.restart], seconds: 80
        ) { bench throws(CaseEnd) in try bench.metaBoot() },
    ]
}
