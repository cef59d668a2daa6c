/// The measurements of a real board: uniform samples of specific force, angular rate and perhaps
/// the magnetic field, in body axes.
public struct Recording: Equatable, Sendable {
    /// Samples a second.
    public var rate: Double
    /// m/s²; empty if there was no accelerometer.
    public var specificForce: [Vector3]
    /// rad/s; empty if there was no gyroscope.
    public var angularRate: [Vector3]
    /// µT; empty if there was no magnetometer. Not played: the field at a sensor follows from
    /// the body's orientation and the environment.
    public var magneticField: [Vector3]
    /// The wall clock of the first sample in ms since 1970, if the file has it with all digits.
    public var epoch: Double?
    /// What the reader of its file had to assume, in sentences without a full stop.
    public var notes: [String] = []
    /// What else its file says about the time of the first sample.
    var start = RecordingStart()

    /// The sensors that a file may be of.
    public enum Sensor: Sendable {
        /// An accelerometer, in g.
        case acceleration
        /// A gyroscope, in degrees per second.
        case rotation

        /// As in a header.
        var unit: String { self == .acceleration ? "g" : "deg/s" }
    }

    /// A recording; its channels must have the same length.
    public init(
        rate: Double, specificForce: [Vector3] = [], angularRate: [Vector3] = [],
        magneticField: [Vector3] = [], epoch: Double? = nil
    ) {
        self.rate = rate
        self.specificForce = specificForce
        self.angularRate = angularRate
        self.magneticField = magneticField
        self.epoch = epoch
    }

    /// Samples of each channel.
    public var count: Int {
        max(specificForce.count, angularRate.count, magneticField.count)
    }

    /// Seconds from the first to the last sample.
    public var duration: Double { count > 1 ? Double(count - 1) / rate : 0 }

    /// Two files of one session as one recording, at the higher of their rates: the accelerometer
    /// of this one and the gyroscope of `other` (or the other way round).
    ///
    /// They are related by their epochs, or by full dates, or by elapsed times of a common origin;
    /// if nothing relates them, they begin together, and ``notes`` say so. Only the common part is
    /// kept.
    public func combined(with other: Recording) throws(RecordingError) -> Recording {
        let (slow, fast) = rate < other.rate ? (self, other) : (other, self)
        let relation = RecordingStart.relation(of: slow, to: fast)
        let offset = relation.offset
        let first = max(0, Int((-offset * fast.rate).rounded(.up)))
        let end = min(fast.duration, slow.duration - offset)
        let last = Int((end * fast.rate + 1e-6).rounded(.down))
        guard last > first else {
            throw RecordingError(
                line: 1, column: 1,
                problem: "the two files do not overlap in time: give files of one session")
        }
        func own(_ samples: [Vector3]) -> [Vector3] {
            samples.isEmpty ? [] : Array(samples[first...last])
        }
        func moved(_ samples: [Vector3]) -> [Vector3] {
            if samples.isEmpty { return [] }
            return (first...last).map { i in
                BandLimited.value(of: samples, at: (Double(i) / fast.rate + offset) * slow.rate)
            }
        }
        func pick(_ a: [Vector3], _ b: [Vector3]) -> [Vector3] { a.isEmpty ? moved(b) : own(a) }
        var both = Recording(
            rate: fast.rate,
            specificForce: pick(fast.specificForce, slow.specificForce),
            angularRate: pick(fast.angularRate, slow.angularRate),
            magneticField: pick(fast.magneticField, slow.magneticField),
            epoch: fast.epoch.map { $0 + Double(first) / fast.rate * 1e3 })
        both.start = fast.start.later(by: Double(first) / fast.rate)
        both.notes = relation.note.map { [$0] } ?? []
        return both
    }
}

/// A recording that cannot be read.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// The character in the line, from 1.
    public let column: Int
    /// What is wrong and how to fix it.
    public let problem: String

    /// `line:column: problem`, to follow the file name.
    public var description: String { "\(line):\(column): \(problem)" }
}
