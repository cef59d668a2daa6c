public import Device
import Motion
public import Peripheral
public import Simulation

/// What one of the cap's two sensors says in each frame, for the report.
public final class MotionOutlet: SampleOutlet {
    /// Which sensor it is.
    public let sensor: Sensor
    private var observer: ((Instant, SampleCounts, NotificationFate) -> Void)?

    init(_ sensor: Sensor) { self.sensor = sensor }

    /// Tells of every frame; of one that holds noise, the noise.
    public func observe(_ observer: @escaping (Instant, SampleCounts, NotificationFate) -> Void) {
        self.observer = observer
    }

    func tell(_ sample: RawSample, _ fate: NotificationFate, at time: Instant) {
        observer?(time, SampleCounts(sample.x, sample.y, sample.z), fate)
    }
}
