public import Simulation

/// A value over time: points joined by straight ramps or steps, constant before the first and after
/// the last.
///
/// Points may be added during a run; instants are mostly requested in order, so the last position
/// is remembered.
public struct Course<Value: CourseValue>: Sendable {
    private struct Point: Sendable {
        var time: Int64
        var value: Value
        /// A ramp from the previous point; otherwise its value is held until `time`.
        var isRamp: Bool
    }

    private var points: [Point]
    private var cursor = 0

    /// A constant value.
    public init(_ value: Value) {
        points = [Point(time: .min, value: value, isRamp: false)]
    }

    /// Jumps to `value` at `time`; later points are removed.
    public mutating func set(_ value: Value, at time: Instant) {
        forget(from: time)
        points.append(Point(time: time.nanoseconds, value: value, isRamp: false))
    }

    /// Changes to `value` in a straight line that begins at `time` and lasts `duration`; later
    /// points are removed.
    public mutating func ramp(to value: Value, at time: Instant, over duration: Nanoseconds) {
        guard duration > .zero else { return set(value, at: time) }
        let start = self.value(at: time)
        forget(from: time)
        points.append(Point(time: time.nanoseconds, value: start, isRamp: false))
        points.append(Point(time: (time + duration).nanoseconds, value: value, isRamp: true))
    }

    /// Removes the points from `time` on; a ramp at that time ends there.
    private mutating func forget(from time: Instant) {
        let value = value(at: time)
        defer { cursor = min(cursor, points.count - 1) }
        var cut: Point?
        while let point = points.last, point.time >= time.nanoseconds, points.count > 1 {
            cut = point
            points.removeLast()
        }
        if let cut, cut.isRamp {
            points.append(Point(time: time.nanoseconds, value: value, isRamp: true))
        }
    }

    /// The value at `time`.
    public mutating func value(at time: Instant) -> Value {
        let t = time.nanoseconds
        let isNext = cursor + 2 >= points.count || points[cursor + 2].time > t
        if points[cursor].time <= t, isNext {
            if cursor + 1 < points.count, points[cursor + 1].time <= t { cursor += 1 }
        } else {
            cursor = position(at: t)
        }
        let here = points[cursor]
        guard cursor + 1 < points.count, points[cursor + 1].isRamp else { return here.value }
        let next = points[cursor + 1]
        let share = Double(t - here.time) / Double(next.time - here.time)
        return here.value.mixed(with: next.value, share)
    }

    /// The last point that is not after an instant.
    private func position(at time: Int64) -> Int {
        var (low, high) = (0, points.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if points[middle].time <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// The value at `time`, and from which nanosecond until before which it stays the same; on a
    /// ramp it is known at this one only.
    func steady(at time: Instant) -> (value: Value, from: Int64, until: Int64) {
        let t = time.nanoseconds
        let position = position(at: t)
        let here = points[position]
        guard position + 1 < points.count else { return (here.value, here.time, .max) }
        let next = points[position + 1]
        guard next.isRamp else { return (here.value, here.time, next.time) }
        let share = Double(t - here.time) / Double(next.time - here.time)
        return (here.value.mixed(with: next.value, share), t, t + 1)
    }
}

/// A value that a `Course` can interpolate.
public protocol CourseValue: Sendable {
    /// This value at `share` 0, `other` at 1.
    func mixed(with other: Self, _ share: Double) -> Self
}

extension Double: CourseValue {
    /// On the straight line between the two.
    public func mixed(with other: Double, _ share: Double) -> Double {
        self + (other - self) * share
    }
}

extension Vector3: CourseValue {
    /// On the straight line between the two.
    public func mixed(with other: Vector3, _ share: Double) -> Vector3 {
        self + (other - self) * share
    }
}
