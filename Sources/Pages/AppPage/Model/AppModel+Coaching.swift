internal import Foundation
internal import JSON
internal import MetaWear

/// How well the fusion knows its sensors, and which motion teaches it what is missing.
struct Coaching: Equatable {
    let calibration: MWSensorFusionCalibration
    let mode: MWSensorFusionMode

    /// As a browser shows it.
    var shown: JSONValue {
        let missing = CalibrationReadiness(calibration, mode: mode).missing
        return Fields.object { state in
            state.add("isReady", missing.isEmpty)
            state.add("enough", Int(CalibrationReadiness.requiredAccuracy))
            state.add(
                "sensors",
                .array(
                    mode.sensors.map { sensor in
                        Fields.object { entry in
                            entry.add("title", Self.title(sensor))
                            entry.add("accuracy", Int(accuracy(sensor)))
                            entry.add("isEnough", !missing.contains(sensor))
                            if missing.contains(sensor) { entry.add("motion", Self.motion(sensor)) }
                        }
                    }))
        }
    }

    private func accuracy(_ sensor: MWModule) -> UInt8 {
        switch sensor {
        case .accelerometer: calibration.accelerometer
        case .gyro: calibration.gyroscope
        default: calibration.magnetometer
        }
    }

    private static func title(_ sensor: MWModule) -> String {
        switch sensor {
        case .accelerometer: AppSensor.accelerometer.title
        case .gyro: AppSensor.gyroscope.title
        default: AppSensor.magnetometer.title
        }
    }

    private static func motion(_ sensor: MWModule) -> String {
        switch sensor {
        case .accelerometer:
            "Lay the board on each of its six sides in turn, for a few seconds each."
        case .gyro: "Lay the board down, and do not touch it for a few seconds."
        default: "Draw slow figures of eight in the air, away from metal and electronics."
        }
    }
}

extension AppModel {
    private static let coachingPeriod = Duration.seconds(1)

    /// Asks the fusion how well it is calibrated as long as it streams.
    func coach(_ link: BoardLink) {
        guard
            let mode = link.stream?.channels.first(where: { $0.sensor.group == .fusion })?.setup
                .mode,
            (link.modules[.sensorFusion]?.revision ?? 0) >= 1
        else { return }
        let task = Task { [weak self, weak link] in
            while !Task.isCancelled, let self, let link, link.stream?.phase == .running {
                // A lost link is reported by itself.
                if let found = try? await link.device.readFusionCalibration(), !Task.isCancelled {
                    link.stream?.coaching = Coaching(
                        calibration: found, mode: SensorChoice.fusionMode(mode))
                    publish()
                }
                try? await Task.sleep(for: Self.coachingPeriod)
            }
        }
        link.stream?.feeds.append(task)
    }

    /// Shows the board from now on turned from an attitude; nil as it is.
    func tare(_ attitude: [Double]?) {
        guard let link, link.stream != nil else { return say("No stream runs.", .error) }
        guard let attitude else {
            link.stream?.tare = nil
            return
        }
        let length = attitude.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 0.5 else { return say("There is no attitude to tare yet.", .error) }
        link.stream?.tare = attitude.map { $0 / length }
    }
}
