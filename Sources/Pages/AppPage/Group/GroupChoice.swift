internal import Foundation
internal import MetaWear

/// Which boards record together, and what each of them records.
struct GroupChoice: Codable, Equatable, Sendable {
    var members: [UUID] = []
    var sensors: [AppSensor] = [.accelerometer, .gyroscope]
    /// Samples per second of the motion sensors; each board takes the nearest that it has.
    var rate = 50.0
    /// Full scale in g.
    var acceleration = 4.0
    /// Full scale in °/s.
    var rotation = 1000.0

    /// The sensors that a group can record, whatever chips its boards have.
    static let possible: [AppSensor] = [.accelerometer, .gyroscope, .magnetometer]
    static let rates = [12.5, 25, 50, 100, 200, 400]

    static func ranges(of sensor: AppSensor) -> [Double] {
        switch sensor {
        case .accelerometer: [2, 4, 8, 16]
        case .gyroscope: [125, 250, 500, 1000, 2000]
        default: []
        }
    }

    func range(of sensor: AppSensor) -> Double? {
        switch sensor {
        case .accelerometer: acceleration
        case .gyroscope: rotation
        default: nil
        }
    }

    /// As the SDK takes it.
    var selections: [GroupSelection] {
        Self.possible.filter(sensors.contains).map { sensor in
            switch sensor {
            case .accelerometer: .acceleration(odrHz: rate, rangeG: Float(acceleration))
            case .gyroscope: .rotation(odrHz: rate, rangeDPS: Float(rotation))
            default: .magneticField
            }
        }
    }

    // MARK: Changes

    mutating func choose(_ sensor: AppSensor, _ isOn: Bool) throws {
        guard Self.possible.contains(sensor) else {
            throw AppError("A group cannot record \(sensor.title.lowercased()).")
        }
        sensors.removeAll { $0 == sensor }
        if isOn { sensors.append(sensor) }
    }

    mutating func setRate(_ wish: Double) { rate = Self.nearest(wish, Self.rates) ?? rate }

    mutating func setRange(_ wish: Double, of sensor: AppSensor) throws {
        guard let range = Self.nearest(wish, Self.ranges(of: sensor)) else {
            throw AppError("The range of \(sensor.title.lowercased()) cannot be chosen.")
        }
        if sensor == .accelerometer { acceleration = range } else { rotation = range }
    }

    private static func nearest(_ wish: Double, _ values: [Double]) -> Double? {
        values.min { abs($0 - wish) < abs($1 - wish) }
    }
}

extension GroupSelection {
    /// What the app calls it.
    var sensor: AppSensor {
        switch self {
        case .acceleration: .accelerometer
        case .rotation: .gyroscope
        case .magneticField: .magnetometer
        }
    }
}
