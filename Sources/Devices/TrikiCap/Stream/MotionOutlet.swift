public import Device
import Motion
package import Peripheral
package import Simulation

/// One of the cap's two sensors, as sent in each frame, for the report.
public final class MotionOutlet: SampleOutlet {
    /// Which sensor it is.
    public let sensor: Sensor
    private var observer: ((Instant, SampleCounts, NotificationFate) -> Void)?

    /// Also called with every frame, for an observer outside the cap.
    package var onSample: ((Instant, SampleCounts) -> Void)?

    init(_ sensor: Sensor) { self.sensor = sensor }

    /// Reports every frame; the noise, for a frame of noise.
    package func observe(_ observer: @escaping (Instant, SampleCounts, NotificationFate) -> Void) {
        self.observer = observer
    }

    func tell(_ sample: RawSample, _ fate: NotificationFate, at time: Instant) {
        let counts = SampleCounts(sample.x, sample.y, sample.z)
        observer?(time, counts, fate)
        onSample?(time, counts)
    }
}
